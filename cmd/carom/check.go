package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/carom2d/carom/world/scene"
)

// checkScenes is the command check. It prints a line for each error and for each file without
// errors.
func checkScenes(args []string, stdout, _ io.Writer) error {
	var root string
	set := flag.NewFlagSet("check", flag.ContinueOnError)
	addRoot(set, &root)
	names, err := parseArguments(set, args, stdout, "carom check SCENE... [flags] names all errors of scene files, each with line and column:")
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return usagef("check which scene? for example: carom check my_scene.json")
	}
	var b strings.Builder
	faults := 0
	var unread []error
	for _, name := range names {
		n, err := checkScene(&b, name, root)
		if err != nil {
			unread = append(unread, err)
		}
		faults += n
	}
	if _, err := io.WriteString(stdout, b.String()); err != nil {
		return err
	}
	if faults > 0 {
		unread = append(unread, fmt.Errorf("%s in %s", count(faults, "error"), count(len(names)-len(unread), "scene")))
	}
	if len(unread) == 1 {
		return unread[0]
	}
	return errors.Join(unread...)
}

func checkScene(b *strings.Builder, name, root string) (faults int, err error) {
	data, err := namedDocument(name, root)
	if err != nil {
		return 0, err
	}
	var list []*scene.Error
	if data != nil {
		list = scene.Check(data)
	}
	for _, e := range list {
		fmt.Fprintln(b, errorInFile(name, e))
	}
	if len(list) == 0 {
		fmt.Fprintf(b, "%s: no errors\n", name)
	}
	return len(list), nil
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
