package collision

import "math"

// defaultFriction returns the friction of a contact: the geometric mean, so that
// either surface can be made frictionless.
func defaultFriction(a, b float64) float64 { return math.Sqrt(float64(a * b)) }

// defaultRestitution returns the restitution of a contact: the larger, so that a
// ball bounces on any floor.
func defaultRestitution(a, b float64) float64 { return max(a, b) }
