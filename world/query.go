package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// QueryFilter says what a query sees. The zero QueryFilter sees every collider
// that is not a sensor. Bits work as between two colliders: a query of some
// Category sees what lies in its Mask and accepts that category.
type QueryFilter struct {
	Category uint64 // zero means all bits
	Mask     uint64 // zero means all bits
	Sensors  bool   // sees sensors too
	// Ignore leaves out the colliders of one body; the zero Body ignores none.
	Ignore Body
}

func (f QueryFilter) normal() QueryFilter {
	if f.Category == 0 {
		f.Category = ^uint64(0)
	}
	if f.Mask == 0 {
		f.Mask = ^uint64(0)
	}
	return f
}

// sees reports whether a query sees a collider.
func (w *World) sees(f *QueryFilter, c shape.Slot) bool {
	link := &w.shapes.Link[c]
	if link.Flags&shape.ColliderSensor != 0 && !f.Sensors {
		return false
	}
	if f.Ignore.w == w && w.bodies.Meta[link.Owner].ID == f.Ignore.id {
		return false
	}
	filter := &w.shapes.Filter[c]
	return filter.Category&f.Mask != 0 && filter.Mask&f.Category != 0
}

// poseOf returns the pose of the body that carries a collider.
func (w *World) poseOf(c shape.Slot) *geom.Transform {
	return &w.bodies.Pose[w.bodies.Row(body.Slot(w.shapes.Link[c].Owner))]
}

// RayHit is where a ray or a moving shape met a collider.
type RayHit struct {
	Collider Collider
	Point    mgl64.Vec2 // on the collider's surface, m
	Normal   mgl64.Vec2 // unit, out of the collider; zero when the cast began inside
	Fraction float64    // of the translation
}

// RayCast returns the first collider on the way from origin along translation,
// in metres. A ray that begins inside a shape hits it at fraction zero. Numbers
// that are not finite meet nothing.
func (w *World) RayCast(origin, translation mgl64.Vec2, filter QueryFilter) (RayHit, bool) {
	var best RayHit
	found := false
	w.RayCastAll(origin, translation, filter, func(hit RayHit) float64 {
		if !found || hit.Fraction < best.Fraction ||
			hit.Fraction == best.Fraction && hit.Collider.id < best.Collider.id {
			best, found = hit, true
		}
		return best.Fraction
	})
	return best, found
}

// RayCastAll calls visit for colliders on the way from origin along translation,
// in no order of distance. Visit returns how far to look on: 1 for everything,
// the hit's own fraction for nothing beyond it, a negative number to stop.
func (w *World) RayCastAll(origin, translation mgl64.Vec2, filter QueryFilter, visit func(RayHit) float64) {
	f := filter.normal()
	ray := geom.Ray{Origin: geom.From(origin), Translation: geom.From(translation)}
	if !ray.Origin.Finite() || !ray.Translation.Finite() {
		return
	}
	w.pipeline.Broad.Ray(ray, 0, 1, f.Mask, func(i uint32, limit float64) float64 {
		c := shape.Slot(i)
		if !w.sees(&f, c) {
			return limit
		}
		pose := w.poseOf(c)
		local := geom.Ray{Origin: pose.Unapply(ray.Origin), Translation: pose.R.Unapply(ray.Translation)}
		hit, ok := shape.RayCast(w.shapes.Convex(c), local)
		if !ok || hit.Fraction > limit {
			return limit
		}
		return visit(RayHit{
			Collider: w.colliderAt(c),
			Point:    ray.At(hit.Fraction).Mgl(),
			Normal:   pose.R.Apply(hit.Normal).Mgl(),
			Fraction: hit.Fraction,
		})
	})
}

// OverlapBox calls visit for every collider that shares a point with the box,
// until visit returns false. A box that is not valid overlaps nothing.
func (w *World) OverlapBox(lower, upper mgl64.Vec2, filter QueryFilter, visit func(Collider) bool) {
	box := geom.Box{Min: geom.From(lower), Max: geom.From(upper)}
	if !box.Valid() {
		return
	}
	var probe shape.Geometry
	var arena shape.Arena
	corners := [4]geom.Vec2{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}}
	normals := [4]geom.Vec2{{Y: -1}, {X: 1}, {Y: 1}, {X: -1}}
	half := box.Extents()
	arena.Vertices, arena.Normals = corners[:], normals[:]
	probe = shape.Geometry{
		Kind: shape.KindPolygon, Count: 4, Centre: box.Center(), Bound: half.Length(),
	}
	w.overlap(shape.Convex{Geometry: &probe, Arena: &arena}, geom.Stay, box, filter, visit)
}

