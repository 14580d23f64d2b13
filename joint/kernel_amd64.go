//go:build !purego

package joint

import (
	"math"
	"unsafe"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/step"
)

//go:generate sh -c "cd ../internal/_asm && GOFLAGS=-mod=mod go run . joint >../../joint/kernel_amd64.s"

// vector says whether full rows go to the vector kernels. It is decided once, at
// start; only tests change it.
var vector = simd.AVX2

// pinConstants are what the vector kernels need, each once per lane, so that an
// instruction can take it from memory.
type pinConstants struct {
	zero, one, near, swift                             column
	third, fifth, seventh, ninth, eleventh, thirteenth column
	signs                                              [Lanes]uint32 // of float32
	dynamicFlags                                       [Lanes]uint32 // of a body that is dynamic and free
	two, tau                                           column

	half, four, one64, sixteen, sixteenth, eighth, least     quad
	turn, pi, quarter, minusQuarter, lostOfPi, lostOfQuarter quad
	third64, fifth64, seventh64, ninth64                     quad
	eleventh64, thirteenth64, fifteenth64, seventeenth64     quad
	sign, magnitude, upper                                   [4]uint64 // of float64; without the lower half of the digits
	arctan                                                   [17][2]float64
}

// quad is four equal numbers.
type quad = [4]float64

var pinColumns = makePinConstants()

func makePinConstants() *pinConstants {
	c := new(pinConstants)
	for l := range Lanes {
		c.zero[l], c.one[l], c.near[l], c.swift[l] = 0, 1, nearTurn, swift
		c.third[l], c.fifth[l], c.seventh[l] = 1.0/3, 1.0/5, 1.0/7
		c.ninth[l], c.eleventh[l], c.thirteenth[l] = 1.0/9, 1.0/11, 1.0/13
		c.signs[l] = 1 << 31
		c.dynamicFlags[l] = uint32(body.FlagDynamic)
		c.two[l], c.tau[l] = 2, 2*math.Pi
	}
	var lost float64
	c.arctan, lost = geom.ArctanConstants()
	for l := range c.half {
		c.half[l], c.four[l], c.one64[l], c.sixteen[l], c.sixteenth[l], c.eighth[l] = 0.5, 4, 1, 16, 1.0/16, 1.0/8
		c.least[l] = 0x1p-30
		c.turn[l], c.pi[l], c.quarter[l], c.minusQuarter[l] = 2*math.Pi, math.Pi, math.Pi/2, -math.Pi/2
		c.lostOfPi[l], c.lostOfQuarter[l] = lost, float64(lost/2)
		c.third64[l], c.fifth64[l], c.seventh64[l], c.ninth64[l] = 1.0/3, 1.0/5, 1.0/7, 1.0/9
		c.eleventh64[l], c.thirteenth64[l], c.fifteenth64[l], c.seventeenth64[l] = 1.0/11, 1.0/13, 1.0/15, 1.0/17
		c.sign[l], c.magnitude[l], c.upper[l] = 1<<63, 1<<63-1, ^uint64(1<<27-1)
	}
	return c
}

// pinArgs is what a vector kernel is called with: count rows from the given one, and as
// many axes if it is a kernel for rows that have them.
type pinArgs struct {
	rows, axes, grips, states unsafe.Pointer
	gripStep                  uintptr // from the grip of a row to that of the next
	coefficients              *pinConstants
	count                     int
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

// pinTableArgs is what the kernels are called with that go between the tables of joints
// and rows without padding.
type pinTableArgs struct {
	rows, axes, joints              unsafe.Pointer
	states, drives, poses, bodyRows unsafe.Pointer
	links, pins, axles, loads       unsafe.Pointer
	coefficients                    *pinConstants
	count                           int
	h, invH, least                  column
	strained                        [Lanes]uint32 // not zero where a store met a joint for heaveRow
}

// Preparing and storing: prepareAxes stops before a row of which a bearing is not of about
// unit length.

//go:noescape
func preparePinsAVX2(args *pinTableArgs)

//go:noescape
func prepareAxesAVX2(args *pinTableArgs)

//go:noescape
func storePinsAVX2(args *pinTableArgs)

//go:noescape
func storeAxesAVX2(args *pinTableArgs)

// tables gathers the arguments for rows lo up to hi.
func (r *revolutes) tables(s *Store, p *step.Params, lo, hi int) pinTableArgs {
	args := pinTableArgs{
		rows: unsafe.Pointer(&r.rows[lo]), joints: unsafe.Pointer(&r.joints[lo*Lanes]),
		links: unsafe.Pointer(&s.Link[0]), pins: unsafe.Pointer(&s.pins[0]), loads: unsafe.Pointer(&s.Load[0]),
		coefficients: pinColumns, count: hi - lo,
	}
	if r.axis[lo] >= 0 {
		args.axes, args.axles = unsafe.Pointer(&r.axes[r.axis[lo]]), unsafe.Pointer(&s.axles[0])
	}
	for l := range Lanes {
		args.h[l], args.invH[l], args.least[l] = p.H, p.InvH, leastHeave(p.H)
	}
	return args
}

// prepareVector writes rows lo up to hi, which are alike and full, but for their grips. It
// returns the first row that it leaves to the portable functions, or hi.
func (r *revolutes) prepareVector(s *Store, bodies *body.Store, p *step.Params, lo, hi int) int {
	args := r.tables(s, p, lo, hi)
	args.states, args.drives = unsafe.Pointer(&bodies.State[0]), unsafe.Pointer(&bodies.Drive[0])
	args.poses, args.bodyRows = unsafe.Pointer(&bodies.Pose[0]), unsafe.Pointer(&bodies.Rows[0])
	if args.axes == nil {
		preparePinsAVX2(&args)
		return hi
	}
	prepareAxesAVX2(&args)
	return hi - args.count
}

// storeVector stores rows lo up to hi, which are alike and full and share their grip. It
// reports whether heaveRow has anything to note of them.
func (r *revolutes) storeVector(s *Store, p *step.Params, lo, hi int) (strained bool) {
	args := r.tables(s, p, lo, hi)
	if args.axes == nil {
		storePinsAVX2(&args)
	} else {
		storeAxesAVX2(&args)
	}
	return args.strained != [Lanes]uint32{}
}

// passVector runs a pass over rows lo up to hi that are alike. It returns the first row
// that it leaves to the portable kernels, or hi.
func (r *revolutes) passVector(what pass, lo, hi int, states []body.State) int {
	args := pinArgs{
		rows: unsafe.Pointer(&r.rows[lo]), states: unsafe.Pointer(&states[0]), coefficients: pinColumns, count: hi - lo,
		grips: unsafe.Pointer(&r.grips[r.grip[lo]]),
	}
	if r.grip[lo] != common {
		args.gripStep = unsafe.Sizeof(grip{})
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
