package world

import (
	"cmp"
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// InsideRule says how a ray or a cast treats a collider in which it begins. A ray or a shape that
// only touches a collider is not inside it.
type InsideRule uint8

// The rules.
const (
	InsideHits   InsideRule = iota // a hit at fraction zero, wherever the motion leads
	InsideLeaves                   // a hit at fraction zero if the motion leads deeper in, else none
	InsidePasses                   // no hit: the collider is not there for this cast
)

func (r InsideRule) check() {
	if r > InsidePasses {
		panic(fmt.Sprintf("world: InsideRule %d is none of the rules", r))
	}
}

// deepeningSlope is the fraction of its length by which a motion may deepen an overlap and still
// count as leaving it: by rounding, a motion along a slope is not exactly parallel to it.
const deepeningSlope = 1e-9

// hits reports whether a motion hits a collider at its start. The signed distance of two convex
// shapes is a convex function of a straight motion, so a distance that does not fall at the start
// never falls.
func (r InsideRule) hits(translation, exit geom.Vec2) bool {
	switch r {
	case InsidePasses:
		return false
	case InsideLeaves:
		return translation.Dot(exit) < -deepeningSlope*translation.Length()
	}
	return true
}

// castRayAt returns where a ray meets a collider, or one part of a compound, up to a limit, and
// whether it begins inside.
func (s *space) castRayAt(c state.ColliderSlot, ray geom.Ray, rule InsideRule, limit float64) (hit CastHit, inside, ok bool) {
	pose := s.poseOf(c)
	r, ok := narrowphase.RayCast(s.shapes.Convex(c), pose, ray)
	if !ok || r.Fraction > limit {
		return CastHit{}, false, false
	}
	hit = CastHit{Collider: s.colliderAt(c), Point: r.Point.Mgl(), Normal: r.Normal.Mgl(), Fraction: r.Fraction}
	if r.Inside {
		rel := geom.Transform{P: pose.ApplyInverse(ray.Origin), R: geom.Identity}
		d := narrowphase.SignedDistance(s.shapes.Convex(c), narrowphase.Point, &rel, nil)
		exit := pose.R.Apply(d.Normal)
		if !rule.hits(ray.Translation, exit) {
			return CastHit{}, true, false
		}
		hit.Exit, hit.Depth = exit.Mgl(), max(-d.Distance, 0)
	}
	return hit, r.Inside, true
}

// movingShape is the shape of a cast, with its first pose and its way.
type movingShape struct {
	shape.Convex
	from        geom.Transform
	translation geom.Vec2
}

// castShapeAt returns where a moving shape meets a collider, or one part of a compound, up to a
// limit, and whether they overlap from the start.
func (s *space) castShapeAt(c state.ColliderSlot, moving *movingShape, rule InsideRule, limit float64) (hit CastHit, inside, ok bool) {
	pose := s.poseOf(c)
	rel := pose.InverseMul(moving.from)
	r, ok := narrowphase.ShapeCast(s.shapes.Convex(c), moving.Convex, &rel, pose.R.ApplyInverse(moving.translation), limit)
	if !ok {
		return CastHit{}, false, false
	}
	hit = CastHit{Collider: s.colliderAt(c), Fraction: r.Fraction}
	if !r.InitialOverlap {
		hit.Point, hit.Normal = pose.Apply(r.Point).Mgl(), pose.R.Apply(r.Normal).Mgl()
		return hit, false, true
	}
	// The point on the surface is the one that the shape would leave last.
	d := narrowphase.SignedDistance(s.shapes.Convex(c), moving.Convex, &rel, nil)
	exit := pose.R.Apply(d.Normal)
	if !rule.hits(moving.translation, exit) {
		return CastHit{}, true, false
	}
	hit.Point, hit.Exit = pose.Apply(d.PointA).Mgl(), exit.Mgl()
	if hit.Depth = -d.Distance; math.IsInf(hit.Depth, 1) {
		hit.Exit, hit.Depth = mgl64.Vec2{}, 0 // two half-planes
	}
	return hit, true, true
}

// aimedCast is a cast of a ray, or of a moving shape unless that is nil.
type aimedCast struct {
	ray    geom.Ray
	moving *movingShape
	rule   InsideRule
	limit  float64
}

// castAt returns where a cast meets a collider, or one part of a compound, and whether it begins
// inside.
func (s *space) castAt(c state.ColliderSlot, a *aimedCast) (hit CastHit, inside, ok bool) {
	if a.moving != nil {
		return s.castShapeAt(c, a.moving, a.rule, a.limit)
	}
	return s.castRayAt(c, a.ray, a.rule, a.limit)
}

// firstHit returns the first hit of a cast with a collider or the parts of a compound. If a cast
// begins inside parts, these parts alone decide.
func (s *space) firstHit(whole state.ColliderSlot, a *aimedCast) (first CastHit, ok bool) {
	wasInside := false
	for p := uint32(whole); p != state.None; p = s.shapes.NextPart(p) {
		hit, inside, hits := s.castAt(state.ColliderSlot(p), a)
		if inside && !wasInside {
			wasInside, ok = true, false
		}
		if hits && inside == wasInside && (!ok || compareHitsOfParts(&hit, &first) < 0) {
			first, ok = hit, true
		}
	}
	return first, ok
}

// compareHitsOfParts orders the hits of the parts of a compound: among the parts in which a cast
// begins, the deepest is first. Between equal hits the numbers decide, for the broadphase visits
// the parts in any order.
func compareHitsOfParts(a, b *CastHit) int {
	if order := cmp.Or(cmp.Compare(a.Fraction, b.Fraction), cmp.Compare(b.Depth, a.Depth)); order != 0 {
		return order
	}
	return cmp.Or(compareVectors(a.Normal, b.Normal), compareVectors(a.Point, b.Point), compareVectors(a.Exit, b.Exit))
}

func compareVectors(a, b mgl64.Vec2) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
}

// RayCast returns where a ray from origin along translation, in metres, meets this
// collider, whatever else is in its way, and whether it does: see World.RayCast. The rule
// is for a ray that begins inside.
func (c Collider) RayCast(origin, translation mgl64.Vec2, rule InsideRule) (hit CastHit, ok bool) {
	slot := c.slot()
	rule.check()
	ray := geom.Ray{Origin: geom.From(origin), Translation: geom.From(translation)}
	if !withinRayRange(ray.Origin) || !withinRayRange(ray.Translation) {
		return CastHit{}, false
	}
	return c.w.firstHit(slot, &aimedCast{ray: ray, rule: rule, limit: 1})
}

// ShapeCast moves a shape along translation, in metres, and returns where it meets this
// collider, whatever else is in its way, and whether it does: see World.ShapeCast. The rule
// is for a shape that overlaps the collider from the start.
func (c Collider) ShapeCast(s PlacedShape, translation mgl64.Vec2, rule InsideRule) (hit CastHit, ok bool) {
	slot := c.slot()
	rule.check()
	from, ok := s.pose(maxPosition * c.w.lengthUnit)
	by := geom.From(translation)
	if !ok || c.w.checkPosition("Translation", by) != nil {
		return CastHit{}, false
	}
	return c.w.firstHit(slot, &aimedCast{moving: &movingShape{s.Shape, from, by}, rule: rule, limit: 1})
}

// withinRayRange reports whether the products of a ray's numbers stay finite.
func withinRayRange(v geom.Vec2) bool {
	a := v.Abs()
	return max(a.X, a.Y) <= 1e100
}
