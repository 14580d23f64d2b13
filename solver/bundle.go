package solver

import (
	"unsafe"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/schedule"
)

// bundleSize is the number of contacts in a bundle, in every build. The generator of the vector
// kernels reads it from this file.
const bundleSize = 8

var _ [schedule.BundleSize]struct{} = [bundleSize]struct{}{}

// perLane holds one number for each contact in a bundle.
type perLane = [bundleSize]float32

// header holds the columns of a bundle that do not depend on the number of points of its contacts.
// The tangent is the normal turned clockwise, (ny, -nx).
type header struct {
	_              [0]func() // not comparable, so no program has code for a comparison
	a, b           [bundleSize]state.BodyOffset
	nx, ny         perLane // unit normal, from a to b
	ma, ia, mb, ib perLane // inverse masses and inertias
	friction       perLane // coefficient; its sign is set where the surface of a is curved
	ta, tb         perLane // arms of the tangent, m, mean of the points
	tangentMass    perLane // 1 / mobility along the tangent, kg; its sign is set where the surface of b is curved
	tangentImpulse perLane // N s
}

// point is one contact point of each contact in a bundle.
type point struct {
	_                 [0]func() // not comparable, so no program has code for a comparison
	ka, kb            perLane   // arms of the normal, m
	separation        perLane   // at the start of the tick, m
	currentSeparation perLane   // separation when the bodies last moved, m
	mass              perLane   // 1 / mobility along the normal, kg
	impulse           perLane   // N s
	totalImpulse      perLane   // sum over the sub-steps, N s
}

// bundle1 and bundle2 hold contacts with one and with two points. A contact takes 80 or 108 bytes.
// Every pass reads nearly all of them and writes a few columns.
type (
	bundle1 struct {
		header
		points [1]point
	}
	bundle2 struct {
		header
		points [2]point
	}
)

// surface holds further columns of a bundle in which some contacts have a moving surface or resist
// rolling: 16 bytes per contact. The columns are separate because most contacts have neither.
type surface struct {
	_                 [0]func() // not comparable, so no program has code for a comparison
	tangentSpeed      perLane   // tangent speed of b's surface relative to a's, m/s
	rollingResistance perLane   // rolling resistance, m
	rollingMass       perLane   // 1 / (ia + ib), kg m^2
	rollingImpulse    perLane   // N m s
}

var (
	_ [80 * bundleSize]byte  = [unsafe.Sizeof(bundle1{})]byte{}
	_ [108 * bundleSize]byte = [unsafe.Sizeof(bundle2{})]byte{}
	_ [16 * bundleSize]byte  = [unsafe.Sizeof(surface{})]byte{}
)

// bundles are the contacts of a batch, by class. Bundle i of a class holds the contacts in the rows
// contactRows[8 i] to contactRows[8 i + 7] of the contact table; -1 is padding. Its further columns
// have the same index. A list that the class does not have is empty.
type bundles struct {
	memory      *grow.Memory // of everything below
	contactRows [schedule.Classes][]int32
	onePoint    [schedule.Classes][]bundle1
	twoPoints   [schedule.Classes][]bundle2
	surfaces    [schedule.Classes][]surface
	arcs        [schedule.Classes][]arc
	cones       [schedule.Classes][]cone
}

// classColumns tells the lists that each class has.
var classColumns = [schedule.Classes]struct{ twoPoints, surfaces, arcs, cones bool }{
	schedule.TwoPoints:        {twoPoints: true},
	schedule.OnePointSurface:  {surfaces: true, arcs: true},
	schedule.TwoPointsSurface: {twoPoints: true, surfaces: true},
	schedule.OnePointArc:      {arcs: true},
	schedule.OnePointCone:     {surfaces: true, arcs: true, cones: true},
	schedule.TwoPointsCone:    {twoPoints: true, surfaces: true, cones: true},
}

// resize provides n bundles of each class. Their values are unspecified.
func (r *bundles) resize(n [schedule.Classes]int) {
	r.memory.Begin()
	for k, has := range &classColumns {
		if has.twoPoints {
			r.twoPoints[k] = grow.Carve[bundle2](r.memory, n[k])
		} else {
			r.onePoint[k] = grow.Carve[bundle1](r.memory, n[k])
		}
		if has.surfaces {
			r.surfaces[k] = grow.Carve[surface](r.memory, n[k])
		}
		if has.arcs {
			r.arcs[k] = grow.Carve[arc](r.memory, n[k])
		}
		if has.cones {
			r.cones[k] = grow.Carve[cone](r.memory, n[k])
		}
	}
}

// at returns the header, points and surface of a bundle. The surface is nil if the bundle's class
// has none.
//
//go:noinline
func (r *bundles) at(k schedule.Class, i int) (h *header, points []point, surface *surface) {
	surface = elementOf(r.surfaces[k], i)
	if classColumns[k].twoPoints {
		b := &r.twoPoints[k][i]
		return &b.header, b.points[:], surface
	}
	b := &r.onePoint[k][i]
	return &b.header, b.points[:], surface
}

// elementOf returns an element of a list, or nil if the list is empty.
func elementOf[T any](list []T, i int) *T {
	if len(list) == 0 {
		return nil
	}
	return &list[i]
}

// laneCount returns the number of lanes of bundle i of a class that hold contacts. Padding is at
// the end of a bundle.
//
//go:noinline
func (r *bundles) laneCount(c schedule.Class, i int) int {
	list := r.contactRows[c][i*bundleSize : i*bundleSize+bundleSize]
	n := bundleSize
	for n > 0 && list[n-1] < 0 {
		n--
	}
	return n
}
