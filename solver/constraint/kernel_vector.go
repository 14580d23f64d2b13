//go:build !purego && (amd64 || arm64 || js)

package constraint

import (
	"math"
	"sync"
	"unsafe"

	"github.com/carom2d/carom/internal/arctan"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// portableOnly disables the vector kernels. Only tests set it.
var portableOnly bool

// vectorKernels reports whether full bundles go to the vector kernels.
func vectorKernels() bool { return !portableOnly && available() }

// kernelConstants are the constants of the vector kernels, repeated for each lane, so that an
// instruction can read them from memory.
type kernelConstants struct {
	zero, one, minSeriesCos                            perLane
	third, fifth, seventh, ninth, eleventh, thirteenth perLane
	signs                                              [Lanes]uint32 // of float32
	dynamicFlags                                       [Lanes]uint32 // of a body that is dynamic and free
	two, tau                                           perLane

	half, four, one64, sixteen, sixteenth, eighth, least         quad
	turn, pi, quarter, minusQuarter, piRoundoff, quarterRoundoff quad
	third64, fifth64, seventh64, ninth64                         quad
	eleventh64, thirteenth64, fifteenth64, seventeenth64         quad
	sign, magnitude, upper                                       [4]uint64 // of float64; without the lower half of the digits
	arctan                                                       [17][2]float64
}

// quad holds four equal numbers.
type quad = [4]float64

// laneConstants are computed at the first use of a kernel, because the initial value of a variable
// would be linked into every program.
var laneConstants struct {
	once sync.Once
	kernelConstants
}

func constants() *kernelConstants {
	laneConstants.once.Do(laneConstants.fill)
	return &laneConstants.kernelConstants
}

func (c *kernelConstants) fill() {
	for l := range Lanes {
		c.zero[l], c.one[l], c.minSeriesCos[l] = 0, 1, minSeriesCos
		c.third[l], c.fifth[l], c.seventh[l] = 1.0/3, 1.0/5, 1.0/7
		c.ninth[l], c.eleventh[l], c.thirteenth[l] = 1.0/9, 1.0/11, 1.0/13
		c.signs[l] = 1 << 31
		c.dynamicFlags[l] = uint32(state.FlagDynamic)
		c.two[l], c.tau[l] = 2, 2*math.Pi
	}
	c.arctan = arctan.Table
	for l := range c.half {
		c.half[l], c.four[l], c.one64[l], c.sixteen[l], c.sixteenth[l], c.eighth[l] = 0.5, 4, 1, 16, 1.0/16, 1.0/8
		c.least[l] = 0x1p-30
		c.turn[l], c.pi[l], c.quarter[l], c.minusQuarter[l] = 2*math.Pi, math.Pi, math.Pi/2, -math.Pi/2
		c.piRoundoff[l], c.quarterRoundoff[l] = arctan.PiRoundoff, arctan.PiRoundoff/2
		c.third64[l], c.fifth64[l], c.seventh64[l], c.ninth64[l] = 1.0/3, 1.0/5, 1.0/7, 1.0/9
		c.eleventh64[l], c.thirteenth64[l], c.fifteenth64[l], c.seventeenth64[l] = 1.0/11, 1.0/13, 1.0/15, 1.0/17
		c.sign[l], c.magnitude[l], c.upper[l] = 1<<63, 1<<63-1, ^uint64(1<<27-1)
	}
}

// passArgs are the arguments of the kernel of a pass: count bundles from the given one, and as many
// angle bundles if the kernel is for bundles with angles.
type passArgs struct {
	bundles, angles, strengths, states unsafe.Pointer
	strengthStep                       uintptr // from the strength of a bundle to the strength of the next
	coefficients                       *kernelConstants
	count                              int
}

// The vector kernels process eight joints at a time. They give the same bits as the
// portable kernels. The kernels that solve and relax angles stop before a bundle in which a joint
// has turned too far for them, and set count to the number of bundles left.

// tableArgs are the arguments of the kernels that copy between the tables of joints and bundles
// without padding.
type tableArgs struct {
	bundles, angles, joints            unsafe.Pointer
	states, dynamics, poses, bodyRows  unsafe.Pointer
	links, points, angleRecords, loads unsafe.Pointer
	coefficients                       *kernelConstants
	count                              int
	h, invH, invDT                     perLane
}

// The kernels that prepare and store bundles. prepareAnglesVector stops before a bundle with a
// relative rotation that is not of about unit length.

// makeTableArgs gathers the arguments for bundles lo up to hi.
func (r *revolutes) makeTableArgs(s *state.Joints, p *step.Params, lo, hi int) tableArgs {
	args := tableArgs{
		bundles: unsafe.Pointer(&r.bundles[lo]), joints: unsafe.Pointer(&r.joints[lo*Lanes]),
		links: unsafe.Pointer(&s.Link[0]), points: unsafe.Pointer(&s.RevolutePoints[0]), loads: unsafe.Pointer(&s.Load[0]),
		coefficients: constants(), count: hi - lo,
	}
	if r.angleIndex[lo] >= 0 {
		args.angles, args.angleRecords = unsafe.Pointer(&r.angles[r.angleIndex[lo]]), unsafe.Pointer(&s.RevoluteAngles[0])
	}
	for l := range Lanes {
		args.h[l], args.invH[l], args.invDT[l] = p.H, p.InvH, 1/p.DT
	}
	return args
}

// prepareVector prepares bundles lo up to hi, which are alike and full, except their strengths. It
// returns the first bundle that it leaves to the portable functions, or hi.
func (r *revolutes) prepareVector(s *state.Joints, bodies *state.Bodies, p *step.Params, lo, hi int) int {
	args := r.makeTableArgs(s, p, lo, hi)
	args.states, args.dynamics = unsafe.Pointer(&bodies.State[0]), unsafe.Pointer(&bodies.Dynamics[0])
	args.poses, args.bodyRows = unsafe.Pointer(&bodies.Pose[0]), unsafe.Pointer(&bodies.Rows[0])
	if args.angles == nil {
		preparePointsVector(&args)
		return hi
	}
	prepareAnglesVector(&args)
	return hi - args.count
}

// storeVector stores bundles lo up to hi, which are alike, full and share their strength.
func (r *revolutes) storeVector(s *state.Joints, p *step.Params, lo, hi int) {
	args := r.makeTableArgs(s, p, lo, hi)
	if args.angles == nil {
		storePointsVector(&args)
	} else {
		storeAnglesVector(&args)
	}
}

// passVector runs a pass over bundles lo up to hi, which are alike. It returns the first bundle
// that it leaves to the portable kernels, or hi.
func (r *revolutes) passVector(pass step.Pass, lo, hi int, states []state.BodyState) int {
	args := passArgs{
		bundles: unsafe.Pointer(&r.bundles[lo]), states: unsafe.Pointer(&states[0]), coefficients: constants(), count: hi - lo,
		strengths: unsafe.Pointer(&r.strengths[r.strengthIndex[lo]]),
	}
	if r.strengthIndex[lo] != sharedStrength {
		args.strengthStep = unsafe.Sizeof(strengthBundle{})
	}
	if r.angleIndex[lo] < 0 {
		runPointKernel(pass, &args)
		return hi
	}
	args.angles = unsafe.Pointer(&r.angles[r.angleIndex[lo]])
	runAngleKernel(pass, &args)
	if pass == step.WarmStart {
		return hi
	}
	return hi - args.count
}

func runPointKernel(pass step.Pass, args *passArgs) {
	switch pass {
	case step.WarmStart:
		warmStartPointsVector(args)
	case step.Solve:
		solvePointsVector(args)
	default:
		relaxPointsVector(args)
	}
}

func runAngleKernel(pass step.Pass, args *passArgs) {
	switch pass {
	case step.WarmStart:
		warmStartAnglesVector(args)
	case step.Solve:
		solveAnglesVector(args)
	default:
		relaxAnglesVector(args)
	}
}
