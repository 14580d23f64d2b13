package soft

import (
	"cmp"
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// ClothDef defines a cloth: a grid of nodes between threads. The zero ClothDef is a net of 8 by 8
// nodes that hangs down from the origin and falls. Its width and height are seven times
// Config.LengthUnit / 2.
type ClothDef struct {
	Position      mgl64.Vec2 // of the first node, the upper left one, m
	Width, Height float64    // between the outer nodes, m; zero means half of Config.LengthUnit between neighbours
	Columns, Rows int        // of nodes, 2 or more, of at most 65536 in all; zero means 8
	Radius        float64    // of the nodes, m; zero means a third of the distance between neighbours
	Link          Link       // of the threads

	// ShearHertz and ShearDamping are for springs along the diagonals of the cells, which tear like
	// threads; zero means none.
	ShearHertz, ShearDamping float64

	Pins []int // nodes that stay where they are; the first row is 0 to Columns-1, from left to right, and so on

	Body     body.Def          // of each node, but for type, place and turning; keys count on from that given
	Collider world.ColliderDef // of each node; the density is per area of the cloth
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *ClothDef) Validate() error {
	err := cmp.Or(geom.CheckExtent("Position", geom.From(d.Position)), checkLength("Width", d.Width), checkLength("Height", d.Height),
		checkNodes("Columns", d.Columns, 2, maxNodes), checkNodes("Rows", d.Rows, 2, maxNodes), checkLength("Radius", d.Radius), inField("Link", d.Link.Validate()),
		checkNumber("ShearHertz", d.ShearHertz), checkNumber("ShearDamping", d.ShearDamping),
		geom.CheckNotNegative("Collider.Density", d.Collider.Density))
	if err != nil {
		return err
	}
	columns, rows := d.grid()
	if columns > maxNodes/rows {
		return geom.NewFieldError("Columns", columns, geom.ErrOutOfRange)
	}
	for i, node := range d.Pins {
		if node < 0 || node >= columns*rows {
			return geom.NewFieldError(fmt.Sprintf("Pins[%d]", i), node, geom.ErrOutOfRange)
		}
	}
	return nil
}

// grid returns the numbers of columns and rows.
func (d *ClothDef) grid() (columns, rows int) { return cmp.Or(d.Columns, 8), cmp.Or(d.Rows, 8) }

// Cloth is a handle to a cloth. Its links are the horizontal threads, row by row, then the vertical
// threads.
type Cloth struct{ Net }

// NewCloth makes a cloth. It returns a *geom.FieldError, and changes nothing, for a definition that
// cannot be used.
func NewCloth(w *world.World, def ClothDef) (*Cloth, error) {
	if err := def.Validate(); err != nil {
		return nil, err
	}
	def.Columns, def.Rows = def.grid()
	unit := float64(w.Config().LengthUnit / 2)
	def.Width = cmp.Or(def.Width, float64(unit*float64(def.Columns-1)))
	def.Height = cmp.Or(def.Height, float64(unit*float64(def.Rows-1)))
	across, down := def.Width/float64(def.Columns-1), def.Height/float64(def.Rows-1)
	def.Radius = cmp.Or(def.Radius, min(across, down)/3)
	nodes := def.Columns * def.Rows
	b := builder{Net: Net{w, IDs{Kind: KindCloth, Radius: def.Radius, Columns: def.Columns}}}
	collider := spread(def.Collider, float64(def.Width*def.Height), nodes)
	parts := make([]world.BodyParts, nodes)
	for i := range parts {
		column, row := float64(i%def.Columns), float64(i/def.Columns)
		at := def.Position.Add(mgl64.Vec2{float64(across * column), -float64(down * row)})
		parts[i] = disc(def.Body, &collider, i, at, def.Radius)
	}
	if err := b.bodies(parts); err != nil {
		return nil, err
	}
	for i := range 2*nodes - def.Columns - def.Rows {
		length := across
		if i >= def.Rows*(def.Columns-1) {
			length = down
		}
		b.ids.Lengths = append(b.ids.Lengths, length)
	}
	b.links(&def.Link)
	if def.ShearHertz > 0 {
		b.diagonals(&def, math.Sqrt(float64(across*across)+float64(down*down)))
	}
	b.pin(def.Pins)
	n, err := b.finish()
	return handle(&Cloth{n}, err)
}

// diagonals makes the two springs of each cell, of a length at rest.
func (b *builder) diagonals(def *ClothDef, length float64) {
	spring := Link{Hertz: def.ShearHertz, Damping: def.ShearDamping, MaxStretch: def.Link.MaxStretch, BreakForce: def.Link.BreakForce}
	for cell := range (def.Columns - 1) * (def.Rows - 1) {
		i := cell/(def.Columns-1)*def.Columns + cell%(def.Columns-1)
		b.ids.Extra = append(b.ids.Extra,
			b.joint(i, i+def.Columns+1, spring.joint(length)), b.joint(i+1, i+def.Columns, spring.joint(length)))
	}
}

// ClothOf makes the handle of a cloth again. It returns a *geom.FieldError for IDs that do not
// belong to a cloth.
func ClothOf(w *world.World, ids IDs) (*Cloth, error) {
	n, err := of(w, KindCloth, ids)
	return handle(&Cloth{n}, err)
}

// Columns returns the number of columns of nodes.
func (c *Cloth) Columns() int { return c.ids.Columns }

// Rows returns the number of rows of nodes.
func (c *Cloth) Rows() int { return c.Len() / c.ids.Columns }

// sides returns the links around a cell: above, on the left, on the right, below.
func (c *Cloth) sides(cell int) (above, left, right, below int) {
	columns := c.ids.Columns
	row, column := cell/(columns-1), cell%(columns-1)
	above = row*(columns-1) + column
	left = c.Rows()*(columns-1) + row*columns + column
	return above, left, left + 1, above + columns - 1
}

// AppendTriangles appends the mesh: three nodes for each triangle, clockwise where the cloth is
// flat. Its points come from AppendPoints. Each cell has two triangles: one above on the right and
// one below on the left. A triangle is left out when a thread beside it is torn.
func (c *Cloth) AppendTriangles(dst []int32) []int32 {
	columns := c.ids.Columns
	for cell := range (columns - 1) * (c.Rows() - 1) {
		above, left, right, below := c.sides(cell)
		i := int32(cell/(columns-1)*columns + cell%(columns-1))
		under := i + int32(columns)
		if !c.Torn(above) && !c.Torn(right) {
			dst = append(dst, i, i+1, under+1)
		}
		if !c.Torn(left) && !c.Torn(below) {
			dst = append(dst, i, under+1, under)
		}
	}
	return dst
}

// Tidy destroys the diagonals of the cells that have a torn thread beside them. Call it after each
// step of a cloth that can tear.
func (c *Cloth) Tidy() error {
	for i := range c.ids.Extra {
		above, left, right, below := c.sides(i / 2)
		if !c.Torn(above) && !c.Torn(left) && !c.Torn(right) && !c.Torn(below) {
			continue
		}
		if err := c.endExtra(i); err != nil {
			return err
		}
	}
	return nil
}
