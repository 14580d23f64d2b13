package main

import (
	"flag"
	"fmt"
	"io"

	"github.com/carom2d/carom/internal/slim"
)

// slimProgram is the command slim.
func slimProgram(args []string, stdout, stderr io.Writer) error {
	var out string
	set := flag.NewFlagSet("slim", flag.ContinueOnError)
	set.StringVar(&out, "o", "", "write the lighter program to this `file`")
	rest, err := parseArguments(set, args, stdout, "carom slim PROGRAM -o FILE, where PROGRAM was built with GOOS=js GOARCH=wasm. Traces of a panic then name no lines and no inlined functions.")
	if err != nil {
		return err
	}
	if len(rest) != 1 || out == "" {
		return usagef("slim takes one program and -o; for example: carom slim game.wasm -o main.wasm")
	}
	if err := checkDistinct(stdout, namedFile{what: "the program", path: rest[0]}, namedFile{"-o", out}); err != nil {
		return err
	}
	file, _, err := openRegular(rest[0])
	if err != nil {
		return err
	}
	defer file.Close()
	program, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	if program, err = slim.Program(program); err != nil {
		return fmt.Errorf("%s: %w", rest[0], err)
	}
	return writeProgram(program, out, stdout, stderr)
}
