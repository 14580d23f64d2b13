package explosion

import (
	"math"
	"sort"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/islands"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/outline"
)

// Blast is an explosion.
type Blast struct {
	_                [0]func() // not comparable, so no program has code for a comparison
	Point            geom.Vec2 // m
	Radius, Falloff  float64   // m: of the full strength, and beyond it
	ImpulsePerLength float64   // N s/m
	MinShieldMass    float64   // kg
	NoShielding      bool

	HitMask, ShieldMask uint64 // of the categories that can be hit, and that can shield
}

// Hit is a body that the blast hits.
type Hit struct {
	_              [0]func() // not comparable, so no program has code for a comparison
	Body           state.BodySlot
	Impulse        geom.Vec2 // N s
	AngularImpulse float64   // N m s about the centre of mass
}

// Calls are the rules of the game: which colliders a blast hits, and which shield others.
type Calls struct {
	Hits, Shields func(state.ColliderSlot) bool
}

// Stage finds the impulses of a blast and applies them.
type Stage struct {
	p     *collision.Pipeline
	links *islands.Stage
	calls Calls

	blast    Blast
	targets  []state.ColliderSlot
	hits     []Hit // in ascending order of slots
	pieces   []outline.Piece
	facets   []outline.Facet
	target   state.ColliderSlot // of the ray under way
	ray      geom.Ray
	shielded bool

	// The methods as visitors: a visitor that is made at the call would allocate.
	visitTarget func(uint32) bool
	visitShield func(uint32, float64) float64
}

// New returns the stage for the bodies of a pipeline. A stage of islands wakes them.
func New(p *collision.Pipeline, links *islands.Stage, calls Calls) Stage {
	return Stage{p: p, links: links, calls: calls}
}

// Find returns the bodies that a blast hits, by ascending slot, without changing them. The list is
// valid until the next call.
func (s *Stage) Find(b Blast) []Hit {
	if s.visitTarget == nil {
		s.visitTarget, s.visitShield = s.onTarget, s.onShield
	}
	s.blast, s.hits = b, s.hits[:0]
	s.findTargets()
	for _, c := range s.targets {
		s.hit(c)
	}
	return s.hits
}

// findTargets finds the colliders in reach, in ascending order of bodies and colliders.
func (s *Stage) findTargets() {
	s.targets = s.targets[:0]
	reach := s.blast.Radius + s.blast.Falloff
	box := geom.Box{Min: s.blast.Point, Max: s.blast.Point}.Grow(reach)
	s.p.QueryNotStatic(box.ToBox32(), s.blast.HitMask, s.visitTarget)
	sort.Sort((*targetsInOrder)(s))
}

// targetsInOrder sorts the targets: see collision/continuous for the reason why package sort does.
type targetsInOrder Stage

func (s *targetsInOrder) Len() int      { return len(s.targets) }
func (s *targetsInOrder) Swap(i, j int) { s.targets[i], s.targets[j] = s.targets[j], s.targets[i] }

func (s *targetsInOrder) Less(i, j int) bool {
	c, d := s.targets[i], s.targets[j]
	a, b := s.p.Shapes.Link[c].Owner, s.p.Shapes.Link[d].Owner
	return a < b || a == b && c < d
}

func (s *Stage) onTarget(i uint32) bool {
	c := state.ColliderSlot(i)
	if s.p.Bodies.Meta[s.p.Shapes.Link[c].Owner].Type == body.Dynamic && s.calls.Hits(c) {
		s.targets = append(s.targets, c)
	}
	return true
}

// strength returns the fraction of the full strength at a distance from the point.
func (s *Stage) strength(distance float64) float64 {
	if distance <= s.blast.Radius {
		return 1
	}
	return max(1-(distance-s.blast.Radius)/s.blast.Falloff, 0)
}

// Apply applies the impulses that Find found to the bodies.
func (s *Stage) Apply() {
	for i := range s.hits {
		hit := &s.hits[i]
		s.links.Wake(hit.Body)
		row := s.p.Bodies.Row(hit.Body)
		st, d := &s.p.Bodies.State[row], &s.p.Bodies.Dynamics[row]
		m, inertia := float64(d.InvMass), float64(d.InvInertia)
		st.SetVelocity(
			changedVelocity(st.VX, m*hit.Impulse.X),
			changedVelocity(st.VY, m*hit.Impulse.Y),
			changedVelocity(st.W, inertia*hit.AngularImpulse),
		)
	}
}

// changedVelocity adds a change to a velocity, limited to the range that a game may set.
func changedVelocity(v float32, change float64) float32 {
	const most = 1e18
	return float32(math.Max(-most, math.Min(most, float64(v)+float64(change))))
}

// isShield reports whether a collider shields others.
func (s *Stage) isShield(c state.ColliderSlot) bool {
	if !s.calls.Shields(c) {
		return false
	}
	m := &s.p.Bodies.Meta[s.p.Shapes.Link[c].Owner]
	return m.Type != body.Dynamic || m.Mass >= s.blast.MinShieldMass
}

// convexOf returns a collider's shape and its pose relative to the point.
func (s *Stage) convexOf(c state.ColliderSlot) (shape.Convex, geom.Transform) {
	pose := s.p.Bodies.Pose[s.p.Bodies.Row(s.p.Shapes.OwnerOf(c))]
	pose.P = pose.P.Sub(s.blast.Point)
	return s.p.Shapes.Convex(c), pose
}
