package areas

import (
	"math"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// immersion is a light body in the fluid of an area.
type immersion struct {
	area state.AreaSlot
	next int32 // of the body, plus one; zero ends the list
}

// immerse adds the buoyancy and drag of a fluid on a body, or notes them for follow.
func (s *Stage) immerse(f *area.Fluid, e *influence) {
	s.drag.Sum(&e.drag)
	gravity, dt := s.totalGravity(e).Mul(e.scale).Length(), s.p.Timestep
	if 2*f.Density*gravity*s.extentOf(e)*dt*dt > followedStiffness*e.mass && s.isFree(e.body) {
		s.immersions = append(s.immersions, immersion{area: s.present.slot, next: e.immersions})
		e.immersions = int32(len(s.immersions))
		return
	}
	s.sample(f, e, s.inertialPath(e), 1)
}

// extentOf returns the distance from a body's centre of mass to its farthest point, m.
func (s *Stage) extentOf(e *influence) float64 {
	return float64(s.p.Bodies.Motion[s.p.Bodies.Row(e.body)].MaxExtent)
}

// inertialPath returns the motion of a body's centre of mass in the tick if nothing acts on it, m.
func (s *Stage) inertialPath(e *influence) geom.Vec2 { return e.velocity.Mul(s.p.Timestep) }

// followedStiffness is the bound of the square of a frequency times the timestep, from which a
// fluid follows a body: the frequency at which the body bobs at a waterline as wide as itself.
const followedStiffness = 0.3

// isFree reports whether a body has no joints and touches nothing.
func (s *Stage) isFree(b state.BodySlot) bool {
	return s.p.Bodies.Meta[b].FirstJoint == state.None && !s.touches(b)
}

// follow adds the buoyancy and drag of all fluids on a free body along the motion that they cause.
//
// A light body is pushed out of a fluid within a tick. A force that acts on it for the whole tick
// would give it more energy than it had in the fluid. Let the body rise by c more than by its
// inertia, with the mean force F(c) along the straight path to there. The integrator moves it by
// c = b dt^2 a with the acceleration a of F(c), see sampleTime. Then the work of F is the change of
// the potential energy, and the total energy falls by m a^2 dt^2 (b - 1/2).
//
// F falls as c grows, so there is one solution. It lies between the fall without a fluid and the
// rise by the force on that fall. The Illinois method finds it.
func (s *Stage) follow(e *influence, load *Load) {
	up, gravity := load.Gravity.Neg().Unit()
	f := follower{body: e, load: load, up: up, before: s.drag.mark(e.drag)}
	tolerance := followTolerance * s.extentOf(e)
	a := -float64(gravity * s.motionOfUnit())
	atA := s.rise(&f, a) - a
	if !(math.Abs(atA) > tolerance) {
		return
	}
	b := a + atA
	atB := s.rise(&f, b) - b
	for i := 0; i < maxFollowSteps && math.Abs(atB) > tolerance && (atA > 0) != (atB > 0); i++ {
		c := b - float64(atB*((b-a)/(atB-atA)))
		atC := s.rise(&f, c) - c
		if (atC > 0) != (atB > 0) {
			a, atA = b, atB
		} else {
			atA /= 2
		}
		b, atB = c, atC
	}
}

// follower is a body whose motion follow searches for.
type follower struct {
	body   *influence
	load   *Load
	up     geom.Vec2 // against gravity
	before mark
}

// Bounds of the search for the motion of a body in a fluid.
const (
	followTolerance = 1e-5 // extents
	maxFollowSteps  = 20
)

// rise samples the fluids along the path that ends c (m) above the end of the inertial one. It
// returns how far above that end the sampled forces move the body, m.
func (s *Stage) rise(f *follower, c float64) float64 {
	e, load := f.body, f.load
	s.drag.reset(e.drag, &f.before)
	s.drag.sums[e.drag-1].followed = true
	path := s.inertialPath(e).MulAdd(c, f.up)
	for i := e.immersions; i > 0; i = s.immersions[i-1].next {
		if slot := s.immersions[i-1].area; s.present.slot != slot {
			s.place(slot)
			s.beginDrag()
		}
		fluid, _ := area.FluidOf(s.table.Meta[s.present.slot].Effects)
		s.sample(&fluid, e, path, minFollowSamples)
	}
	x := s.drag.Solve(e.drag, load)
	force := load.Force.Add(load.Applied).Add(x.Force)
	a := geom.Vec2{X: float64(force.X * load.InvMass[0]), Y: float64(force.Y * load.InvMass[1])}
	if load.InvMass[0] > 0 {
		a.X += load.Gravity.X
	}
	if load.InvMass[1] > 0 {
		a.Y += load.Gravity.Y
	}
	return s.motionOfUnit() * a.Dot(f.up)
}

// motionOfUnit returns the motion in a tick by an acceleration of 1 m/s^2, m: see sampleTime.
func (s *Stage) motionOfUnit() float64 {
	n := float64(s.setting.SubSteps)
	return s.p.Timestep * s.p.Timestep * ((n + 1) / (2 * n))
}

// The numbers of poses along the motion of a body in a tick at which a fluid samples the body.
const (
	minFollowSamples = 4
	maxFluidSamples  = 8
)

// sample adds the buoyancy and drag of a fluid along a path of a body's centre of mass in the tick.
// It takes more than the least number of samples if the path is so long that the body may pass the
// surface between two ticks. The work of the mean approximates the work along the whole path.
func (s *Stage) sample(f *area.Fluid, e *influence, path geom.Vec2, least int) {
	samples, sum := least, s.drag.Sum(&e.drag)
	if length, extent := path.Length(), s.extentOf(e); length > extent/2 {
		samples = max(least, int(min(math.Ceil(4*length/extent), maxFluidSamples)))
	}
	flow := s.present.transform.R.Apply(geom.From(f.Flow))
	for i := range samples {
		part := s.sampleTime() / s.p.Timestep
		if samples > 1 {
			part = (float64(i) + 0.5) / float64(samples)
		}
		pose := s.poseAfter(e, float64(part*s.p.Timestep))
		pose.P = e.center.MulAdd(part, path)
		s.placeDrag(sum, e, flow, pose)
		s.displace(f, e.body, sum, 1/float64(samples))
	}
}
