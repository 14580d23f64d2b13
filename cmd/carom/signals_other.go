//go:build !unix

package main

import (
	"os"
	"syscall"
)

// hangup does not exist here.
var hangup os.Signal

// stopSignals ask a command to end.
var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM}

// ignoreWriteSignals does nothing, because writing causes no signals here.
func ignoreWriteSignals() {}

func statusAfter(os.Signal) int { return exitFailed }
