package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	done, err := leaveOut(os.Args[1:])
	if err == nil && !done {
		err = vet(os.Args[1:])
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		os.Exit(exit.ExitCode())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "vettool:", err)
		os.Exit(1)
	}
}

// task is the part of the go command's file for a package that has the question.
type task struct {
	Dir        string
	VetxOnly   bool   // asked is not what is wrong, but what packages that import it must know
	VetxOutput string // the file for that
}

// leaveOut writes an empty answer for a package whose sources are kept elsewhere: in Go's own tree
// or in the cache of modules. It reports whether it did.
func leaveOut(args []string) (bool, error) {
	if len(args) == 0 || !strings.HasSuffix(args[len(args)-1], ".cfg") {
		return false, nil
	}
	text, err := os.ReadFile(args[len(args)-1])
	if err != nil {
		return false, err
	}
	var asked task
	if err := json.Unmarshal(text, &asked); err != nil {
		return false, err
	}
	if !asked.VetxOnly || !(below("GOROOT", asked.Dir) || below("GOMODCACHE", asked.Dir)) {
		return false, nil
	}
	return true, os.WriteFile(asked.VetxOutput, nil, 0o644)
}

// below reports whether a folder is in the folder that a variable of the go command names.
func below(variable, dir string) bool {
	root := os.Getenv(variable)
	inside, err := filepath.Rel(root, dir)
	return root != "" && err == nil && filepath.IsLocal(inside)
}

// vet runs the standard tool of go vet. Its version differs, because the results of both are in one
// cache.
func vet(args []string) error {
	cmd := exec.Command(filepath.Join(os.Getenv("GOTOOLDIR"), "vet"), args...)
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr
	if len(args) != 1 || args[0] != "-V=full" {
		cmd.Stdout = os.Stdout
		return cmd.Run()
	}
	version, err := cmd.Output()
	fmt.Println(strings.TrimSpace(string(version)), "without what others keep")
	return err
}
