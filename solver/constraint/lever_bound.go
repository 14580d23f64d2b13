package constraint

import (
	"math"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// maxLeverTurn is the angle, rad, by which the force or the couple of a joint alone may turn a
// body in a sub-step. Lines are constant in a sub-step, so a joint that turns a body by more
// works with a lever that has turned away, and joints in conflict that hold a light body far
// outside itself drive each other without bound. The bound grows with the square of the rate of
// sub-steps. For bodies that are held within their own size it takes thousands of times gravity.
const maxLeverTurn = 2

// boundLevers bounds the impulses of a joint that is swept by maxLeverTurn.
func (w *Generic) boundLevers(p *step.Params) {
	spin := float32(maxLeverTurn * p.InvH)
	force, torque := float32(math.Inf(1)), float32(math.Inf(1))
	a := float32(w.ia * float32(math.Sqrt(float64(float32(w.Ux*w.Ux)+float32(w.Uy*w.Uy)))))
	b := float32(w.ib * float32(math.Sqrt(float64(float32(w.Vx*w.Vx)+float32(w.Vy*w.Vy)))))
	if lever := Greater(a, b); lever > 0 {
		force = spin / lever
	}
	if i := Greater(w.ia, w.ib); i > 0 {
		torque = spin / i
	}
	w.Block.maxForce, w.Block.maxTorque = lesser(force, w.Block.maxForce), lesser(torque, w.Block.maxTorque)
	w.planarMotor.maxImpulse = lesser(force, w.planarMotor.maxImpulse)
	for i := range w.Scalars[:w.ScalarCount] {
		x := &w.Scalars[i]
		bound := torque
		if x.Jacobian.Bx != 0 || x.Jacobian.By != 0 {
			bound = force
		}
		x.MaxImpulse, x.MotorMax = lesser(bound, x.MaxImpulse), lesser(bound, x.MotorMax)
		if x.Features&(state.FeatureSpring|state.FeatureForceLaw) != 0 {
			x.springImpulseMin, x.springImpulseMax = Greater(-bound, x.springImpulseMin), lesser(bound, x.springImpulseMax)
		}
	}
}
