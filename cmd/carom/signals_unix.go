//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// hangup comes when the terminal closes.
const hangup = syscall.SIGHUP

// stopSignals ask a command to end.
var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, hangup}

// ignoreWriteSignals lets writing to a closed pipe, or beyond the permitted size of a
// file, fail with an error instead of ending the process.
func ignoreWriteSignals() { signal.Ignore(syscall.SIGPIPE, syscall.SIGXFSZ) }

// statusAfter is the exit status after a signal, as shells have it.
func statusAfter(s os.Signal) int {
	if number, ok := s.(syscall.Signal); ok {
		return 128 + int(number)
	}
	return exitFailed
}
