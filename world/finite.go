package world

import "math"

// finite returns a reading of the solver as a number that a game can use. The solver computes
// in float32, where the force between bodies whose masses differ by many orders, torn apart at
// great speed, may overflow. Such a reading is the largest float32 of its sign, also when the
// sign is lost.
func finite(x float64) float64 {
	if math.Abs(x) <= math.MaxFloat32 {
		return x
	}
	if x < 0 {
		return -math.MaxFloat32
	}
	return math.MaxFloat32
}
