package rattle

import (
	"math"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/constraint"
)

// The largest numbers of bodies and joints, and the largest mass ratio, that are integrated.
const (
	MaxBodies = 9
	MaxJoints = 12

	MaxMassRatio = 128 // of two bodies: a heavier load whips the light ones round too fast to follow
)

// Set holds the systems of a tick: bodies that are connected by joints. The zero Set is ready.
type Set struct {
	systems []system
	joints  []pointJoint
	bodies  []body
}

// system is one system of a Set. Its own bodies come first, then one body for each joint with an
// immovable body.
type system struct {
	_                     [0]func() // not comparable, so no program has code for a comparison
	joints                column.Span
	allBodies, ownBodies  column.Span
	hasLoops              bool    // and so little freedom that its pins bend: see loops.go
	stiffness             float64 // rad/s, of the joints of loops
	jammed                bool    // no number of steps was enough in the last sub-step
	steps                 int     // in the last sub-step
	kickSpeed, kickEnergy float64 // of the outer forces in a sub-step, m/s and J
	weightEnergy          float64 // of gravity alone, J
	smallGap, freeArm     float64 // m: gaps that are closed at once, and arms that count as none
	h, invH               float64 // length of a sub-step, s, and its inverse
}

// body is a body of a system.
type body struct {
	_       [0]func() // not comparable, so no program has code for a comparison
	row     int32
	invMass velocity
	kick    velocity // change of velocity by outer forces in a sub-step

	v                   velocity // while a pass runs
	start, arrival, end velocity
	begin               velocity // as the steps begin: without half of the outer forces, with the points meeting
	before, during      velocity // of the last step
	repeated            velocity // change of velocity by the joints in the last sub-step, which the warm start repeats
	moved               velocity // since the sub-step began: m and rad
}

// pointJoint is a revolute joint that turns freely, or a slide that slides freely. The lines of a
// pin are the gaps along x and y. See slide.go for the lines of a slide.
type pointJoint struct {
	_                  [0]func() // not comparable, so no program has code for a comparison
	joint              state.JointRow
	a, b               int32      // in the bodies of the Set
	neighbors          uint16     // joints of the system whose elimination changes the lines of this one or is changed by them
	ax0, ay0, bx0, by0 float32    // arms when the tick began, m
	gx, gy             float32    // gap at that time
	slides             bool       // it is a slide: see slide.go
	massMobility       float64    // of a slide, see mobilityOf
	length             float64    // m, of the angle of a slide
	placed             arms       // of a slide when the tick began
	held               [2]float64 // distance and angle that a slide holds, m and rad
	bias               float64    // rate at which a wide gap is closed, 1/s
	compliance         float64    // while a gap is wide, as a fraction of the mobility with free bodies

	begin, now, end arms       // when the sub-step begins, and when the step begins and ends
	ex0, ey0        float64    // gap at the beginning of the sub-step
	ex, ey          float64    // gap at the beginning of the step, then at its end
	keep            float64    // share of ex0, ey0 that the sub-step leaves
	force           [2]float64 // of the last step, N
	mobility        block2     // with free bodies, in the present step, if pins bend
	first           velocity   // impulse on B before the first step, N s and N m s
	given           velocity   // the same, of the sub-step
	total           velocity   // of the sub-steps so far
}

// arms are the points of a joint from the centres of mass of its bodies, m, and the normal of a
// slide.
type arms struct {
	_                      [0]func() // not comparable, so no program has code for a comparison
	ax, ay, bx, by, nx, ny float64
}

// Reset drops all systems and keeps the memory.
func (g *Set) Reset() { g.systems, g.joints, g.bodies = g.systems[:0], g.joints[:0], g.bodies[:0] }

// ReserveLike drops all systems and makes room for as many as another Set has room for.
func (g *Set) ReserveLike(o *Set) {
	g.Reset()
	g.systems = grow.ReserveLike(g.systems, o.systems)
	g.joints, g.bodies = grow.ReserveLike(g.joints, o.joints), grow.ReserveLike(g.bodies, o.bodies)
}

