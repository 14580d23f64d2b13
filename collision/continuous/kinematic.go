package continuous

import (
	"sort"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
)

// kinematicMotion is a kinematic body that moves so far in this tick that it may pass over another
// body.
type kinematicMotion struct {
	_      [0]func() // not comparable, so no program has code for a comparison
	row    state.BodyRow
	delta  geom.Transform // the motion of points of the world that move along with the body
	box    geom.Box32     // around its sweeps
	sweeps column.Span    // of kinematicHits
}

// movedBoxes are new boxes for the broadphase: boxes[i] is for collider ids[i].
type movedBoxes struct {
	ids   []uint32
	boxes []geom.Box32
}

// sweepKinematicBoxes extends the boxes of a kinematic body over its whole motion in the tick, so
// that the queries of fast bodies find it, and lists the boxes of the motion.
func (s *Stage) sweepKinematicBoxes(row state.BodyRow) {
	p := s.p
	lastPose, pose := p.Bodies.LastPose[row], p.Bodies.Pose[row]
	if lastPose == pose {
		return
	}
	sweep := narrowphase.Sweep{Start: lastPose, End: pose}
	boxes, t := p.Broadphase.Boxes(), &s.kinematicHits
	m := kinematicMotion{row: row, delta: pose.Mul(lastPose.Inverse())}
	m.sweeps.Lo = len(t.sweeps)
	around := geom.EmptyBox()
	for c := p.Bodies.Motion[row].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
		box := s.sweptBox(state.ColliderSlot(c), &sweep)
		if !boxes[c].ToBox().Contains(box) {
			p.Shapes.ForgetBoxFit(state.ColliderSlot(c))
			s.moved.ids = append(s.moved.ids, c)
			s.moved.boxes = append(s.moved.boxes, box.Grow(p.Tolerance.SpeculativeMargin()).ToBox32())
		}
		if t.possible && p.Shapes.Link[c].Flags&state.ColliderSensor == 0 {
			around = around.Union(box)
			t.sweeps = append(t.sweeps, box.ToBox32())
		}
	}
	m.box, m.sweeps.Hi = around.ToBox32(), len(t.sweeps)
	s.kinematics = append(s.kinematics, m)
}

// kinematicHits is the search for slow bodies against which a kinematic body moves.
type kinematicHits struct {
	s          *Stage
	possible   bool         // an awake body is dynamic
	sweeps     []geom.Box32 // around the motions of the colliders of kinematic bodies
	scans      bool         // the blocks are ranges of IDs; otherwise of candidates
	candidates []hitCandidate
	found      [][]state.BodyRow // by block
	rows       []state.BodyRow   // the rows found in all blocks
	enlisted   dynamicFinds
	ids        [][]uint32 // scratch, by worker
	kinematic  int32      // the body whose boxes are queried
	visit      func(other uint32) bool
	shrinker   grow.Shrinker
}

// hitCandidate is a collider whose box overlaps the motion of a kinematic body.
type hitCandidate struct {
	collider  uint32
	kinematic int32
}

const (
	hitBlock  = 128  // candidates in a block, which takes some microseconds
	scanBlock = 2048 // IDs in a block
	// maxScans is the largest number of kinematic bodies for which a stale tree is replaced by a
	// scan of the boxes of all colliders. Repairing the tree takes as long as some forty of these
	// scans.
	maxScans = 16
)

// enlistHit adds awake bodies that are slow, but fast relative to a kinematic body that moves
// against them, in the order of their rows.
func (s *Stage) enlistHit(pool *par.Pool) {
	p, t := s.p, &s.kinematicHits
	if t.s == nil {
		t.s, t.visit = s, t.add
	}
	t.scans = len(s.kinematics) <= maxScans && p.Broadphase.Stale(broadphase.Moving)
	blocks := par.Blocks(len(p.Broadphase.Boxes()), scanBlock)
	if !t.scans {
		t.askTree()
		blocks = par.Blocks(len(t.candidates), hitBlock)
	}
	t.found = grow.Resize(t.found, blocks)
	for len(t.ids) < pool.Workers() {
		t.ids = append(t.ids, nil)
	}
	pool.Run(blocks, t)
	t.rows = t.rows[:0]
	for _, rows := range t.found {
		t.rows = append(t.rows, rows...)
	}
	sort.Sort((*rowsInOrder)(&t.rows))
	t.enlisted.clear()
	for _, row := range t.rows {
		if motion := &p.Bodies.Motion[row]; motion.StepFlags&state.StepFlagFast == 0 {
			motion.StepFlags |= state.StepFlagFast
			t.enlisted.add(fastBody{row: row}, motion)
		}
	}
	s.take(&t.enlisted)
	sort.Sort((*bulletsByRow)(&s.bullets))
}

