//go:build !unix

package main

import "time"

var started = time.Now()

// processorTime returns the time by the clock, for want of a better one.
func processorTime() time.Duration { return time.Since(started) }
