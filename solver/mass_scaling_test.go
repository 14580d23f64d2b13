package solver

import (
	"testing"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// removeContact removes a contact.
func (w *testWorld) removeContact(slot state.ContactSlot) {
	w.solver.UnlinkContact(&w.contacts, slot, w.bodies)
	for i, s := range w.pairs {
		if s == slot {
			w.pairs = append(w.pairs[:i], w.pairs[i+1:]...)
			break
		}
	}
}

// boxStack puts boxes of the given densities on each other on the ground.
func boxStack(densities ...float64) (w *testWorld, boxes []state.BodySlot, contacts []state.ContactSlot) {
	w = newTestWorld()
	last := w.addStatic(0, -1, 50, 1)
	for i, d := range densities {
		b := w.addBox(0, float64(i)+0.5, 0.5, 0.5, d)
		contacts = append(contacts, w.addContact(last, b))
		boxes = append(boxes, b)
		last = b
	}
	w.step(120)
	return w, boxes, contacts
}

func (w *testWorld) carriedMass(b state.BodySlot) float64 {
	return float64(w.bodies.Motion[w.bodies.Row(b)].CarriedMass)
}

// The load of a body is the mass of all bodies above it.
func TestCarriedMassIsMassAbove(t *testing.T) {
	w, boxes, _ := boxStack(1, 2, 3, 50)
	for i, want := range []float64{55, 53, 50, 0} {
		require.InEpsilon(t, 1+want, 1+w.carriedMass(boxes[i]), 1e-3)
	}
	// A box without weight adds no load.
	w.bodies.Dynamics[w.bodies.Row(boxes[3])].GravityScale = 0
	w.step(900)
	require.InEpsilon(t, 6, 1+w.carriedMass(boxes[0]), 0.1)
}

// A plank on two legs loads each with a half.
func TestCarriedMassIsShared(t *testing.T) {
	w := newTestWorld()
	ground := w.addStatic(0, -1, 50, 1)
	left, right := w.addBox(-1, 0.5, 0.25, 0.5, 1), w.addBox(1, 0.5, 0.25, 0.5, 1)
	plank := w.addBox(0, 1.25, 1.25, 0.25, 40)
	w.addContact(ground, left)
	w.addContact(ground, right)
	// The manifolds of the test world are for a box on a wider box, so the plank
	// is the lower box of its contacts, upside down.
	for _, leg := range []state.BodySlot{left, right} {
		c := w.contacts.Add(state.ContactPair{BodyA: uint32(leg), BodyB: uint32(plank)})
		x := float32(w.pose(leg).P.X)
		s := w.solverContact(c)
		*s = state.SolverContact{NormalY: 1, Friction: 0.6, Count: 2}
		for k, dx := range [2]float32{-0.25, 0.25} {
			s.Points[k] = state.SolverPoint{AX: dx, AY: 0.5, BX: x + dx, BY: -0.25}
		}
		w.contacts.Pair[w.contacts.Rows[c]].UpdatePointFlag(s)
		w.solver.LinkContact(&w.contacts, c, w.bodies)
	}
	w.step(40) // after more steps the legs tilt, which the manifolds do not follow
	require.InEpsilon(t, 25, w.carriedMass(left), 0.05)
	require.InEpsilon(t, 25, w.carriedMass(right), 0.05)
}

// Bodies whose support goes away fall freely, and a body without a load
// has its true mass.
func TestCarriedMassEndsWithSupport(t *testing.T) {
	w, boxes, contacts := boxStack(1, 400)
	w.removeContact(contacts[0])
	w.step(30)
	for _, b := range boxes {
		require.InEpsilon(t, -5, float64(w.state(b).VY), 0.02)
	}
	w, boxes, contacts = boxStack(1, 400)
	w.removeContact(contacts[1])
	w.step(1)
	w.removeContact(contacts[0])
	w.step(31)
	require.Zero(t, w.carriedMass(boxes[0]))
	require.InEpsilon(t, -31.0/6, float64(w.state(boxes[0]).VY), 0.04)
}

// A joint that pulls two discs into each other presses them together for ever.
// That is no load, and the impulses stay as large as the push of the two discs.
func TestOpposingJointAddsNoCarriedMass(t *testing.T) {
	for _, gravity := range []float32{0, -10} {
		w := newTestWorld()
		w.params.GravityY = gravity
		ground := w.addStatic(0, -1, 50, 1)
		a, b := w.addDisc(0, 0.25, 0.25, 1), w.addDisc(0.45, 0.25, 0.25, 1)
		w.addContact(ground, a)
		w.addContact(ground, b)
		between := w.addContact(a, b)
		j := w.joints.AddRevolute(w.bodies, a, b, &joint.Revolute{LocalAnchorB: mgl64.Vec2{0.05, 0}})
		w.solver.LinkJoint(w.joints, j, w.bodies)
		w.step(300)
		require.Less(t, float64(w.solverContact(between).Points[0].NormalImpulse), 50.0)
		require.Less(t, w.carriedMass(a)+w.carriedMass(b), 1.0)
		require.Less(t, w.maxSpeed(), 1.0)
	}
}
