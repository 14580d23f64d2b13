package step

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
