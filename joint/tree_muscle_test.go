package joint

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// muscular is knot with motors of the given speed at most and springs on some of its pins.
func muscular(r *rand.Rand, bodies int, speed float64) *rig {
	w, pins := knot(r, bodies)
	for _, p := range pins {
		d := w.joints.Revolute(p)
		if r.IntN(3) > 0 {
			d.MotorSpeed, d.MaxMotorTorque = speed*(r.Float64()*2-1), math.Exp(12*r.Float64())
		}
		if r.IntN(2) > 0 {
			d.SpringHertz, d.SpringDamping, d.TargetAngle = math.Exp(5*r.Float64()), 2*r.Float64(), r.Float64()*2-1
		}
		w.joints.EditRevolute(w.bodies, p, &d)
	}
	w.link(pins...)
	w.rows.Reset(w.joints, &w.params)
	w.rows.GatherTree(w.joints, w.bodies, 0)
	w.rows.PrepareTree(w.joints, w.bodies, &w.params, 0)
	return w
}

// What a pass settles on obeys the law of every muscle, of which there is one answer:
// motors that hold or slip, limits that push and springs that give way.
func TestMusclesSettle(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 4))
	count := map[string]int{}
	for trial := range 200 {
		w := muscular(r, 10+r.IntN(20), 2)
		states, g := w.bodies.State, &w.rows.grove
		what := []pass{solve, relax}[trial%2]
		for range 12 { // what is left after a few trials, the next pass goes on with
			if what == solve {
				w.rows.SolveTree(states, 0)
			} else {
				w.rows.RelaxTree(states, 0)
			}
		}
		for i := range g.nodes {
			g.nodes[i].v = velocityOf(&states[g.nodes[i].row])
		}
		for i := range g.muscles {
			x := &g.muscles[i]
			l := &g.limbs[x.limb]
			in, out := &g.nodes[l.in], &g.nodes[l.out]
			v, give := x.rate(&in.v, &out.v), 0.0
			motor, limit := x.motor(), x.held-x.motor()
			bias := 0.0
			if what == solve {
				bias = l.bias
				give = l.comply * limit * x.mobility(&in.mass, &out.mass)
				if x.most == 0 {
					give += l.comply * l.weighs(g, x, in, out)
				}
			}
			low, high := x.haste(onLower, bias, float64(w.params.InvH)), -x.haste(onUpper, bias, float64(w.params.InvH))
			far := 1e-3 * (1 + math.Abs(v))
			tiny := 1e-9 * (x.most + math.Abs(x.held))
			require.LessOrEqual(t, math.Abs(motor), x.most+tiny)
			switch {
			case x.most == 0:
				count["no motor"]++
			case motor >= x.most-tiny:
				require.LessOrEqual(t, v, x.speed+far, "trial %d: a motor that slips drags", trial)
				count["forth"]++
			case motor <= tiny-x.most:
				require.GreaterOrEqual(t, v, x.speed-far, "trial %d: a motor that slips drags", trial)
				count["back"]++
			default:
				require.InDelta(t, x.speed, v, far, "trial %d: a motor that does not slip", trial)
				count["holds"]++
			}
			gives := func(side rung) float64 {
				if x.apart(side) {
					return 0
				}
				return give
			}
			switch {
			case x.tight:
			case limit > tiny:
				require.InDelta(t, low, v+gives(onLower), far, "trial %d: the lower limit pushes", trial)
				count["lower"]++
			case limit < -tiny:
				require.InDelta(t, high, v+gives(onUpper), far, "trial %d: the upper limit pushes", trial)
				count["upper"]++
			case x.rung == slack && x.sprung && what == solve:
				require.InDelta(t, x.pull(), v+x.give()*x.springing, far, "trial %d: a spring", trial)
				count["spring"]++
			}
		}
	}
	for _, k := range []string{"no motor", "forth", "back", "holds", "lower", "upper", "spring"} {
		require.Greater(t, count[k], 20, k)
	}
}

