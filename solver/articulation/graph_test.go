package articulation

import (
	"math"
	"testing"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/constraint"
	"github.com/carom2d/carom/solver/rattle"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Long chains and unequal masses make large articulations. Short chains of equal masses, cycles and
// joints with a bound on their force do not.
func TestArticulationSelection(t *testing.T) {
	w := newArtHarness()
	_, revolutes := w.chain(directSolvePath)
	w.activate(revolutes[:directSolvePath-1]...)
	require.Zero(t, w.largeCount(), "nine links")
	w.activate(revolutes[directSolvePath-1])
	require.Equal(t, 1, w.largeCount(), "ten links")
	for _, p := range revolutes {
		require.True(t, w.joints.InArticulation(p))
	}
	w.deactivate(revolutes[4])
	require.Zero(t, w.largeCount(), "cut in two")
	require.Equal(t, 2, w.count(), "two small ones")

	w = newArtHarness()
	hinge := joint.Revolute{Limit: true, Lower: -1, Upper: 1} // it does not turn freely
	light, heavy := w.add(0, 0, 0, 1, 1), w.add(1, 0, 0, 11, 1)
	w.activate(w.addRevolute(heavy, w.add(2, 0, 0, 11.0/stubRatio, 1), hinge))
	require.Zero(t, w.largeCount(), "a single joint is solved exactly by itself")
	p := w.addRevolute(light, heavy, hinge)
	w.activate(p)
	require.Equal(t, 1, w.largeCount(), "one to eleven")

	w = newArtHarness()
	w.activate(w.addRevolute(w.add(0, 0, 0, 1, 1), w.add(1, 0, 0, stubRatio*1.01, 1), hinge))
	require.Equal(t, 1, w.largeCount(), "a stub")
	w = newArtHarness()
	w.activate(w.addRevolute(w.add(0, 0, 0, 1, 1), w.add(1, 0, 0, stubRatio*1.01, 1), joint.Revolute{MaxMotorTorque: 1}))
	require.Zero(t, w.largeCount(), "a bond does not know a motor")

	for _, c := range []struct {
		arm           float64
		articulations int
	}{{1.25, 0}, {1.35, 1}} { // squared, 1.56 and 1.82 times mass by inertia
		for _, weld := range []bool{false, true} {
			w = newArtHarness()
			b := w.add(0, 0, 0, 3, 1)
			first := w.addRevolute(state.BodySlot(state.Ground), b, joint.Revolute{LocalAnchorB: mgl64.Vec2{0, -c.arm}})
			if weld {
				first = w.joints.Add(w.bodies, b, state.BodySlot(state.Ground), &joint.Weld{LocalAnchorA: mgl64.Vec2{c.arm, 0}})
			}
			w.activate(first)
			require.Zero(t, w.largeCount(), "a single joint far outside its body")
			w.activate(w.addRevolute(b, w.add(1, 0, 0, 3, 1), hinge))
			require.Equal(t, c.articulations, w.largeCount(), "arm %v, weld %v", c.arm, weld)
		}
	}

	w = newArtHarness()
	links, revolutes := w.chain(20)
	w.activate(revolutes...)
	require.Equal(t, 1, w.largeCount())
	shortcut := w.addRevolute(links[3], links[9], joint.Revolute{})
	w.activate(shortcut)
	require.Equal(t, 1, w.largeCount(), "a cycle")
	require.True(t, w.joints.InArticulation(shortcut))
	more := make([]state.JointSlot, maxTieLines/2)
	for i := range more {
		more[i] = w.addRevolute(links[i], links[i+2], joint.Revolute{})
	}
	w.activate(more[1:]...)
	require.Equal(t, 1, w.largeCount(), "as many cycles as ties may close")
	w.activate(more[0])
	require.Equal(t, 1, w.largeCount(), "a frame")
	for _, p := range append(more, shortcut) {
		w.deactivate(p)
	}
	require.Equal(t, 1, w.largeCount())
	w.activate(w.addRevolute(links[19], state.BodySlot(state.Ground), joint.Revolute{}))
	require.Equal(t, 1, w.largeCount(), "the ground closes no cycle")
	d := w.joints.Revolute(revolutes[15])
	bound := func(p state.JointSlot, most float64) {
		d.MaxForce = most
		w.joints.EditRevolute(w.bodies, p, &d)
	}
	for _, p := range revolutes[2 : 2+maxBounded] {
		bound(p, 100)
	}
	w.activate()
	require.Equal(t, 1, w.largeCount())
	require.True(t, w.joints.InArticulation(revolutes[9]), "as many bounds as a set may have")
	bound(revolutes[15], 100)
	w.activate()
	require.Zero(t, w.largeCount(), "with more the parts between bounds are too short")
	require.False(t, w.joints.InArticulation(revolutes[9]))
	bound(revolutes[9], 0)
	w.activate()
	require.Equal(t, 1, w.count(), "the parts are joined again")
	require.True(t, w.joints.InArticulation(revolutes[15]))
	for _, p := range revolutes {
		bound(p, 0)
	}
	bound(revolutes[15], 100)
	w.activate()
	require.InDelta(t, 1, float64(w.bodies.Dynamics[w.bodies.Row(links[0])].InvMass), 0)
}

// A limit beside a pin far outside makes a large articulation of a single joint and of a cycle.
func TestLimitsFarOutsideMakeArticulations(t *testing.T) {
	for _, c := range []struct {
		arm           float64
		def           joint.Revolute
		articulations int
	}{
		{1.2, joint.Revolute{Limit: true, Lower: -1, Upper: 1}, 0}, // squared, 4.3 times mass by inertia
		{1.35, joint.Revolute{Limit: true, Lower: -1, Upper: 1}, 1},
		{1.35, joint.Revolute{MaxMotorTorque: 1}, 0},
	} {
		w := newArtHarness()
		b := w.add(0, 0, 0, 3, 1)
		c.def.LocalAnchorB = mgl64.Vec2{0, -c.arm}
		p := w.addRevolute(state.BodySlot(state.Ground), b, c.def)
		w.activate(p)
		require.Equal(t, c.articulations, w.largeCount(), "arm %v", c.arm)
		require.Equal(t, c.articulations == 1, w.joints.InArticulation(p))
	}

	w := newArtHarness()
	links, revolutes := w.chain(3)
	far := joint.Revolute{LocalAnchorA: mgl64.Vec2{0, 3}, LocalAnchorB: mgl64.Vec2{0, 3}, Limit: true, Lower: -1, Upper: 1}
	w.activate(append(revolutes, w.addRevolute(links[0], links[2], far))...)
	require.Equal(t, 1, w.largeCount(), "a cycle")

	w = newArtHarness()
	b := w.add(0, 0, 0, 3, 1)
	slider := w.joints.Add(w.bodies, state.BodySlot(state.Ground), b, &joint.Prismatic{LocalAnchorB: mgl64.Vec2{0, -2}, Limit: true, Upper: 1})
	w.activate(slider)
	require.Equal(t, 1, w.largeCount(), "a slider")
}

// Few bodies on joints that turn freely make small articulations, also in cycles. Joints with a
// motor, or a strength of their own, make none, nor do many bodies, many joints or very unequal
// masses.
func TestSmallArticulationSelection(t *testing.T) {
	w := newArtHarness()
	links, revolutes := w.chain(rattle.MaxBodies)
	w.activate(revolutes...)
	require.Equal(t, 1, w.smallCount())
	for i := range rattle.MaxJoints - rattle.MaxBodies {
		revolutes = append(revolutes, w.addRevolute(links[i], links[i+2], joint.Revolute{}))
	}
	w.activate(revolutes[rattle.MaxBodies:]...)
	require.Equal(t, 1, w.smallCount(), "cycles")
	for _, p := range revolutes {
		require.True(t, w.joints.InArticulation(p))
	}
	extra := w.addRevolute(links[7], state.BodySlot(state.Ground), joint.Revolute{})
	w.activate(extra)
	require.Zero(t, w.smallCount(), "too many joints")
	w.deactivate(extra)
	require.Equal(t, 1, w.smallCount())
	w.activate(w.addRevolute(links[8], w.add(20, 0, 0, 1, 1), joint.Revolute{}))
	require.Zero(t, w.smallCount(), "too many bodies")

	for _, c := range []struct {
		name  string
		ratio float64
		def   joint.Revolute
		small int
	}{
		{"a single joint", 1, joint.Revolute{}, 1},
		{"unequal masses", 100, joint.Revolute{}, 1},
		{"very unequal masses", 200, joint.Revolute{}, 0},
		{"a motor", 1, joint.Revolute{MaxMotorTorque: 1}, 0},
		{"a limit", 1, joint.Revolute{Limit: true, Upper: 1}, 0},
		{"a spring", 1, joint.Revolute{SpringHertz: 1}, 0},
		{"soft", 1, joint.Revolute{Base: joint.Base{Hertz: 5}}, 0},
		{"weak", 1, joint.Revolute{Base: joint.Base{MaxForce: 5}}, 0},
	} {
		w = newArtHarness()
		w.activate(w.addRevolute(w.add(0, 0, 0, 1, 1), w.add(1, 0, 0, c.ratio, 1), c.def))
		require.Equal(t, c.small, w.smallCount(), c.name)
	}
}

func (w *artHarness) count() int { return len(w.graph.list) - len(w.graph.free) }

// smallCount returns the number of small articulations, largeCount the number of the others.
func (w *artHarness) smallCount() (n int) {
	for i := range w.graph.list {
		if a := &w.graph.list[i]; a.exact && len(a.joints) > 0 {
			n++
		}
	}
	return n
}

func (w *artHarness) largeCount() int { return w.count() - w.smallCount() }

// After a pass without correction of positions every line of an articulation has speed zero,
// however heavy the load.
func TestArticulationSolveIsExact(t *testing.T) {
	w := newArtHarness()
	links, revolutes := w.chain(30)
	load := w.add(30.5, 0, 0, 1000, 100)
	revolutes = append(revolutes, w.addRevolute(links[29], load, joint.Revolute{LocalAnchorA: mgl64.Vec2{0.5, 0}, LocalAnchorB: mgl64.Vec2{-0.5, 0}}))
	w.activate(revolutes...)
	for i := range 31 {
		s := &w.bodies.State[i+1]
		s.VX, s.VY, s.W = float32(math.Sin(float64(i))), float32(i%5), float32(i%3)-1
	}
	states := w.bodies.State
	w.prepare()
	require.Equal(t, constraint.Spans{}, (&constraint.Set{}).Gather(w.joints, revolutes, false), "joints of an articulation have no constraints here")
	w.set.Relax(states, 0)
	g := &w.set
	for i := range g.joints {
		l := &g.joints[i]
		child, parent := &g.bodies[l.child], &g.bodies[l.parent]
		for _, n := range []*artBody{child, parent} {
			n.v = velocityOf(&states[n.row])
		}
		x, y := l.slip(child, parent)
		require.InDelta(t, 0, x, 1e-5)
		require.InDelta(t, 0, y, 1e-5)
	}
}

// slip returns the velocity of the child's anchor against the parent's.
func (p *pointBlock) slip(child, parent *artBody) (x, y float64) {
	x = (child.v.x - p.ry*child.v.w) - (parent.v.x - p.sy*parent.v.w)
	y = (child.v.y + p.rx*child.v.w) - (parent.v.y + p.sx*parent.v.w)
	return x, y
}
