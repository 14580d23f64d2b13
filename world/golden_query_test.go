package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// One number over the bits of what the queries answer among shapes of every kind, at places
// that are exact: the same on every platform.
func TestGoldenNearQueries(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	var colliders []world.Collider
	for i := range 45 {
		def := body.Def{
			Type: body.Dynamic, Position: mgl64.Vec2{float64(i%9) * 1.75, float64(i/9) * 1.5}, Angle: float64(i) / 8,
			LinearVelocity: mgl64.Vec2{float64(i%5) - 2, float64(i%3) - 1}, AngularVelocity: float64(i%4) - 1,
		}
		if i%15 == 13 {
			def.Angle, def.Type = 0, body.Static // the half-plane
		}
		colliders = append(colliders, firstCollider(addBody(t, w, def, allShapes()[i%15], world.ColliderDef{Massless: true})))
	}
	hash := uint64(14695981039346656037)
	add := func(list ...float64) {
		for _, x := range list {
			hash = (hash ^ math.Float64bits(x)) * 1099511628211
		}
	}
	addHit := func(hit world.CastHit) {
		add(hit.Fraction, hit.Depth, hit.Point[0], hit.Point[1], hit.Normal[0], hit.Normal[1], hit.Exit[0], hit.Exit[1])
	}
	filter := world.QueryFilter{Inside: world.InsideLeaves}
	for i := range 60 {
		p, by := mgl64.Vec2{float64(i*7%64) / 4, float64(i*11%32) / 4}, mgl64.Vec2{float64(i%7) - 3, float64(i%5) - 2}
		s := world.ShapeAt(newConvex(allShapes()[i%13]), p, float64(i)/4)
		for n := range w.NearestColliders(s, 3, 8, filter) {
			add(n.Distance, n.Normal[0], n.Normal[1], n.PointA[0], n.PointA[1], n.PointB[0], n.PointB[1])
		}
		for o := range w.OverlapContacts(s, filter) {
			add(o.Depth, o.Points()[0][0], o.Points()[0][1])
		}
		for hit := range w.ShapeCastAll(s, by, filter) {
			addHit(hit)
		}
		for hit := range w.RayCastAll(p, by, filter) {
			addHit(hit)
		}
		for _, v := range w.AppendVisibility(nil, p, 12, filter) {
			add(v[0], v[1])
		}
		a, b := colliders[i%45].Body(), colliders[(i*7+3)%45].Body()
		if hit, ok := a.TimeOfImpact(b, 4, filter); ok {
			add(hit.Time, hit.Point[0], hit.Point[1], hit.Normal[0], hit.Normal[1])
		}
		if d, ok := a.Distance(b, filter); ok {
			add(d.Distance, d.PointA[0], d.PointB[1])
		}
	}
	require.Equal(t, uint64(0x8c7af13753eb8a52), hash, "%#x", hash)
}
