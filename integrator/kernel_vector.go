//go:build !purego && (amd64 || arm64 || js)

package integrator

import (
	"unsafe"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// vectorKernels says whether bodies go to the vector kernels. It is set once, at start. Only tests
// change it.
var vectorKernels = simd.Available

// column is one number of each of eight bodies.
type column = [lanes]float32

// stepperConstants are the constants of the vector kernels, each once per lane, so that an
// instruction can take it from memory.
type stepperConstants struct {
	_                             [0]func() // not comparable, so no program has code for a comparison
	gravityX, gravityY, h         column
	speed2, maxSpin, minusMaxSpin column
	quarter, minusQuarter         column
	twentyFourth, half, one       column
	dynamicFlags                  [lanes]uint32 // of a body that is dynamic and free
}

func (w *stepperConstants) set(p *step.Params) {
	maxSpin := p.MaxRotation / p.DT
	for l := range lanes {
		w.gravityX[l], w.gravityY[l], w.h[l] = p.GravityX, p.GravityY, p.H
		w.speed2[l], w.maxSpin[l], w.minusMaxSpin[l] = float32(p.MaxSpeed*p.MaxSpeed), maxSpin, -maxSpin
		w.quarter[l], w.minusQuarter[l] = 0.25, -0.25
		w.twentyFourth[l], w.half[l], w.one[l] = 1.0/24, 0.5, 1
		w.dynamicFlags[l] = uint32(state.FlagDynamic)
	}
}

// stepperArgs are the arguments of a vector kernel: count times eight bodies, with
// their dynamics and pre-solve velocities.
type stepperArgs struct {
	bundles, dynamics, preSolve unsafe.Pointer
	coefficients                *stepperConstants
	count                       int
}

// The vector kernels take eight bodies at a time. They give the same bits as the
// portable functions of the same name. They stop before eight bodies of which one is not dynamic,
// has a lock or is too fast, and set count to the number of groups of eight that are left.

// runVector runs a kernel over the rows from lo up to hi and returns where it stopped.
func (m *Stepper) runVector(stage stageKind, lo, hi int) int {
	if hi-lo < lanes {
		return lo
	}
	args := stepperArgs{
		bundles: unsafe.Pointer(&m.bodies.State[lo]), dynamics: unsafe.Pointer(&m.bodies.Dynamics[lo]),
		preSolve: unsafe.Pointer(&m.preSolve[lo]), coefficients: &m.wide, count: (hi - lo) / lanes,
	}
	end := lo + args.count*lanes
	switch stage {
	case stageVelocities:
		integrateVelocitiesVector(&args)
	case stageWarmStart:
		warmStartBodiesVector(&args)
	default:
		integratePositionsVector(&args)
	}
	return end - args.count*lanes
}

// finalizeConstants are the constants of the kernel of Finalize.
type finalizeConstants struct {
	speed2, maxSpin, minusMaxSpin, tiny, minusTiny column
	dt, twoTicks                                   column
	minSpeedUpFraction, speedUpRatio, speedUpLimit column
	one, half32                                    column
	sign                                           [lanes]uint32
	half64                                         [lanes / 2]float64
}

// The kernel of Finalize assumes the size of a pose and the bit of StepFlagFast.
var (
	_ [32]byte = [unsafe.Sizeof(geom.Transform{})]byte{}
	_ [4]byte  = [state.StepFlagFast]byte{}
)

// finalizeArgs are the arguments of the kernel of Finalize: count times eight bodies.
type finalizeArgs struct {
	bundles, poses, lastPoses, motions, dynamics unsafe.Pointer
	coefficients                                 *finalizeConstants
	count                                        int
}

// finalizeVector is Finalize for dynamic bodies whose state and pose are finite and whose speed and
// spin are within the limits. It stops before eight bodies of which one is not such a body, and
// sets count to the number of groups of eight that are left.
//
// runFinalize runs the kernel over the rows from lo up to hi and returns where it stopped.
func runFinalize(b *state.Bodies, w *finalizeConstants, lo, hi int) int {
	if hi-lo < lanes {
		return lo
	}
	args := finalizeArgs{
		bundles: unsafe.Pointer(&b.State[lo]), poses: unsafe.Pointer(&b.Pose[lo]), lastPoses: unsafe.Pointer(&b.LastPose[lo]),
		motions: unsafe.Pointer(&b.Motion[lo]), dynamics: unsafe.Pointer(&b.Dynamics[lo]),
		coefficients: (*finalizeConstants)(simd.Still(w)), count: (hi - lo) / lanes,
	}
	end := lo + args.count*lanes
	finalizeVector(&args)
	return end - args.count*lanes
}

func (w *finalizeConstants) set(p *step.Params) {
	maxSpin := p.MaxRotation / p.DT
	for l := range lanes {
		w.speed2[l], w.maxSpin[l], w.minusMaxSpin[l] = float32(p.MaxSpeed*p.MaxSpeed), maxSpin, -maxSpin
		w.tiny[l], w.minusTiny[l] = tiny, -tiny
		w.dt[l], w.twoTicks[l] = p.DT, float32(2*p.DT)
		w.minSpeedUpFraction[l], w.speedUpRatio[l], w.speedUpLimit[l] = minSpeedUpFraction, speedUpRatio, float32(speedUpSleepShare*p.SleepTime)
		w.one[l], w.half32[l], w.sign[l] = 1, 0.5, 1<<31
	}
	w.half64 = [lanes / 2]float64{0.5, 0.5, 0.5, 0.5}
}
