//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime returns the time that processors have spent in this program. Other programs on the
// machine hardly change it.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
