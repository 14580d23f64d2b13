package collision

import (
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// sweeper takes one body at a time along its way. It is kept from tick to tick,
// because a visitor made at the call would allocate.
type sweeper struct {
	p      *Pipeline
	self   state.BodySlot
	row    state.BodyRow
	way    leg
	bullet bool
	near   []uint32 // whose boxes the way passes
	visit  func(other uint32) bool
	met    bool // the question whether there is anything: what was found
	meets  func(other uint32) bool

	moving shape.Slot // of the body's colliders, the one that looks for stops
	thin   float64    // its thinness
	lay    lay
	best   stop
	target leg       // scratch
	pair   pairSweep // scratch: it points into itself
}

// stop is the earliest thing that a sweep met.
type stop struct {
	time     float64   // fraction of the tick
	normal   geom.Vec2 // out of what was met
	moving   shape.Slot
	collider uint32 // what was met
	target   leg    // its motion
	lost     bool   // the body is so deep in it that only its heart was stopped
}

// never is later than any time of a tick.
const never = 2

func newSweeper(p *Pipeline) *sweeper {
	s := &sweeper{p: p}
	s.visit = func(other uint32) bool {
		s.near = append(s.near, other)
		return true
	}
	s.meets = func(uint32) bool {
		s.met = true
		return false
	}
	return s
}

// alone reports whether bodies come nowhere near anything at rest. Neighbours in
// the table are often neighbours in the world, so one look for many is worth it.
func (s *sweeper) alone(rows []state.BodyRow) bool {
	p := s.p
	box, reach := geom.EmptyBox(), float32(0)
	for _, row := range rows {
		box = box.Include(p.Bodies.LastPose[row].P).Include(p.Bodies.Pose[row].P)
		reach = max(reach, p.Bodies.Motion[row].MaxExtent)
	}
	s.met = false
	p.Broad.QueryClass(broadphase.Immovable, p.outer(box, reach), ^uint64(0), s.meets)
	return !s.met
}

// scan gathers whose boxes a body may touch on a straight way of its centre. It
// looks at all colliders at once and takes the body for a circle.
func (s *sweeper) scan(from, to geom.Vec2) {
	p := s.p
	box := p.outer(geom.Box{Min: from.Min(to), Max: from.Max(to)}, p.Bodies.Motion[s.row].MaxExtent)
	s.near = s.near[:0]
	p.Broad.QueryClass(broadphase.Immovable, box, ^uint64(0), s.visit)
	if s.bullet {
		p.Broad.QueryClass(broadphase.Moving, box, ^uint64(0), s.visit)
	}
}

// outer returns a box around all that reaches so far from a point of another box.
// That it is a little too large costs less than to round it outward.
func (p *Pipeline) outer(box geom.Box, reach float32) geom.Box32 {
	r := float64(reach) + p.Tolerance.Slop
	// Narrowing is off by 2^-24 of a coordinate.
	r += float64((1.0 / (1 << 23)) * (r + max(-box.Min.X, box.Max.X) + max(-box.Min.Y, box.Max.Y)))
	return geom.Box32{
		MinX: float32(box.Min.X - r), MinY: float32(box.Min.Y - r),
		MaxX: float32(box.Max.X + r), MaxY: float32(box.Max.Y + r),
	}
}

// tracked reports whether the way of what a bullet may meet is written down
// elsewhere: that of fast bodies.
func (s *sweeper) tracked(other uint32) bool {
	if !s.bullet {
		return false
	}
	row := s.p.Bodies.Rows[s.p.Shapes.Link[other].Owner]
	return int(row) < s.p.Bodies.Awake() && s.p.Bodies.State[row].Flags&state.FlagDynamic != 0 &&
		s.p.Bodies.Motion[row].StepFlags&state.StepFlagFast != 0
}

// run takes a fast body back to where it first met something. A body that was
// stopped goes on along the surface with the part of its motion that does not
// lead into it; the part that does is left for the contact of the next tick,
// which the velocity still knows about. Its way is noted down if there is a trail.
func (s *sweeper) run(row state.BodyRow, t *trail) {
	p := s.p
	s.row, s.bullet = row, false
	s.scan(p.Bodies.LastPose[row].P, p.Bodies.Pose[row].P)
	if len(s.near) == 0 && t == nil {
		return
	}
	s.self, s.lay, s.way = p.Bodies.Slots[row], lay{}, p.whole(row)
	pull, stopped := p.Pull, false
	for slides := 0; len(s.near) > 0 && (s.way.sweep.Start != s.way.sweep.End || len(p.sweeps.movers) > 0); slides++ {
		s.best.time = never
		s.findStop()
		if s.best.time > 1 {
			break
		}
		stopped = true
		if t != nil {
			t.add(leg{from: s.way.from, to: s.best.time, sweep: narrowphase.Sweep{Start: s.way.sweep.Start, End: s.way.at(s.best.time)}})
		}
		s.way = p.after(&s.way, &s.best, slides)
		pull = p.unpull(row, &s.best, pull)
		if slides > maxSlides {
			break
		}
		s.scan(s.way.sweep.Start.P, s.way.sweep.End.P)
	}
	if stopped {
		p.Bodies.Pose[row] = s.way.sweep.End
	}
	if t != nil {
		t.add(s.way)
		t.box = geom.EmptyBox()
		for i := range t.n {
			t.box = t.box.Union(p.sweptBody(row, &t.legs[i]))
		}
	}
}

// findStop finds the earliest impact of any of the body's colliders. Ties go to
// the smaller collider that was met.
func (s *sweeper) findStop() {
	p := s.p
	boxes := p.Broad.Boxes()
	for c := p.Bodies.Motion[s.row].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
		if !s.prepare(shape.Slot(c)) {
			continue
		}
		box := s.passage(p.Shapes.Convex(s.moving))
		for _, other := range s.near {
			if box.Overlaps(boxes[other].ToBox()) && p.blocks(s.self, s.moving, shape.Slot(other), s.bullet) && !s.tracked(other) {
				s.target = p.whole(p.Bodies.Rows[p.Shapes.Link[other].Owner])
				s.meet(shape.Slot(other), &s.target)
			}
		}
		if s.bullet {
			s.meetFast(box)
		}
	}
}

