package scene

import (
	"fmt"
	"strconv"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// checkReferences checks the rules that involve several objects: names are unique, references to
// names resolve, and the whole is not too large. It formats the place of a reference for an error
// only.
func (s *Scene) checkReferences(first *firstError) {
	if first.err != nil {
		return
	}
	top := &docPath{}
	materials := nameSet{kind: "material", known: make(map[string]int, len(s.Materials)+1)}
	materials.known[""] = -1
	for i := range s.Materials {
		at := func() *docPath { return top.field("materials").item(i).field("name") }
		if s.Materials[i].Name == "" {
			first.record(at(), ErrMissing)
		}
		materials.add(first, at, s.Materials[i].Name, i)
	}
	bodies := nameSet{kind: "body", known: map[string]int{"": -1}}
	keys := map[uint64]bool{}
	colliders, limit := 0, s.limits.normalized().Colliders
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if b.Def.Name != "" {
			bodies.add(first, func() *docPath { return top.field("bodies").item(i).field("name") }, b.Def.Name, i)
		}
		if s.Config.Stable && keys[b.Def.Key] {
			first.record(top.field("bodies").item(i).field("key"), fmt.Errorf("%d %w", b.Def.Key, world.ErrDuplicateKey))
		}
		keys[b.Def.Key] = b.Def.Key != 0
		colliders += s.checkMaterials(first, &materials, i)
	}
	if colliders > limit {
		first.record(top.field("bodies"), fmt.Errorf("their %d colliders are %w: at most %d", colliders, ErrTooMany, limit))
	}
	reaches := reachTable{}
	for i := range s.Joints {
		if first.err != nil {
			return
		}
		if g, ok := s.Joints[i].Def.(Gear); ok {
			s.checkGear(first, top.field("joints").item(i), i, &g)
			continue
		}
		s.checkJoint(first, &bodies, reaches, i)
	}
	for i := range s.Areas {
		bodies.find(first, func() *docPath { return top.field("areas").item(i).field("body") }, s.Areas[i].Body)
	}
	for i := range s.Characters {
		materials.find(first, func() *docPath { return top.field("characters").item(i).field("material") }, s.Characters[i].Material)
	}
}

// checkMaterials looks up the materials of a body, and returns the number of its colliders.
func (s *Scene) checkMaterials(first *firstError, materials *nameSet, i int) (colliders int) {
	b, top := &s.Bodies[i], &docPath{}
	at := func() *docPath { return top.field("bodies").item(i) }
	for j := range b.Colliders {
		materials.find(first, func() *docPath { return at().field("colliders").item(j).field("material") }, b.Colliders[j].Material)
	}
	colliders = len(b.Colliders)
	for j := range b.Chains {
		c := &b.Chains[j]
		materials.find(first, func() *docPath { return at().field("chains").item(j).field("material") }, c.Material)
		for k, name := range c.Materials {
			materials.find(first, func() *docPath { return at().field("chains").item(j).field("materials").item(k) }, name)
		}
		colliders += len(c.Points)
	}
	return colliders
}

// endError is the error of a body of a joint.
func endError(name string, reason error) error {
	if name == "" {
		return fmt.Errorf("%q %w: without a name it is the ground", name, reason)
	}
	return fmt.Errorf("%q %w", shorten(name), reason)
}

// checkJoint checks the bodies of a joint: they exist and differ, one of them is dynamic, and they
// are apart if the joint measures their distance.
func (s *Scene) checkJoint(first *firstError, bodies *nameSet, reaches reachTable, i int) {
	j := &s.Joints[i]
	field := func(key string) func() *docPath {
		return func() *docPath { return (&docPath{}).field("joints").item(i).field(key) }
	}
	a, okA := bodies.find(first, field("a"), j.A)
	b, okB := bodies.find(first, field("b"), j.B)
	if !okA || !okB {
		return
	}
	if j.A == j.B {
		first.record(field("b")(), endError(j.B, world.ErrSameBody))
		return
	}
	if !s.isDynamic(a) && !s.isDynamic(b) {
		first.record(field("b")(), endError(j.B, world.ErrImmovable))
		return
	}
	if d, ok := j.Def.(joint.Distance); ok && !d.Loose && d.Length == 0 {
		p, q := s.worldPoint(a, d.LocalAnchorA), s.worldPoint(b, d.LocalAnchorB)
		sum := p.Abs().Add(q.Abs())
		// The world measures it from the centres of mass, which rounds differently.
		near := func(reach float64) bool { return p.Distance(q) < 2e-9+float64(1e-14*(sum.X+sum.Y+reach)) }
		if length := p.Distance(q); near(4*maxReach) && near(reaches.of(s, a)+reaches.of(s, b)) {
			first.record(field("length")(), fmt.Errorf("%v %w: the anchors are at the same place", length, geom.ErrDegenerate))
		}
	}
}

// isDynamic reports whether a body is dynamic. The ground, -1, is not.
func (s *Scene) isDynamic(i int) bool { return i >= 0 && s.Bodies[i].Def.Type == body.Dynamic }

// worldPoint returns a point of a body in the world.
func (s *Scene) worldPoint(i int, local mgl64.Vec2) geom.Vec2 {
	if i < 0 {
		return geom.From(local)
	}
	d := &s.Bodies[i].Def
	return geom.Transform{P: geom.From(d.Position), R: geom.RotFromAngle(d.Angle)}.Apply(geom.From(local))
}

// reachTable holds the computed reaches of bodies.
type reachTable map[int]float64

// maxReach is an upper bound of the distance of a body's centre of mass from its origin.
const maxReach = 4 * maxLength

// of bounds the coordinates of a body's origin and the distance of its centre of mass from the
// origin, for rounding errors.
func (t reachTable) of(s *Scene, i int) float64 {
	if i < 0 {
		return 0
	}
	reach, ok := t[i]
	if !ok {
		b := &s.Bodies[i]
		p := geom.From(b.Def.Position).Abs()
		reach = b.Mass.Center.Len()
		for j := range b.Colliders {
			if c, err := shape.New(b.Colliders[j].Shape); err == nil && c.Kind != shape.KindHalfPlane {
				reach = max(reach, c.Center.Length()+c.BoundingRadius)
			}
		}
		reach += p.X + p.Y
		t[i] = reach
	}
	return reach
}

// nameSet is the set of names of one kind of object, with their places.
type nameSet struct {
	kind  string
	known map[string]int
}

func (n *nameSet) add(first *firstError, at func() *docPath, name string, i int) {
	if _, ok := n.known[name]; ok {
		first.record(at(), fmt.Errorf("%s %w", strconv.Quote(shorten(name)), ErrDuplicateName))
		return
	}
	n.known[name] = i
}

func (n *nameSet) find(first *firstError, at func() *docPath, name string) (i int, ok bool) {
	if i, ok = n.known[name]; !ok {
		first.record(at(), fmt.Errorf("%s %w: no such %s", strconv.Quote(shorten(name)), ErrUnknownName, n.kind))
	}
	return i, ok
}
