package joint

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// knot is a chain of bodies of uneven masses on limited pins, bent and in motion.
func knot(r *rand.Rand, bodies int) (*rig, []Slot) {
	w := newRig()
	last := body.Slot(body.Ground)
	var moving []body.Slot
	var pins []Slot
	x := 0.0
	for range bodies {
		m := math.Exp(6 * r.Float64())
		b := w.add(x+0.5, 0, 0, m, m/12)
		moving = append(moving, b)
		at := mgl64.Vec2{0.5, 0}
		if x == 0 {
			at = mgl64.Vec2{}
		}
		low := -0.1 * r.Float64()
		d := Revolute{LocalAnchorA: at, LocalAnchorB: mgl64.Vec2{-0.5, 0}, Limit: r.IntN(4) > 0, Lower: low, Upper: low + 0.2*r.Float64()}
		if r.IntN(2) == 0 && x > 0 {
			d.LocalAnchorA, d.LocalAnchorB = d.LocalAnchorB, d.LocalAnchorA
			pins = append(pins, w.pin(b, last, d))
		} else {
			pins = append(pins, w.pin(last, b, d))
		}
		last = b
		x++
	}
	for _, b := range moving {
		s := &w.bodies.State[w.bodies.Row(b)]
		s.VX, s.VY, s.W = float32(r.Float64()*4-2), float32(r.Float64()*4-2), float32(r.Float64()*10-5)
	}
	return w, pins
}

// What a pass settles on is the one answer there is: no pin sees any speed, no limit
// pulls, none is run into, and what pushes leaves the speed at just what is asked for.
func TestStopsSettle(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	bearing, free := 0, 0
	for trial := range 200 {
		w, pins := knot(r, 10+r.IntN(20))
		w.link(pins...)
		require.Equal(t, 1, w.joints.Trees())
		w.rows.Reset(w.joints, &w.params)
		w.rows.GatherTree(w.joints, w.bodies, 0)
		w.rows.PrepareTree(w.joints, w.bodies, &w.params, 0)
		states := w.bodies.State
		for range 6 { // what is left after a few trials, the next pass goes on with
			w.rows.RelaxTree(states, 0)
		}
		g := &w.rows.grove
		for i := range g.nodes {
			n := &g.nodes[i]
			n.v = velocityOf(&states[n.row])
		}
		most := 0.0
		for i := range g.limbs {
			l := &g.limbs[i]
			most = max(most, math.Abs(l.jx), math.Abs(l.jy))
			x, y := l.slip(&g.nodes[l.in], &g.nodes[l.out])
			require.InDelta(t, 0, x, 1e-4, "trial %d", trial)
			require.InDelta(t, 0, y, 1e-4, "trial %d", trial)
		}
		for i := range g.muscles {
			x := &g.muscles[i]
			l := &g.limbs[x.limb]
			v := x.rate(&g.nodes[l.in].v, &g.nodes[l.out].v)
			low, high := x.haste(onLower, 0, float64(w.params.InvH)), -x.haste(onUpper, 0, float64(w.params.InvH))
			require.GreaterOrEqual(t, v, low-1e-4, "trial %d: the lower limit is run into", trial)
			require.LessOrEqual(t, v, high+1e-4, "trial %d: the upper limit is run into", trial)
			switch {
			case x.held > 1e-9*most:
				require.InDelta(t, low, v, 1e-4, "trial %d: the lower limit pushes", trial)
				bearing++
			case x.held < -1e-9*most:
				require.InDelta(t, high, v, 1e-4, "trial %d: the upper limit pushes", trial)
				bearing++
			default:
				free++
			}
		}
	}
	require.Greater(t, bearing, 200)
	require.Greater(t, free, 200)
}

// What is on its way to a limit gets there, whatever else its joint has to bear: where
// there is room, a limit that pushes leaves just the speed that uses it up.
func TestStopsDoNotHoldFromAfar(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 8))
	afar := 0
	for trial := range 100 {
		w, pins := knot(r, 10+r.IntN(20))
		w.link(pins...)
		w.rows.Reset(w.joints, &w.params)
		w.rows.GatherTree(w.joints, w.bodies, 0)
		w.rows.PrepareTree(w.joints, w.bodies, &w.params, 0)
		g := &w.rows.grove
		for range 6 {
			w.rows.SolveTree(w.bodies.State, 0)
		}
		for i := range g.muscles {
			x := &g.muscles[i]
			if x.rung == slack || !x.apart(x.rung) {
				continue
			}
			l := &g.limbs[x.limb]
			v := float64(x.rung) * x.rate(&g.nodes[l.in].v, &g.nodes[l.out].v)
			require.InDelta(t, x.haste(x.rung, l.bias, float64(w.params.InvH)), v, 1e-4, "trial %d", trial)
			afar++
		}
	}
	require.Greater(t, afar, 100)
}

// However the bodies are flung about, and wherever the trials end, limits do no work.
func TestStopsTakeEnergy(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	for trial := range 100 {
		w, pins := knot(r, 10+r.IntN(30))
		w.link(pins...)
		w.rows.Reset(w.joints, &w.params)
		w.rows.GatherTree(w.joints, w.bodies, 0)
		w.rows.PrepareTree(w.joints, w.bodies, &w.params, 0)
		e := w.energy()
		for range 5 {
			w.rows.RelaxTree(w.bodies.State, 0)
			require.LessOrEqual(t, w.energy(), e*(1+1e-5), "trial %d", trial)
		}
	}
}

// energy returns twice that of the motion.
func (w *rig) energy() (e float64) {
	for i := range w.bodies.State {
		if d := &w.bodies.Drive[i]; d.InvMass > 0 {
			s := velocityOf(&w.bodies.State[i])
			e += (s.x*s.x+s.y*s.y)/float64(d.InvMass) + s.w*s.w/float64(d.InvInertia)
		}
	}
	return e
}
