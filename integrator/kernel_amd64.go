//go:build !purego

package integrator

import (
	"unsafe"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/step"
)

//go:generate sh -c "cd ../internal/_asm && GOFLAGS=-mod=mod go run . integrator >../../integrator/kernel_amd64.s"

// vector says whether bodies go to the vector kernels. It is decided once, at start;
// only tests change it.
var vector = simd.AVX2

// column is one number of each of eight bodies.
type column = [lanes]float32

// motionConstants are what the vector kernels need, each once per lane, so that an
// instruction can take it from memory.
type motionConstants struct {
	gravityX, gravityY, h   column
	speed2, spin, minusSpin column
	quarter, minusQuarter   column
	twentyFourth, half, one column
	dynamicFlags            [lanes]uint32 // of a body that is dynamic and free
}

func (w *motionConstants) set(p *step.Params) {
	spin := p.MaxRotation / p.DT
	for l := range lanes {
		w.gravityX[l], w.gravityY[l], w.h[l] = p.GravityX, p.GravityY, p.H
		w.speed2[l], w.spin[l], w.minusSpin[l] = float32(p.MaxSpeed*p.MaxSpeed), spin, -spin
		w.quarter[l], w.minusQuarter[l] = 0.25, -0.25
		w.twentyFourth[l], w.half[l], w.one[l] = 1.0/24, 0.5, 1
		w.dynamicFlags[l] = uint32(body.FlagDynamic)
	}
}

// motionArgs is what a vector kernel is called with: count times eight bodies, with
// their drives and carries.
type motionArgs struct {
	rows, drives, carries unsafe.Pointer
	coefficients          *motionConstants
	count                 int
}

// The vector kernels: eight bodies at a time, in AVX2. Each does what the portable
// function of its name does, to the bit. They stop before eight bodies of which one
// is not dynamic, not free or too fast, and set count to how many times eight are left.

//go:noescape
func velocitiesAVX2(args *motionArgs)

//go:noescape
func sustainAVX2(args *motionArgs)

//go:noescape
func positionsAVX2(args *motionArgs)

// runVector runs a kernel over the rows from lo up to hi and returns where it stopped.
func (m *Motion) runVector(what stage, lo, hi int) int {
	if hi-lo < lanes {
		return lo
	}
	args := motionArgs{
		rows: unsafe.Pointer(&m.bodies.State[lo]), drives: unsafe.Pointer(&m.bodies.Drive[lo]),
		carries: unsafe.Pointer(&m.carry[lo]), coefficients: &m.wide, count: (hi - lo) / lanes,
	}
	whole := lo + args.count*lanes
	switch what {
	case velocities:
		velocitiesAVX2(&args)
	case sustain:
		sustainAVX2(&args)
	default:
		positionsAVX2(&args)
	}
	return whole - args.count*lanes
}

// finalizeConstants are what the kernel of Finalize needs.
type finalizeConstants struct {
	spin, minusSpin, tiny, minusTiny column
	dt, twoTicks                     column
	stirring, gain, far              column
	one, halfSingle                  column
	sign                             [lanes]uint32
	half                             [lanes / 2]float64
}

// The kernel of Finalize takes it for granted how a pose lies and which bit TraitFast is.
var (
	_ [32]byte = [unsafe.Sizeof(geom.Transform{})]byte{}
	_ [4]byte  = [body.TraitFast]byte{}
)

// finalizeArgs is what the kernel of Finalize is called with: count times eight bodies.
type finalizeArgs struct {
	rows, poses, lasts, motions, drives unsafe.Pointer
	coefficients                        *finalizeConstants
	count                               int
}

// finalizeAVX2 is Finalize for bodies that are dynamic and healthy and turn no faster
// than may be. It stops before eight bodies of which one is not, and sets count to how
// many times eight are left.
//
//go:noescape
func finalizeAVX2(args *finalizeArgs)

// finalizeVector runs the kernel over the rows from lo up to hi and returns where it stopped.
func finalizeVector(b *body.Store, w *finalizeConstants, lo, hi int) int {
	if hi-lo < lanes {
		return lo
	}
	args := finalizeArgs{
		rows: unsafe.Pointer(&b.State[lo]), poses: unsafe.Pointer(&b.Pose[lo]), lasts: unsafe.Pointer(&b.Last[lo]),
		motions: unsafe.Pointer(&b.Motion[lo]), drives: unsafe.Pointer(&b.Drive[lo]),
		coefficients: w, count: (hi - lo) / lanes,
	}
	whole := lo + args.count*lanes
	finalizeAVX2(&args)
	return whole - args.count*lanes
}

func (w *finalizeConstants) set(p *step.Params) {
	spin := p.MaxRotation / p.DT
	for l := range lanes {
		w.spin[l], w.minusSpin[l], w.tiny[l], w.minusTiny[l] = spin, -spin, tiny, -tiny
		w.dt[l], w.twoTicks[l] = p.DT, float32(2*p.DT)
		w.stirring[l], w.gain[l], w.far[l] = stirring, gain, float32(doubt*p.SleepTime)
		w.one[l], w.halfSingle[l], w.sign[l] = 1, 0.5, 1<<31
	}
	w.half = [lanes / 2]float64{0.5, 0.5, 0.5, 0.5}
}
