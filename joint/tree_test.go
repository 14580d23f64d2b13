package joint

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// link does to a joint what a solver does that gives it a colour.
func (w *rig) link(slots ...Slot) {
	for _, slot := range slots {
		w.joints.Meta[slot].Colour = 1
		w.joints.Touch(slot)
	}
	w.joints.Plant(w.bodies)
	w.joints.validateTrees(w.bodies)
	w.joints.Relieve(w.bodies)
}

func (w *rig) unlink(slot Slot) {
	w.joints.Touch(slot)
	w.joints.Meta[slot].Colour = None
	w.link()
}

// chain pins n bodies of one kilogram to each other, the first one to the ground.
func (w *rig) chain(n int) (links []body.Slot, pins []Slot) {
	last := body.Slot(body.Ground)
	for i := range n {
		b := w.add(float64(i)+0.5, 0, 0, 1, 1.0/12)
		from := mgl64.Vec2{0.5, 0}
		if i == 0 {
			from = mgl64.Vec2{}
		}
		pins = append(pins, w.pin(last, b, Revolute{LocalAnchorA: from, LocalAnchorB: mgl64.Vec2{-0.5, 0}}))
		links = append(links, b)
		last = b
	}
	return links, pins
}

// Long chains and uneven masses make trees; short and even ones, cycles, and what a
// bound can weaken do not.
func TestWhatIsATree(t *testing.T) {
	w := newRig()
	_, pins := w.chain(worthyPath)
	w.link(pins[:worthyPath-1]...)
	require.Zero(t, w.joints.Trees(), "nine links")
	w.link(pins[worthyPath-1])
	require.Equal(t, 1, w.joints.Trees(), "ten links")
	for _, p := range pins {
		require.True(t, w.joints.InTree(p))
	}
	w.unlink(pins[4])
	require.Zero(t, w.joints.Trees(), "cut in two")
	require.False(t, w.joints.InTree(pins[0]))

	w = newRig()
	light, heavy := w.add(0, 0, 0, 1, 1), w.add(1, 0, 0, 11, 1)
	p := w.pin(light, heavy, Revolute{})
	w.link(p)
	require.Zero(t, w.joints.Trees(), "a single joint is solved exactly by itself")
	w.link(w.pin(heavy, w.add(2, 0, 0, 11, 1), Revolute{}))
	require.Equal(t, 1, w.joints.Trees(), "one to eleven")

	for _, c := range []struct {
		arm   float64
		trees int
	}{{1.8, 0}, {1.9, 1}} { // squared, 3.24 and 3.61 times mass by inertia
		for _, bond := range []bool{false, true} {
			w = newRig()
			b := w.add(0, 0, 0, 3, 1)
			first := w.pin(body.Slot(body.Ground), b, Revolute{LocalAnchorB: mgl64.Vec2{0, -c.arm}})
			if bond {
				first = Add(w.joints, w.bodies, b, body.Slot(body.Ground), &Weld{LocalAnchorA: mgl64.Vec2{c.arm, 0}})
			}
			w.link(first)
			require.Zero(t, w.joints.Trees(), "a single joint far outside its body")
			w.link(w.pin(b, w.add(1, 0, 0, 3, 1), Revolute{}))
			require.Equal(t, c.trees, w.joints.Trees(), "arm %v, bond %v", c.arm, bond)
		}
	}

	w = newRig()
	links, pins := w.chain(20)
	w.link(pins...)
	require.Equal(t, 1, w.joints.Trees())
	shortcut := w.pin(links[3], links[9], Revolute{})
	w.link(shortcut)
	require.Zero(t, w.joints.Trees(), "a cycle")
	w.unlink(shortcut)
	require.Equal(t, 1, w.joints.Trees())
	w.link(w.pin(links[19], body.Slot(body.Ground), Revolute{}))
	require.Equal(t, 1, w.joints.Trees(), "the ground closes no cycle")
	d := w.joints.Revolute(pins[15])
	d.MaxForce = 100
	w.joints.EditRevolute(w.bodies, pins[15], &d)
	w.link()
	require.Equal(t, 1, w.joints.Trees(), "a bound takes a joint out, and what is short with it")
	require.False(t, w.joints.InTree(pins[15]))
	require.True(t, w.joints.InTree(pins[14]))
	require.False(t, w.joints.InTree(pins[16]))
	require.InDelta(t, 1, float64(w.bodies.Drive[w.bodies.Row(links[0])].InvMass), 0)
}

// After a pass without correction of positions no line of a tree sees any speed, however
// heavy the load.
func TestTreeIsExact(t *testing.T) {
	w := newRig()
	links, pins := w.chain(30)
	load := w.add(30.5, 0, 0, 1000, 100)
	pins = append(pins, w.pin(links[29], load, Revolute{LocalAnchorA: mgl64.Vec2{0.5, 0}, LocalAnchorB: mgl64.Vec2{-0.5, 0}}))
	w.link(pins...)
	for i := range 31 {
		s := &w.bodies.State[i+1]
		s.VX, s.VY, s.W = float32(math.Sin(float64(i))), float32(i%5), float32(i%3)-1
	}
	states := w.bodies.State
	w.rows.Reset(w.joints, &w.params)
	w.rows.GatherTree(w.joints, w.bodies, 0)
	require.Equal(t, Spans{}, w.rows.Gather(w.joints, pins, false), "a tree's joints have no rows")
	w.rows.PrepareTree(w.joints, w.bodies, &w.params, 0)
	w.rows.RelaxTree(states, 0)
	g := &w.rows.grove
	for i := range g.limbs {
		l := &g.limbs[i]
		in, out := &g.nodes[l.in], &g.nodes[l.out]
		for _, n := range []*node{in, out} {
			n.v = velocityOf(&states[n.row])
		}
		x, y := l.slip(in, out)
		require.InDelta(t, 0, x, 1e-5)
		require.InDelta(t, 0, y, 1e-5)
	}
}

// slip returns the velocity of one side of a pin against the other.
func (p *hinge) slip(in, out *node) (x, y float64) {
	x = (in.v.x - p.ry*in.v.w) - (out.v.x - p.sy*out.v.w)
	y = (in.v.y + p.rx*in.v.w) - (out.v.y + p.sx*out.v.w)
	return x, y
}
