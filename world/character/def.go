package character

import (
	"cmp"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Def describes a character. The zero Def works: a capsule of 1.6 m that walks slopes of up
// to 45 degrees and climbs steps of 0.3 m. The zero of a number means its default; defaults
// that hold a length are multiplied by the LengthUnit of the world.
type Def struct {
	// Shape is any convex shape about the origin of the character, but a half-plane, a segment of a
	// chain and a segment without a radius; nil is an upright capsule 1.6 m high and 0.6 m wide. It
	// does not turn.
	Shape shape.Support
	// Up is the direction that leads up, of any length; zero means against the gravity of the
	// world, and along y where there is none.
	Up mgl64.Vec2

	SlopeLimit   float64 // rad: the steepest ground that it walks on and stands on; zero means pi/4
	StepHeight   float64 // m: the highest step that it climbs without a jump; zero means 0.3
	SnapDistance float64 // m: how far down it follows ground that falls away; zero means StepHeight
	Skin         float64 // m: the distance that it keeps to all obstacles; zero means 0.0005

	// Mass is its weight on the ground, and its inertia in a push, kg; zero means 80 at any
	// LengthUnit. In a game of pixels, bodies of the default density are far heavier: give them or
	// the character a mass.
	Mass      float64
	PushForce float64 // N: the most with which it pushes a body; zero means 200

	NoSteps bool // climbs no step
	NoSnap  bool // leaves the ground at every edge
	NoPush  bool // dynamic bodies are walls to it, and do not push it

	// KeepHorizontalSpeed makes the game's speed on a slope the horizontal part of the velocity.
	// Otherwise it is the speed along the ground.
	KeepHorizontalSpeed bool

	Filter   shape.Filter
	Material *shape.Material // surface for bodies that touch it; nil means the default
	Name     string          // of its body
	UserData any
}

// The defaults, in metres, radians, kilograms and newtons.
const (
	defaultHalfHeight = 0.8
	defaultRadius     = 0.3
	defaultSlopeLimit = math.Pi / 4
	defaultStep       = 0.3
	defaultSkin       = 0.0005
	defaultMass       = 80
	defaultPushForce  = 200
)

// resolve rejects numbers that cannot be used and fills in the defaults.
func (d *Def) resolve(w *world.World) error {
	err := resolveNumbers([]number{
		{"SlopeLimit", &d.SlopeLimit, defaultSlopeLimit, math.Pi / 2},
		{"StepHeight", &d.StepHeight, defaultStep * unitOf(w), maxNumber},
		{"SnapDistance", &d.SnapDistance, 0, maxNumber},
		{"Skin", &d.Skin, defaultSkin * unitOf(w), maxNumber},
		{"Mass", &d.Mass, defaultMass, maxNumber},
		{"PushForce", &d.PushForce, defaultPushForce * unitOf(w), maxNumber},
	})
	if err != nil {
		return err
	}
	d.SnapDistance = cmp.Or(d.SnapDistance, d.StepHeight)
	if d.Material != nil {
		if err := d.Material.Validate(); err != nil {
			return err
		}
	}
	return d.resolveUp(w)
}

// number is a number of a definition with its default and its largest value.
type number struct {
	name        string
	value       *float64
	usual, high float64
}

// resolveNumbers rejects numbers that cannot be used and fills in the defaults.
func resolveNumbers(list []number) error {
	for _, f := range list {
		if err := geom.CheckNotNegative(f.name, *f.value); err != nil {
			return err
		}
		if *f.value > f.high {
			return geom.NewFieldError(f.name, *f.value, geom.ErrOutOfRange)
		}
		*f.value = cmp.Or(*f.value, f.usual)
	}
	return nil
}

// WithoutDefaults returns the definition with zeros in place of the defaults that New fills in, for
// a document that lists only the special values of a character.
func (d Def) WithoutDefaults(w *world.World) Def {
	if d.Shape == (Def{Up: d.Up}).shapeOf(w) {
		d.Shape = nil
	}
	if d.SnapDistance == d.StepHeight {
		d.SnapDistance = 0
	}
	var usual Def
	if err := usual.resolve(w); err != nil { // the gravity is too small to have a direction
		return d
	}
	for _, f := range [][2]*float64{
		{&d.SlopeLimit, &usual.SlopeLimit}, {&d.StepHeight, &usual.StepHeight}, {&d.Skin, &usual.Skin},
		{&d.Mass, &usual.Mass}, {&d.PushForce, &usual.PushForce},
	} {
		if *f[0] == *f[1] {
			*f[0] = 0
		}
	}
	if d.Up == usual.Up {
		d.Up = mgl64.Vec2{}
	}
	return d
}

// maxNumber bounds the numbers of a definition, so that no product of two overflows.
const maxNumber = 1e12

func (d *Def) resolveUp(w *world.World) error {
	if err := geom.CheckPoint("Up", geom.From(d.Up)); err != nil {
		return err
	}
	up := geom.From(d.Up)
	if d.Up == (mgl64.Vec2{}) {
		up = geom.From(w.Gravity()).Neg()
	}
	if up == (geom.Vec2{}) {
		up = geom.Vec2{Y: 1}
	}
	unit, length := up.Unit()
	if length == 0 {
		return geom.NewFieldError("Up", d.Up, geom.ErrDegenerate)
	}
	d.Up = unit.Mgl()
	return nil
}

// shapeOf returns the shape of a resolved definition.
func (d Def) shapeOf(w *world.World) shape.Support {
	if d.Shape != nil {
		return d.Shape
	}
	unit := unitOf(w)
	end := d.Up.Mul((defaultHalfHeight - defaultRadius) * unit)
	return shape.Capsule{A: end.Mul(-1), B: end, Radius: defaultRadius * unit}
}

func unitOf(w *world.World) float64 { return w.Config().LengthUnit }
