package continuous

import (
	"sort"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
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

// kinematicHits is the search for slow bodies that a kinematic body moves against.
type kinematicHits struct {
	s          *Stage
	kinematic  int32 // in the list of the stage: whose boxes are asked for
	candidates []hitCandidate
	visit      func(other uint32) bool
	shrinker   grow.Shrinker
}

// hitCandidate is a collider whose box the motion of a kinematic body meets.
type hitCandidate struct {
	collider  uint32
	kinematic int32
	row       state.BodyRow // of the body that owns the collider
	hit       bool
}

// hitBlock is the number of candidates in a block of kinematicHits: some microseconds.
const hitBlock = 128

// enlistHit adds awake bodies that are slow, but fast as seen from a kinematic body that
// moves against them. They come in the order in which the broadphase finds them.
func (s *Stage) enlistHit(pool *par.Pool) {
	p, t := s.p, &s.kinematicHits
	if t.s == nil {
		t.s, t.visit = s, t.add
	}
	t.candidates = grow.Empty(t.candidates, &t.shrinker)
	for i, m := range s.kinematics {
		t.kinematic = int32(i)
		sweep := narrowphase.Sweep{Start: p.Bodies.LastPose[m.row], End: p.Bodies.Pose[m.row]}
		for c := p.Bodies.Motion[m.row].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
			if p.Shapes.Link[c].Flags&state.ColliderSensor == 0 {
				p.Broadphase.QueryClass(broadphase.Moving, s.sweptBox(state.ColliderSlot(c), &sweep).ToBox32(), ^uint64(0), t.visit)
			}
		}
	}
	pool.Run(par.Blocks(len(t.candidates), hitBlock), t)
	for i := range t.candidates {
		c := &t.candidates[i]
		if c.hit && p.Bodies.Motion[c.row].StepFlags&state.StepFlagFast == 0 {
			p.Bodies.Motion[c.row].StepFlags |= state.StepFlagFast
			s.addFast(fastBody{row: c.row})
		}
	}
	sort.Sort((*bulletsByRow)(&s.bullets))
}

// add notes a candidate.
func (t *kinematicHits) add(other uint32) bool {
	t.candidates = grow.Append(t.candidates, hitCandidate{collider: other, kinematic: t.kinematic})
	return true
}

// Do looks at the candidates of a block.
func (t *kinematicHits) Do(block, _ int) {
	p := t.s.p
	lo, hi := par.Span(block, len(t.candidates), hitBlock)
	for i := range t.candidates[lo:hi] {
		c := &t.candidates[lo+i]
		c.row = p.Bodies.Rows[p.Shapes.Link[c.collider].Owner]
		if int(c.row) >= p.Bodies.Awake() {
			continue
		}
		motion := &p.Bodies.Motion[c.row]
		if motion.StepFlags&state.StepFlagFast != 0 {
			continue
		}
		// Where the body would be had it moved along, and where it is.
		expected, actual := t.s.kinematics[c.kinematic].delta.Mul(p.Bodies.LastPose[c.row]), p.Bodies.Pose[c.row]
		motionBound := expected.P.Distance(actual.P) + float64(chordLength(expected.R.InverseMul(actual.R))*float64(motion.MaxExtent))
		c.hit = motionBound > float64(0.5*float64(motion.MinExtent))
	}
}

// bulletsByRow and the orders like it have package sort sort them: its code stands once in a
// program, and the code of slices.SortFunc once per type, 12 kB each. These lists are short.
type bulletsByRow []bulletSweep

func (x *bulletsByRow) Len() int           { return len(*x) }
func (x *bulletsByRow) Less(i, j int) bool { return (*x)[i].row < (*x)[j].row }
func (x *bulletsByRow) Swap(i, j int)      { (*x)[i], (*x)[j] = (*x)[j], (*x)[i] }
