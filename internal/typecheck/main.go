package main

import (
	"fmt"
	"os"
)

func main() {
	count, err := check(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "typecheck:", err)
		os.Exit(1)
	}
	fmt.Printf("typecheck: %d packages for %s/%s\n", count, os.Getenv("GOOS"), os.Getenv("GOARCH"))
}
