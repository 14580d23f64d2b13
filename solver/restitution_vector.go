//go:build !purego && (amd64 || arm64 || js)

package solver

import (
	"unsafe"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
)

// approachBundle is the result of the kernel for eight contacts.
type approachBundle struct {
	_      [0]func() // not comparable, so no program has code for a comparison
	a, b   [bundleSize]state.BodyOffset
	nx, ny perLane
	speed  perLane // normal velocity of the point that approaches fastest, m/s; zero: none approaches
}

// approaches is the scratch of a worker. It must not move while kernels run.
type approaches struct {
	rows    [restitutionBlock]int32 // of contacts
	bundles [restitutionBlock / bundleSize]approachBundle
}

// recordBlockVector records the approach velocities of the first count contacts of a block with the
// kernel. The last bundle is padded with its last contact.
func (s *Solver) recordBlockVector(block, count int, m *approaches, flags []bounceFlags) {
	if count == 0 {
		return
	}
	n := count
	for ; n%bundleSize != 0; n++ {
		m.rows[n] = m.rows[count-1]
	}
	args := s.tableArgs(unsafe.Pointer(&m.bundles[0]), unsafe.Pointer(&m.rows[0]), n/bundleSize)
	recordApproachesVector(&args)
	lo, threshold := block*restitutionBlock, s.in.Params.RestitutionThreshold
	for i, row := range m.rows[:count] {
		speed := m.bundles[uint(i)/bundleSize].speed[uint(i)%bundleSize]
		if e := s.in.Contacts.RestitutionAt(state.ContactRow(row)); e > 0 && e < minRepeatRestitution && speed > -threshold {
			continue // bounceFlagsOf returns none
		}
		flags[int(row)-lo] |= s.bounceFlagsOf(int(row), speed)
	}
}

// fillLastBundle pads the last bundle of a round with its last contact.
func (s *Solver) fillLastBundle() {
	m := &s.restitution
	rows := m.contactRows
	for len(rows)%bundleSize != 0 {
		rows = grow.Append(rows, m.contactRows[len(m.contactRows)-1])
	}
	m.contactRows = rows[:len(m.contactRows)]
}

// prepareBouncesVector prepares the bundles [lo, hi) of a round with the kernel.
func (s *Solver) prepareBouncesVector(lo, hi int) {
	m := &s.restitution
	args := s.tableArgs(unsafe.Pointer(&m.bundles[lo]), unsafe.Pointer(&m.contactRows[lo*bundleSize]), hi-lo)
	prepare2Vector(&args)
}

// bounceArgs are the arguments of the kernels that bounce: count bundles.
type bounceArgs struct {
	bundles, states unsafe.Pointer
	coefficients    *bounceConstants
	count           int
}

// bounceConstants are the constants of these kernels.
type bounceConstants struct {
	signs               [bundleSize]uint32 // of float32
	dynamicFlags        [bundleSize]uint32 // of a body that is dynamic and free
	minDeterminant, one [bundleSize / 2]float64
}

var constantsOfBounces = makeBounceConstants()

func makeBounceConstants() (c bounceConstants) {
	for l := range c.signs {
		c.signs[l], c.dynamicFlags[l] = 1<<31, uint32(state.FlagDynamic)
	}
	for l := range c.one {
		c.minDeterminant[l], c.one[l] = minBounceDeterminant, 1
	}
	return c
}

// bounceVector is bounceLane for all lanes of some bundles, with the kernels.
func (s *Solver) bounceVector(r bounceRange) (maxError float32) {
	m := &s.restitution
	bundles := m.bundles[r.lo:r.hi]
	args := bounceArgs{
		bundles: unsafe.Pointer(&bundles[0]), states: unsafe.Pointer(&s.in.Bodies.State[0]), coefficients: &constantsOfBounces, count: len(bundles),
	}
	if r.kind == bounceOnePoint {
		bounceOnePointVector(&args)
	} else {
		bounceTwoPointsVector(&args)
	}
	for i := range bundles {
		for _, e := range &bundles[i].points[1].currentSeparation {
			maxError = simd.Max(e, maxError)
		}
	}
	return maxError
}
