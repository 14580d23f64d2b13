package terrain

import (
	"cmp"
	"image"
	"maps"
	"math"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Dig removes the inside of an outline from the ground. The outline is closed, lies in the world
// and may cross itself, with the even-odd rule. The field stores a straight border to a thousandth
// of a cell, and rounds corners off within their cell. It may miss details thinner than a cell.
//
// Ground that is not connected with held ground after the edit comes loose: see Loosened. An edit
// wakes the bodies that touched a changed collider; all other contacts stay.
//
// The error is a *geom.FieldError that names Outline, Outline[5] or Sample, or an error of the
// world.
func (d *Density) Dig(outline []mgl64.Vec2) error { return d.cut(outline, true) }

// Fill makes ground of the inside of an outline, by the rules of Dig. New ground without a hold
// comes loose at once.
func (d *Density) Fill(outline []mgl64.Vec2) error { return d.cut(outline, false) }

// DigCircle removes a circle from the ground, as Dig does. The error names Center or Radius.
func (d *Density) DigCircle(center mgl64.Vec2, radius float64) error {
	return d.cutCircle(center, radius, true)
}

// FillCircle makes ground of a circle, as Fill does. The error names Center or Radius.
func (d *Density) FillCircle(center mgl64.Vec2, radius float64) error {
	return d.cutCircle(center, radius, false)
}

// brush is a part of the plane in units of cells. Its distance is negative inside.
type brush struct {
	low, high geom.Vec2
	distance  func(geom.Vec2) float64
	digs      bool
}

func (d *Density) cut(outline []mgl64.Vec2, digs bool) error {
	if len(outline) < 3 {
		return geom.NewFieldError("Outline", len(outline), geom.ErrTooFewPoints)
	}
	if err := geom.CheckExtents("Outline", outline); err != nil {
		return err
	}
	points := make([]geom.Vec2, len(outline))
	box := geom.EmptyBox()
	for i, p := range outline {
		points[i] = d.inCells(p)
		box = box.Include(points[i])
	}
	return d.apply(brush{box.Min, box.Max, func(p geom.Vec2) float64 { return distanceToOutline(points, p) }, digs})
}

func (d *Density) cutCircle(center mgl64.Vec2, radius float64, digs bool) error {
	if err := cmp.Or(geom.CheckExtent("Center", geom.From(center)), geom.CheckSize("Radius", radius)); err != nil {
		return err
	}
	c, r := d.inCells(center), float64(radius/d.def.Size)
	reach := geom.Vec2{X: r, Y: r}
	return d.apply(brush{c.Sub(reach), c.Add(reach), func(p geom.Vec2) float64 { return p.Sub(c).Length() - r }, digs})
}

// inCells returns a point of the world in units of cells from sample 0, 0.
func (d *Density) inCells(p mgl64.Vec2) geom.Vec2 {
	q := geom.From(p).Sub(geom.From(d.def.Origin))
	return geom.Vec2{X: float64(q.X / d.def.Size), Y: float64(q.Y / d.def.Size)}
}

// distanceToOutline returns the distance of a point to a closed outline, negative if the point is
// inside by the even-odd rule.
func distanceToOutline(points []geom.Vec2, p geom.Vec2) float64 {
	nearest, inside := math.Inf(1), false
	a := points[len(points)-1]
	for _, b := range points {
		nearest = min(nearest, p.Sub(nearestOn(a, b, p)).Length())
		if (a.Y <= p.Y) != (b.Y <= p.Y) && (geom.Orient(a, b, p) > 0) == (b.Y > a.Y) {
			inside = !inside
		}
		a = b
	}
	if inside {
		return -nearest
	}
	return nearest
}

// nearestOn returns the point of a segment that is nearest to a point.
func nearestOn(a, b, p geom.Vec2) geom.Vec2 {
	along := b.Sub(a)
	square := along.Dot(along)
	if square == 0 {
		return a
	}
	return a.MulAdd(max(0, min(p.Sub(a).Dot(along)/square, 1)), along)
}

// maxBrush bounds the number of samples in the box of a brush.
const maxBrush = 1 << 26

// apply changes the samples near a brush. Near the border the density is the distance to it, so
// removing a brush takes the smaller of two distances, and adding it the larger.
func (d *Density) apply(b brush) error {
	if min(b.low.X, b.low.Y) < -maxCell+2 || max(b.high.X, b.high.Y) > maxCell-2 {
		return geom.NewFieldError("Sample", [2]mgl64.Vec2{b.low.Mgl(), b.high.Mgl()}, geom.ErrOutOfRange)
	}
	r := image.Rect(cellCoordinate(b.low.X)-1, cellCoordinate(b.low.Y)-1, cellCoordinate(b.high.X)+3, cellCoordinate(b.high.Y)+3)
	if r.Dx() > maxBrush/r.Dy() {
		return geom.NewFieldError("Sample", r, geom.ErrOutOfRange)
	}
	if err := d.checkSamples(r); err != nil {
		return err
	}
	return d.edit(r, true, func(p image.Point, old int16) int16 {
		if b.digs && old == -densityUnit {
			return old
		}
		v := b.distance(geom.Vec2{X: float64(p.X), Y: float64(p.Y)})
		if b.digs {
			return min(old, quantized(v))
		}
		return max(old, quantized(-v))
	})
}

// edit gives each sample of a rectangle the value that a function returns for its old one.
func (d *Density) edit(r image.Rectangle, loosens bool, valueOf func(p image.Point, old int16) int16) error {
	// The cells to the left of a sample and below it change, too.
	cells := image.Rectangle{Min: r.Min.Sub(image.Pt(1, 1)), Max: r.Max}
	var changed []*densityChunk
	for place := range placesIn(chunksOf(cells)) {
		if !d.isLoaded(place) && !cellsOf(place).Overlaps(r) {
			continue
		}
		c, err := d.copyOf(place)
		if err != nil {
			return err
		}
		c.setValues(r, valueOf)
		if c.touched {
			c.label(d.def.Held)
		}
		if c.loaded || c.edited {
			changed = append(changed, c)
		}
	}
	if !loosens || d.def.Held == nil {
		return d.commit(changed, nil)
	}
	h := d.newHolds(changed)
	h.unsettled = slices.Clone(d.unsettled)
	for sample := range placesIn(r) {
		h.ask(sample)
	}
	if err := d.commit(h.release(changed)); err != nil {
		return err
	}
	d.unsettled = h.unsettled
	return nil
}

// copyOf returns a copy of a chunk, or a new one: of air, or of the source.
func (d *Density) copyOf(place image.Point) (*densityChunk, error) {
	if c := d.chunks[place]; c != nil {
		next := *c
		next.touched = false
		return &next, nil
	}
	if d.def.Source != nil {
		return d.readChunk(place)
	}
	return &densityChunk{place: place, even: -densityUnit, loaded: true}, nil
}

// cellsOf returns the rectangle of the cells, or of the samples, of a chunk.
func cellsOf(place image.Point) image.Rectangle {
	return chunkRect.Add(place.Mul(ChunkSide))
}

// setValues gives each sample of a rectangle in the chunk a new value. The chunk must be a copy.
func (c *densityChunk) setValues(r image.Rectangle, valueOf func(p image.Point, old int16) int16) {
	own := cellsOf(c.place).Intersect(r)
	for y := own.Min.Y; y < own.Max.Y; y++ {
		for x := own.Min.X; x < own.Max.X; x++ {
			p := image.Pt(x, y)
			old := c.at(placeOf(p))
			if v := valueOf(p, old); v != old {
				c.set(placeOf(p), v)
			}
		}
	}
	c.pack()
}

// set changes a sample of a copy.
func (c *densityChunk) set(place int, v int16) {
	if !c.touched {
		c.touched, c.edited = true, true
		values := new(densityValues)
		for i := range values {
			values[i] = c.at(i)
		}
		c.values = values
	}
	c.values[place] = v
}

// commit brings changed chunks and loose pieces into the world and the Density. The new bodies come
// first, all at once.
func (d *Density) commit(changed []*densityChunk, loose []*loosePiece) error {
	if len(changed)+len(loose) == 0 {
		if err := mayChange(d.w); err != nil {
			return err
		}
		d.loosened = nil
		return nil
	}
	var parts []world.BodyParts
	var fresh []*densityChunk
	for _, x := range loose {
		if len(x.parts.Colliders) > 0 {
			parts = append(parts, x.parts)
		}
	}
	next := byPlace(changed)
	olds := make([]*field, len(changed))
	for i, c := range changed {
		if err := checkGround(d.w, c.place, c.body, c.pieces, func(p densityPiece) world.ColliderID { return p.collider }); err != nil {
			return err
		}
		if c.body != 0 {
			olds[i] = d.window(c, nil)
		}
		if c.body != 0 || !c.loaded {
			continue
		}
		c.pieces = d.solid(d.window(c, next).compile(allBlocks))
		if len(c.pieces) > 0 {
			fresh = append(fresh, c)
			parts = append(parts, d.partsOf(c))
		}
	}
	bodies, err := d.w.CreateBodies(nil, parts) // refused while the world steps
	if err != nil {
		return err
	}
	d.loosened = nil
	for _, x := range loose {
		if len(x.parts.Colliders) > 0 {
			x.Body = bodies[0]
			bodies = bodies[1:]
		}
		d.loosened = append(d.loosened, x.Loosened)
	}
	for k, c := range fresh {
		c.body = bodies[k].ID()
		i := len(c.pieces)
		for collider := range bodies[k].Colliders() { // the newest first
			i--
			c.pieces[i].collider = collider.ID()
		}
	}
	for i, c := range changed {
		if olds[i] != nil {
			if err := d.update(c, olds[i], d.window(c, next)); err != nil {
				return err
			}
		}
	}
	for _, c := range changed {
		d.keep(c)
	}
	return nil
}

// keep stores a chunk at its place, or drops a chunk of air that no source has.
func (d *Density) keep(c *densityChunk) {
	if c.values == nil && c.even == -densityUnit && c.body == 0 && d.def.Source == nil {
		delete(d.chunks, c.place)
		return
	}
	d.chunks[c.place] = c
	if c.body != 0 {
		d.bodies[c.body] = c.place
	}
}

// solid returns the pieces that are thick enough to be shapes.
func (d *Density) solid(list []densityPiece) []densityPiece {
	return slices.DeleteFunc(list, func(p densityPiece) bool {
		_, ok := d.shapeOf(p.outline)
		return !ok
	})
}

// partsOf returns the body and the colliders of a chunk.
func (d *Density) partsOf(c *densityChunk) world.BodyParts {
	def := body.Def{Type: body.Static, Position: d.Place(c.place.Mul(ChunkSide))}
	parts := world.BodyParts{Def: def, Colliders: make([]world.ColliderParts, len(c.pieces))}
	for i, p := range c.pieces {
		parts.Colliders[i] = world.ColliderParts{Shape: d.mustShape(p), Def: d.def.Collider}
	}
	return parts
}

func (d *Density) mustShape(p densityPiece) shape.Polygon {
	s, ok := d.shapeOf(p.outline)
	if !ok {
		panic("terrain: a piece has lost its shape")
	}
	return s
}

// update gives the body of a chunk the colliders of its changed blocks. Colliders of the same
// outline stay, and so do their contacts.
func (d *Density) update(c *densityChunk, old, now *field) error {
	blocks := now.changedBlocks(old)
	if blocks == 0 {
		return nil
	}
	if c.pieces[0].block == wholeChunk {
		blocks = allBlocks
	}
	pieces := d.solid(now.compile(blocks))
	if len(pieces) > 0 && pieces[0].block == wholeChunk {
		blocks = allBlocks
	}
	var kept []densityPiece
	var r replacement
	for _, p := range c.pieces {
		switch {
		case p.block != wholeChunk && blocks>>p.block&1 == 0:
			kept = append(kept, p)
		case !p.handOver(pieces):
			r.gone = append(r.gone, d.w.ColliderByID(p.collider))
		}
	}
	b := d.w.BodyByID(c.body)
	c.pieces = append(kept, pieces...)
	if len(c.pieces) == 0 {
		delete(d.bodies, c.body)
		c.body = 0
		return b.Destroy()
	}
	for i := range c.pieces {
		if p := &c.pieces[i]; p.collider == 0 {
			r.add(&p.collider, d.mustShape(*p), d.def.Collider)
		}
	}
	return r.apply(b)
}

// handOver gives the collider of a piece to an equal piece of a list, if there is one.
func (p densityPiece) handOver(list []densityPiece) bool {
	for i := range list {
		if list[i].block == p.block && slices.Equal(list[i].outline, p.outline) {
			list[i].collider = p.collider
			return true
		}
	}
	return false
}

// sorted returns the places of the chunks in ascending order.
func (d *Density) sorted() []image.Point {
	return slices.SortedFunc(maps.Keys(d.chunks), comparePlaces)
}
