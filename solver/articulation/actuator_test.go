package articulation

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/step"
	"github.com/stretchr/testify/require"
)

// randomActuatedChain is randomLimitedChain with motors of the given speed at most and springs on
// some of its revolute joints.
func randomActuatedChain(r *rand.Rand, bodies int, speed float64) *artHarness {
	w, revolutes := randomLimitedChain(r, bodies)
	for _, p := range revolutes {
		d := w.joints.Revolute(p)
		if r.IntN(3) > 0 {
			d.MotorSpeed, d.MaxMotorTorque = speed*(r.Float64()*2-1), math.Exp(12*r.Float64())
		}
		if r.IntN(2) > 0 {
			d.SpringHertz, d.SpringDamping, d.TargetAngle = math.Exp(5*r.Float64()), 2*r.Float64(), r.Float64()*2-1
		}
		w.joints.EditRevolute(w.bodies, p, &d)
	}
	w.activate(revolutes...)
	w.prepare()
	return w
}

// The result of a pass obeys the law of every actuator: of motors that hold or slip, of limits
// that push and of springs that give way. There is one such result.
func TestActuatorsObeyTheirLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 4))
	count := map[string]int{}
	for trial := range 200 {
		w := randomActuatedChain(r, 10+r.IntN(20), 2)
		states, g := w.bodies.State, &w.set
		pass := []step.Pass{step.Solve, step.Relax}[trial%2]
		for range 12 { // a pass that runs out of steps leaves the rest to the next
			if pass == step.Solve {
				w.set.Solve(states, 0)
			} else {
				w.set.Relax(states, 0)
			}
		}
		for i := range g.bodies {
			g.bodies[i].v = velocityOf(&states[g.bodies[i].row])
		}
		for i := range g.actuators {
			x := &g.actuators[i]
			l := &g.joints[x.joint]
			child, parent := &g.bodies[l.child], &g.bodies[l.parent]
			v, compliance := x.rate(&child.v, &parent.v), 0.0
			motor, limit := x.motorImpulse(), x.impulse-x.motorImpulse()
			bias := 0.0
			if pass == step.Solve {
				bias = l.bias
				compliance = l.compliance * limit * x.mobility(&child.invMass, &parent.invMass)
				if x.motorMax == 0 {
					compliance += l.compliance * l.complianceFeedback(g, x, child, parent)
				}
			}
			low, high := x.limitSpeed(boundLower, bias, float64(w.params.InvH)), -x.limitSpeed(boundUpper, bias, float64(w.params.InvH))
			tolerance := 1e-3 * (1 + math.Abs(v))
			tiny := 1e-9 * (x.motorMax + math.Abs(x.impulse))
			require.LessOrEqual(t, math.Abs(motor), x.motorMax+tiny)
			switch {
			case x.motorMax == 0:
				count["no motor"]++
			case motor >= x.motorMax-tiny:
				require.LessOrEqual(t, v, x.motorSpeed+tolerance, "trial %d: a motor at its bound does not pass its speed", trial)
				count["at its upper bound"]++
			case motor <= tiny-x.motorMax:
				require.GreaterOrEqual(t, v, x.motorSpeed-tolerance, "trial %d: a motor at its bound does not pass its speed", trial)
				count["at its lower bound"]++
			default:
				require.InDelta(t, x.motorSpeed, v, tolerance, "trial %d: a motor within its bounds has its speed", trial)
				count["holds"]++
			}
			complianceAt := func(side activeBound) float64 {
				if x.hasClearance(side) || x.motorMax > 0 {
					return 0
				}
				return compliance
			}
			switch {
			case x.locked:
			case limit > tiny:
				require.InDelta(t, low, v+complianceAt(boundLower), tolerance, "trial %d: the lower limit pushes", trial)
				count["lower"]++
			case limit < -tiny:
				require.InDelta(t, high, v+complianceAt(boundUpper), tolerance, "trial %d: the upper limit pushes", trial)
				count["upper"]++
			case x.active == boundFree && x.hasSpring && pass == step.Solve:
				require.InDelta(t, x.springSpeed(), v+x.springCompliance()*x.springImpulse, tolerance, "trial %d: a spring", trial)
				count["spring"]++
			}
		}
	}
	for _, k := range []string{"no motor", "at its upper bound", "at its lower bound", "holds", "lower", "upper", "spring"} {
		require.Greater(t, count[k], 20, k)
	}
}

