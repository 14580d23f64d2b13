package fracture

import (
	"errors"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// ErrNoArea is the error for a body without colliders, or with one that has no area, such as a
// segment or a half-plane.
var ErrNoArea = errors.New("has no area to be divided")

// Def says which fragments are kept, and how. The zero Def keeps all.
type Def struct {
	// MinArea is the area, m^2, below which a fragment vanishes. Fragments too thin for a shape
	// always vanish, and so do fragments without a mass if others have one.
	MinArea float64

	// Keep decides about fragments of MinArea and more; nil keeps all. It may not change the world.
	Keep func(Fragment) bool

	// Tolerance is the largest distance of the polygon from a curved border, m. Zero means a
	// thousandth of the size of the collider.
	Tolerance float64

	// Release makes the pieces of a static or kinematic body dynamic.
	Release bool
}

func (d *Def) check() error {
	if err := geom.CheckNotNegative("MinArea", d.MinArea); err != nil {
		return err
	}
	return geom.CheckNotNegative("Tolerance", d.Tolerance)
}

// Fragment is a connected part of a body that breaks.
type Fragment struct {
	Cell            int        // 0 and 1 for the left and the right side of a cut, or the index of the seed
	Area            float64    // m^2
	Mass            float64    // kg; zero for a parent that is not dynamic, unless released
	Center          mgl64.Vec2 // centre of mass, or of area without a mass, in the world, m
	Velocity        mgl64.Vec2 // of the centre, m/s
	AngularVelocity float64    // rad/s
	Inertia         float64    // about the centre, kg m^2

	// Outlines are the parts of the parent's colliders, in its frame.
	Outlines []polygon.Region
}

// Report is the result of breaking a body.
type Report struct {
	Parent     world.BodyID // of the body that broke
	ParentName string
	ParentData any // its user data

	// Pieces are the new bodies, in order. If nothing was divided and nothing vanished, the only
	// piece is the unchanged parent.
	Pieces   []world.Body
	Vanished []Fragment
	Joints   []MovedJoint

	Hit *world.Hit // the hit that broke it, for BreakOnHit
}

// MovedJoint is a joint of the parent and its replacement: the zero Joint if it ended.
type MovedJoint struct {
	Old world.JointID
	New world.Joint
}

// Cut divides a body along the line through two points of the world. The pieces on the left of the
// direction from the first to the second come first.
//
// The error is a *geom.FieldError that names Body, MinArea, Tolerance or Line and wraps
// geom.ErrNotFinite, geom.ErrNegative, geom.ErrDegenerate, geom.ErrOutOfRange or ErrNoArea, or an
// error of world.World.CreateBodies. In a tick it is world.ErrStepping.
func Cut(b world.Body, from, to mgl64.Vec2, def Def) (Report, error) {
	return divide(b, def, func(f *fracturer, loop []mgl64.Vec2) ([][]polygon.Region, error) {
		left, right, err := polygon.Cut([][]mgl64.Vec2{loop}, f.local(from), f.local(to), polygon.NonZero)
		return [][]polygon.Region{left, right}, err
	})
}

// Shatter divides a body among seeds, points of the world: each point of the body goes with the
// nearest seed. Spiral has seeds around a point. A fragment is connected, so a seed may have
// several.
//
// It returns the errors of Cut, with Seeds in place of Line. An error of Seeds may also wrap
// geom.ErrTooFewPoints (no seed) or geom.ErrDuplicate.
func Shatter(b world.Body, seeds []mgl64.Vec2, def Def) (Report, error) {
	return divide(b, def, func(f *fracturer, loop []mgl64.Vec2) ([][]polygon.Region, error) {
		if f.seeds == nil {
			f.seeds = make([]mgl64.Vec2, len(seeds))
			for i, s := range seeds {
				f.seeds[i] = f.local(s)
			}
		}
		return polygon.Shatter([][]mgl64.Vec2{loop}, f.seeds, polygon.NonZero)
	})
}

// divide breaks a body.
func divide(b world.Body, def Def, cells cellsFunc) (Report, error) {
	if err := def.check(); err != nil {
		return Report{}, err
	}
	f := &fracturer{Def: def, parent: b, def: b.Def()}
	if err := f.findFragments(cells); err != nil {
		return Report{}, err
	}
	report := Report{Parent: b.ID(), ParentName: b.Name(), ParentData: b.UserData()}
	if len(f.fragments) == 1 && f.wanted(f.fragments[0]) {
		report.Pieces = []world.Body{b}
		return report, nil
	}
	if err := f.keepMomenta(cells).replace(&report); err != nil {
		return Report{}, err
	}
	return report, nil
}

// cellsFunc divides the outline of a collider, in the parent's frame, into cells.
type cellsFunc func(*fracturer, []mgl64.Vec2) ([][]polygon.Region, error)

func (f *fracturer) findFragments(cells cellsFunc) error {
	if err := f.divideColliders(cells); err != nil {
		return err
	}
	f.connect()
	f.weigh()
	return nil
}

// keepMomenta rounds the velocities of the pieces. If those have no velocities in float32 with the
// momenta of their fragments, the line or the seeds are shifted a little, which changes the masses.
func (f *fracturer) keepMomenta(cells cellsFunc) *fracturer {
	if roundMotions(f.pieces()) {
		return f
	}
	area := 0.0
	for _, p := range f.parts {
		area += p.area
	}
	for k := 1; k <= shifts; k++ {
		far := float64(math.Sqrt(area)*shiftShare) * float64(k)
		g := &fracturer{Def: f.Def, parent: f.parent, def: f.def, shift: mgl64.Vec2{far, float64(0.6 * far)}}
		if k%2 == 0 { // a line does not change if it is shifted along itself
			g.shift = mgl64.Vec2{-g.shift[1], g.shift[0]}
		}
		if g.findFragments(cells) == nil && g.decideAs(f) && roundMotions(g.pieces()) {
			return g
		}
	}
	return f
}

// The line or the seeds are shifted up to shifts times, each time by shiftShare of the body's size
// more.
const (
	shifts     = 16
	shiftShare = 2e-5
)

// pieces are the fragments that become bodies.
func (f *fracturer) pieces() (kept []*fragment) {
	for _, x := range f.fragments {
		if f.wanted(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

// decideAs keeps the fragments that the other kept, and reports false if these are others.
func (f *fracturer) decideAs(other *fracturer) bool {
	if len(f.fragments) != len(other.fragments) {
		return false
	}
	for i, x := range f.fragments {
		o := other.fragments[i]
		if x.Cell != o.Cell || o.keep && (x.shapeless || x.massless) {
			return false
		}
		x.decided, x.keep = true, o.keep
	}
	return true
}

// wanted reports whether a fragment becomes a body. The game is asked once.
func (f *fracturer) wanted(x *fragment) bool {
	if !x.decided {
		x.decided = true
		x.keep = !x.shapeless && !x.massless && x.Area >= f.MinArea && (f.Keep == nil || f.Keep(x.Fragment))
	}
	return x.keep
}

// replace makes the pieces and their joints and destroys the parent, or changes nothing.
func (f *fracturer) replace(report *Report) (err error) {
	var parts []world.BodyParts
	kept := f.pieces()
	for _, x := range kept {
		parts = append(parts, world.BodyParts{Def: f.bodyDef(x), Colliders: x.colliders})
	}
	for _, x := range f.fragments {
		if !x.keep {
			report.Vanished = append(report.Vanished, x.Fragment)
		}
	}
	w := f.parent.World()
	pieces, err := w.CreateBodies(nil, parts)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			for _, p := range pieces {
				world.Check(p.Destroy())
			}
		}
	}()
	for i, x := range kept {
		x.piece = pieces[i]
	}
	for _, x := range kept {
		if err := f.setMotion(x); err != nil {
			return err
		}
	}
	report.Joints, report.Pieces = f.moveJoints(), pieces
	return f.parent.Destroy()
}

// bodyDef is the definition of a piece. It does not inherit the parent's key. The world checks the
// velocity before it makes any piece.
func (f *fracturer) bodyDef(x *fragment) body.Def {
	d := f.def
	d.Key, d.Asleep = 0, false
	if f.released() {
		d.Type = body.Dynamic
	}
	if d.Type == body.Dynamic {
		d.LinearVelocity, d.AngularVelocity = x.Velocity, x.AngularVelocity
	}
	return d
}

func (f *fracturer) released() bool { return f.Release && f.def.Type != body.Dynamic }

// setMotion gives a piece its velocity: the velocity of its own centre of mass.
func (f *fracturer) setMotion(x *fragment) error {
	if x.piece.Type() == body.Static || x.piece.Type() == body.Kinematic {
		return nil // those move with their frame
	}
	if err := x.piece.SetLinearVelocity(x.Velocity); err != nil {
		return err
	}
	return x.piece.SetAngularVelocity(x.AngularVelocity)
}
