package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/carom2d/carom/internal/leftout"
)

// quiet is the time without output before a sign of life.
const quiet = 15 * time.Second

func main() {
	want := flag.Int("tests", -1, "how many tests there must be")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: testlog [-tests n] go test -json [flags] [packages]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	log := newReport(os.Stdout)
	err := run(log, flag.Args())
	notes := slices.Clone(log.leftOut)
	for _, failure := range log.failures {
		notes = append(notes, leftout.Failed+failure)
	}
	if err := leftout.Note(notes...); err != nil {
		fmt.Fprintln(os.Stderr, "testlog:", err)
		os.Exit(1)
	}
	if complaint := log.close(*want); complaint != "" {
		fmt.Fprintln(os.Stderr, "testlog:", complaint)
		os.Exit(1)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testlog: go test:", err)
		os.Exit(1)
	}
}

func run(log *report, command []string) error {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	lines := make(chan []byte)
	var readError error
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(stdout)
		scanner.Buffer(nil, 1<<26)
		for scanner.Scan() {
			lines <- append([]byte(nil), scanner.Bytes()...)
		}
		readError = scanner.Err()
	}()
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for open := true; open; {
		select {
		case line, more := <-lines:
			if open = more; more {
				log.line(line)
			}
		case <-ticker.C:
			log.tick(time.Now())
		}
	}
	if readError != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return readError
	}
	return cmd.Wait()
}