// Add begins a system of bodies, whose joints AddJoint adds, and returns its number.
func (g *Set) Add(bodies *state.Bodies, slots []state.BodySlot) (number int) {
	t := system{joints: column.Span{Lo: len(g.joints), Hi: len(g.joints)}, ownBodies: column.Span{Lo: len(g.bodies)}}
	for _, b := range slots {
		g.bodies = append(g.bodies, body{row: int32(bodies.Rows[b])})
	}
	t.ownBodies.Hi = len(g.bodies)
	t.allBodies = t.ownBodies
	g.systems = append(g.systems, t)
	return len(g.systems) - 1
}

// AddJoint adds a joint between two bodies, given by their indices in the system that was added
// last. A negative index stands for an immovable body.
func (g *Set) AddJoint(s *state.Joints, bodies *state.Bodies, row state.JointRow, a, b int32) {
	t, link := &g.systems[len(g.systems)-1], &s.Link[row]
	l := pointJoint{joint: row, slides: link.Kind != joint.KindRevolute, a: g.bodyOf(t, bodies, a, state.BodySlot(link.BodyA))}
	l.b = g.bodyOf(t, bodies, b, state.BodySlot(link.BodyB))
	g.joints = append(g.joints, l)
	t.joints.Hi = len(g.joints)
}

// bodyOf returns the index of a body. It adds an entry for an immovable body.
func (g *Set) bodyOf(t *system, bodies *state.Bodies, number int32, slot state.BodySlot) int32 {
	if number >= 0 {
		return int32(t.ownBodies.Lo) + number
	}
	g.bodies = append(g.bodies, body{row: int32(bodies.Rows[slot])})
	t.allBodies.Hi = len(g.bodies)
	return int32(len(g.bodies) - 1)
}

// findNeighbors finds the blocks of a system's matrix that are not zero or become non-zero during
// the elimination. Immovable bodies connect nothing.
func findNeighbors(joints []pointJoint, own column.Span) {
	movable := func(b int32) bool { return int(b) < own.Hi }
	for i := range joints {
		for k := range joints {
			p, q := &joints[i], &joints[k]
			if i != k && (movable(p.a) && (p.a == q.a || p.a == q.b) || movable(p.b) && (p.b == q.a || p.b == q.b)) {
				p.neighbors |= 1 << k
			}
		}
	}
	for k := range joints {
		later := joints[k].neighbors &^ (1<<(k+1) - 1)
		for i := k + 1; i < len(joints); i++ {
			if later>>i&1 != 0 {
				joints[i].neighbors |= later &^ (1 << i)
			}
		}
	}
}

