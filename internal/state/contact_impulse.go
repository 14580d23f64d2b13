package state

import (
	"math"
	"unsafe"
)

// TickImpulses returns the normal and tangential impulses of the points of a contact in the last
// tick that solved it, N s. The solver adds up the normal impulses of its sub-steps and of
// bounces. For the friction it keeps the impulse of the last sub-step. If a body rests,
// slides or rolls steadily, the friction is the same share of the normal impulse in all sub-steps.
func (sc *SolverContact) TickImpulses() (normal, tangent [2]float64) {
	lastNormal, lastTangent := 0.0, 0.0
	for i := range sc.Count {
		p := &sc.Points[i&1]
		normal[i&1] = Finite(float64(p.TotalImpulse))
		lastNormal += Finite(float64(p.NormalImpulse))
		lastTangent += Finite(float64(p.TangentImpulse))
	}
	if lastNormal > 0 {
		for i := range normal {
			tangent[i] = float64(normal[i] * (lastTangent / lastNormal))
		}
	}
	return normal, tangent
}

// Finite returns a reading of the solver as a finite number. The solver computes in float32. There
// the force between bodies whose masses differ by many orders, torn apart at great speed, may
// overflow. Then the reading is the largest float32 of its sign, even if the sign is lost.
func Finite(x float64) float64 {
	if math.Abs(x) <= math.MaxFloat32 {
		return x
	}
	if x < 0 {
		return -math.MaxFloat32
	}
	return math.MaxFloat32
}

// ContactCone says that the friction of a contact depends on the direction or on whether it slides
// already: it has a FrictionCone. The flag stands above those that contacts.go counts out.
const ContactCone ContactFlags = 1 << 31

// FrictionCone holds the coefficients of friction of a contact with ContactCone: 20 bytes. Left
// holds when B slides to the left of the normal, seen from A.
type FrictionCone struct {
	Left, Right             float32
	StaticLeft, StaticRight float32
	Slip                    float32 // since the contact last stuck, as a share of the slip at which static friction ends; at most 1
}

var _ [20]byte = [unsafe.Sizeof(FrictionCone{})]byte{}
