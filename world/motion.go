package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// LinearVelocity returns the velocity of the centre of mass, m/s.
func (b Body) LinearVelocity() mgl64.Vec2 {
	st := &b.w.bodies.State[b.row()]
	return mgl64.Vec2{float64(st.VX), float64(st.VY)}
}

// SetLinearVelocity changes the velocity of the centre of mass, m/s, and wakes
// the body. Static and disabled bodies stay at rest, and so do the locked coordinates of a
// dynamic one. A velocity that is not finite, or beyond 1e18, is a *geom.FieldError, as
// in all calls below.
func (b Body) SetLinearVelocity(v mgl64.Vec2) error {
	return b.changeState(recording.BodySetLinearVelocity, func(r callRecorder) { r.vec(v) }, vectorAndNumber{"LinearVelocity", geom.From(v), "", 0}, func(st *state.BodyState, _ *state.BodyDynamics) {
		st.VX, st.VY = float32(v[0]), float32(v[1])
	})
}

// AngularVelocity returns the angular velocity, rad/s, counter-clockwise.
func (b Body) AngularVelocity() float64 { return float64(b.w.bodies.State[b.row()].W) }

// SetAngularVelocity changes the angular velocity, rad/s, and wakes the body.
func (b Body) SetAngularVelocity(omega float64) error {
	return b.changeState(recording.BodySetAngularVelocity, func(r callRecorder) { r.float(omega) }, vectorAndNumber{"", geom.Vec2{}, "AngularVelocity", omega}, func(st *state.BodyState, _ *state.BodyDynamics) {
		st.W = float32(omega)
	})
}

// MoveTo gives the body the velocity with which it will be at a place, in metres and
// radians, after one tick, turning the shorter way, and wakes it. So a kinematic body
// follows a path, and carries and pushes the bodies that it meets. Call it before every
// tick, in Config.BeforeTick; without a further call the body keeps its velocity. Static and
// disabled bodies stay at rest, a dynamic one gets there if nothing else acts on it.
func (b Body) MoveTo(position mgl64.Vec2, angle float64) error {
	slot := b.slot()
	if err := b.w.checkPlace(position, angle); err != nil {
		return err
	}
	target := state.PoseOf(geom.Transform{P: geom.From(position), R: geom.RotFromAngle(angle)}, b.w.bodies.Meta[slot].LocalCenter)
	pose := b.w.bodies.Pose[b.w.bodies.Row(slot)]
	rate := 1 / b.w.config.Timestep
	v, omega := target.P.Sub(pose.P).Mul(rate), 0.0
	if pose.R != target.R {
		omega = pose.R.InverseMul(target.R).Angle() * rate
	}
	return b.changeState(recording.BodyMoveTo, func(r callRecorder) { r.vec(position).float(angle) }, vectorAndNumber{"Position", v, "Angle", omega}, func(st *state.BodyState, _ *state.BodyDynamics) {
		st.VX, st.VY, st.W = float32(v.X), float32(v.Y), float32(omega)
	})
}

// VelocityAt returns the velocity of the body's material at a point of the world, m/s.
func (b Body) VelocityAt(point mgl64.Vec2) mgl64.Vec2 {
	row := b.row()
	st := &b.w.bodies.State[row]
	arm := geom.From(point).Sub(b.w.bodies.Pose[row].P)
	return geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}.MulAdd(float64(st.W), arm.LeftPerp()).Mgl()
}

// changeState checks a vector and a number, and then wakes a body that can move and changes its
// state.
func (b Body) changeState(c recording.Call, arguments func(callRecorder), n vectorAndNumber, change func(*state.BodyState, *state.BodyDynamics)) error {
	slot, err := b.beginChange(c, arguments)
	if err != nil {
		return err
	}
	defer b.w.endChange()
	if err := n.check(); err != nil {
		return err
	}
	m := &b.w.bodies.Meta[slot]
	if m.Type == body.Static || m.Disabled {
		return nil
	}
	if m.Type == body.Kinematic {
		row := b.w.bodies.Row(slot)
		st := &b.w.bodies.State[row]
		old := *st
		if change(st, &b.w.bodies.Dynamics[row]); *st != old {
			b.w.linking.WakeTouching(slot)
		}
		b.w.calledForRow(row)
		return nil
	}
	b.w.linking.Wake(slot)
	row := b.w.bodies.Row(slot)
	st := &b.w.bodies.State[row]
	change(st, &b.w.bodies.Dynamics[row])
	st.ApplyLocks()
	b.w.calledForRow(row)
	return nil
}

// vectorAndNumber is a velocity, a force or an impulse with its angular part, each with the name
// that errors give it.
type vectorAndNumber struct {
	field       string
	v           geom.Vec2
	numberField string
	x           float64
}

// check rejects a vector and a number that are not finite, or beyond 1e18.
func (n *vectorAndNumber) check() error {
	if err := geom.CheckPoint(n.field, n.v); err != nil {
		return err
	}
	if a := n.v.Abs(); max(a.X, a.Y) > 1e18 {
		return geom.NewFieldError(n.field, n.v, geom.ErrOutOfRange)
	}
	return checkFloat32Range(n.numberField, n.x)
}

