package solver

import (
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
)

// Friction cones.
//
// A contact whose friction depends on the direction, or is larger until it slides, is in a class of
// its own, which the portable kernels solve on every machine. The bundles of this class have the
// columns of all other classes. Only the bound of friction differs from the other classes.
//
// Static friction is lost after a slip of one slop or twelve sub-steps, whichever comes first, and
// comes back when the contact holds. If it were lost at once, impulses that a few sweeps have not
// yet propagated through a tower would set the tower sliding for good. We tried static friction
// that falls with the slip, as in the slip-weakening law. It serves towers no better, and a block
// that a spring pulls overshoots by a sixth.

// slipSubSteps is the number of sub-steps of slip after which static friction is lost.
const slipSubSteps = 12

// cone holds further columns of a bundle of contacts with a friction cone. The coefficients are
// dimensionless.
type cone struct {
	_                                    [0]func() // not comparable, so no program has code for a comparison
	left, right, staticLeft, staticRight perLane
	slip                                 perLane // since the contact held: see state.FrictionCone
}

// set writes a lane.
func (x *cone) set(l int, c *state.FrictionCone) {
	x.left[l], x.right[l], x.staticLeft[l], x.staticRight[l] = c.Left, c.Right, c.StaticLeft, c.StaticRight
	x.slip[l] = c.Slip
}

// bound bounds the friction impulse j of a lane under a normal impulse, and adds to the slip. The
// tangent points to the right of the normal, so a positive impulse holds a contact that slides to
// the left.
func (x *cone) bound(h *header, l int, j, normal float32, c *coefficients) float32 {
	left, right := x.left[l], x.right[l]
	if x.slip[l] < 1 {
		left, right = x.staticLeft[l], x.staticRight[l]
	}
	bounded := simd.Max(simd.Min(j, float32(left*normal)), -float32(right*normal))
	if bounded == j || normal == 0 {
		x.slip[l] = 0
		return bounded
	}
	speed := simd.Max(j-bounded, bounded-j) / clearSign(h.tangentMass[l])
	x.slip[l] = simd.Min(x.slip[l]+simd.Max(float32(speed*c.slipRate), 1.0/slipSubSteps), 1)
	return bounded
}
