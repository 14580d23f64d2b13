package solver

import (
	"unsafe"

	"github.com/carom2d/carom/internal/grow"
)

// Lanes is the number of contacts in a row, in every build.
const Lanes = 8

// column is one number of each contact in a row.
type column = [Lanes]float32

// head is what a row needs to know about its contacts whatever their number of
// points. The tangent is the normal turned clockwise, (ny, -nx).
type head struct {
	a, b           [Lanes]int32 // rows of the bodies
	nx, ny         column       // unit normal, from a to b
	ma, ia, mb, ib column       // inverse masses and inertias
	friction       column       // coefficient; negative where the surface of a is round
	ta, tb         column       // arms of the tangent, m, mean of the points
	tangentMass    column       // 1 / mobility along the tangent, kg; negative where that of b is
	tangentImpulse column       // N s
}

// point is one contact point of each contact in a row.
type point struct {
	ka, kb     column // arms of the normal, m
	separation column // when the tick began, m
	now        column // separation when the bodies last moved, m
	mass       column // 1 / mobility along the normal, kg
	impulse    column // N s
	total      column // sum over the sub-steps, N s
}

// row1 and row2 hold contacts with one and with two points. A contact costs 80
// or 108 bytes; nearly all of it is read by every pass, and what a pass changes are
// a few columns.
type (
	row1 struct {
		head
		points [1]point
	}
	row2 struct {
		head
		points [2]point
	}
)

// surface is the rest of a row some of whose contacts have a moving surface or
// resist rolling: 16 bytes per contact, kept apart because most have neither.
type surface struct {
	speed          column // tangent speed of b's surface against a's, m/s
	rolling        column // rolling resistance, m
	rollingMass    column // 1 / (ia + ib), kg m^2
	rollingImpulse column // N m s
}

var (
	_ [80 * Lanes]byte  = [unsafe.Sizeof(row1{})]byte{}
	_ [108 * Lanes]byte = [unsafe.Sizeof(row2{})]byte{}
	_ [16 * Lanes]byte  = [unsafe.Sizeof(surface{})]byte{}
)

// class says which kind of row a contact goes to.
type class int

const (
	class1        class = iota // one point
	class2                     // two points
	class1Surface              // one point, with a surface
	class2Surface
	classes
)

// span is a range of rows.
type span struct{ lo, hi int }

// rows are the constraint rows of a tick. Row i of a class holds the contacts
// contact[8 i] to contact[8 i + 7], as rows of the contact table; padding is -1.
type rows struct {
	contact [classes][]int32
	one     []row1 // class1
	two     []row2 // class2
	oneSurf []row1 // class1Surface, with surfOne beside it
	twoSurf []row2
	surfOne []surface
	surfTwo []surface
}

// resize makes room for so many rows of each class.
func (r *rows) resize(n [classes]int) {
	r.one = grow.Room(r.one, n[class1])
	r.two = grow.Room(r.two, n[class2])
	r.oneSurf = grow.Room(r.oneSurf, n[class1Surface])
	r.twoSurf = grow.Room(r.twoSurf, n[class2Surface])
	r.surfOne = grow.Room(r.surfOne, len(r.oneSurf))
	r.surfTwo = grow.Room(r.surfTwo, len(r.twoSurf))
}

// lanes returns how many lanes of row i of a class hold contacts. They come
// first: padding is at the end of a row.
func (r *rows) lanes(c class, i int) int {
	list := r.contact[c][i*Lanes : i*Lanes+Lanes]
	n := Lanes
	for n > 0 && list[n-1] < 0 {
		n--
	}
	return n
}
