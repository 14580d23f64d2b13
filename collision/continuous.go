package collision

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// sweeps is the scratch of the continuous stages.
type sweeps struct {
	fast     []body.Row
	bullets  []body.Row
	paths    []geom.Box // of the bullets, by their place in that list
	sweepers []*sweeper // by worker
	task     sweepTask
}

// sweeper takes one body at a time along its path. It is kept from tick to tick,
// because a visitor made at the call would allocate.
type sweeper struct {
	p       *Pipeline
	self    body.Slot
	row     body.Row
	path    narrowphase.Sweep
	bullets []geom.Box // paths of all bullets when the body is one, else nil
	passed  uint32     // the collider that the body slides along
	moving  shape.Slot // of the body's colliders, the one that looks for stops
	best    stop
	visit   func(other uint32) bool
	core    shape.Geometry
	target  narrowphase.Sweep
}

// sweepBlock is the number of fast bodies in a block: sweeps are dear.
const sweepBlock = 8

type sweepTask struct{ p *Pipeline }

func (t *sweepTask) Do(block, worker int) {
	lo, hi := par.Span(block, len(t.p.sweeps.fast), sweepBlock)
	for _, row := range t.p.sweeps.fast[lo:hi] {
		t.p.sweeps.sweepers[worker].run(row, nil)
	}
}

// maxSlides is how often a body that was stopped may go on along what stopped it
// within one tick.
const maxSlides = 2

// Continuous takes fast bodies back to where they first met something that no
// impulse moves: static and kinematic bodies. Each fast body is swept alone and
// writes its own pose, so the cut into blocks cannot be told from the result.
// Bullets wait for Bullets.
func (p *Pipeline) Continuous(pool *par.Pool) {
	s := &p.sweeps
	s.fast, s.bullets = s.fast[:0], s.bullets[:0]
	for r := range p.Bodies.Awake() {
		traits := p.Bodies.Motion[r].Traits
		if traits&body.TraitFast == 0 || p.Bodies.State[r].Flags&body.FlagDynamic == 0 {
			continue
		}
		if traits&body.TraitBullet != 0 {
			s.bullets = append(s.bullets, body.Row(r))
		} else {
			s.fast = append(s.fast, body.Row(r))
		}
	}
	s.task.p = p
	for len(s.sweepers) < pool.Workers() {
		s.sweepers = append(s.sweepers, newSweeper(p))
	}
	if p.Rules.Filter != nil {
		pool = nil // the game's filter runs on the caller's goroutine
	}
	pool.Run(par.Blocks(len(s.fast), sweepBlock), &s.task)
}

// Bullets sweeps fast bullets against everything, other bullets included, one
// after the other in row order: a bullet that was stopped is met by the next
// where it stopped. It needs the boxes of the other bodies to be up to date,
// and leaves those of the bullets it moved to be refitted.
func (p *Pipeline) Bullets() (moved bool) {
	s := &p.sweeps
	s.paths = s.paths[:0]
	for _, row := range s.bullets {
		s.paths = append(s.paths, p.path(row))
	}
	for i, row := range s.bullets {
		if s.sweepers[0].run(row, s.paths) {
			s.paths[i] = p.path(row)
			moved = true
		}
	}
	return moved
}

// path returns a box around everything a body covers during the tick.
func (p *Pipeline) path(row body.Row) geom.Box {
	box := geom.EmptyBox()
	for c := p.Bodies.Motion[row].First; c != body.None; c = p.Shapes.Link[c].Next {
		box = box.Union(p.swept(shape.Slot(c), &narrowphase.Sweep{Start: p.Bodies.Last[row], End: p.Bodies.Pose[row]}))
	}
	return box
}

// swept returns a box around a collider during a sweep. A turn carries points
// along arcs; an arc leaves its chord by no more than its sagitta.
func (p *Pipeline) swept(c shape.Slot, sweep *narrowphase.Sweep) geom.Box {
	convex := p.Shapes.Convex(c)
	box := shape.BoxOf(convex, sweep.Start).Union(shape.BoxOf(convex, sweep.End))
	turn := sweep.Start.R.Unmul(sweep.End.R)
	cosHalf := math.Sqrt(max(0, 0.5*(1+turn.C)))
	reach := convex.Centre.Length() + convex.Bound
	return box.Grow(float64(reach*(1-cosHalf)) + p.Tolerance.Slop)
}

// stop is the earliest thing that a sweep met.
type stop struct {
	time     float64
	normal   geom.Vec2 // out of what was met
	collider uint32
	still    bool // what was met does not move
}

func newSweeper(p *Pipeline) *sweeper {
	s := &sweeper{p: p}
	s.visit = func(other uint32) bool {
		if other != s.passed && s.p.blocks(s.self, s.moving, shape.Slot(other), s.bullets != nil) {
			s.meet(shape.Slot(other))
		}
		return true
	}
	return s
}

