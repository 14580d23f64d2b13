package step

// Params is constant during a tick. Lengths in metres, times in seconds.
type Params struct {
	DT       float32 // the whole step
	H        float32 // a sub-step
	InvH     float32 // 1/H, zero when H is
	SubSteps int

	GravityX, GravityY float32
	MaxOwnGravity      float32 // of the bodies that have a gravity of their own, m/s^2
	HasOwnGravity      bool    // there are such bodies

	ContactHertz     float32 // before the cap by the sub-step rate
	ContactDamping   float32
	ContactPushSpeed float32 // largest speed at which overlap is pushed out
	JointHertz       float32
	JointDamping     float32

	RestitutionThreshold float32 // approach speeds below do not bounce
	MaxSpeed             float32
	MaxRotation          float32 // per step, radians

	LinearSlop float32
	SleepTime  float32 // of rest, after which bodies fall asleep
}

// Soft holds the coefficients of a soft constraint: a spring and damper given by
// frequency and damping ratio, integrated implicitly.
type Soft struct{ Bias, Mass, ImpulseScale float32 }

// MakeSoft returns the coefficients for a sub-step h. With w = 2 pi hertz and
// z the damping ratio:
//
//	a1 = 2 z + h w,  a2 = h w a1,  a3 = 1 / (1 + a2)
//	bias = w / a1,   mass = a2 a3, impulse = a3
//
// Limits: w to infinity gives bias 1/h, mass 1, impulse 0, a rigid constraint
// that corrects its error in one sub-step; w = 0 would give mass 0 and impulse
// 1, so zero hertz means rigid without position correction instead.
// Source: Erin Catto, Soft Constraints, GDC 2011.
func MakeSoft(hertz, damping, h float32) Soft {
	if hertz == 0 {
		return Soft{Bias: 0, Mass: 1, ImpulseScale: 0}
	}
	const tau = 6.2831853071795864769
	w := float32(tau * hertz)
	a1 := float32(2*damping) + float32(h*w)
	a2 := float32(float32(h*w) * a1)
	a3 := 1 / (1 + a2)
	return Soft{Bias: w / a1, Mass: float32(a2 * a3), ImpulseScale: a3}
}

// Pass is a pass of a tick over the constraints, or over the bodies.
type Pass uint8

// The passes, in the order of their first runs. The passes from Accelerate to Relax run once in
// each sub-step, and Align and WarmStart only in the first.
const (
	Prepare Pass = iota
	Align        // articulations whose velocities their joints forbid
	AccelerateFirst
	Accelerate
	WarmStart
	Solve
	SolveAgain // joints that a single sweep leaves far off
	Move
	Relax
	Store
	UpdateLoads
	AllOfGroups // all passes of all groups but the global one
)

// OverBodies reports whether a pass goes over bodies. All others go over constraints.
func (p Pass) OverBodies() bool {
	switch p {
	case UpdateLoads, AccelerateFirst, Accelerate, Move:
		return true
	}
	return false
}
