package main

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// printVersion is the command version.
func printVersion(args []string, stdout, _ io.Writer) error {
	set := flag.NewFlagSet("version", flag.ContinueOnError)
	rest, err := parseArguments(set, args, stdout, "carom version names the version of the command, the compiler and the machine. It has no flags.")
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("version takes no arguments, not %q", rest[0])
	}
	info, _ := debug.ReadBuildInfo()
	_, err = fmt.Fprintf(stdout, "carom %s, %s, %s/%s\n", versionOf(info), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// release is the version of Carom.
const release = "v0.1.0"

// versionOf returns the version, with the commit of a working copy if the build knows it.
func versionOf(info *debug.BuildInfo) string {
	if info == nil {
		return release
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " with changes"
		}
	}
	if revision == "" {
		return release
	}
	return release + " (" + revision + changed + ")"
}
