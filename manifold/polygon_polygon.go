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
	collideHulls(dst, &hullPair{&ha, &hb, pose, speculative})
}

// Face is the face of two polygons over which the other polygon is highest, as the separating axis
// test finds it.
type Face struct {
	Index, Deepest int     // of the face, and of the other polygon's lowest vertex over it
	Separation     float64 // the height of that vertex, m
	OnB            bool    // the face is of the second polygon
}

// SearchFaces returns the face that the pair function of two polygons or boxes uses: the face of
// largest separation, and at equal separations a face of a. The search begins at dst.Hint, ends at
// a separation beyond the skins and the speculative distance, and writes the face that it found to
// dst.Hint.
func SearchFaces(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) Face {
	var ha, hb hull
	ha.set(a)
	hb.set(b)
	return dst.bestFace(&hullPair{&ha, &hb, pose, speculative})
}

// FirstFace returns the face at which SearchFaces begins.
func FirstFace(hint FeatureHint, a, b shape.Convex, pose *geom.Transform) (index int, onB bool) {
	if index, onB, ok := hint.face(int(a.Count), int(b.Count)); ok {
		return index, onB
	}
	var ha hull
	ha.set(a)
	return ha.highestFace(pose.Apply(b.Center)), false
}

// CollideAlong is the pair function of two polygons or boxes for which SearchFaces was done
// elsewhere.
func CollideAlong(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64, f Face) {
	dst.setHint(f.Index, f.OnB)
	if limit := speculative + (a.Radius + b.Radius); f.Separation > limit {
		dst.setEmpty(f.Separation - limit)
		return
	}
	var ha, hb hull
	ha.set(a)
	hb.set(b)
	collideAlong(dst, &hullPair{&ha, &hb, pose, speculative}, f)
}
