//go:build !js

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/carom2d/carom/importers/ldtk"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// options are the arguments.
type options struct {
	level, out, root string
	settings
}

// run is the program. It returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stdout)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err == nil {
		err = o.convert(stdout, stderr)
	}
	if err == nil {
		return 0
	}
	fmt.Fprintf(stderr, "carom-import: %v\n", err)
	if errors.Is(err, errUsage) {
		return 2
	}
	return 1
}

// parse reads the arguments: flags may stand before and after the level.
func parse(args []string, stdout io.Writer) (*options, error) {
	o := &options{settings: settings{gravity: earth}}
	set := flag.NewFlagSet("carom-import", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&o.out, "o", "", "write the document to this `file`; without it, or for -, to the standard output")
	set.StringVar(&o.root, "root", "", "the `folder` from which files may be read; without it the level's folder")
	set.Func("pixels", "a `number` of pixels in a metre; 0 means a tile, or 32 in a drawing", o.setPixels)
	set.Func("gravity", "`X,Y` in m/s^2 (default 0,-10)", o.setGravity)
	set.Func("tile", "`NAME=KIND` for a value of LDtk by its name or number: full (the default), half, slope, slope_left, one_way or none; may be repeated", o.addTile)
	set.StringVar(&o.world, "world", "", "the `name` of a world of LDtk; without it the first is read")
	set.Func("level", "the `name` of a level of LDtk; may be repeated, without it all are read", func(name string) error {
		o.levels = append(o.levels, name)
		return nil
	})
	set.Func("property", "the `name` of a property of the game's own, which gives no warning; may be repeated", func(name string) error {
		o.properties = append(o.properties, name)
		return nil
	})
	for {
		err := set.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(stdout, "carom-import LEVEL [flags] makes a scene document of a .tmx, .ldtk or .svg file:")
			set.SetOutput(stdout)
			set.PrintDefaults()
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", err, errUsage)
		}
		if args = set.Args(); len(args) == 0 {
			break
		}
		if o.level != "" {
			return nil, fmt.Errorf("one level at a time, not %s and %s: %w", o.level, args[0], errUsage)
		}
		o.level, args = args[0], args[1:]
	}
	if o.level == "" {
		return nil, fmt.Errorf("import which level? %w", errUsage)
	}
	if suffix := filepath.Ext(o.out); len(suffix) > 1 && !strings.EqualFold(suffix, ".json") {
		return nil, fmt.Errorf("-o %s: the name of the file must end in .json: %w", o.out, errUsage)
	}
	return o, nil
}

func (o *options) setPixels(text string) (err error) {
	if o.pixels, err = strconv.ParseFloat(text, 64); err != nil {
		return errors.New("want a number")
	}
	return nil
}

func (o *options) setGravity(text string) error {
	x, y, _ := strings.Cut(text, ",")
	var errX, errY error
	o.gravity[0], errX = strconv.ParseFloat(x, 64)
	o.gravity[1], errY = strconv.ParseFloat(y, 64)
	if errX != nil || errY != nil {
		return errors.New("want two numbers, such as 0,-10")
	}
	return nil
}

// addTile reads a rule for a value of LDtk.
func (o *options) addTile(text string) error {
	name, kind, _ := strings.Cut(text, "=")
	rule := ldtk.Rule{Name: name}
	if value, err := strconv.Atoi(name); err == nil {
		rule = ldtk.Rule{Value: value}
	}
	switch kind {
	case "full":
	case "half":
		rule.Kind.Shape = terrain.Half
	case "slope":
		rule.Kind.Shape = terrain.Slope
	case "slope_left":
		rule.Kind.Shape, rule.Kind.Flip = terrain.Slope, terrain.FlipX
	case "one_way":
		rule.Kind.Collider.OneWay = mgl64.Vec2{0, 1}
	case "none":
		rule.Ignore = true
	default:
		return fmt.Errorf("%q is none of full, half, slope, slope_left, one_way, none", kind)
	}
	o.rules = append(o.rules, rule)
	return nil
}

// convert reads the level and writes the document.
func (o *options) convert(stdout, stderr io.Writer) error {
	root, name, err := o.split()
	if err != nil {
		return err
	}
	if len(o.rules)+len(o.levels)+len(o.world) > 0 && !strings.EqualFold(filepath.Ext(name), ".ldtk") {
		fmt.Fprintf(stderr, "%s: only levels of LDtk have values for -tile and names for -level and -world\n", o.level)
	}
	document, warnings, err := o.document(os.DirFS(root), filepath.ToSlash(name))
	for _, warning := range warnings {
		fmt.Fprintf(stderr, "%s: %s\n", o.level, warning)
	}
	if errors.Is(err, fs.ErrInvalid) {
		err = fmt.Errorf("%w; -root names a larger folder", err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", o.level, err)
	}
	if o.out != "" && o.out != "-" {
		return write(o.out, document)
	}
	_, err = stdout.Write(document)
	return err
}

// split returns the folder from which files may be read, and the level's path in it.
func (o *options) split() (root, name string, err error) {
	if o.root == "" {
		root, name = filepath.Split(o.level)
		return filepath.Clean(root), name, nil
	}
	root, err = filepath.Abs(o.root)
	if err != nil {
		return "", "", err
	}
	file, err := filepath.Abs(o.level)
	if err != nil {
		return "", "", err
	}
	if name, err = filepath.Rel(root, file); err != nil || !filepath.IsLocal(name) {
		return "", "", fmt.Errorf("%s does not lie in the folder %s of -root: %w", o.level, o.root, errUsage)
	}
	return root, name, nil
}

// write writes a temporary file in the same folder, and renames it when it is complete. Devices and
// pipes are written directly.
func write(name string, data []byte) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(name, data, 0o666)
	}
	temporary, err := os.CreateTemp(filepath.Dir(name), ".carom-import-*")
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", name, errors.Unwrap(err)) // without the temporary name
	}
	_, err = temporary.Write(data)
	err = errors.Join(err, temporary.Chmod(0o644), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}
