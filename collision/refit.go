package collision

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/shape"
)

// refits is the scratch of Refit: what each block of bodies moved, applied in
// block order afterwards.
type refits struct {
	blocks []moves
	all    moves
	task   refitTask
}

// moves are new boxes: boxes[i] is for collider ids[i].
type moves struct {
	ids   []uint32
	boxes []geom.Box32
}

// refitBlock is the number of bodies in a block.
const refitBlock = 128

type refitTask struct {
	p     *Pipeline
	ahead float64
}

func (t *refitTask) Do(block, worker int) {
	lo, hi := par.Span(block, t.p.Bodies.Awake(), refitBlock)
	t.p.refit(&t.p.refits.blocks[block], lo, hi, t.ahead)
}

// Refit gives the broadphase new fat boxes for the colliders of awake bodies
// whose tight box left the old one. The boxes are stretched by the motion of
// the next `ahead` seconds so that a body in steady flight is refitted rarely.
func (p *Pipeline) Refit(pool *par.Pool, ahead float64) {
	n := par.Blocks(p.Bodies.Awake(), refitBlock)
	for len(p.refits.blocks) < n {
		p.refits.blocks = append(p.refits.blocks, moves{
			ids: make([]uint32, 0, refitBlock), boxes: make([]geom.Box32, 0, refitBlock),
		})
	}
	p.refits.task = refitTask{p, ahead}
	pool.Run(n, &p.refits.task)
	// One call for all: the tree is refitted as a whole when much of it moves.
	all := &p.refits.all
	all.ids, all.boxes = all.ids[:0], all.boxes[:0]
	for i := range p.refits.blocks[:n] {
		all.ids = append(all.ids, p.refits.blocks[i].ids...)
		all.boxes = append(all.boxes, p.refits.blocks[i].boxes...)
	}
	p.Broad.Update(all.ids, all.boxes)
}

// refit collects the moves of the bodies in rows [lo, hi).
func (p *Pipeline) refit(dst *moves, lo, hi int, ahead float64) {
	dst.ids, dst.boxes = dst.ids[:0], dst.boxes[:0]
	boxes := p.Broad.Boxes()
	for r := lo; r < hi; r++ {
		pose := &p.Bodies.Pose[r]
		for c := p.Bodies.Motion[r].First; c != body.None; c = p.Shapes.Link[c].Next {
			tight := shape.BoxOf(p.Shapes.Convex(shape.Slot(c)), *pose).Grow(p.Tolerance.reach())
			if boxes[c].Wide().Contains(tight) {
				continue
			}
			st := &p.Bodies.State[r]
			drift := geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}.Mul(ahead)
			dst.ids = append(dst.ids, c)
			dst.boxes = append(dst.boxes, p.fatten(shape.Slot(c), tight, drift))
		}
	}
}

// fatten grows a tight box by the collider's margin and stretches it along the
// coming motion, by no more than a few margins: a fast body would otherwise
// sweep up pairs it never meets.
func (p *Pipeline) fatten(c shape.Slot, tight geom.Box, drift geom.Vec2) geom.Box32 {
	margin := float64(p.Shapes.Link[c].Margin)
	limit := 2 * margin
	box := tight.Grow(margin)
	if drift.X > 0 {
		box.Max.X += min(drift.X, limit)
	} else {
		box.Min.X += max(drift.X, -limit)
	}
	if drift.Y > 0 {
		box.Max.Y += min(drift.Y, limit)
	} else {
		box.Min.Y += max(drift.Y, -limit)
	}
	return box.Narrow()
}

// FatBox returns the box a collider is inserted with.
func (p *Pipeline) FatBox(c shape.Slot, pose geom.Transform) geom.Box32 {
	tight := shape.BoxOf(p.Shapes.Convex(c), pose).Grow(p.Tolerance.reach())
	return p.fatten(c, tight, geom.Vec2{})
}

// MarginOf returns by how much a collider's fat box exceeds its tight one, in
// metres: an eighth of its half size up to the largest margin, none when its body does not move.
func (p *Pipeline) MarginOf(c shape.Slot) float32 {
	if p.Shapes.Link[c].Flags&shape.ColliderStatic != 0 {
		return 0
	}
	return float32(min(p.Tolerance.Margin, 0.125*p.Shapes.Geometry[c].Bound))
}
