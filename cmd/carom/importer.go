package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/carom2d/carom/world/scene"
)

// importer is the program that reads the files of editors. It belongs to a module of its own, so
// that the module of the engine does not need the importers' modules.
const importer = "carom-import"

// importLevel is the command import: it hands its arguments to the importer.
func importLevel(args []string, stdout, stderr io.Writer) error {
	program, err := findImporter()
	if err != nil {
		return err
	}
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	return reported("import", cmd.Run())
}

// reported returns a reportedError if the importer came to its end and failed. The importer has no
// exit status after a signal.
func reported(what string, err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() > 0 {
		return &reportedError{importer, what, exit.ExitCode()}
	}
	if err != nil {
		err = fmt.Errorf("%s: %s: %w", what, importer, err)
	}
	return err
}

// addRoot adds the flag -root of commands that read levels.
func addRoot(set *flag.FlagSet, root *string) {
	set.StringVar(root, "root", "", "the `folder` from which a level may read files; without it the folder of the level")
}

// findImporter returns the path of the importer: beside this program, or else on the path.
func findImporter() (string, error) {
	if own, err := os.Executable(); err == nil {
		if beside, err := exec.LookPath(filepath.Join(filepath.Dir(own), importer)); err == nil {
			return beside, nil
		}
	}
	program, err := exec.LookPath(importer)
	if err != nil {
		return "", fmt.Errorf("levels of editors need the program %s: run go install . in importers/cmd/%s", importer, importer)
	}
	return program, nil
}

// isLevel reports whether a name is the name of a level of an editor.
func isLevel(name string) bool {
	return slices.Contains([]string{".tmx", ".ldtk", ".svg"}, strings.ToLower(filepath.Ext(name)))
}

// documentOfLevel returns the scene document of a level. It stops reading as soon as the document
// is too long. The importer's warnings go to the standard error.
func documentOfLevel(name, root string) ([]byte, error) {
	program, err := findImporter()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(program, "-root", root, "--", name)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(out, scene.MaxBytes+1))
	if err != nil || len(data) > scene.MaxBytes {
		return data, errors.Join(err, cmd.Process.Kill(), ignoreExit(cmd.Wait()))
	}
	if err := cmd.Wait(); err != nil {
		return nil, reported(name, err)
	}
	return data, nil
}

// ignoreExit passes over the status of a program that was stopped.
func ignoreExit(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil
	}
	return err
}
