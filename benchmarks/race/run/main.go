// Command run steps one scene in one engine and prints the time of each tick, as JSON. Command race
// starts it, natively and, built for js/wasm, under node.
//
//	run carom pyramid
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/carom2d/carom/benchmarks/peers"
)

var engines = map[string]func(peers.Scene) peers.Engine{"carom": peers.Carom, "cp": peers.CP, "bytearena": peers.ByteArena}

// result is the output of a run. Times are milliseconds.
type result struct {
	Start    float64   `json:"start"` // from the start of the process to the first tick
	Cold     []float64 `json:"cold"`  // a world stepped for a second while everything is new
	Ticks    []float64 `json:"ticks"` // the same scene, built once more
	Bodies   int       `json:"bodies"`
	Contacts int       `json:"contacts"`
	Height   float64   `json:"height"`
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 || engines[args[0]] == nil {
		return fmt.Errorf("want an engine (carom, cp, bytearena) and a scene, got %q", args)
	}
	for _, s := range peers.Races() {
		if s.Name == args[1] {
			return json.NewEncoder(os.Stdout).Encode(measure(engines[args[0]], s))
		}
	}
	return fmt.Errorf("no scene %q", args[1])
}

// measure steps a world for at least a second by the world's clock and by the machine's clock, and
// then a new world.
func measure(build func(peers.Scene) peers.Engine, s peers.Scene) result {
	var r result
	cold := build(s)
	r.Start = sinceStart()
	for start := time.Now(); len(r.Cold) < 60 || time.Since(start) < time.Second; {
		r.Cold = append(r.Cold, tick(cold))
	}
	if c, ok := cold.(interface{ Close() }); ok {
		c.Close()
	}
	e := build(s)
	for range s.Ticks {
		r.Ticks = append(r.Ticks, tick(e))
	}
	r.Bodies, r.Contacts, r.Height = e.Bodies(), e.Contacts(), e.Height()
	return r
}

func tick(e peers.Engine) float64 {
	runtime.Gosched() // as between two frames of a page: in WebAssembly garbage is collected at no other time
	start := time.Now()
	e.Tick()
	return time.Since(start).Seconds() * 1000
}