// OverlapPoint calls visit for every collider that contains the point.
func (w *World) OverlapPoint(point mgl64.Vec2, filter QueryFilter, visit func(Collider) bool) {
	p := geom.From(point)
	if !p.Finite() {
		return
	}
	f := filter.normal()
	w.pipeline.Broad.Query(geom.Box{Min: p, Max: p}.Narrow(), f.Mask, func(i uint32) bool {
		c := shape.Slot(i)
		if !w.sees(&f, c) || !shape.Contains(w.shapes.Convex(c), w.poseOf(c).Unapply(p)) {
			return true
		}
		return visit(w.colliderAt(c))
	})
}

// OverlapShape calls visit for every collider that shares a point with a shape
// placed at a position (m) and angle (rad). It returns the error of a shape that
// cannot be used.
func (w *World) OverlapShape(s shape.Support, position mgl64.Vec2, angle float64, filter QueryFilter, visit func(Collider) bool) error {
	probe, pose, err := w.place(s, position, angle)
	if err != nil {
		return err
	}
	w.overlap(probe, pose, shape.BoxOf(probe, pose), filter, visit)
	return nil
}

// place compiles a shape for one query.
func (w *World) place(s shape.Support, position mgl64.Vec2, angle float64) (shape.Convex, geom.Transform, error) {
	probe, err := shape.New(s)
	if err != nil {
		return probe, geom.Stay, err
	}
	if err := w.checkPosition("Position", geom.From(position)); err != nil {
		return probe, geom.Stay, err
	}
	if err := geom.CheckFinite("Angle", angle); err != nil {
		return probe, geom.Stay, err
	}
	return probe, geom.Transform{P: geom.From(position), R: geom.RotFromAngle(angle)}, nil
}

func (w *World) overlap(probe shape.Convex, pose geom.Transform, box geom.Box, filter QueryFilter, visit func(Collider) bool) {
	f := filter.normal()
	w.pipeline.Broad.Query(box.Narrow(), f.Mask, func(i uint32) bool {
		c := shape.Slot(i)
		if !w.sees(&f, c) {
			return true
		}
		rel := pose.Unmul(*w.poseOf(c))
		if !narrowphase.Intersects(probe, w.shapes.Convex(c), &rel) {
			return true
		}
		return visit(w.colliderAt(c))
	})
}

// CastShape moves a shape from a position (m) and angle (rad) along translation
// and returns the first collider it meets. A shape that overlaps from the start
// hits at fraction zero with a zero normal.
func (w *World) CastShape(s shape.Support, position mgl64.Vec2, angle float64, translation mgl64.Vec2, filter QueryFilter) (RayHit, bool, error) {
	probe, pose, err := w.place(s, position, angle)
	if err != nil {
		return RayHit{}, false, err
	}
	if err := geom.CheckPoint("Translation", geom.From(translation)); err != nil {
		return RayHit{}, false, err
	}
	f := filter.normal()
	way := geom.From(translation)
	var best RayHit
	found := false
	w.pipeline.Broad.Cast(shape.BoxOf(probe, pose).Narrow(), way, 1, f.Mask, func(i uint32, limit float64) float64 {
		c := shape.Slot(i)
		if !w.sees(&f, c) {
			return limit
		}
		target := w.poseOf(c)
		rel := target.Unmul(pose)
		hit, ok := narrowphase.CastShape(w.shapes.Convex(c), probe, &rel, target.R.Unapply(way), limit)
		if !ok || found && (hit.Fraction > best.Fraction || hit.Fraction == best.Fraction && w.colliderAt(c).id > best.Collider.id) {
			return limit
		}
		best, found = RayHit{
			Collider: w.colliderAt(c),
			Point:    target.Apply(hit.Point).Mgl(),
			Normal:   target.R.Apply(hit.Normal).Mgl(),
			Fraction: hit.Fraction,
		}, true
		return hit.Fraction
	})
	return best, found, nil
}
