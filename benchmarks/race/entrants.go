package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/carom2d/carom/benchmarks/peers"
)

// entrant is an engine with the command that runs it on a scene.
type entrant struct {
	name, version string
	steps         string // how a tick is divided
	command       func(scene string) *exec.Cmd
}

// natives returns the engines in Go.
func (o *options) natives() []entrant {
	with := func(name, engine, module, steps string) entrant {
		return entrant{name: name, version: moduleVersion(module), steps: steps, command: func(scene string) *exec.Cmd {
			return exec.Command(o.runner, engine, scene)
		}}
	}
	return []entrant{
		with("Carom", "carom", "github.com/carom2d/carom", "4 sub-steps"),
		with("cp", "cp", "github.com/jakecoffman/cp/v2", "10 iterations"),
		with("ByteArena box2d", "bytearena", "github.com/ByteArena/box2d", "8 + 3 iterations"),
	}
}

// underNode writes the scenes for the engines in WebAssembly and JavaScript, and returns these
// engines.
func (o *options) underNode() ([]entrant, error) {
	scenes := filepath.Join(o.build, "scenes.json")
	if err := writeJSON(scenes, exported()); err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct{ Version string }
	}
	file, err := os.ReadFile(filepath.Join(o.build, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(file, &lock); err != nil {
		return nil, err
	}
	npm := func(name, engine, pkg, steps string) entrant {
		return entrant{name, lock.Packages["node_modules/"+pkg].Version, steps, func(scene string) *exec.Cmd {
			return exec.Command(o.node, filepath.Join(o.build, "run.mjs"), engine, scenes, scene)
		}}
	}
	loader := filepath.Join(o.build, "wasm_exec_node.js") // beside wasm_exec.js of the same Go
	carom := func(name, program string) entrant {
		return entrant{name, moduleVersion("github.com/carom2d/carom"), "4 sub-steps", func(scene string) *exec.Cmd {
			return exec.Command(o.node, "--stack-size=8192", loader, filepath.Join(o.build, program), "carom", scene)
		}}
	}
	return []entrant{
		carom("Carom, SIMD", "carom.wasm"),
		npm("box2d3-wasm, SIMD", "box2d3-wasm-simd", "box2d3-wasm", "4 sub-steps"),
		npm("rapier2d, SIMD", "rapier2d-simd", "@dimforge/rapier2d-simd-compat", "4 iterations"),
		carom("Carom", "carom-purego.wasm"),
		npm("box2d3-wasm", "box2d3-wasm", "box2d3-wasm", "4 sub-steps"),
		npm("rapier2d", "rapier2d", "@dimforge/rapier2d-compat", "4 iterations"),
		npm("planck", "planck", "planck", "8 + 3 iterations"),
		npm("matter-js", "matter-js", "matter-js", "6 + 4 iterations"),
	}, nil
}

// exportedScene is a scene as the scripts read it.
type exportedScene struct {
	Name     string         `json:"name"`
	Gravity  float64        `json:"gravity"`
	Friction float64        `json:"friction"`
	Ticks    int            `json:"ticks"`
	Bodies   []exportedBody `json:"bodies"`
}

// exportedBody has a radius or a polygon. If the polygon is an upright box, it also has the half
// sizes.
type exportedBody struct {
	X       float64     `json:"x"`
	Y       float64     `json:"y"`
	Angle   float64     `json:"angle"`
	Static  bool        `json:"static"`
	Density float64     `json:"density"`
	Radius  float64     `json:"radius,omitempty"`
	Box     []float64   `json:"box,omitempty"`
	Polygon peers.Shape `json:"polygon,omitempty"`
}

func exported() []exportedScene {
	var scenes []exportedScene
	for _, s := range peers.Races() {
		e := exportedScene{Name: s.Name, Gravity: s.Gravity, Friction: 0.6, Ticks: s.Ticks}
		for _, b := range s.Bodies {
			x := exportedBody{X: b.X, Y: b.Y, Angle: b.Angle, Static: b.Kind == peers.Static, Density: b.Density, Radius: b.Radius}
			if b.Radius == 0 {
				x.Polygon = b.Shapes[0]
			}
			if p := x.Polygon; len(p) == 4 { // only boxes have four corners
				x.Box = []float64{p[2][0], p[2][1]}
			}
			e.Bodies = append(e.Bodies, x)
		}
		scenes = append(scenes, e)
	}
	return scenes
}

// moduleVersion returns the version of a module in this program, or the commit of the module in
// this repository.
func moduleVersion(module string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range info.Deps {
		if m.Path == module && m.Replace == nil {
			return m.Version
		}
	}
	if out, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output(); err == nil {
		return strings.TrimSpace(string(out))
	}
	return ""
}

// machine describes the processor.
func machine() string {
	name := runtime.GOARCH
	if file, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(file)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d cores, %s, %s", name, runtime.NumCPU(), runtime.GOOS, runtime.Version())
}
