package continuous

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// fastBlock is the number of bodies in a block of findFast, which takes a few microseconds.
const fastBlock = 512

// fastFinds is the result of findFast for a block of bodies, in the order of the rows.
type fastFinds struct {
	dynamicFinds
	kinematics []state.BodyRow
}

// dynamicFinds are dynamic bodies to sweep.
type dynamicFinds struct{ fast, bullets []fastBody }

// fastTask is the search of findFast, cut into blocks of bodies.
type fastTask struct {
	s     *Stage
	finds []fastFinds // by block
}

// findFast lists the bodies to sweep, in the order of their rows, and sweeps the boxes of the
// kinematic bodies.
func (s *Stage) findFast(pool *par.Pool) {
	t := &s.fastSearch
	blocks := par.Blocks(s.p.Bodies.Awake(), fastBlock)
	for len(t.finds) < blocks {
		t.finds = append(t.finds, fastFinds{})
	}
	t.s = s
	pool.Run(blocks, t)
	others := 0
	for i := range t.finds[:blocks] {
		others += len(t.finds[i].kinematics)
	}
	s.kinematicHits.possible = others < s.p.Bodies.Awake()
	for i := range t.finds[:blocks] {
		f := &t.finds[i]
		s.take(&f.dynamicFinds)
		for _, row := range f.kinematics {
			s.sweepKinematicBoxes(row)
		}
	}
}

// Do searches one block. In the tables it writes only the flags of the block's bodies.
func (t *fastTask) Do(block, _ int) {
	s, f := t.s, &t.finds[block]
	f.clear()
	f.kinematics = f.kinematics[:0]
	lo, hi := par.Span(block, s.p.Bodies.Awake(), fastBlock)
	motions, states := s.p.Bodies.Motion[lo:hi], s.p.Bodies.State[lo:hi]
	states = states[:len(motions)]
	for i := range motions {
		motion, row := &motions[i], state.BodyRow(lo+i)
		if states[i].Flags&state.FlagDynamic == 0 {
			f.kinematics = append(f.kinematics, row)
		} else if fast := motion.StepFlags & (state.StepFlagFast | state.StepFlagBullet); fast == state.StepFlagFast && len(f.fast) < cap(f.fast) {
			f.fast = append(f.fast, fastBody{row: row}) // as add, without a call
		} else if fast&state.StepFlagFast != 0 {
			f.add(fastBody{row: row}, motion)
		} else if near := s.near.Has(uint32(row)); near || s.leftBox(row, &states[i], motion) {
			motion.StepFlags |= state.StepFlagFast
			f.add(fastBody{row: row, unmet: !near}, motion)
		}
	}
}

// take appends bodies to the lists of bodies to sweep.
func (s *Stage) take(f *dynamicFinds) {
	s.fast = append(s.fast, f.fast...)
	for _, b := range f.bullets {
		s.bullets = append(s.bullets, bulletSweep{row: b.row, unmet: b.unmet})
	}
}

func (f *dynamicFinds) clear() { f.fast, f.bullets = f.fast[:0], f.bullets[:0] }

// add appends a body.
func (f *dynamicFinds) add(b fastBody, m *state.BodyMotion) {
	list := &f.fast
	if m.StepFlags&state.StepFlagBullet != 0 {
		list = &f.bullets
	}
	*list = grow.Append(*list, b)
}
