//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"unsafe"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
)

// predictionArgs are the arguments of predictVector, which is Tables.Predict for groups of four
// contacts: the addresses of the tables and of the groups. The kernel leaves the cached manifolds
// alone.
type predictionArgs struct {
	_                                 [0]func() // not comparable, so no program has code for a comparison
	states, bodyRows, pairs, contacts unsafe.Pointer
	constants, groups                 unsafe.Pointer
	count                             int     // of groups, not zero
	halfTick                          lanes64 // s
}

// predictionGroup is four contacts: their rows, their surfaces with all ones for a flat side, and,
// as a result, all ones where the point may have moved.
type predictionGroup struct {
	_                       [0]func() // not comparable, so no program has code for a comparison
	rows                    [lanes]int32
	radiusA, radiusB, reach lanes64
	flatA, flatB, moved     [lanes]uint64
}

// predictionConstants are the constants that predictVector reads.
type predictionConstants struct {
	_                           [0]func() // not comparable, so no program has code for a comparison
	absMask, allOnes            [lanes]uint64
	dynamic, turnFlags          [lanes]uint32
	shortHalf                   [lanes]float32
	half, one, minTurn, maxTurn lanes64
	minCos, minEccentricity     lanes64
	tiny                        lanes64 // a smaller angle is its own sine
	minLength                   lanes64 // of a vector that has a direction
	sinSeries                   [8]lanes64
	cosSeries                   [7]lanes64
}

var forPredictions = makePredictionConstants()

func makePredictionConstants() *predictionConstants {
	k := new(predictionConstants)
	for l := range lanes {
		k.absMask[l], k.allOnes[l] = 1<<63-1, 1<<64-1
		k.dynamic[l], k.turnFlags[l] = uint32(state.FlagDynamic), uint32(state.FlagDynamic|state.FlagLockRotation)
		k.shortHalf[l], k.half[l], k.one[l], k.minTurn[l], k.maxTurn[l] = 0.5, 0.5, 1, -maxTurn, maxTurn
		k.minCos[l], k.minEccentricity[l], k.tiny[l], k.minLength[l] = 1-maxTurn, minEccentricity, 0x1p-27, 1e-150
	}
	setSeries(k.sinSeries[:], 3)
	setSeries(k.cosSeries[:], 4)
	return k
}

// setSeries sets the coefficients of the series of sine or cosine, from the highest power down to
// the lowest.
func setSeries(series []lanes64, lowest int) {
	factorial, sign := 1.0, float64(lowest%2*-2+1)
	for n := 2; n < lowest; n++ {
		factorial *= float64(n)
	}
	for i := range series {
		n := lowest + 2*i
		factorial *= float64(n)
		for l := range lanes {
			series[len(series)-1-i][l] = sign / factorial
		}
		factorial *= float64(n + 1)
		sign = -sign
	}
}

// PredictionBatch collects contacts of a block for the prediction of their points.
type PredictionBatch struct {
	args   predictionArgs
	groups [BlockSize / lanes]predictionGroup
	count  int
}

// Add queues a contact.
func (k *PredictionBatch) Add(_ *Tables, row int, f *Surfaces) {
	g, l := &k.groups[k.count/lanes%len(k.groups)], k.count%lanes
	g.rows[l] = int32(row)
	g.radiusA[l], g.radiusB[l], g.reach[l] = f.RadiusA, f.RadiusB, f.Reach
	g.flatA[l], g.flatB[l] = allOnesIf(f.FlatA), allOnesIf(f.FlatB)
	k.count++
}

func allOnesIf(x bool) (mask uint64) {
	if x {
		mask = 1
	}
	return -mask
}

// Run predicts the points of all queued contacts and empties the batch.
func (k *PredictionBatch) Run(t *Tables) {
	whole := k.count / lanes
	if !vectorKernels {
		whole = 0
	}
	if whole > 0 {
		k.call(t, whole)
	}
	for i := whole * lanes; i < k.count; i++ {
		g, l := &k.groups[i/lanes], i%lanes
		t.Predict(int(g.rows[l]), &Surfaces{g.radiusA[l], g.radiusB[l], g.flatA[l] != 0, g.flatB[l] != 0, g.reach[l]})
	}
	k.count = 0
}

// call runs the kernel over some groups.
func (k *PredictionBatch) call(t *Tables, groups int) {
	halfTick := 0.5 * t.Timestep
	k.args = predictionArgs{
		states: unsafe.Pointer(&t.Bodies.State[0]), bodyRows: unsafe.Pointer(&t.Bodies.Rows[0]),
		pairs: unsafe.Pointer(&t.Contacts.Pair[0]), contacts: unsafe.Pointer(&t.Contacts.Solver[0]),
		constants: unsafe.Pointer(forPredictions), groups: unsafe.Pointer(&k.groups),
		count: groups, halfTick: lanes64{halfTick, halfTick, halfTick, halfTick},
	}
	predictVector(&k.args)
	simd.Flush()
	for i := range k.groups[:groups] {
		g := &k.groups[i]
		for l, row := range g.rows {
			if g.moved[l] != 0 {
				t.Contacts.Cache[row] = state.ManifoldCache{}
			}
		}
	}
}

// Forget drops the addresses of tables.
func (k *PredictionBatch) Forget() { k.args = predictionArgs{} }
