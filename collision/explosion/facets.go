package explosion

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape/outline"
)

// hit adds the impulse on a collider to the impulse on its body. Positions are relative to the
// point of the explosion.
func (s *Stage) hit(c state.ColliderSlot) {
	convex, pose := s.convexOf(c)
	s.pieces = outline.Append(s.pieces[:0], convex, pose)
	s.facets = outline.AppendFacetsFrom(s.facets[:0], s.pieces, geom.Vec2{})
	s.target = c
	var impulse geom.Vec2
	angular := 0.0
	for _, f := range s.facets {
		n, length := f.Normal()
		if height := -f.A.Dot(n); height > 0 { // the distance of the facet's line: it faces the point
			p, a := s.hitFacet(f, height, length, convex.BoundingRadius, pose.P)
			impulse, angular = impulse.Add(p), angular+a
		}
	}
	if impulse == (geom.Vec2{}) {
		return
	}
	slot := s.p.Shapes.OwnerOf(c)
	if n := len(s.hits); n == 0 || s.hits[n-1].Body != slot {
		s.hits = append(s.hits, Hit{Body: slot})
	}
	last := &s.hits[len(s.hits)-1]
	last.Impulse = last.Impulse.Add(impulse)
	last.AngularImpulse += angular
}

// The numbers of parts of a facet. One ray is cast for each part.
const (
	partsPerRadius   = 4 // in a length of the collider's bounding radius
	partsPerDistance = 8 // in a length of the distance to the facet's line
	maxFacetParts    = 64
)

// hitFacet returns the impulse on a facet and its angular impulse about a centre.
func (s *Stage) hitFacet(f outline.Facet, height, length, radius float64, center geom.Vec2) (impulse geom.Vec2, angular float64) {
	f, ok := s.inReach(f, length)
	if !ok {
		return geom.Vec2{}, 0
	}
	length = f.A.Distance(f.B)
	parts := 1 + int(min(length*max(partsPerRadius/radius, partsPerDistance/height), maxFacetParts-1))
	share := 1 / float64(parts)
	for i := range parts {
		if s.isShielded(f.A.Lerp(f.B, float64((float64(i)+0.5)*share))) {
			continue
		}
		for _, node := range outline.GaussNodes {
			p := f.A.Lerp(f.B, float64((float64(i)+node)*share))
			d := p.Length()
			// The part has the width height/d times its length perpendicular to the direction p/d.
			across := float64(0.5*share*length) * height / d
			j := p.Mul(s.blast.ImpulsePerLength * s.strength(d) * across / d)
			impulse = impulse.Add(j)
			angular += p.Sub(center).Cross(j)
		}
	}
	return impulse, angular
}

// inReach returns the part of a facet within the reach of the blast.
func (s *Stage) inReach(f outline.Facet, length float64) (outline.Facet, bool) {
	along, _ := f.B.Sub(f.A).Unit()
	reach := s.blast.Radius + s.blast.Falloff
	foot := -f.A.Dot(along) // of the perpendicular from the point, along the facet
	nearest := f.A.MulAdd(foot, along)
	half2 := float64(reach*reach) - nearest.LengthSquared()
	if !(half2 > 0) {
		return f, false
	}
	half := math.Sqrt(half2)
	from, to := max(foot-half, 0), min(foot+half, length)
	if !(from < to) {
		return f, false
	}
	return outline.Facet{A: f.A.MulAdd(from, along), B: f.A.MulAdd(to, along)}, true
}

// isShielded reports whether a collider lies between the point and a place on the target.
func (s *Stage) isShielded(p geom.Vec2) bool {
	if s.blast.NoShielding {
		return false
	}
	s.ray, s.shielded = geom.Ray{Origin: s.blast.Point, Translation: p}, false
	s.p.Broadphase.RayCast(s.ray, 0, 1, s.blast.ShieldMask, s.visitShield)
	return s.shielded
}

func (s *Stage) onShield(i uint32, limit float64) float64 {
	c := state.ColliderSlot(i)
	if c == s.target || !s.isShield(c) {
		return limit
	}
	hit, ok := narrowphase.RayCast(s.p.Shapes.Convex(c), &s.p.Bodies.Pose[s.p.Bodies.Row(s.p.Shapes.OwnerOf(c))], s.ray)
	if !ok || hit.Fraction <= 0 || hit.Fraction >= shieldLimit {
		return limit
	}
	s.shielded = true
	return -1 // ends the cast
}

// shieldLimit is the fraction of the way to a place beyond which nothing shields it. A collider on
// which the target rests lies there too, up to rounding.
const shieldLimit = 1 - 1e-9