// gaussSeidel is the oracle: it solves impulse after impulse by its own law, for the given number
// of sweeps. It returns the velocities.
func gaussSeidel(w *artHarness, sweeps int) []spatial2 {
	g := &w.set
	for i := range g.bodies {
		g.bodies[i].v = velocityOf(&w.bodies.State[g.bodies[i].row])
	}
	motors, limits := make([]float64, len(g.actuators)), make([]float64, len(g.actuators))
	impulseAlong := func(child, parent *artBody, ji, jo *spatial2, target float64) (j float64) {
		mi, mo := ji.scaled(&child.invMass), jo.scaled(&parent.invMass)
		return (target - ji.dot(&child.v) - jo.dot(&parent.v)) / (ji.dot(&mi) + jo.dot(&mo))
	}
	for range sweeps {
		for i := range g.joints {
			l := &g.joints[i]
			child, parent := &g.bodies[l.child], &g.bodies[l.parent]
			for k := range l.actuatorCount {
				x := &g.actuators[l.firstActuator+k]
				j := impulseAlong(child, parent, &x.jc, &x.jp, x.motorSpeed)
				j = min(max(motors[l.firstActuator]+j, -x.motorMax), x.motorMax) - motors[l.firstActuator]
				motors[l.firstActuator] += j
				x.applyImpulse(j, child, parent)
				low, high := x.limitSpeed(boundLower, 0, 240), -x.limitSpeed(boundUpper, 0, 240)
				if v := x.rate(&child.v, &parent.v); limits[l.firstActuator] > 0 || limits[l.firstActuator] == 0 && v < low {
					j = max(impulseAlong(child, parent, &x.jc, &x.jp, low), -limits[l.firstActuator])
				} else if limits[l.firstActuator] < 0 || v > high {
					j = min(impulseAlong(child, parent, &x.jc, &x.jp, high), -limits[l.firstActuator])
				} else {
					continue
				}
				limits[l.firstActuator] += j
				x.applyImpulse(j, child, parent)
			}
			for _, e := range [][2]spatial2{
				{{1, 0, -l.ry}, {-1, 0, l.sy}}, {{0, 1, l.rx}, {0, -1, -l.sx}},
			} {
				j := impulseAlong(child, parent, &e[0], &e[1], 0)
				child.applyImpulse(j, &e[0])
				parent.applyImpulse(j, &e[1])
			}
		}
	}
	var all []spatial2
	for i := range g.bodies {
		all = append(all, g.bodies[i].v)
	}
	return all
}

// A pass finds the limit to which Gauss-Seidel sweeps converge.
func TestActuatorsMatchGaussSeidel(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 4))
	for trial := range 15 {
		w := randomActuatedChain(r, 10, 2)
		g := &w.set
		w.set.Relax(w.bodies.State, 0) // measures
		for i := range w.bodies.State {
			if s := &w.bodies.State[i]; w.bodies.Dynamics[i].InvMass > 0 {
				s.VX, s.VY, s.W = float32(r.Float64()*4-2), float32(r.Float64()*4-2), float32(r.Float64()*10-5)
			}
		}
		for i := range g.actuators {
			g.actuators[i].impulse, g.actuators[i].springImpulse = 0, 0
		}
		want := gaussSeidel(w, 30_000)
		for range 12 {
			w.set.Relax(w.bodies.State, 0)
		}
		for i := range g.bodies {
			v := velocityOf(&w.bodies.State[g.bodies[i].row])
			require.InDelta(t, want[i].x, v.x, 1e-3, "trial %d", trial)
			require.InDelta(t, want[i].y, v.y, 1e-3, "trial %d", trial)
			require.InDelta(t, want[i].w, v.w, 1e-3, "trial %d", trial)
		}
	}
}

// Brakes, motors of speed zero, add no energy when a pass runs out of steps.
func TestBrakesAddNoEnergy(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	for trial := range 100 {
		w := randomActuatedChain(r, 10+r.IntN(60), 0)
		e := w.energy()
		for range 8 {
			w.set.Relax(w.bodies.State, 0)
			now := w.energy()
			require.LessOrEqual(t, now, e*(1+1e-5), "trial %d", trial)
			e = now
		}
	}
}

// Revolute joints hold even if so many actuators change at once that a pass runs out of steps.
func TestPointsHoldWhenStepsRunOut(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 10))
	for trial := range 30 {
		w := randomActuatedChain(r, 80, 2)
		w.set.Relax(w.bodies.State, 0)
		g := &w.set
		for i := range g.bodies {
			g.bodies[i].v = velocityOf(&w.bodies.State[g.bodies[i].row])
		}
		for i := range g.joints {
			l := &g.joints[i]
			x, y := l.slip(&g.bodies[l.child], &g.bodies[l.parent])
			require.InDelta(t, 0, x, 1e-3, "trial %d", trial)
			require.InDelta(t, 0, y, 1e-3, "trial %d", trial)
		}
	}
}
