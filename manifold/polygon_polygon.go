package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collidePolygons serves boxes against polygons too: a box has its vertices and
// normals in the arena like any polygon.
func collidePolygons(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	var ha, hb hull
	ha.set(a)
	hb.set(b)
	collideHulls(dst, &ha, &hb, pose, speculative)
}
