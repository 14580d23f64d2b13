// Command race steps the same scenes in Carom and in its peers and prints a table of each contest:
//
//	native   Carom, cp and ByteArena/box2d in Go
//	wasm     Carom in Go's js/wasm, and the peers of npm, under node
//	first    the first second of those in WebAssembly, each in a fresh process; only if asked for
//	box2d    the ten scenes of the field, beside Box2D's own benchmark program
//
// Every run is a process of its own. The engines take turns, so that a machine which slows down
// slows all of them. Results go to JSON files and to pictures. The Makefile of this module builds
// the programs that race starts.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// options are the flags.
type options struct {
	carom  string // programs
	runner string
	box2d  string
	node   string
	build  string // folder of the programs for node
	out    string
	repeat int
	fields string
	only   string
	note   string
}

func main() {
	var o options
	flag.StringVar(&o.carom, "carom", "", "the `program` carom, for the contest with Box2D")
	flag.StringVar(&o.runner, "runner", "", "the `program` of package race/run")
	flag.StringVar(&o.box2d, "box2d", "", "Box2D's benchmark `program`; without it that table is left out")
	flag.StringVar(&o.node, "node", "", "the `program` node; without it that table is left out")
	flag.StringVar(&o.build, "build", "", "the `folder` with the packages of npm and the js/wasm programs")
	flag.StringVar(&o.out, "out", "results", "the `folder` of the results")
	flag.IntVar(&o.repeat, "repeat", 5, "the `number` of runs of every engine on every scene")
	flag.StringVar(&o.fields, "scenes", "", "a `list` of scenes for the contest with Box2D, instead of all ten: rain,smash")
	flag.StringVar(&o.only, "only", "native,wasm,box2d", "a `list` of contests")
	flag.StringVar(&o.note, "note", "", "a `text` for the results: what else the machine did")
	flag.Parse()
	if err := o.race(); err != nil {
		fmt.Fprintln(os.Stderr, "race:", err)
		os.Exit(1)
	}
}

// race holds the contests that the flags select, and reports the contests that it leaves out.
func (o *options) race() error {
	if o.repeat < 1 || o.runner == "" {
		return fmt.Errorf("want -runner, and -repeat of at least 1")
	}
	if err := os.MkdirAll(o.out, 0o777); err != nil {
		return err
	}
	if o.holds("native") {
		if err := o.scenes("native", "Natively, one worker", o.natives()); err != nil {
			return err
		}
	}
	if o.holds("wasm") && o.node == "" {
		fmt.Println("LEFT OUT: the engines in WebAssembly and JavaScript, for NODE is empty")
	} else if o.holds("wasm") {
		entrants, err := o.underNode()
		if err != nil {
			return err
		}
		if err := o.scenes("wasm", "Under node", entrants); err != nil {
			return err
		}
	}
	if o.holds("first") && o.node == "" {
		fmt.Println("LEFT OUT: the first second under node, for NODE is empty")
	} else if o.holds("first") {
		entrants, err := o.underNode()
		if err != nil {
			return err
		}
		if err := o.first(entrants[:firstEntrants]); err != nil {
			return err
		}
	}
	if o.holds("box2d") && o.box2d == "" {
		fmt.Println("LEFT OUT: Box2D's own benchmark, for BOX2D names no program")
	} else if o.holds("box2d") {
		return o.besideBox2D()
	}
	return nil
}

// holds reports whether the flags select a contest.
func (o *options) holds(contest string) bool {
	return slices.Contains(strings.Split(o.only, ","), contest)
}

// scenes holds a contest on the pyramid and the rain.
func (o *options) scenes(name, title string, entrants []entrant) error {
	t := &table{Date: time.Now().UTC().Format(time.DateOnly), Machine: machine(), Note: o.note, Repeat: o.repeat, Title: title}
	if err := t.fill(entrants, o.repeat); err != nil {
		return err
	}
	fmt.Print(t)
	if err := writeJSON(filepath.Join(o.out, name+".json"), t); err != nil {
		return err
	}
	return t.plot(filepath.Join(o.out, name+".svg"))
}
