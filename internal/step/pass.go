package step

// Pass is a pass of a tick over the constraints, or over the bodies.
type Pass uint8

// The passes, in the order in which they come first. Those from Accelerate to Relax come once in
// each sub-step, and WarmStart in the first alone.
const (
	Prepare Pass = iota
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
