//go:build !unix

package main

import "time"

var started = time.Now()

// processorTime returns the time by the clock, because processor time is not available here.
func processorTime() time.Duration { return time.Since(started) }