// sweep is the slow way: impulse after impulse, again and again, each as its own law says,
// until nothing changes. It returns the velocities.
func sweep(w *rig, sweeps int) []triple {
	g := &w.rows.grove
	for i := range g.nodes {
		g.nodes[i].v = velocityOf(&w.bodies.State[g.nodes[i].row])
	}
	motors, limits := make([]float64, len(g.muscles)), make([]float64, len(g.muscles))
	along := func(in, out *node, ji, jo *triple, to float64) (j float64) {
		mi, mo := ji.scaled(&in.mass), jo.scaled(&out.mass)
		return (to - ji.dot(&in.v) - jo.dot(&out.v)) / (ji.dot(&mi) + jo.dot(&mo))
	}
	for range sweeps {
		for i := range g.limbs {
			l := &g.limbs[i]
			in, out := &g.nodes[l.in], &g.nodes[l.out]
			for k := range l.muscles {
				x := &g.muscles[l.muscle+k]
				j := along(in, out, &x.ji, &x.jo, x.speed)
				j = min(max(motors[l.muscle]+j, -x.most), x.most) - motors[l.muscle]
				motors[l.muscle] += j
				x.push(j, in, out)
				low, high := x.haste(onLower, 0, 240), -x.haste(onUpper, 0, 240)
				if v := x.rate(&in.v, &out.v); limits[l.muscle] > 0 || limits[l.muscle] == 0 && v < low {
					j = max(along(in, out, &x.ji, &x.jo, low), -limits[l.muscle])
				} else if limits[l.muscle] < 0 || v > high {
					j = min(along(in, out, &x.ji, &x.jo, high), -limits[l.muscle])
				} else {
					continue
				}
				limits[l.muscle] += j
				x.push(j, in, out)
			}
			for _, e := range [][2]triple{
				{{1, 0, -l.ry}, {-1, 0, l.sy}}, {{0, 1, l.rx}, {0, -1, -l.sx}},
			} {
				j := along(in, out, &e[0], &e[1], 0)
				in.push(j, &e[0])
				out.push(j, &e[1])
			}
		}
	}
	var all []triple
	for i := range g.nodes {
		all = append(all, g.nodes[i].v)
	}
	return all
}

// A pass finds what endless sweeps would find.
func TestMusclesAgainstSweeps(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 4))
	for trial := range 15 {
		w := muscular(r, 10, 2)
		g := &w.rows.grove
		w.rows.RelaxTree(w.bodies.State, 0) // measures
		for i := range w.bodies.State {
			if s := &w.bodies.State[i]; w.bodies.Drive[i].InvMass > 0 {
				s.VX, s.VY, s.W = float32(r.Float64()*4-2), float32(r.Float64()*4-2), float32(r.Float64()*10-5)
			}
		}
		for i := range g.muscles {
			g.muscles[i].held, g.muscles[i].springing = 0, 0
		}
		want := sweep(w, 100_000)
		for range 12 {
			w.rows.RelaxTree(w.bodies.State, 0)
		}
		for i := range g.nodes {
			v := velocityOf(&w.bodies.State[g.nodes[i].row])
			require.InDelta(t, want[i].x, v.x, 1e-3, "trial %d", trial)
			require.InDelta(t, want[i].y, v.y, 1e-3, "trial %d", trial)
			require.InDelta(t, want[i].w, v.w, 1e-3, "trial %d", trial)
		}
	}
}

// Brakes do no work, wherever the trials end.
func TestBrakesTakeEnergy(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	for trial := range 100 {
		w := muscular(r, 10+r.IntN(60), 0)
		e := w.energy()
		for range 8 {
			w.rows.RelaxTree(w.bodies.State, 0)
			now := w.energy()
			require.LessOrEqual(t, now, e*(1+1e-5), "trial %d", trial)
			e = now
		}
	}
}

// However many muscles change at once and wherever the trials end, pins hold.
func TestPinsHoldWhereTrialsEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 10))
	for trial := range 30 {
		w := muscular(r, 80, 2)
		w.rows.RelaxTree(w.bodies.State, 0)
		g := &w.rows.grove
		for i := range g.nodes {
			g.nodes[i].v = velocityOf(&w.bodies.State[g.nodes[i].row])
		}
		for i := range g.limbs {
			l := &g.limbs[i]
			x, y := l.slip(&g.nodes[l.in], &g.nodes[l.out])
			require.InDelta(t, 0, x, 1e-3, "trial %d", trial)
			require.InDelta(t, 0, y, 1e-3, "trial %d", trial)
		}
	}
}
