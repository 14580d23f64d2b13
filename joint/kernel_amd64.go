//go:build !purego

package joint

import (
	"unsafe"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/simd"
)

//go:generate sh -c "cd ../internal/_asm && GOFLAGS=-mod=mod go run . joint >../../joint/kernel_amd64.s"

// vector says whether full rows go to the vector kernels. It is decided once, at
// start; only tests change it.
var vector = simd.AVX2

// pinConstants are what the vector kernels need, each once per lane, so that an
// instruction can take it from memory.
type pinConstants struct {
	zero, one, near                                    column
	third, fifth, seventh, ninth, eleventh, thirteenth column
	signs                                              [Lanes]uint32 // of float32
	dynamicFlags                                       [Lanes]uint32 // of a body that is dynamic and free
}

var pinColumns = makePinConstants()

func makePinConstants() *pinConstants {
	c := new(pinConstants)
	for l := range Lanes {
		c.zero[l], c.one[l], c.near[l] = 0, 1, nearTurn
		c.third[l], c.fifth[l], c.seventh[l] = 1.0/3, 1.0/5, 1.0/7
		c.ninth[l], c.eleventh[l], c.thirteenth[l] = 1.0/9, 1.0/11, 1.0/13
		c.signs[l] = 1 << 31
		c.dynamicFlags[l] = uint32(body.FlagDynamic)
	}
	return c
}

// pinArgs is what a vector kernel is called with: count rows from the given one, and as
// many axes if it is a kernel for rows that have them.
type pinArgs struct {
	rows, axes, states unsafe.Pointer
	coefficients       *pinConstants
	count              int
}

// The vector kernels: eight joints at a time, in AVX2. Each does what the portable
// kernel does, to the bit. Those that solve and relax axes stop before a row that
// has turned too far for them, and set count to how many rows are left.

//go:noescape
func warmPinsAVX2(args *pinArgs)

//go:noescape
func solvePinsAVX2(args *pinArgs)

//go:noescape
func relaxPinsAVX2(args *pinArgs)

//go:noescape
func warmAxesAVX2(args *pinArgs)

//go:noescape
func solveAxesAVX2(args *pinArgs)

//go:noescape
func relaxAxesAVX2(args *pinArgs)

// passVector runs a pass over rows lo up to hi that all have axes or all have none. It
// returns the first row that it leaves to the portable kernels, or hi.
func (r *revolutes) passVector(what pass, lo, hi int, states []body.State) int {
	args := pinArgs{
		rows: unsafe.Pointer(&r.rows[lo]), states: unsafe.Pointer(&states[0]), coefficients: pinColumns, count: hi - lo,
	}
	if r.axis[lo] < 0 {
		runPins(what, &args)
		return hi
	}
	args.axes = unsafe.Pointer(&r.axes[r.axis[lo]])
	runAxes(what, &args)
	if what == warm {
		return hi
	}
	return hi - args.count
}

func runPins(what pass, args *pinArgs) {
	switch what {
	case warm:
		warmPinsAVX2(args)
	case solve:
		solvePinsAVX2(args)
	default:
		relaxPinsAVX2(args)
	}
}

func runAxes(what pass, args *pinArgs) {
	switch what {
	case warm:
		warmAxesAVX2(args)
	case solve:
		solveAxesAVX2(args)
	default:
		relaxAxesAVX2(args)
	}
}