// run takes a fast body back to where it first met something. A body that was
// stopped goes on along the surface with the part of its motion that does not
// lead into it; the part that does is left for the contact of the next tick,
// which the velocity still knows about. It reports whether it changed the pose.
func (s *sweeper) run(row body.Row, bullets []geom.Box) bool {
	p := s.p
	s.row, s.self, s.bullets, s.passed = row, p.Bodies.Slots[row], bullets, body.None
	s.path = narrowphase.Sweep{Start: p.Bodies.Last[row], End: p.Bodies.Pose[row]}
	changed := false
	for range 1 + maxSlides {
		if !s.findStop() {
			break
		}
		changed = true
		at := s.path.At(s.best.time)
		rest := s.path.End.P.Sub(at.P)
		if into := rest.Dot(s.best.normal); into < 0 {
			rest = rest.MulSub(into, s.best.normal)
		}
		s.path = narrowphase.Sweep{Start: at, End: at}
		if !s.best.still || rest.LengthSquared() < float64(p.Tolerance.Slop*p.Tolerance.Slop) {
			break
		}
		s.path.End.P = at.P.Add(rest)
		s.passed = s.best.collider
	}
	if changed {
		p.Bodies.Pose[row] = s.path.End
	}
	return changed
}

// findStop finds the earliest impact of any of the body's colliders. Ties go to
// the smaller collider that was met.
func (s *sweeper) findStop() bool {
	p := s.p
	s.best = stop{time: 2}
	for c := p.Bodies.Motion[s.row].First; c != body.None; c = p.Shapes.Link[c].Next {
		if p.Shapes.Link[c].Flags&shape.ColliderSensor != 0 {
			continue
		}
		s.moving = shape.Slot(c)
		box := p.swept(s.moving, &s.path)
		p.Broad.QueryClass(broadphase.Resting, box.Narrow(), ^uint64(0), s.visit)
		if s.bullets == nil {
			continue
		}
		p.Broad.QueryClass(broadphase.Moving, box.Narrow(), ^uint64(0), s.visit)
		for i := range s.bullets {
			if other := p.sweeps.bullets[i]; other != s.row && s.bullets[i].Overlaps(box) {
				for o := p.Bodies.Motion[other].First; o != body.None; o = p.Shapes.Link[o].Next {
					s.visit(o)
				}
			}
		}
	}
	return s.best.time <= 1
}

// blocks reports whether a collider can stop another in a sweep.
func (p *Pipeline) blocks(self body.Slot, c, other shape.Slot, bullet bool) bool {
	link := &p.Shapes.Link[other]
	owner := body.Slot(link.Owner)
	if owner == self || link.Flags&shape.ColliderSensor != 0 {
		return false
	}
	if (link.Flags|p.Shapes.Link[c].Flags)&shape.ColliderPreSolve != 0 {
		return false // whether it is solid is decided contact by contact
	}
	if !bullet && p.Bodies.Meta[owner].Type == body.Dynamic {
		return false
	}
	a, b, bodyA, bodyB := c, other, self, owner
	if a > b {
		a, b, bodyA, bodyB = b, a, bodyB, bodyA
	}
	return p.mayTouch(a, b, bodyA, bodyB)
}

// meet keeps the impact on another collider if it is the earliest so far.
// A shape that starts closer than the target is in contact, and the solver's
// business; of it only a core is swept, a small circle in its middle, so that
// it may slide along what it touches but not pass through.
func (s *sweeper) meet(other shape.Slot) {
	p := s.p
	row := p.Bodies.Rows[p.Shapes.Link[other].Owner]
	s.target = narrowphase.Sweep{Start: p.Bodies.Last[row], End: p.Bodies.Pose[row]}
	fixed, moving := p.Shapes.Convex(other), p.Shapes.Convex(s.moving)
	slop := p.Tolerance.Slop
	hit := narrowphase.TimeOfImpact(fixed, &s.target, moving, &s.path, slop, 0.25*slop)
	if hit.State == narrowphase.Overlapped {
		thin := 0.5 * shape.Thinness(moving)
		s.core = shape.Geometry{Kind: shape.KindCircle, Centre: moving.Centre, A: moving.Centre, Radius: thin, Bound: thin}
		core := shape.Convex{Geometry: &s.core, Arena: moving.Arena}
		hit = narrowphase.TimeOfImpact(fixed, &s.target, core, &s.path, slop, 0.25*slop)
	}
	if hit.State != narrowphase.Arrived && hit.State != narrowphase.Failed {
		return
	}
	if hit.Time > s.best.time || hit.Time == s.best.time && uint32(other) >= s.best.collider {
		return
	}
	s.best = stop{
		time: hit.Time, normal: hit.Normal, collider: uint32(other),
		still: s.target.Start == s.target.End,
	}
}