// askTree lists the candidates that the tree finds.
func (t *kinematicHits) askTree() {
	t.candidates = grow.Empty(t.candidates, &t.shrinker)
	for i := range t.s.kinematics {
		t.kinematic = int32(i)
		for _, box := range t.sweepsOf(t.kinematic) {
			t.s.p.Broadphase.QueryClasses(1<<broadphase.Moving, box, ^uint64(0), t.visit)
		}
	}
}

// sweepsOf returns the sweeps of a kinematic body.
func (t *kinematicHits) sweepsOf(kinematic int32) []geom.Box32 {
	span := t.s.kinematics[kinematic].sweeps
	return t.sweeps[span.Lo:span.Hi]
}

// add notes a candidate.
func (t *kinematicHits) add(other uint32) bool {
	t.candidates = grow.Append(t.candidates, hitCandidate{collider: other, kinematic: t.kinematic})
	return true
}

// Do tests a block of candidates, or the candidates among a block of IDs.
func (t *kinematicHits) Do(block, worker int) {
	p, rows := t.s.p, t.found[block][:0]
	if !t.scans {
		lo, hi := par.Span(block, len(t.candidates), hitBlock)
		for _, c := range t.candidates[lo:hi] {
			if row, hit := t.hit(c.collider, c.kinematic); hit {
				rows = grow.Append(rows, row)
			}
		}
		t.found[block] = rows
		return
	}
	lo, hi := par.Span(block, len(p.Broadphase.Boxes()), scanBlock)
	ids := t.ids[worker]
	for i := range t.s.kinematics {
		ids = p.Broadphase.AppendAmong(ids[:0], lo, hi, broadphase.Moving, t.s.kinematics[i].box)
		for _, c := range ids {
			// Few bodies are hit, while a drum has many sweeps.
			if row, hit := t.hit(c, int32(i)); hit && t.meets(c, int32(i)) {
				rows = grow.Append(rows, row)
			}
		}
	}
	t.found[block], t.ids[worker] = rows, ids
}

// meets reports whether the box of a collider overlaps a sweep of a kinematic body.
func (t *kinematicHits) meets(collider uint32, kinematic int32) bool {
	box := t.s.p.Broadphase.Boxes()[collider]
	for _, sweep := range t.sweepsOf(kinematic) {
		if box.Overlaps(sweep) {
			return true
		}
	}
	return false
}

// hit returns the row of the body that owns a collider. It reports whether the body is awake and
// slow and a kinematic body moves against it.
func (t *kinematicHits) hit(collider uint32, kinematic int32) (row state.BodyRow, hit bool) {
	p := t.s.p
	row = p.Bodies.Rows[p.Shapes.Link[collider].Owner]
	if int(row) >= p.Bodies.Awake() {
		return row, false
	}
	motion := &p.Bodies.Motion[row]
	if motion.StepFlags&state.StepFlagFast != 0 {
		return row, false
	}
	// The body's pose if it had moved along, and its actual pose.
	expected, actual := t.s.kinematics[kinematic].delta.Mul(p.Bodies.LastPose[row]), p.Bodies.Pose[row]
	motionBound := expected.P.Distance(actual.P) + float64(chordLength(expected.R.InverseMul(actual.R))*float64(motion.MaxExtent))
	return row, motionBound > float64(0.5*float64(motion.MinExtent))
}

// rowsInOrder sorts rows.
type rowsInOrder []state.BodyRow

func (x *rowsInOrder) Len() int           { return len(*x) }
func (x *rowsInOrder) Less(i, j int) bool { return (*x)[i] < (*x)[j] }
func (x *rowsInOrder) Swap(i, j int)      { (*x)[i], (*x)[j] = (*x)[j], (*x)[i] }

// Package sort sorts bulletsByRow and similar orders. A program links the code of package sort
// once, and the code of slices.SortFunc once per type, 12 kB each. These lists are short.
type bulletsByRow []bulletSweep

func (x *bulletsByRow) Len() int           { return len(*x) }
func (x *bulletsByRow) Less(i, j int) bool { return (*x)[i].row < (*x)[j].row }
func (x *bulletsByRow) Swap(i, j int)      { (*x)[i], (*x)[j] = (*x)[j], (*x)[i] }
