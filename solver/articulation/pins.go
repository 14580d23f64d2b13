package articulation

import (
	"math"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/solver/constraint"
)

// Small articulations of pins.
//
// Few bodies on revolute joints that turn freely, with cycles or without, swing for minutes:
// what a scheme gains or loses in a sub-step adds up. They are integrated by RATTLE, which
// is symplectic and of second order: the impulses at the arms of the beginning close the gaps
// at the end, after the bodies have turned, and impulses at the arms of the end then make the
// points move together. The pass before the bodies move solves for the first impulses, by
// Newton's method (newton.go), and the relaxation for the second.
//
// The lines depend on how the bodies turn in the sub-step, so a light body that bears a heavy
// one and whips round needs shorter steps. Then the sub-step is divided into shorter steps of the
// articulation alone, and the bodies get the velocity with which they arrive where it ends.
//
// The velocity of a body is thus
//
//	start    as the pass begins, with outer forces over the whole sub-step and what contacts and
//	         other joints did in the sub-step before, but without the impulses of pins
//	arrival  during the sub-step
//	end      after the last of the shorter steps
//
// and what contacts and other joints add to the arrival velocity is added to the end velocity.
const (
	maxPinBodies = 9
	maxPins      = 12

	maxPinMassRatio = 128 // of two bodies: a heavier load whips the light ones round too fast to be followed
)

// pinBody is a body of a small articulation.
type pinBody struct {
	row     int32
	invMass spatial2
	kick    spatial2 // change of velocity by outer forces in a sub-step

	v                   spatial2 // while a pass runs
	start, arrival, end spatial2
	begin               spatial2 // as the steps begin: without half of the outer forces, the points meeting
	before, during      spatial2 // of the last step
	repeated            spatial2 // change of velocity by the pins in the last sub-step, which the warm start repeats
	moved               spatial2 // since the sub-step began: m and rad
}

// pin is a joint of a small articulation.
type pin struct {
	joint              state.JointRow
	a, b               int32   // in pinBodies
	neighbors          uint16  // pins whose elimination changes the lines of this one or is changed by them
	ax0, ay0, bx0, by0 float32 // arms when the tick began, m
	gx, gy             float32 // gap at that time
	bias               float64 // rate at which a wide gap is closed, 1/s
	compliance         float64 // of a pin that yields, as a fraction of the mobility with free bodies

	begin, now, end pinArms    // when the sub-step begins, and when the step begins and ends
	ex0, ey0        float64    // gap when the sub-step begins
	ex, ey          float64    // gap when the step begins, then when it ends
	keep            float64    // share of ex0, ey0 that the sub-step leaves
	force           [2]float64 // of the last step, N
	jx0, jy0        float64    // impulse before the first step
	jx, jy          float64    // impulse of the sub-step, N s
}

// pinArms are the points of a pin from the centres of mass of its bodies, m.
type pinArms struct{ ax, ay, bx, by float64 }

// gatherPins makes room for a small articulation.
func (g *Set) gatherPins(t *articulationTick, art *articulation, s *state.Joints, bodies *state.Bodies) {
	t.exact = true
	t.joints.Lo, t.allBodies.Lo = len(g.pins), len(g.pinBodies)
	for _, b := range art.bodies {
		g.pinBodies = append(g.pinBodies, pinBody{row: int32(bodies.Rows[b])})
	}
	t.ownBodies = constraint.Span{Lo: t.allBodies.Lo, Hi: len(g.pinBodies)}
	index := func(i int32, slot state.BodySlot) int32 {
		if i != noIndex {
			return int32(t.ownBodies.Lo) + i
		}
		g.pinBodies = append(g.pinBodies, pinBody{row: int32(bodies.Rows[slot])})
		return int32(len(g.pinBodies) - 1)
	}
	for _, plan := range art.joints {
		row := s.Rows[plan.joint]
		link := &s.Link[row]
		a, b := plan.parent, plan.child
		if plan.childIsA {
			a, b = b, a
		}
		p := pin{joint: row, a: index(a, state.BodySlot(link.BodyA))}
		p.b = index(b, state.BodySlot(link.BodyB))
		g.pins = append(g.pins, p)
	}
	t.joints.Hi, t.allBodies.Hi = len(g.pins), len(g.pinBodies)
	findNeighbors(g.pins[t.joints.Lo:t.joints.Hi], t.ownBodies)
}