// prepare makes a collider of the body the one that looks for stops. It reports
// false for a collider that stops nowhere: a sensor, or one that is too slow
// itself to pass through anything. Without kinematic bodies on the move that
// settles it.
func (s *sweeper) prepare(c shape.Slot) bool {
	p := s.p
	if p.Shapes.Link[c].Flags&shape.ColliderSensor != 0 {
		return false
	}
	s.moving = c
	if motion := &p.Bodies.Motion[s.row]; motion.FirstCollider == uint32(c) && p.Shapes.Link[c].Next == state.None {
		s.thin = float64(motion.MinExtent) // the body is the collider
		return true
	}
	convex := p.Shapes.Convex(c)
	s.thin = shape.InnerRadius(convex)
	if s.bullet || len(p.sweeps.movers) > 0 || s.way.from > 0 {
		return true
	}
	a, b := s.way.sweep.Start, s.way.sweep.End
	way := a.Apply(convex.Center).Distance(b.Apply(convex.Center)) + float64(chord(a.R.InverseMul(b.R))*convex.BoundingRadius)
	return way > float64(0.5*s.thin)
}

// passage returns a box around the way of a collider: that of its bounding circle
// unless the shape is slim.
func (s *sweeper) passage(c shape.Convex) geom.Box {
	if c.BoundingRadius > 3*s.thin && c.Kind != shape.KindCustom {
		return s.p.swept(s.moving, &s.way.sweep)
	}
	from, to := s.way.sweep.Start, s.way.sweep.End
	grow := c.BoundingRadius + s.p.Tolerance.Slop
	if from.R != to.R {
		b := turned(from.R.InverseMul(to.R))
		grow += float64(0.125 * float64(c.Center.Length()*float64(b*b)))
	}
	a, b := from.Apply(c.Center), to.Apply(c.Center)
	return geom.Box{Min: a.Min(b), Max: a.Max(b)}.Grow(grow)
}

// meet keeps the impact on another collider if it is the earliest so far. The leg
// is the motion of the other's body; what counts is the time that it has in common
// with the way.
func (s *sweeper) meet(other shape.Slot, target *leg) {
	p := s.p
	from, to := max(s.way.from, target.from), min(s.way.to, target.to)
	if from > to || from > s.best.time || s.way.beside == (beside{uint32(s.moving) + 1, uint32(other) + 1}) {
		return
	}
	sweep := &s.pair
	sweep.fixed, sweep.moving = p.Shapes.Convex(other), p.Shapes.Convex(s.moving)
	target.part(&sweep.fixedWay, from, to)
	s.way.part(&sweep.movingWay, from, to)
	sweep.measure()
	if from == 0 && sweep.way <= float64(0.5*s.thin) {
		return
	}
	hit, ok := s.impact(sweep, from, to)
	if !ok {
		return
	}
	time := from + float64(hit.Time*(to-from))
	if time > s.best.time || time == s.best.time && uint32(other) >= s.best.collider {
		return
	}
	if p.mayStop(s.self, s.moving, other) {
		s.best = stop{time, hit.Normal, s.moving, uint32(other), *target, hit.Distance < -float64(lostThin*s.thin)}
	}
}
