package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/gogen"
)

// generateProgram is the command gen. It writes a Go program that builds the world of a scene.
func generateProgram(args []string, stdout, stderr io.Writer) error {
	var o gogen.Options
	var out, root string
	set := flag.NewFlagSet("gen", flag.ContinueOnError)
	set.StringVar(&out, "o", "", "write the program to this `file`; without it, or for -, to the standard output")
	set.StringVar(&o.Package, "package", "main", "the `name` of the package; main has a function main that simulates the scene")
	set.StringVar(&o.Func, "func", "NewLevel", "the `name` of the function that builds the world")
	addRoot(set, &root)
	rest, err := parseArguments(set, args, stdout, "carom gen SCENE [flags], where SCENE is a scene that carom list knows or a .json file without custom shapes,\nor a level that carom import reads (.tmx, .ldtk, .svg):")
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return usagef("gen takes one scene, not %d; for example: carom gen my_scene.json -package level -o level.go", len(rest))
	}
	if err := checkDistinct(stdout, sceneFile(rest[0]), namedFile{"-o", out}); err != nil {
		return err
	}
	if err := checkSuffix("-o", out, ".go"); err != nil {
		return err
	}
	s, err := readScene(rest[0], root)
	if err != nil {
		return err
	}
	o.Source = filepath.Base(rest[0])
	text, err := gogen.Generate(s, o)
	var field *geom.FieldError
	if errors.As(err, &field) && errors.Is(err, gogen.ErrName) {
		flags := map[string]string{"Package": "-package", "Func": "-func"}
		return usagef("%s %v: %v", flags[field.Field], field.Value, field.Err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", rest[0], err)
	}
	return writeProgram(text, out, stdout, stderr)
}

// readScene returns a scene that is a document.
func readScene(name, root string) (*scene.Scene, error) {
	data, err := namedDocument(name, root)
	if err == nil && data == nil {
		err = usagef("%s is a program and no document: its Go is that of world/gallery", name)
	}
	if err != nil {
		return nil, err
	}
	s, err := scene.Parse(data)
	if err != nil {
		return nil, errorInFile(name, err)
	}
	return s, nil
}

func writeProgram(text []byte, out string, stdout, stderr io.Writer) error {
	if out == "" {
		_, err := stdout.Write(text)
		return err
	}
	files := &outputs{stderr: stderr}
	defer files.watchSignals()()
	defer files.discard()
	file, err := files.create(out)
	if err != nil {
		return err
	}
	if err := file.writeBytes(text); err != nil {
		return err
	}
	return files.commit()
}
