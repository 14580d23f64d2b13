package main

import "syscall/js"

// sinceStart returns the milliseconds since the process began. Under node the clock of performance
// begins with it.
func sinceStart() float64 { return js.Global().Get("performance").Call("now").Float() }
