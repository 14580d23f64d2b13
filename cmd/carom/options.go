package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/carom2d/carom/world/draw"
)

// options are the flags of the command run.
type options struct {
	scene, root   string
	seconds       float64 // zero: the scene's own
	workers       int
	gif, png      string
	record        string
	fps           float64
	width, height int // zero: chosen by the view
	show          draw.Options
	dark          bool
	stats, hash   bool
}

// The bounds of the flags.
const (
	maxSeconds = 1e5
	maxWorkers = 64
	minSide    = 16
	maxSide    = 4096
)

// parseOptions reads the arguments of the command run.
func parseOptions(args []string, stdout io.Writer) (*options, error) {
	o := &options{show: draw.Options{Joints: true}}
	set := flag.NewFlagSet("run", flag.ContinueOnError)
	set.Var((*number)(&o.seconds), "seconds", "simulate for so many `seconds`; 0 means as long as the scene says")
	set.Var((*wholeNumber)(&o.workers), "workers", "a `number` of goroutines that share the work; 0 chooses by the number of processors")
	addRoot(set, &o.root)
	o.addPictures(set)
	set.StringVar(&o.record, "record", "", "write a recording to this `file`: see carom replay")
	set.BoolVar(&o.stats, "stats", false, "print more about the world at the end")
	set.BoolVar(&o.hash, "hash", false, "print the hash of the state at the end")
	rest, err := parseArguments(set, args, stdout, "carom run SCENE [flags], where SCENE is a name that carom list knows or a .json file without custom shapes,\nor a level that carom import reads (.tmx, .ldtk, .svg):")
	if err != nil {
		return nil, err
	}
	switch {
	case len(rest) == 0:
		return nil, usagef("run which scene? carom list names them; for example: carom run pyramid")
	case len(rest) > 1:
		return nil, usagef("run takes one scene, not %d: %s", len(rest), strings.Join(rest, " "))
	}
	o.scene = rest[0]
	return o, o.check(stdout, sceneFile(o.scene))
}

func (o *options) addPictures(set *flag.FlagSet) {
	set.StringVar(&o.gif, "gif", "", "write an animation to this `file`")
	set.StringVar(&o.png, "png", "", "write the last picture to this `file`")
	o.fps = 30
	set.Var((*number)(&o.fps), "fps", "pictures per second in the animation, a `number` from 1 to 50")
	set.Func("size", "`WxH`, pixels of a picture; without it at most 800x600, as the view wants", o.setSize)
	set.Func("show", "a `list` of what pictures show besides the bodies: contacts, normals, boxes, centers, velocities, joints, names, all or none, with commas between (default joints)", o.setShow)
	set.BoolVar(&o.dark, "dark", false, "draw on a dark background")
}

// check rejects values out of range, files that are given twice, and names of pictures with the
// suffix of another format. The command reads from.
func (o *options) check(stdout io.Writer, from namedFile) error {
	switch {
	case !(o.seconds >= 0 && o.seconds <= maxSeconds):
		return usagef("-seconds %v: want a number from 0 to %v", o.seconds, float64(maxSeconds))
	case o.workers < 0 || o.workers > maxWorkers:
		return usagef("-workers %d: want 0 to %d", o.workers, maxWorkers)
	case !(o.fps >= 1 && o.fps <= 50):
		return usagef("-fps %v: want 1 to 50", o.fps)
	}
	if err := checkDistinct(stdout, namedFile{"-gif", o.gif}, namedFile{"-png", o.png}, namedFile{"-record", o.record}, from); err != nil {
		return err
	}
	return cmp.Or(checkSuffix("-gif", o.gif, ".gif"), checkSuffix("-png", o.png, ".png"))
}

// checkSuffix rejects a name whose suffix belongs to another format than the file. A name without
// suffix, such as the name of a device, is accepted.
func checkSuffix(flag, path, want string) error {
	if suffix := filepath.Ext(path); len(suffix) > 1 && !strings.EqualFold(suffix, want) {
		return usagef("%s %s: the name of the file must end in %s", flag, path, want)
	}
	return nil
}

// drawsToStdout reports whether a picture goes to the standard output.
func (o *options) drawsToStdout() bool {
	for _, path := range []string{o.gif, o.png, o.record} {
		if path != "" {
			if _, descriptor := followLinks(path); descriptor == 1 {
				return true
			}
		}
	}
	return false
}

// setSize reads "800x600".
func (o *options) setSize(s string) error {
	w, h, ok := strings.Cut(s, "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	if !ok || errW != nil || errH != nil || min(width, height) < minSide || max(width, height) > maxSide {
		return fmt.Errorf("want two numbers from %d to %d, such as 800x600", minSide, maxSide)
	}
	o.width, o.height = width, height
	return nil
}

// setShow reads "contacts,joints".
func (o *options) setShow(s string) error {
	o.show = draw.Options{}
	switches := []struct {
		name string
		on   *bool
	}{
		{"contacts", &o.show.Contacts}, {"normals", &o.show.Normals}, {"boxes", &o.show.Boxes},
		{"centers", &o.show.Centers}, {"velocities", &o.show.Velocities}, {"joints", &o.show.Joints},
		{"names", &o.show.Names},
	}
	for _, word := range strings.Split(s, ",") {
		known := word == "all" || word == "none"
		for _, w := range switches {
			if word == w.name || word == "all" {
				*w.on, known = true, true
			}
		}
		if !known {
			return fmt.Errorf("there is no %q to show", word)
		}
	}
	return nil
}

// size returns the width and height of a picture of a view in pixels: the values of the flags, or
// the largest that fit in 800 x 600.
func (o *options) size(viewWidth, viewHeight float64) (width, height int) {
	if o.width > 0 {
		return o.width, o.height
	}
	const maxWidth, maxHeight = 800, 600
	scale := math.Min(maxWidth/viewWidth, maxHeight/viewHeight)
	if !(scale > 0) || math.IsInf(scale, 0) {
		return maxWidth, maxHeight
	}
	side := func(meters float64) int { return max(minSide, int(math.Round(meters*scale))) }
	return side(viewWidth), side(viewHeight)
}
