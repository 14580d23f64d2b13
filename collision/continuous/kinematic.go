package continuous

import (
	"sort"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
)

// kinematicMotion is a kinematic body that moves so far in this tick that it may pass
// over something.
type kinematicMotion struct {
	row   state.BodyRow
	delta geom.Transform // the motion of points of the world that move along with it
}

// movedBoxes are new boxes for the broadphase: boxes[i] is for collider ids[i].
type movedBoxes struct {
	ids   []uint32
	boxes []geom.Box32
}

// sweepKinematicBoxes makes the boxes of a kinematic body cover its whole motion in the
// tick, so that the queries of fast bodies find it.
func (s *Stage) sweepKinematicBoxes(row state.BodyRow) {
	p := s.p
	lastPose, pose := p.Bodies.LastPose[row], p.Bodies.Pose[row]
	if lastPose == pose {
		return
	}
	sweep := narrowphase.Sweep{Start: lastPose, End: pose}
	delta := pose.Mul(lastPose.Inverse())
	boxes := p.Broadphase.Boxes()
	for c := p.Bodies.Motion[row].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
		box := s.sweptBox(state.ColliderSlot(c), &sweep)
		if !boxes[c].ToBox().Contains(box) {
			p.Shapes.ForgetBoxFit(state.ColliderSlot(c))
			s.moved.ids = append(s.moved.ids, c)
			s.moved.boxes = append(s.moved.boxes, box.Grow(p.Tolerance.SpeculativeMargin()).ToBox32())
		}
	}
	s.kinematics = append(s.kinematics, kinematicMotion{row, delta})
}

// kinematicHitQuery searches for slow bodies that a kinematic body moves against.
type kinematicHitQuery struct {
	s         *Stage
	kinematic kinematicMotion
	visit     func(other uint32) bool
}

// enlistHit adds awake bodies that are slow, but fast as seen from a kinematic body that
// moves against them.
func (s *Stage) enlistHit() {
	p := s.p
	if s.kinematicHits.s == nil {
		s.kinematicHits.s = s
		s.kinematicHits.visit = s.kinematicHits.test
	}
	for _, m := range s.kinematics {
		s.kinematicHits.kinematic = m
		sweep := narrowphase.Sweep{Start: p.Bodies.LastPose[m.row], End: p.Bodies.Pose[m.row]}
		for c := p.Bodies.Motion[m.row].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
			if p.Shapes.Link[c].Flags&state.ColliderSensor == 0 {
				p.Broadphase.QueryClass(broadphase.Moving, s.sweptBox(state.ColliderSlot(c), &sweep).ToBox32(), ^uint64(0), s.kinematicHits.visit)
			}
		}
	}
	// They came in the order of the broadphase.
	sort.Sort((*bulletsByRow)(&s.bullets))
}

// bulletsByRow and the orders like it have package sort sort them: its code stands once in a
// program, and the code of slices.SortFunc once per type, 12 kB each. These lists are short.
type bulletsByRow []bulletSweep

func (x *bulletsByRow) Len() int           { return len(*x) }
func (x *bulletsByRow) Less(i, j int) bool { return (*x)[i].row < (*x)[j].row }
func (x *bulletsByRow) Swap(i, j int)      { (*x)[i], (*x)[j] = (*x)[j], (*x)[i] }

func (q *kinematicHitQuery) test(other uint32) bool {
	p := q.s.p
	row := p.Bodies.Rows[p.Shapes.Link[other].Owner]
	motion := &p.Bodies.Motion[row]
	if int(row) >= p.Bodies.Awake() || motion.StepFlags&state.StepFlagFast != 0 {
		return true
	}
	// Where the body would be had it moved along, and where it is.
	expected, actual := q.kinematic.delta.Mul(p.Bodies.LastPose[row]), p.Bodies.Pose[row]
	motionBound := expected.P.Distance(actual.P) + float64(chordLength(expected.R.InverseMul(actual.R))*float64(motion.MaxExtent))
	if motionBound > float64(0.5*float64(motion.MinExtent)) {
		motion.StepFlags |= state.StepFlagFast
		q.s.addFast(fastBody{row: row})
	}
	return true
}
