package batch

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
)

// Errors of names. Match them with errors.Is.
var (
	ErrUnknownSetup  = errors.New("names no set-up that is registered")
	ErrUnknownMetric = errors.New("names no function that is registered")
	ErrNoWorld       = errors.New("has no world")
	ErrUnknownParam  = errors.New("is no parameter of the set-up")
)

// Params are the numbers of one run.
type Params struct {
	Values map[string]float64 // by the names in "params" of the plan
	Seed   uint64             // differs between the runs of a sample, and is never zero
}

// Value returns a number by its name, and zero if the plan does not name it.
func (p Params) Value(name string) float64 { return p.Values[name] }

// Setup is a world that is ready to run. Close of the world ends it.
type Setup struct {
	World *world.World
	// Bodies are the bodies that metrics name. A body that is not in Bodies is found by its own
	// name, body.Def.Name.
	Bodies map[string]world.Body
	// BeforeTick runs before every tick of the world; nil if there is nothing to run.
	BeforeTick func()
	// Resumes says that all state that changes from tick to tick is in the world: BeforeTick
	// changes no variables of its own and writes no user data. Then a long run continues from a
	// snapshot after a worker has died. Other runs begin again, with the same result.
	Resumes bool
	// Names gives names to shapes, laws and callbacks of the game's own, for snapshots; may be nil.
	Names *world.Names
}

// Body returns the body of a name, and false if there is none or it is destroyed.
func (s *Setup) Body(name string) (world.Body, bool) {
	if b, ok := s.Bodies[name]; ok {
		return b, b.Valid()
	}
	for b := range s.World.Bodies() {
		if b.Name() == name {
			return b, true
		}
	}
	return world.Body{}, false
}

// Tick runs one tick.
func (s *Setup) Tick() {
	if s.BeforeTick != nil {
		s.BeforeTick()
	}
	s.World.Tick()
}

var registry = struct {
	sync.RWMutex
	setups  map[string]func(Params) (*Setup, error)
	metrics map[string]func(*Setup) float64
}{
	setups:  map[string]func(Params) (*Setup, error){},
	metrics: map[string]func(*Setup) float64{},
}

// Register gives a set-up a name for "setup" in plans. The function is called once per run, from
// many goroutines at once. The same Params must give the same world. Config.Workers should be 1,
// because the runs share the processors. Register panics if the name is empty or taken.
func Register(name string, build func(Params) (*Setup, error)) {
	registry.Lock()
	defer registry.Unlock()
	if _, taken := registry.setups[name]; taken || name == "" || build == nil {
		panic(fmt.Sprintf("batch: set-up %q is empty or registered twice", name))
	}
	registry.setups[name] = build
}

// RegisterMetric gives a function a name for "function" in metrics. The function is called after a
// tick, from many goroutines at once, each with a world of its own, which the function must not
// change. RegisterMetric panics if the name is empty or taken.
func RegisterMetric(name string, measure func(*Setup) float64) {
	registry.Lock()
	defer registry.Unlock()
	if _, taken := registry.metrics[name]; taken || name == "" || measure == nil {
		panic(fmt.Sprintf("batch: metric %q is empty or registered twice", name))
	}
	registry.metrics[name] = measure
}

// Build makes the world of a set-up. The error is a *geom.FieldError that wraps ErrUnknownSetup
// or ErrNoWorld, or an error of the set-up.
func Build(name string, p Params) (*Setup, error) {
	registry.RLock()
	build := registry.setups[name]
	registry.RUnlock()
	if build == nil {
		return nil, geom.NewFieldError("setup", name, ErrUnknownSetup)
	}
	s, err := build(p)
	if err == nil && (s == nil || s.World == nil) {
		err = geom.NewFieldError("setup", name, ErrNoWorld)
	}
	return s, err
}

// Metric returns the function of a name. The error is a *geom.FieldError that wraps
// ErrUnknownMetric.
func Metric(name string) (func(*Setup) float64, error) {
	registry.RLock()
	defer registry.RUnlock()
	if f := registry.metrics[name]; f != nil {
		return f, nil
	}
	return nil, geom.NewFieldError("function", name, ErrUnknownMetric)
}

// Setups returns the names of all set-ups, sorted.
func Setups() []string {
	registry.RLock()
	defer registry.RUnlock()
	return slices.Sorted(maps.Keys(registry.setups))
}
