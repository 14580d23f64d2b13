package ebitengine

import (
	"hash/maphash"
	"slices"

	"github.com/carom2d/carom/shape/polygon"
	"github.com/go-gl/mathgl/mgl64"
)

// triangulations caches the triangles of polygons that are not convex. Such polygons are often the
// same in every frame, such as the ground of a level.
type triangulations struct {
	seed  maphash.Seed
	known map[uint64]triangulation
}

type triangulation struct {
	points    []mgl64.Vec2
	triangles [][3]mgl64.Vec2
}

// maxTriangulations bounds the cached polygons. Waves would fill any memory.
const maxTriangulations = 128

// of returns the triangles of a polygon; none if it crosses itself.
func (t *triangulations) of(points []mgl64.Vec2) [][3]mgl64.Vec2 {
	if t.known == nil || len(t.known) >= maxTriangulations {
		t.seed, t.known = maphash.MakeSeed(), map[uint64]triangulation{}
	}
	var h maphash.Hash
	h.SetSeed(t.seed)
	for _, p := range points {
		maphash.WriteComparable(&h, p)
	}
	key := h.Sum64()
	if k, ok := t.known[key]; ok && slices.Equal(k.points, points) {
		return k.triangles
	}
	triangles, err := polygon.Triangulate(points)
	if err != nil {
		triangles = nil
	}
	t.known[key] = triangulation{slices.Clone(points), triangles}
	return triangles
}
