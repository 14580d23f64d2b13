package terrain

import (
	"fmt"
	"math"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// heightChunk is the static body of some segments. It is never changed once a field has it.
type heightChunk struct {
	place     int
	body      world.BodyID
	colliders [chunkSegments]world.ColliderID // 0 for a hole
}

// Follow adds the colliders of the segments below each awake body and within a distance of some
// points to the world. It removes the colliders that nothing needs or touches. A game calls it
// before each tick, so no body misses its ground, however far it is from the player. Bodies that
// sleep on the ground keep it. Queries of the world find only these colliders; queries of the field
// find all segments.
//
// The error is a *geom.FieldError that names Distance or Points[1], or an error of the world.
func (f *HeightField) Follow(distance float64, points ...mgl64.Vec2) error {
	if err := geom.CheckNotNegative("Distance", distance); err != nil {
		return err
	}
	f.want = f.want[:0]
	for i, p := range points {
		if geom.CheckPoint("Points", geom.From(p)) != nil {
			return geom.CheckPoint(fmt.Sprintf("Points[%d]", i), geom.From(p))
		}
		f.wantBetween(p[0]-distance, p[0]+distance)
	}
	f.wantBodies()
	slices.Sort(f.want)
	f.want = slices.Compact(f.want)
	for _, place := range f.want {
		if f.chunks[place] == nil {
			if err := f.load(place); err != nil {
				return err
			}
		}
	}
	return f.unload()
}

// wantBodies wants the chunks below each awake body, and those that it may reach in a tick.
func (f *HeightField) wantBodies() {
	f.poses = f.w.AppendAwakePoses(f.poses[:0])
	dt := f.w.Config().Timestep
	for _, pose := range f.poses {
		b := f.w.BodyByID(pose.Body)
		reach := float64(2*dt*math.Abs(b.LinearVelocity()[0])) + float64(2*f.def.Spacing)
		for c := range b.Colliders() {
			low, high := c.Bounds()
			turn := float64(min(1, 2*dt*math.Abs(b.AngularVelocity())) * high.Sub(low).Len())
			f.wantBetween(low[0]-reach-turn, high[0]+reach+turn)
		}
	}
}

// wantBetween wants the chunks over which a stretch of x lies.
func (f *HeightField) wantBetween(x0, x1 float64) {
	width := float64(chunkSegments * f.def.Spacing)
	last := float64((f.count - 2) / chunkSegments)
	first := math.Floor(max(0, (x0-f.def.Origin[0])/width))
	for i := first; i <= min(last, math.Floor((x1-f.def.Origin[0])/width)); i++ {
		f.want = append(f.want, int(i))
	}
}

// load brings the body and the colliders of a chunk into the world.
func (f *HeightField) load(place int) error {
	first := place * chunkSegments
	parts := world.BodyParts{Def: body.Def{Type: body.Static, Position: f.corner(place)}}
	for i := first; i < first+chunkSegments; i++ {
		if !f.Hole(i) {
			parts.Colliders = append(parts.Colliders, world.ColliderParts{Shape: f.segment(i), Def: f.colliderDef(i)})
		}
	}
	c := &heightChunk{place: place}
	bodies, err := f.w.CreateBodies(nil, []world.BodyParts{parts})
	if err != nil {
		return err
	}
	c.body = bodies[0].ID()
	i := first + chunkSegments
	for collider := range bodies[0].Colliders() { // the newest first
		for i--; f.Hole(i); i-- {
		}
		c.colliders[i-first] = collider.ID()
	}
	f.keep(c)
	return nil
}

func (f *HeightField) keep(c *heightChunk) {
	if f.chunks[c.place] == nil {
		at, _ := slices.BinarySearch(f.loaded, c.place)
		f.loaded = slices.Insert(f.loaded, at, c.place)
	}
	f.chunks[c.place] = c
	f.bodies[c.body] = c.place
}

// unload removes the chunks that are not wanted and that nothing touches from the world.
func (f *HeightField) unload() error {
	var err error
	f.loaded = slices.DeleteFunc(f.loaded, func(place int) bool {
		if _, wanted := slices.BinarySearch(f.want, place); wanted || err != nil {
			return false
		}
		id := f.chunks[place].body
		if b := f.w.BodyByID(id); b.Valid() {
			for range b.Contacts() {
				return false
			}
		}
		if err = destroyGround(f.w, id); err != nil {
			return false
		}
		delete(f.bodies, id)
		delete(f.chunks, place)
		return true
	})
	return err
}

// Loaded returns the number of segments that are in the world.
func (f *HeightField) Loaded() int {
	n := 0
	for _, place := range f.loaded {
		for _, id := range f.chunks[place].colliders {
			if id != 0 {
				n++
			}
		}
	}
	return n
}
