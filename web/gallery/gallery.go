package gallery

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Scene is a world that can be built and shown.
type Scene struct {
	Name   string // of its address: small letters and underscores
	Title  string
	Theme  string // one of Themes
	About  string // a description, in a sentence or two
	Params []Param
	Keys   []KeyHelp // of a scene that can be played
	// Pointer names the effect of dragging on the picture, such as "dig". It is empty if the
	// pointer only pulls bodies. Then Running.Point is nil.
	Pointer string

	// Poster is the time of the scene's thumbnail, in seconds. Zero means 2.
	Poster float64
	// Build makes the world. It is called by Start, with a value for each parameter.
	Build func(p Values) (*Running, error)
}

// The themes, in the order of the page.
var Themes = []string{
	"showpieces", "stacking", "joints", "machines", "vehicles", "characters", "one-way", "fluids", "soft", "terrain", "fast bodies",
	"custom shapes", "benchmarks",
}

// Param is a number of a scene that a visitor may change.
type Param struct {
	Name           string // small letters: the key of Values, and its name on the page
	Min, Max, Step float64
	Default        float64
	Unit           string // empty for a number of things
}

// Values holds a value for each parameter by its name.
type Values map[string]float64

// Int returns the value of a parameter that counts things. It is not inlined: see stage.fixed.
//
//go:noinline
func (v Values) Int(name string) int { return int(math.Round(v[name])) }

// fit returns the nearest value that the parameter can have.
func (p Param) fit(x float64) float64 {
	if math.IsNaN(x) {
		return p.Default
	}
	x = min(max(x, p.Min), p.Max)
	if p.Step > 0 {
		x = min(p.Min+math.Round((x-p.Min)/p.Step)*p.Step, p.Max)
	}
	return x
}

// Keys is the set of keys that are held down.
type Keys uint8

// The keys. Action is the space bar, or a tap on the picture.
const (
	KeyLeft Keys = 1 << iota
	KeyRight
	KeyUp
	KeyDown
	KeyAction
)

// KeyHelp says what a key does.
type KeyHelp struct {
	Keys Keys
	Does string
}

// Running is a scene with its world.
type Running struct {
	World    *world.World
	Min, Max mgl64.Vec2 // the box of the world that the camera shows at the beginning, m

	// BeforeTick is called by Advance before every tick. It may be nil.
	BeforeTick func(keys Keys)
	// Point is called with the pointer's position while the pointer is held down at a place without
	// a body to pull, and with down false when it is released. It may change the world.
	Point func(at mgl64.Vec2, down bool)
	// Keep saves the state of the scene that is in no snapshot of its world. The returned function
	// restores this state after World.Restore. Keep is nil if there is no such state.
	Keep func() (restore func())
	// Follow is a body that the camera keeps in its middle; the zero Body if there is none.
	Follow world.Body
	// Pace returns the speed of time on the page, as a share of the speed that the visitor has
	// chosen. Nil means always 1. It is called between ticks and does not change the world.
	Pace func() float64
}

// Advance runs one tick, with the keys that are held down.
func (r *Running) Advance(keys Keys) {
	if r.BeforeTick != nil {
		r.BeforeTick(keys)
	}
	r.World.Tick()
}

// Close releases the world.
func (r *Running) Close() { r.World.Close() }

// Start builds the scene. A parameter without a value gets its default, and a value that is not
// possible becomes the nearest possible one. Values of unknown names are ignored.
func (s *Scene) Start(values Values) (r *Running, err error) {
	fitted := make(Values, len(s.Params))
	for _, p := range s.Params {
		fitted[p.Name] = p.Default
		if x, ok := values[p.Name]; ok {
			fitted[p.Name] = p.fit(x)
		}
	}
	defer func() {
		if x := recover(); x != nil { // from world.Must: a mistake in the scene must not end the page
			r, err = nil, fmt.Errorf("gallery: %s: %v", s.Name, x)
		}
	}()
	return s.Build(fitted)
}

// ByName returns the scene of a name, and false if there is none.
func ByName(name string) (*Scene, bool) {
	for i := range scenes {
		if scenes[i].Name == name {
			return scenes[i], true
		}
	}
	return nil, false
}

// Light lists the scenes without characters, soft things, terrain and documents. A program that
// uses no other scenes links no code of these.
func Light() []*Scene { return light }

// Scenes lists the scenes by theme, in the order of the page.
func Scenes() []*Scene { return scenes }