// KineticEnergy returns the energy of motion, J.
func (b Body) KineticEnergy() float64 {
	m := &b.w.bodies.Meta[b.slot()]
	st := &b.w.bodies.State[b.row()]
	v := geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}
	return 0.5 * (float64(m.Mass*v.LengthSquared()) + float64(m.Inertia*float64(float64(st.W)*float64(st.W))))
}

// LinearDamping returns the rate at which velocity decays, 1/s.
func (b Body) LinearDamping() float64 { return float64(b.w.bodies.Dynamics[b.row()].LinearDamping) }

// SetLinearDamping changes the rate at which velocity decays, 1/s, at least zero.
func (b Body) SetLinearDamping(rate float64) error {
	return b.setDynamics(recording.BodySetLinearDamping, "LinearDamping", rate, true, func(d *state.BodyDynamics) { d.LinearDamping = float32(rate) })
}

// AngularDamping returns the rate at which angular velocity decays, 1/s.
func (b Body) AngularDamping() float64 { return float64(b.w.bodies.Dynamics[b.row()].AngularDamping) }

// SetAngularDamping changes the rate at which angular velocity decays, 1/s, at least zero.
func (b Body) SetAngularDamping(rate float64) error {
	return b.setDynamics(recording.BodySetAngularDamping, "AngularDamping", rate, true, func(d *state.BodyDynamics) { d.AngularDamping = float32(rate) })
}

// GravityScale returns the factor on the world's gravity; zero for a body whose definition
// was Weightless.
func (b Body) GravityScale() float64 { return float64(b.w.bodies.Dynamics[b.row()].GravityScale) }

// SetGravityScale changes the factor on the world's gravity; zero makes weightless,
// unlike the zero of a definition, which means 1.
func (b Body) SetGravityScale(scale float64) error {
	return b.setDynamics(recording.BodySetGravityScale, "GravityScale", scale, false, func(d *state.BodyDynamics) { d.GravityScale = float32(scale) })
}

// setDynamics checks a number, wakes the body and changes its dynamics.
func (b Body) setDynamics(c recording.Call, field string, x float64, notNegative bool, change func(*state.BodyDynamics)) error {
	slot, err := b.beginChange(c, func(r callRecorder) { r.float(x) })
	if err != nil {
		return err
	}
	defer b.w.endChange()
	if notNegative {
		if err := geom.CheckNotNegative(field, x); err != nil {
			return err
		}
	}
	if err := checkFloat32Range(field, x); err != nil {
		return err
	}
	b.w.linking.Wake(slot)
	change(&b.w.bodies.Dynamics[b.w.bodies.Row(slot)])
	return nil
}

// SetLocks locks motions along the world's axes and turning, stops the locked motions, and wakes
// the body.
func (b Body) SetLocks(x, y, rotation bool) error {
	slot, err := b.beginChange(recording.BodySetLocks, func(r callRecorder) { r.bool(x).bool(y).bool(rotation) })
	if err != nil {
		return err
	}
	defer b.w.endChange()
	b.w.linking.Wake(slot)
	b.w.bodies.SetLocks(slot, x, y, rotation)
	st := &b.w.bodies.State[b.w.bodies.Row(slot)]
	if x {
		st.VX = 0
	}
	if y {
		st.VY = 0
	}
	if rotation {
		st.W = 0
	}
	b.w.builder.UpdateMass(slot)
	return nil
}

// Bullet reports whether the body is swept against moving bodies too.
func (b Body) Bullet() bool { return b.stepFlag(state.StepFlagBullet) }

// SetBullet changes whether the body is swept against moving bodies too.
func (b Body) SetBullet(on bool) error {
	return b.changeStepFlag(recording.BodySetBullet, state.StepFlagBullet, on)
}

// SetFastRotation changes whether the body may turn half a turn in a tick and more; meant for
// wheels, which cannot tunnel by turning. Bodies whose colliders, sensors aside, are all circles
// about the centre of mass may do so anyway. All others turn by 0.999 pi in a tick at most, 188
// rad/s at 60 Hz: which way a body has turned could not be told otherwise. The rim of one that may
// turn faster moves at Config.MaxSpeed at most.
func (b Body) SetFastRotation(on bool) error {
	return b.changeStepFlag(recording.BodySetFastRotation, state.StepFlagFastRotation, on)
}

func (b Body) stepFlag(t state.StepFlags) bool { return b.w.bodies.Motion[b.row()].StepFlags&t != 0 }

func (b Body) changeStepFlag(c recording.Call, t state.StepFlags, on bool) error {
	slot, err := b.beginChange(c, func(r callRecorder) { r.bool(on) })
	if err != nil {
		return err
	}
	defer b.w.endChange()
	b.w.bodies.SetStepFlag(slot, t, on)
	return nil
}
