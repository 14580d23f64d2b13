//go:build linux || darwin || freebsd || netbsd || openbsd

package character_test

import (
	"syscall"
	"time"
)

// processorTime returns the processor time of the process: other programs do not add to it.
func processorTime() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		panic(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