// Prepare prepares a system from the table and the poses, after its last joint was added. The gap
// of a joint that is closed over more than a sub-step is closed at the rate bias, 1/s, with a
// compliance that is a fraction of the mobility with free bodies.
func (g *Set) Prepare(number int, s *state.Joints, bodies *state.Bodies, p *step.Params, bias, compliance float64) {
	t := &g.systems[number]
	findNeighbors(g.joints[t.joints.Lo:t.joints.Hi], t.ownBodies)
	t.findLoops()
	t.h, t.invH = float64(p.H), float64(p.InvH)
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		n.invMass.x, n.invMass.y, n.invMass.w = constraint.DirectionalInvMass(bodies, state.BodyRow(n.row))
		n.kick = kickOf(bodies, state.BodyRow(n.row), &n.invMass, p)
		n.repeated = velocity{}
		gx, gy := bodies.GravityOf(state.BodyRow(n.row), p)
		t.kickEnergy += n.energyOf(&n.kick)
		t.weightEnergy += n.energyOf(&velocity{x: float64(t.h * float64(gx)), y: float64(t.h * float64(gy))})
		t.kickSpeed = max(t.kickSpeed, math.Abs(n.kick.x), math.Abs(n.kick.y))
	}
	t.smallGap, t.freeArm = float64(smallGapSlops*p.LinearSlop), float64(p.LinearSlop)
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		link := &s.Link[l.joint]
		a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
		l.bias, l.compliance = bias, compliance
		if l.slides {
			l.prepareSlide(g, s, bodies, p)
			l.measure(&bodies.State[a], &bodies.State[b])
			continue
		}
		rec := &s.RevolutePoints[link.Data]
		pa, pb := &bodies.Pose[a], &bodies.Pose[b]
		onA, onB := rec.Anchors()
		anchorA, anchorB := pa.R.Apply(onA), pb.R.Apply(onB)
		gap := pb.P.Sub(pa.P).Add(anchorB.Sub(anchorA))
		l.ax0, l.ay0, l.bx0, l.by0 = float32(anchorA.X), float32(anchorA.Y), float32(anchorB.X), float32(anchorB.Y)
		l.gx, l.gy = constraint.BoundGap(float32(gap.X), float32(gap.Y), p)
		l.force = [2]float64{float64(rec.Jx * p.InvH), float64(rec.Jy * p.InvH)}
		l.measure(&bodies.State[a], &bodies.State[b])
		rec.Angle = state.Unwrap(state.NearestQuarterTurn(rec.RelativeRotation(pa.R, pb.R)), rec.Angle)
	}
}

// energyOf returns the kinetic energy of a body at a velocity, in the directions in which it moves.
func (n *body) energyOf(v *velocity) (energy float64) {
	for _, c := range [...][2]float64{{n.invMass.x, v.x}, {n.invMass.y, v.y}, {n.invMass.w, v.w}} {
		if c[0] > 0 {
			energy += float64(0.5*float64(c[1]*c[1])) / c[0]
		}
	}
	return energy
}

// kickOf returns the change of velocity by outer forces in a sub-step.
func kickOf(bodies *state.Bodies, row state.BodyRow, invMass *velocity, p *step.Params) (k velocity) {
	h, d := float64(p.H), &bodies.Dynamics[row]
	gx, gy := bodies.GravityOf(row, p)
	if invMass.x > 0 {
		k.x = float64(h * (float64(gx) + float64(float64(d.ForceX)*invMass.x)))
	}
	if invMass.y > 0 {
		k.y = float64(h * (float64(gy) + float64(float64(d.ForceY)*invMass.y)))
	}
	k.w = float64(h * float64(float64(d.Torque)*invMass.w))
	return k
}

// measure computes the present arms and the present gap.
func (l *pointJoint) measure(a, b *state.BodyState) {
	if l.slides {
		l.measureSlide(a, b)
		return
	}
	ax, ay := constraint.Rotated(a, l.ax0, l.ay0)
	bx, by := constraint.Rotated(b, l.bx0, l.by0)
	l.ex0 = float64(l.gx + ((b.DX - a.DX) + ((bx - l.bx0) - (ax - l.ax0))))
	l.ey0 = float64(l.gy + ((b.DY - a.DY) + ((by - l.by0) - (ay - l.ay0))))
	l.begin = arms{ax: float64(ax), ay: float64(ay), bx: float64(bx), by: float64(by)}
}

// Store writes the impulses and the loads to the table.
func (g *Set) Store(number int, s *state.Joints, p *step.Params) {
	t := &g.systems[number]
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		if l.slides {
			l.storeSlide(s, p)
		} else {
			rec := &s.RevolutePoints[s.Link[l.joint].Data]
			rec.Jx, rec.Jy = constraint.FlushTiny(float32(l.given.x)), constraint.FlushTiny(float32(l.given.y))
		}
		constraint.StoreLoad(s, l.joint, l.given.asImpulse(), l.total.asImpulse(), p)
	}
}
