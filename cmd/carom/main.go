package main

import "os"

func main() {
	ignoreWriteSignals()
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}
