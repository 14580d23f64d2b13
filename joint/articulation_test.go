package joint

import (
	"math"
	"testing"

	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// link does to a joint what a solver does that gives it a colour.
func (w *harness) activate(slots ...Slot) {
	for _, slot := range slots {
		w.joints.Meta[slot].Color = 1
		w.joints.MarkChanged(slot)
	}
	w.joints.BeginTick(w.bodies)
	w.joints.validateArticulations(w.bodies)
	w.joints.EndTick(w.bodies)
}

func (w *harness) deactivate(slot Slot) {
	w.joints.MarkChanged(slot)
	w.joints.Meta[slot].Color = None
	w.activate()
}

// chain pins n bodies of one kilogram to each other, the first one to the ground.
func (w *harness) chain(n int) (links []state.BodySlot, revolutes []Slot) {
	last := state.BodySlot(state.Ground)
	for i := range n {
		b := w.add(float64(i)+0.5, 0, 0, 1, 1.0/12)
		anchor := mgl64.Vec2{0.5, 0}
		if i == 0 {
			anchor = mgl64.Vec2{}
		}
		revolutes = append(revolutes, w.addRevolute(last, b, Revolute{LocalAnchorA: anchor, LocalAnchorB: mgl64.Vec2{-0.5, 0}}))
		links = append(links, b)
		last = b
	}
	return links, revolutes
}

// Long chains and uneven masses make trees; short and even ones, cycles, and what a
// bound can weaken do not.
func TestArticulationSelection(t *testing.T) {
	w := newHarness()
	_, revolutes := w.chain(directSolvePath)
	w.activate(revolutes[:directSolvePath-1]...)
	require.Zero(t, w.joints.ArticulationCount(), "nine links")
	w.activate(revolutes[directSolvePath-1])
	require.Equal(t, 1, w.joints.ArticulationCount(), "ten links")
	for _, p := range revolutes {
		require.True(t, w.joints.InArticulation(p))
	}
	w.deactivate(revolutes[4])
	require.Zero(t, w.joints.ArticulationCount(), "cut in two")
	require.False(t, w.joints.InArticulation(revolutes[0]))

	w = newHarness()
	light, heavy := w.add(0, 0, 0, 1, 1), w.add(1, 0, 0, 11, 1)
	p := w.addRevolute(light, heavy, Revolute{})
	w.activate(p)
	require.Zero(t, w.joints.ArticulationCount(), "a single joint is solved exactly by itself")
	w.activate(w.addRevolute(heavy, w.add(2, 0, 0, 11, 1), Revolute{}))
	require.Equal(t, 1, w.joints.ArticulationCount(), "one to eleven")

	for _, c := range []struct {
		arm           float64
		articulations int
	}{{1.8, 0}, {1.9, 1}} { // squared, 3.24 and 3.61 times mass by inertia
		for _, weld := range []bool{false, true} {
			w = newHarness()
			b := w.add(0, 0, 0, 3, 1)
			first := w.addRevolute(state.BodySlot(state.Ground), b, Revolute{LocalAnchorB: mgl64.Vec2{0, -c.arm}})
			if weld {
				first = w.joints.Add(w.bodies, b, state.BodySlot(state.Ground), &Weld{LocalAnchorA: mgl64.Vec2{c.arm, 0}})
			}
			w.activate(first)
			require.Zero(t, w.joints.ArticulationCount(), "a single joint far outside its body")
			w.activate(w.addRevolute(b, w.add(1, 0, 0, 3, 1), Revolute{}))
			require.Equal(t, c.articulations, w.joints.ArticulationCount(), "arm %v, weld %v", c.arm, weld)
		}
	}

	w = newHarness()
	links, revolutes := w.chain(20)
	w.activate(revolutes...)
	require.Equal(t, 1, w.joints.ArticulationCount())
	shortcut := w.addRevolute(links[3], links[9], Revolute{})
	w.activate(shortcut)
	require.Zero(t, w.joints.ArticulationCount(), "a cycle")
	w.deactivate(shortcut)
	require.Equal(t, 1, w.joints.ArticulationCount())
	w.activate(w.addRevolute(links[19], state.BodySlot(state.Ground), Revolute{}))
	require.Equal(t, 1, w.joints.ArticulationCount(), "the ground closes no cycle")
	d := w.joints.Revolute(revolutes[15])
	d.MaxForce = 100
	w.joints.EditRevolute(w.bodies, revolutes[15], &d)
	w.activate()
	require.Equal(t, 1, w.joints.ArticulationCount(), "a bound takes a joint out, and what is short with it")
	require.False(t, w.joints.InArticulation(revolutes[15]))
	require.True(t, w.joints.InArticulation(revolutes[14]))
	require.False(t, w.joints.InArticulation(revolutes[16]))
	require.InDelta(t, 1, float64(w.bodies.Dynamics[w.bodies.Row(links[0])].InvMass), 0)
}

// After a pass without correction of positions no line of a tree sees any speed, however
// heavy the load.
func TestArticulationSolveIsExact(t *testing.T) {
	w := newHarness()
	links, revolutes := w.chain(30)
	load := w.add(30.5, 0, 0, 1000, 100)
	revolutes = append(revolutes, w.addRevolute(links[29], load, Revolute{LocalAnchorA: mgl64.Vec2{0.5, 0}, LocalAnchorB: mgl64.Vec2{-0.5, 0}}))
	w.activate(revolutes...)
	for i := range 31 {
		s := &w.bodies.State[i+1]
		s.VX, s.VY, s.W = float32(math.Sin(float64(i))), float32(i%5), float32(i%3)-1
	}
	states := w.bodies.State
	w.rows.Reset(w.joints, &w.params)
	w.rows.GatherArticulation(w.joints, w.bodies, 0)
	require.Equal(t, Spans{}, w.rows.Gather(w.joints, revolutes, false), "a tree's joints have no rows")
	w.rows.PrepareArticulation(w.joints, w.bodies, &w.params, 0)
	w.rows.RelaxArticulation(states, 0)
	g := &w.rows.articulations
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

// slip returns the velocity of one side of a pin against the other.
func (p *pointBlock) slip(child, parent *artBody) (x, y float64) {
	x = (child.v.x - p.ry*child.v.w) - (parent.v.x - p.sy*parent.v.w)
	y = (child.v.y + p.rx*child.v.w) - (parent.v.y + p.sx*parent.v.w)
	return x, y
}
