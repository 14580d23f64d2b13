package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideCapsulePolygon serves segments too.
func collideCapsulePolygon(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	var segment segmentHull
	var ha, hb hull
	segment.set(a)
	ha.vertices, ha.normals, ha.center, ha.radius = segment.vertices[:], segment.normals[:], a.Center, a.Radius
	hb.set(b)
	collideHulls(dst, &hullPair{&ha, &hb, pose, speculative})
}

// segmentHull holds a capsule or segment as a polygon of two vertices.
type segmentHull struct{ vertices, normals [2]geom.Vec2 }

func (t *segmentHull) set(c shape.Convex) {
	direction, length := c.B.Sub(c.A).Unit()
	if length == 0 {
		direction = geom.Vec2{X: 1}
	}
	t.vertices[0], t.vertices[1] = c.A, c.B
	t.normals[0], t.normals[1] = direction.RightPerp(), direction.LeftPerp()
}
