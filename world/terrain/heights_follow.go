package terrain

import (
	"fmt"
	"math"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// heightChunk is the static body of some segments. It is never changed once a field has it.
type heightChunk struct {
	place     int
	body      world.BodyID
	colliders [chunkSegments]world.ColliderID // 0 for a hole
}

// Follow brings the colliders of the segments below each awake body into the world, and those
// within a distance of some points, and takes those away that nothing needs or touches. A game
// calls it before each tick, so no body misses its ground, however far it is from the player; what
// sleeps on the ground keeps it. Questions to the world, but not to the field, see only these
// colliders.
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
			parts.Colliders = append(parts.Colliders, world.ColliderParts{Shape: f.segment(i), Def: f.def.Collider})
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

// unload takes the chunks out of the world that are not wanted and that nothing touches.
func (f *HeightField) unload() error {
	var err error
	f.loaded = slices.DeleteFunc(f.loaded, func(place int) bool {
		if _, wanted := slices.BinarySearch(f.want, place); wanted || err != nil {
			return false
		}
		b := f.w.BodyByID(f.chunks[place].body)
		for range b.Contacts() {
			return false
		}
		if err = b.Destroy(); err != nil {
			return false
		}
		delete(f.bodies, f.chunks[place].body)
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

// SetHeights gives the samples from one on their heights above Origin. Only the colliders of the
// segments that change, or whose neighbours do, are replaced. What touched one of these wakes, and
// the contacts of all others stay.
//
// The error is a *geom.FieldError that names From or Heights[7], or an error of the world.
func (f *HeightField) SetHeights(from int, heights []float64) error {
	if err := f.checkHeights("Heights", from, heights); err != nil {
		return err
	}
	return f.edit(from, from+len(heights), func(p *heightPage, i int) {
		p.heights[i%pageSamples] = float32(heights[i-from])
	})
}

// Raise adds to the heights of the samples from one on. Errors are as of SetHeights, with the new
// heights.
func (f *HeightField) Raise(from int, by []float64) error {
	if err := f.checkHeights("Heights", from, by); err != nil {
		return err
	}
	heights := make([]float64, len(by))
	for i, h := range by {
		heights[i] = f.Height(from+i) + h
	}
	return f.SetHeights(from, heights)
}

// SetHoles makes holes of the segments from first to before last, or ground of what were holes.
//
// The error is a *geom.FieldError that names From or To, or an error of the world.
func (f *HeightField) SetHoles(first, last int, hole bool) error {
	if first < 0 || first > f.count-1 {
		return geom.NewFieldError("From", first, geom.ErrOutOfRange)
	}
	if last < first || last > f.count-1 {
		return geom.NewFieldError("To", last, geom.ErrOutOfRange)
	}
	return f.edit(first, last, func(p *heightPage, i int) {
		k := i % pageSamples
		p.holes[k/64] &^= 1 << (k % 64)
		if hole {
			p.holes[k/64] |= 1 << (k % 64)
		}
	})
}

// edit changes samples in copies of their pages, and the colliders with them.
func (f *HeightField) edit(from, to int, change func(p *heightPage, i int)) error {
	if from >= to {
		return nil
	}
	next := *f
	next.pages = slices.Clone(f.pages)
	first, last := from/pageSamples, (to-1)/pageSamples
	for i := first; i <= last; i++ {
		p := *f.pages[i]
		for k := max(from, i*pageSamples); k < min(to, (i+1)*pageSamples); k++ {
			change(&p, k)
		}
		next.pages[i] = &p
	}
	if first > 0 { // its last segment ends in the first page that changes
		p := *next.pages[first-1]
		next.pages[first-1] = &p
	}
	for i := max(0, first-1); i <= last; i++ {
		next.measure(next.pages[i], i)
	}
	low, high := max(0, from-2)/chunkSegments, min(to+1, f.count-2)/chunkSegments
	start, _ := slices.BinarySearch(f.loaded, low)
	for _, place := range f.loaded[start:] {
		if place > high {
			break
		}
		if err := f.update(place, &next, from-2, to+1); err != nil {
			return err
		}
	}
	f.pages = next.pages
	return nil
}

// update gives the body of a chunk the colliders that its segments have in the next field, among
// those from first to last.
func (f *HeightField) update(place int, next *HeightField, first, last int) error {
	c := *f.chunks[place]
	b := f.w.BodyByID(c.body)
	var gone []world.ColliderID
	left := place * chunkSegments
	for i := max(first, left); i <= min(last, left+chunkSegments-1, f.count-2); i++ {
		k, was, is := i-left, f.shapeAt(i), next.shapeAt(i)
		if was == is {
			continue
		}
		if c.colliders[k] != 0 {
			gone = append(gone, c.colliders[k])
			c.colliders[k] = 0
		}
		if is == (shape.ChainSegment{}) {
			continue
		}
		collider, err := b.Attach(is, f.def.Collider)
		if err != nil {
			return err
		}
		c.colliders[k] = collider.ID()
	}
	for _, id := range gone {
		if err := f.w.ColliderByID(id).Destroy(); err != nil {
			return err
		}
	}
	f.chunks[place] = &c
	return nil
}

// shapeAt returns a segment, or the zero one for a hole.
func (f *HeightField) shapeAt(i int) shape.ChainSegment {
	if f.Hole(i) {
		return shape.ChainSegment{}
	}
	return f.segment(i)
}

// Destroy takes the colliders of the field out of the world. The bodies that lay on it wake up.
func (f *HeightField) Destroy() error {
	for len(f.loaded) > 0 {
		place := f.loaded[len(f.loaded)-1]
		c := f.chunks[place]
		if err := f.w.BodyByID(c.body).Destroy(); err != nil {
			return err
		}
		delete(f.bodies, c.body)
		delete(f.chunks, place)
		f.loaded = f.loaded[:len(f.loaded)-1]
	}
	return nil
}

// HeightFieldState is a HeightField at a moment. The zero HeightFieldState is ready for Save.
// States and forks share the pages of 1024 samples that are equal in them.
type HeightFieldState struct {
	pages  []*heightPage
	chunks []*heightChunk
}

// Save writes the field into a state. A game saves it whenever it saves the world.
func (f *HeightField) Save(s *HeightFieldState) {
	clear(s.pages)
	clear(s.chunks)
	s.pages, s.chunks = append(s.pages[:0], f.pages...), s.chunks[:0]
	for _, place := range f.loaded {
		s.chunks = append(s.chunks, f.chunks[place])
	}
}

// Restore brings the field back. The world must have been restored to the same moment.
func (f *HeightField) Restore(s *HeightFieldState) {
	f.pages = append([]*heightPage(nil), s.pages...)
	f.loaded = f.loaded[:0]
	clear(f.chunks)
	clear(f.bodies)
	for _, c := range s.chunks {
		f.keep(c)
	}
}

// Fork returns the same field in a fork of its world, which shares the pages.
func (f *HeightField) Fork(w *world.World) *HeightField {
	fork := &HeightField{w: w, def: f.def, count: f.count, chunks: map[int]*heightChunk{}, bodies: map[world.BodyID]int{}}
	var s HeightFieldState
	f.Save(&s)
	fork.Restore(&s)
	return fork
}
