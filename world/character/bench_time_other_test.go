//go:build !(linux || darwin || freebsd || netbsd || openbsd)

package character_test

import "time"

var began = time.Now()

// processorTime returns the time that has passed, where the processor's time is not to be had.
func processorTime() time.Duration { return time.Since(began) }
