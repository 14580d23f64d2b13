package state

import (
	"math"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
)

// Rare columns are zero in most worlds, and empty as long as they are zero in all rows. The first
// row with another value gives the column an element for each row, and the column keeps them. In
// hashes and files an empty column counts as zeros.

// rareAt returns the value of a row.
func rareAt[T any](s []T, row int) (x T) {
	if len(s) > 0 {
		x = s[row]
	}
	return x
}

// setRare writes the value of a row if the column is not empty.
func setRare[T any](s []T, row int, x T) {
	if len(s) > 0 {
		s[row] = x
	}
}

func copyRare[T any](s []T, to, from int) {
	if len(s) > 0 {
		s[to] = s[from]
	}
}

// resizeRare gives a column that is not empty another length.
func resizeRare[T any](s []T, n int) []T {
	if len(s) > 0 {
		s = grow.Resize(s, n)
	}
	return s
}

func reserveRare[T any](s []T, n int) []T {
	if len(s) > 0 {
		s = grow.Reserve(s, n)
	}
	return s
}

// fillRare gives a column an element for each row.
func fillRare[T any](s []T, rows int) []T {
	if len(s) == 0 {
		s = growZero(s, rows)
	}
	return s
}

// rareLen is the number of rows that a column stands for.
func rareLen[T any](s []T, rows int) int {
	if len(s) == 0 {
		return rows
	}
	return len(s)
}

// dropZeros returns a column that was read from a file, without memory if it is zero.
func dropZeros[T any](s []T) []T {
	if column.IsZero(s) {
		return nil
	}
	return s
}

// SurfaceAt returns the surface of a row.
func (c *Contacts) SurfaceAt(row ContactRow) Surface { return rareAt(c.Surface, int(row)) }

// RestitutionAt returns the restitution of a row.
func (c *Contacts) RestitutionAt(row ContactRow) float32 {
	if len(c.Surface) == 0 {
		return 0
	}
	return c.Surface[row].Restitution
}

// FilledSurface returns the surface of a row to be written to.
func (c *Contacts) FilledSurface(row ContactRow) *Surface {
	c.fillSurface()
	return &c.Surface[row]
}

// fillSurface and fillCone write nothing when the column is filled, so blocks may call them then.
func (c *Contacts) fillSurface() {
	if len(c.Surface) == 0 {
		c.Surface = fillRare(c.Surface, c.Len())
	}
}

func (c *Contacts) fillCone() {
	if len(c.Cone) == 0 {
		c.Cone = fillRare(c.Cone, c.Len())
	}
}

// SetSurface writes the surface of a row that follows from the materials, with its flags, and keeps
// its impulse.
func (c *Contacts) SetSurface(row ContactRow, restitution, rolling, speed float32) {
	if hasBits(restitution, rolling, speed) || len(c.Surface) > 0 {
		s := c.FilledSurface(row)
		s.Restitution, s.RollingResistance, s.TangentSpeed = restitution, rolling, speed
	}
	c.UpdateSurfaceFlags(row)
}

// UpdateSurfaceFlags brings the flags of a row up to date with its surface.
func (c *Contacts) UpdateSurfaceFlags(row ContactRow) {
	s := c.SurfaceAt(row)
	c.Pair[row].UpdateSurfaceFlags(&s)
}

// ClearRollingImpulse forgets the impulse against rolling of a row.
func (c *Contacts) ClearRollingImpulse(row int) {
	if len(c.Surface) > 0 {
		c.Surface[row].RollingImpulse = 0
	}
}

// SetCone writes the friction of a row that depends on the direction, with its flag, and keeps its
// slip.
func (c *Contacts) SetCone(row ContactRow, cone *FrictionCone, has bool) {
	if has || cone.hasBits() || len(c.Cone) > 0 {
		c.fillCone()
		to := &c.Cone[row]
		to.Left, to.Right, to.StaticLeft, to.StaticRight = cone.Left, cone.Right, cone.StaticLeft, cone.StaticRight
	}
	c.Pair[row].Flags &^= ContactCone
	if has { // the solver keeps such contacts in bundles with a surface
		c.fillSurface()
		c.Pair[row].Flags |= ContactCone
	}
}

// hasBits reports whether any of the numbers is not zero, nor a zero with the sign of minus.
func hasBits(a, b, c float32) bool {
	return math.Float32bits(a)|math.Float32bits(b)|math.Float32bits(c) != 0
}

func (c *FrictionCone) hasBits() bool {
	return hasBits(c.Left, c.Right, 0) || hasBits(c.StaticLeft, c.StaticRight, 0)
}

// RareNeed holds which rare columns some contacts need.
type RareNeed struct{ surface, cone bool }

// Add adds the room that SetSurface and SetCone need for a contact.
func (n *RareNeed) Add(restitution, rolling, speed float32, cone *FrictionCone, has bool) {
	n.surface = n.surface || has || hasBits(restitution, rolling, speed)
	n.cone = n.cone || has || cone.hasBits()
}

// Join adds the room that other contacts need.
func (n *RareNeed) Join(m RareNeed) { n.surface, n.cone = n.surface || m.surface, n.cone || m.cone }

// FillNeeded fills the columns that are needed. From then on SetSurface and SetCone of these
// contacts write to their own rows alone.
func (c *Contacts) FillNeeded(n RareNeed) {
	if n.surface {
		c.fillSurface()
	}
	if n.cone {
		c.fillCone()
	}
}

// FillRare gives the rare columns an element for each row, as files hold them.
func (c *Contacts) FillRare() {
	c.Surface, c.Cone = fillRare(c.Surface, c.Len()), fillRare(c.Cone, c.Len())
}

// DropZeros empties rare columns that came from a file and are zero. A column that a flag requires
// has an element for each row, whatever the file says.
func (c *Contacts) DropZeros() {
	flags := ContactFlags(0)
	for row := range c.Pair {
		flags |= c.Pair[row].Flags
	}
	c.FillRare()
	if flags&(ContactHasSurface|ContactBouncy|ContactCone) == 0 {
		c.Surface = dropZeros(c.Surface)
	}
	if flags&ContactCone == 0 {
		c.Cone = dropZeros(c.Cone)
	}
}

// OwnGravityAt returns the gravity of a row in place of the world's.
func (s *Bodies) OwnGravityAt(row BodyRow) BodyGravity { return rareAt(s.Gravity, int(row)) }

// SetOwnGravityAt writes the gravity of a row.
func (s *Bodies) SetOwnGravityAt(row BodyRow, g BodyGravity) {
	if math.Float32bits(g.X)|math.Float32bits(g.Y) != 0 {
		s.Gravity = fillRare(s.Gravity, s.Len())
	}
	setRare(s.Gravity, int(row), g)
}

// FillRare gives the rare column an element for each row, as files hold it.
func (s *Bodies) FillRare() { s.Gravity = fillRare(s.Gravity, s.Len()) }

// DropZeros empties a rare column that came from a file and is zero.
func (s *Bodies) DropZeros() { s.Gravity = dropZeros(s.Gravity) }
