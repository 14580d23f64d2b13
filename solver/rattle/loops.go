package rattle

import "math"

// Loops.
//
// Lines of a loop may depend on each other, in all poses or in one pose. The lines of three
// parallel bars that carry a beam depend on each other, and so do the lines of two while they lie
// in one line with the beam. Forces that press the joints of such a loop against each other move
// nothing. The joints cannot tell these forces from noise: a line that depends on others to within
// a thousandth makes a force of a million times its rounding error. If impulses are only added to
// impulses until all gaps are closed, such forces also last from step to step and grow. They do
// work when the bars turn.
//
// So the pins of a loop bend: the gap of a joint is its force times the compliance of a stiff
// spring, and the whole force counts, not its change. The force that presses the pins against each
// other is then at most a gap times a stiffness, whatever the pose. The stiffness does not depend
// on the length of the sub-steps, so neither does the gap. The last impulses, which make the points
// move together, are not held. For them a fraction of the mobility is enough. Without loops all
// lines are independent.
//
// The lines of a system with much freedom, such as a bridge or a ring, depend on each other only in
// a few poses. Its pins do not bend: a crate on a bridge would rock for longer.
//
// A system without freedom, to judge by the number of its lines, moves only if its lines depend on
// each other in all poses. It is less stiff.

const (
	treeCompliance = 1e-8 // of the mobility of a joint with free bodies
	loopCompliance = 1e-4 // the same, of a joint of a system with loops, for velocities
	loopStiffness  = 5000 // Hz, of a joint between free bodies
	rigidStiffness = 1000 // Hz, the same, if the lines leave no freedom
	looseFreedom   = 2    // coordinates that the lines leave, from which on pins do not bend
	ownCompliance  = -1   // each joint has its own compliance
)

// findLoops finds whether the joints of a system form loops that leave it little freedom, and how
// stiff the joints are. All immovable bodies are one body.
func (t *system) findLoops() {
	bodies, joints := t.ownBodies.Hi-t.ownBodies.Lo, t.joints.Hi-t.joints.Lo
	t.hasLoops = joints > bodies || joints == bodies && t.allBodies == t.ownBodies
	t.hasLoops = t.hasLoops && 3*bodies-2*joints < looseFreedom
	t.stiffness = 2 * math.Pi * loopStiffness
	if 2*joints >= 3*bodies {
		t.stiffness = 2 * math.Pi * rigidStiffness
	}
}

// gapCompliance returns the compliance of a step of the time h that closes gaps, as a fraction of
// the mobility with free bodies. The spring moves the joint by its force times h^2 in a step.
func (t *system) gapCompliance(h float64) float64 {
	if !t.hasLoops {
		return treeCompliance
	}
	angle := float64(h * t.stiffness)
	return 1 / float64(angle*angle)
}

// relaxCompliance is the compliance for velocities.
func (t *system) relaxCompliance() float64 {
	if !t.hasLoops {
		return treeCompliance
	}
	return loopCompliance
}
