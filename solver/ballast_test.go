package solver

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/manifold"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// part takes a contact away for good.
func (w *bench) part(slot manifold.Slot) {
	w.solver.UnlinkContact(&w.contacts, slot, w.bodies)
	for i, s := range w.pairs {
		if s == slot {
			w.pairs = append(w.pairs[:i], w.pairs[i+1:]...)
			break
		}
	}
}

// pillar rests boxes of the given densities on each other on the ground.
func pillar(densities ...float64) (w *bench, boxes []body.Slot, contacts []manifold.Slot) {
	w = newBench()
	last := w.still(0, -1, 50, 1)
	for i, d := range densities {
		b := w.box(0, float64(i)+0.5, 0.5, 0.5, d)
		contacts = append(contacts, w.touch(last, b))
		boxes = append(boxes, b)
		last = b
	}
	w.step(120)
	return w, boxes, contacts
}

func (w *bench) load(b body.Slot) float64 { return float64(w.bodies.Motion[w.bodies.Row(b)].Load) }

// What rests on a body is the mass of all bodies above it.
func TestLoadsAreTheWeightsAbove(t *testing.T) {
	w, boxes, _ := pillar(1, 2, 3, 50)
	for i, want := range []float64{55, 53, 50, 0} {
		require.InEpsilon(t, 1+want, 1+w.load(boxes[i]), 1e-3)
	}
	// A box that weighs nothing loads nothing.
	w.bodies.Drive[w.bodies.Row(boxes[3])].GravityScale = 0
	w.step(900)
	require.InEpsilon(t, 6, 1+w.load(boxes[0]), 0.1)
}

// A plank on two legs loads each with a half.
func TestLoadsAreShared(t *testing.T) {
	w := newBench()
	ground := w.still(0, -1, 50, 1)
	left, right := w.box(-1, 0.5, 0.25, 0.5, 1), w.box(1, 0.5, 0.25, 0.5, 1)
	plank := w.box(0, 1.25, 1.25, 0.25, 40)
	w.touch(ground, left)
	w.touch(ground, right)
	// The manifolds of this bench are for what stands on something wider, so the plank
	// is the lower box of its contacts, upside down.
	for _, leg := range []body.Slot{left, right} {
		c := w.contacts.Add(manifold.Pair{BodyA: uint32(leg), BodyB: uint32(plank)})
		x := float32(w.pose(leg).P.X)
		s := w.solid(c)
		*s = manifold.Solid{NormalY: 1, Friction: 0.6, Count: 2}
		for k, dx := range [2]float32{-0.25, 0.25} {
			s.Points[k] = manifold.SolidPoint{AX: dx, AY: 0.5, BX: x + dx, BY: -0.25}
		}
		w.contacts.Pair[w.contacts.Rows[c]].Note(s)
		w.solver.LinkContact(&w.contacts, c, w.bodies)
	}
	w.step(40) // after more the legs tilt, which the manifolds do not follow
	require.InEpsilon(t, 25, w.load(left), 0.05)
	require.InEpsilon(t, 25, w.load(right), 0.05)
}

// Bodies whose support goes away fall freely, and what nothing rests on any more
// is as light as it was.
func TestLoadsGoWhereTheSupportGoes(t *testing.T) {
	w, boxes, contacts := pillar(1, 400)
	w.part(contacts[0])
	w.step(30)
	for _, b := range boxes {
		require.InEpsilon(t, -5, float64(w.state(b).VY), 0.02)
	}
	w, boxes, contacts = pillar(1, 400)
	w.part(contacts[1])
	w.step(1)
	w.part(contacts[0])
	w.step(31)
	require.Zero(t, w.load(boxes[0]))
	require.InEpsilon(t, -31.0/6, float64(w.state(boxes[0]).VY), 0.04)
}

// A joint that pulls two discs into each other presses them together for ever.
// That is no load, and the impulses stay as large as the two push.
func TestAConflictIsNoLoad(t *testing.T) {
	for _, gravity := range []float32{0, -10} {
		w := newBench()
		w.params.GravityY = gravity
		ground := w.still(0, -1, 50, 1)
		a, b := w.disc(0, 0.25, 0.25, 1), w.disc(0.45, 0.25, 0.25, 1)
		w.touch(ground, a)
		w.touch(ground, b)
		between := w.touch(a, b)
		j := w.joints.AddRevolute(w.bodies, a, b, &joint.Revolute{LocalAnchorB: mgl64.Vec2{0.05, 0}})
		w.solver.LinkJoint(w.joints, j, w.bodies)
		w.step(300)
		require.Less(t, float64(w.solid(between).Points[0].NormalImpulse), 50.0)
		require.Less(t, w.load(a)+w.load(b), 1.0)
		require.Less(t, w.speed(), 1.0)
	}
}