// findNeighbors finds which blocks of the matrix of a small articulation are not zero, and
// which become so during the elimination. Immovable bodies connect nothing.
func findNeighbors(pins []pin, own constraint.Span) {
	movable := func(b int32) bool { return int(b) < own.Hi }
	for i := range pins {
		for k := range pins {
			p, q := &pins[i], &pins[k]
			if i != k && (movable(p.a) && (p.a == q.a || p.a == q.b) || movable(p.b) && (p.b == q.a || p.b == q.b)) {
				p.neighbors |= 1 << k
			}
		}
	}
	for k := range pins {
		later := pins[k].neighbors &^ (1<<(k+1) - 1)
		for i := k + 1; i < len(pins); i++ {
			if later>>i&1 != 0 {
				pins[i].neighbors |= later &^ (1 << i)
			}
		}
	}
}

// preparePins fills in a small articulation from the table and the poses.
func (g *Set) preparePins(t *articulationTick, s *state.Joints, bodies *state.Bodies, p *step.Params) {
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.pinBodies[i]
		n.invMass = spatialInvMass(bodies, state.BodyRow(n.row))
		n.kick = kickOf(bodies, state.BodyRow(n.row), &n.invMass, p)
		n.repeated = spatial2{}
		for _, c := range [...][2]float64{{n.invMass.x, n.kick.x}, {n.invMass.y, n.kick.y}, {n.invMass.w, n.kick.w}} {
			if c[0] > 0 {
				t.kickEnergy += float64(0.5*float64(c[1]*c[1])) / c[0]
			}
		}
		t.kickSpeed = max(t.kickSpeed, math.Abs(n.kick.x), math.Abs(n.kick.y))
	}
	t.smallGap, t.freeArm = float64(smallGapSlops*p.LinearSlop), float64(p.LinearSlop)
	soft := artSoftOf(p, &state.JointStrength{})
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.pins[i]
		link := &s.Link[l.joint]
		rec := &s.RevolutePoints[link.Data]
		a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
		pa, pb := &bodies.Pose[a], &bodies.Pose[b]
		onA, onB := rec.Anchors()
		anchorA, anchorB := pa.R.Apply(onA), pb.R.Apply(onB)
		gap := pb.P.Sub(pa.P).Add(anchorB.Sub(anchorA))
		l.ax0, l.ay0, l.bx0, l.by0 = float32(anchorA.X), float32(anchorA.Y), float32(anchorB.X), float32(anchorB.Y)
		l.gx, l.gy = float32(gap.X), float32(gap.Y)
		l.bias, l.compliance = soft.bias, soft.compliance
		l.force = [2]float64{float64(rec.Jx * p.InvH), float64(rec.Jy * p.InvH)}
		l.measure(&bodies.State[a], &bodies.State[b])
		rec.Angle = state.Unwrap(state.NearestQuarterTurn(rec.RelativeRotation(pa.R, pb.R)), rec.Angle)
	}
}

// kickOf returns the change of velocity by outer forces in a sub-step.
func kickOf(bodies *state.Bodies, row state.BodyRow, invMass *spatial2, p *step.Params) (k spatial2) {
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

// measure finds the arms and the gap now.
func (l *pin) measure(a, b *state.BodyState) {
	ax, ay := constraint.Rotated(a, l.ax0, l.ay0)
	bx, by := constraint.Rotated(b, l.bx0, l.by0)
	l.ex0 = float64(l.gx + ((b.DX - a.DX) + ((bx - l.bx0) - (ax - l.ax0))))
	l.ey0 = float64(l.gy + ((b.DY - a.DY) + ((by - l.by0) - (ay - l.ay0))))
	l.begin = pinArms{float64(ax), float64(ay), float64(bx), float64(by)}
}

// storePins writes the impulses and the loads to the table.
func (g *Set) storePins(t *articulationTick, s *state.Joints, p *step.Params) {
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.pins[i]
		rec := &s.RevolutePoints[s.Link[l.joint].Data]
		rec.Jx, rec.Jy = constraint.FlushTiny(float32(l.jx)), constraint.FlushTiny(float32(l.jy))
		constraint.StoreLoad(s, l.joint, state.JointLoad{ForceX: float32(rec.Jx * p.InvH), ForceY: float32(rec.Jy * p.InvH)})
	}
}
