package collision

import (
	"slices"

	"github.com/carom2d/carom/collision/kernel"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// refitScratch is the scratch of Refit: the moves of each block of bodies, and the moves of all
// blocks in their order.
type refitScratch struct {
	blocks   []boxMoves
	all      boxMoves
	task     refitTask
	shrinker grow.Shrinker
	fits     []state.BoxFit
	version  uint32
}

// boxMoves are new boxes: boxes[i] is for collider ids[i].
type boxMoves struct {
	ids    []uint32
	boxes  []geom.Box32
	offset int // of a block: the index of its first move among all moves
}

// refitBlock is the number of bodies in a block.
const refitBlock = 128

// refitTask is Refit cut in blocks of bodies. The first of its three stages finds the moves of each
// block, the second their offsets among all moves, and the third copies them.
type refitTask struct {
	p         *Pipeline
	lookahead float64
}

// Stages returns the number of stages.
func (t *refitTask) Stages() int { return 3 }

// Blocks returns the number of blocks of a stage.
func (t *refitTask) Blocks(stage int) int {
	if stage == 1 {
		return 1
	}
	return par.Blocks(t.p.Bodies.Awake(), refitBlock)
}

// Do runs one block of a stage.
func (t *refitTask) Do(stage, block, worker int) {
	r := &t.p.refits
	switch stage {
	case 0:
		lo, hi := par.Span(block, t.p.Bodies.Awake(), refitBlock)
		t.p.refit(&r.blocks[block], lo, hi, t.lookahead)
	case 1:
		r.computeOffsets(t.Blocks(0))
	case 2:
		from := &r.blocks[block]
		copy(r.all.ids[from.offset:], from.ids)
		copy(r.all.boxes[from.offset:], from.boxes)
	}
}

// computeOffsets computes the offsets and makes room for the moves of all blocks.
func (r *refitScratch) computeOffsets(blocks int) {
	n := 0
	for i := range r.blocks[:blocks] {
		r.blocks[i].offset = n
		n += len(r.blocks[i].ids)
	}
	r.all.ids = slices.Grow(r.all.ids[:0], n)[:n]
	r.all.boxes = slices.Grow(r.all.boxes[:0], n)[:n]
}

// Refit gives the broadphase new fat boxes for the colliders of awake bodies whose tight box has
// left the fat box. The boxes are stretched by the motion of the next `lookahead` seconds, so that
// a body that moves steadily is refitted rarely.
func (p *Pipeline) Refit(pool *par.Pool, lookahead float64) {
	n := par.Blocks(p.Bodies.Awake(), refitBlock)
	p.refits.fits, p.refits.version = p.Shapes.BoxFits()
	p.Broadphase.SetPool(pool)
	if n <= 1 {
		p.refitOneBlock(lookahead)
		return
	}
	p.refits.addBlocks(n - len(p.refits.blocks))
	p.refits.task = refitTask{p, lookahead}
	pool.RunStages(&p.refits.task)
	// One call for all boxes: when many have moved, the broadphase leaves its trees dirty.
	all := &p.refits.all
	p.Broadphase.Update(all.ids, all.boxes)
	p.refits.shrink(n)
}

// oneBlockMoves lends the memory of moves to worlds of one block, because a server has thousands of
// them.
var oneBlockMoves par.Shelf[boxMoves]

// refitOneBlock is Refit on the caller's goroutine for a single block.
func (p *Pipeline) refitOneBlock(lookahead float64) {
	moves := oneBlockMoves.Take()
	p.refit(moves, 0, p.Bodies.Awake(), lookahead)
	p.Broadphase.Update(moves.ids, moves.boxes)
	oneBlockMoves.Give(moves)
	if r := &p.refits; len(r.blocks) > 0 { // the world was larger
		r.all.ids = r.all.ids[:0]
		r.shrink(1)
	}
}

// addBlocks makes room for n more full blocks.
func (r *refitScratch) addBlocks(n int) {
	if n <= 0 {
		return
	}
	r.blocks = slices.Grow(r.blocks, n)
	var all boxMoves
	all.allocate(n * refitBlock)
	for lo := 0; lo < n*refitBlock; lo += refitBlock {
		r.blocks = append(r.blocks, boxMoves{ids: all.ids[lo : lo : lo+refitBlock], boxes: all.boxes[lo : lo : lo+refitBlock]})
	}
}

// shrink frees the memory of moves after a time with few moves. Bodies that begin to fall all move
// at once.
func (r *refitScratch) shrink(blocks int) {
	room := 0
	for i := range r.blocks {
		room += cap(r.blocks[i].ids)
	}
	if !r.shrinker.ShouldShrink(len(r.all.ids), room) {
		return
	}
	r.blocks = slices.Clone(r.blocks[:blocks])
	for i := range r.blocks {
		r.blocks[i].allocate(min(max(2*len(r.blocks[i].ids), refitBlock/8), refitBlock))
	}
	r.all.allocate(2 * len(r.all.ids))
}

func (m *boxMoves) allocate(n int) { m.ids, m.boxes = make([]uint32, 0, n), make([]geom.Box32, 0, n) }

// looseBatch is scratch of a block: the loose colliders, and the kernel that computes their boxes.
type looseBatch struct {
	list   kernel.LooseList
	kernel kernel.BoxBatch
}

// looseBatches lends it to the blocks of all worlds.
var looseBatches par.Shelf[looseBatch]

// refit collects the moves of the bodies in rows [lo, hi).
func (p *Pipeline) refit(dst *boxMoves, lo, hi int, lookahead float64) {
	dst.ids, dst.boxes = dst.ids[:0], dst.boxes[:0]
	version, table := p.refits.version, p.refits.fits
	tables := kernel.BoxTables{
		Bodies: p.Bodies, Shapes: p.Shapes, Boxes: p.Broadphase.Boxes(), Fits: table, Version: version,
		Margin: p.Tolerance.SpeculativeMargin(), Lookahead: lookahead,
	}
	search := looseSearch{p, p.Bodies.Pose[lo:hi], p.Bodies.Motion[lo:hi], table, version, lo, -1, state.None}
	if search.fill(nil) { // a small world often has no loose collider
		return
	}
	batch := looseBatches.Take()
	for done := false; !done; {
		done = search.fill(&batch.list)
		p.refitLoose(dst, &tables, batch)
	}
	looseBatches.Give(batch)
}

// looseSearch searches the colliders of a block of bodies for loose ones.
type looseSearch struct {
	p        *Pipeline
	poses    []geom.Transform
	motions  []state.BodyMotion
	fits     []state.BoxFit // by slot
	version  uint32         // of the fits
	first    int            // row
	body     int            // in the block
	collider uint32         // of that body; where the search goes on
}

// fill appends loose colliders until the list is full, and reports whether it has seen all. Without
// a list it stops before the first. It calls nothing, so that all stays in registers.
func (q *looseSearch) fill(list *kernel.LooseList) (done bool) {
	poses, version, i, c := q.poses, q.version, q.body, q.collider
	motions, links := q.motions[:len(poses)], q.p.Shapes.Link
	fits := q.fits[:len(links)]
	for {
		for c == state.None {
			if i++; i >= len(motions) {
				return true
			}
			c = motions[i].FirstCollider
		}
		fit, pose := &fits[c], &poses[i]
		if fit.Known(version) && allows(fit, pose.P, turnedBy(fit, pose.R)) {
			if invariant.Enabled {
				q.p.mustFit(c, pose)
			}
			c = links[c].Next
			continue
		}
		if list == nil || list.Full() {
			q.body, q.collider = i, c
			return false
		}
		list.Append(c, int32(q.first+i))
		c = links[c].Next
	}
}

// refitLoose computes the tight boxes of loose colliders and collects the moves of the colliders
// whose tight boxes have left their fat boxes. It empties the list.
func (p *Pipeline) refitLoose(dst *boxMoves, t *kernel.BoxTables, batch *looseBatch) {
	colliders := batch.list.All()
	for lo := 0; lo < len(colliders); {
		hi := lo
		for ; hi < len(colliders); hi++ {
			c := colliders[hi].Slot
			g := &p.Shapes.Geometry[c]
			measureReach(&t.Fits[c], t.Version, g)
			if !batch.kernel.Serves(g) {
				break
			}
		}
		if hi > lo {
			slots, boxes := batch.kernel.Run(t, &batch.list, lo, hi)
			dst.ids, dst.boxes = append(dst.ids, slots...), append(dst.boxes, boxes...)
		}
		if hi < len(colliders) {
			if box, moved := p.refitCollider(t, colliders[hi]); moved {
				dst.ids, dst.boxes = append(dst.ids, colliders[hi].Slot), append(dst.boxes, box)
			}
			hi++
		}
		lo = hi
	}
	batch.list.Clear()
}

// refitCollider computes the tight box of a loose collider and notes its fit. It returns a new fat
// box if the tight box has left the fat one.
func (p *Pipeline) refitCollider(t *kernel.BoxTables, loose kernel.LooseCollider) (box geom.Box32, moved bool) {
	c, pose := loose.Slot, &p.Bodies.Pose[loose.Row]
	tight := shape.BoxOf(p.Shapes.Convex(state.ColliderSlot(c)), *pose).Grow(t.Margin)
	fat := t.Boxes[c].ToBox()
	if moved = !fat.Contains(tight); moved {
		v := &p.Bodies.State[loose.Row]
		displacement := geom.Vec2{X: float64(v.VX), Y: float64(v.VY)}.Mul(t.Lookahead)
		box = p.fatten(state.ColliderSlot(c), tight, displacement)
		fat = box.ToBox()
	}
	noteFit(&t.Fits[c], t.Version, pose, &tight, &fat)
	return box, moved
}

// mustFit panics when the tight box of a collider is outside the fat box.
func (p *Pipeline) mustFit(c uint32, pose *geom.Transform) {
	tight := shape.BoxOf(p.Shapes.Convex(state.ColliderSlot(c)), *pose).Grow(p.Tolerance.SpeculativeMargin())
	if !p.Broadphase.Boxes()[c].ToBox().Contains(tight) {
		panic("collision: a tight box left the fat one unnoticed")
	}
}

// fatten grows a tight box by the collider's margin and stretches it along the coming motion by no
// more than two margins. Otherwise the box of a fast body would overlap many boxes that the body
// never touches.
func (p *Pipeline) fatten(c state.ColliderSlot, tight geom.Box, displacement geom.Vec2) geom.Box32 {
	margin := float64(p.Shapes.Link[c].Margin)
	limit := 2 * margin
	box := tight.Grow(margin)
	if displacement.X > 0 {
		box.Max.X += min(displacement.X, limit)
	} else {
		box.Min.X += max(displacement.X, -limit)
	}
	if displacement.Y > 0 {
		box.Max.Y += min(displacement.Y, limit)
	} else {
		box.Min.Y += max(displacement.Y, -limit)
	}
	return box.ToBox32()
}

// FatBox returns the box that a collider is about to get, and notes its fit. Without the note the
// first tick of a world would compute all boxes again.
func (p *Pipeline) FatBox(c state.ColliderSlot, pose geom.Transform) geom.Box32 {
	tight := p.Shapes.BoundsOf(c, pose).Grow(p.Tolerance.SpeculativeMargin())
	box := p.fatten(c, tight, geom.Vec2{})
	if p.Shapes.Link[c].Flags&state.ColliderStatic != 0 {
		p.Shapes.ForgetBoxFit(c)
		return box
	}
	fits, version := p.Shapes.BoxFits()
	fits[c].Forget() // its reach may be of another shape
	measureReach(&fits[c], version, &p.Shapes.Geometry[c])
	fat := box.ToBox()
	noteFit(&fits[c], version, &pose, &tight, &fat)
	return box
}

// MarginOf returns the distance by which a collider's fat box exceeds its tight box, in metres. It
// is an eighth of the collider's half size, up to the largest margin, and zero when its body does
// not move.
func (p *Pipeline) MarginOf(c state.ColliderSlot) float32 {
	if p.Shapes.Link[c].Flags&state.ColliderStatic != 0 {
		return 0
	}
	return float32(min(p.Tolerance.Margin, 0.125*p.Shapes.Geometry[c].BoundingRadius))
}
