package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideCapsulePolygon serves segments too.
func collideCapsulePolygon(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	var two twoGon
	ha, hb := two.hull(a), hullOf(b)
	collideHulls(dst, &ha, &hb, pose, speculative)
}

// twoGon is room for a capsule or segment as a polygon of two vertices.
type twoGon struct{ vertices, normals [2]geom.Vec2 }

func (t *twoGon) hull(c shape.Convex) hull {
	direction, length := c.B.Sub(c.A).Unit()
	if length == 0 {
		direction = geom.Vec2{X: 1}
	}
	t.vertices = [2]geom.Vec2{c.A, c.B}
	t.normals = [2]geom.Vec2{direction.Right(), direction.Left()}
	return hull{t.vertices[:], t.normals[:], c.Centre, c.Radius}
}
