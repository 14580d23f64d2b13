//go:build !js

package main

import "time"

var begin = time.Now()

// sinceStart returns the milliseconds since the program began.
func sinceStart() float64 { return time.Since(begin).Seconds() * 1000 }
