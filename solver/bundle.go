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
// contactRows[8 i] to contactRows[8 i + 7] of the contact table; -1 is padding.
type bundles struct {
	memory               *grow.Memory // of everything below
	contactRows          [schedule.Classes][]int32
	onePoint             []bundle1 // OnePoint
	twoPoints            []bundle2 // TwoPoints
	onePointWithSurface  []bundle1 // OnePointSurface, with onePointSurfaces beside it
	twoPointsWithSurface []bundle2
	onePointSurfaces     []surface
	twoPointsSurfaces    []surface
	surfaceArcs          []arc     // beside onePointWithSurface
	onePointWithArc      []bundle1 // OnePointArc, with arcs beside it
	arcs                 []arc
	onePointWithCone     []bundle1 // OnePointCone, with onePointCones beside it
	twoPointsWithCone    []bundle2
	onePointCones        []cone
	twoPointsCones       []cone
}

// resize provides n bundles of each class. Their values are unspecified.
func (r *bundles) resize(n [schedule.Classes]int) {
	m := r.memory
	m.Begin()
	r.onePoint = grow.Carve[bundle1](m, n[schedule.OnePoint])
	r.twoPoints = grow.Carve[bundle2](m, n[schedule.TwoPoints])
	// Most worlds have no contacts of the other classes. The code for these classes is in other
	// functions, so that WebAssembly hosts, which compile a function at its first call, need not
	// compile it.
	if n[schedule.OnePointArc] > 0 || len(r.onePointWithArc) > 0 {
		r.resizeArcs(n)
	}
	if n[schedule.OnePointSurface]+n[schedule.TwoPointsSurface] > 0 || len(r.onePointWithSurface)+len(r.twoPointsWithSurface) > 0 {
		r.resizeSurfaces(n)
	}
	if n[schedule.OnePointCone]+n[schedule.TwoPointsCone] > 0 || len(r.onePointWithCone)+len(r.twoPointsWithCone) > 0 {
		r.resizeCones(n)
	}
}

func (r *bundles) resizeArcs(n [schedule.Classes]int) {
	r.onePointWithArc = grow.Carve[bundle1](r.memory, n[schedule.OnePointArc])
	r.arcs = grow.Carve[arc](r.memory, len(r.onePointWithArc))
}

func (r *bundles) resizeSurfaces(n [schedule.Classes]int) {
	r.onePointWithSurface = grow.Carve[bundle1](r.memory, n[schedule.OnePointSurface])
	r.twoPointsWithSurface = grow.Carve[bundle2](r.memory, n[schedule.TwoPointsSurface])
	r.onePointSurfaces = grow.Carve[surface](r.memory, len(r.onePointWithSurface))
	r.surfaceArcs = grow.Carve[arc](r.memory, len(r.onePointWithSurface))
	r.twoPointsSurfaces = grow.Carve[surface](r.memory, len(r.twoPointsWithSurface))
}

func (r *bundles) resizeCones(n [schedule.Classes]int) {
	r.onePointWithCone = grow.Carve[bundle1](r.memory, n[schedule.OnePointCone])
	r.onePointCones = grow.Carve[cone](r.memory, len(r.onePointWithCone))
	r.twoPointsWithCone = grow.Carve[bundle2](r.memory, n[schedule.TwoPointsCone])
	r.twoPointsCones = grow.Carve[cone](r.memory, len(r.twoPointsWithCone))
}

// laneCount returns the number of lanes of bundle i of a class that hold contacts. Padding is at
// the end of a bundle.
func (r *bundles) laneCount(c schedule.Class, i int) int {
	list := r.contactRows[c][i*bundleSize : i*bundleSize+bundleSize]
	n := bundleSize
	for n > 0 && list[n-1] < 0 {
		n--
	}
	return n
}
