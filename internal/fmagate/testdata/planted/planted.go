// Package planted has functions that the gate must find and functions that it must pass.
package planted

import "math"

// Vec has methods that fuse when they are inlined elsewhere.
type Vec struct{ X, Y float64 }

// Bare fuses: nothing rounds the product.
func Bare(x, y, z float64) float64 { return x*y + z }

// Bare32 fuses in float32.
func Bare32(x, y, z float32) float32 { return z + x*y }

// Dot fuses one of its products.
func (a Vec) Dot(b Vec) float64 { return a.X*b.X + a.Y*b.Y }

// Inlined fuses by way of the method above.
//
//go:noinline
func Inlined(a Vec) float64 { return a.Dot(a) }

// Sum fuses in each of its instances.
func Sum[T float32 | float64](xs []T) (s T) {
	for _, x := range xs {
		s += x * x
	}
	return s
}

// Instances makes two instances of Sum.
func Instances(a []float32, b []float64) float64 { return float64(Sum(a)) + Sum(b) }

// Quarter fuses, because dividing by a power of two is compiled as a product.
func Quarter(x, z float64) float64 { return z + x/4 }

// Asked fuses explicitly.
func Asked(x, y, z float64) float64 { return math.FMA(x, y, z) }

// Rounded does not fuse.
func Rounded(x, y, z float64) float64 { return float64(x*y) + z }

// Halved rounds the quotient.
func Halved(x, z float64) float64 { return z + float64(x/2) }

// Assigned does not fuse either.
func Assigned(x, y, z float64) float64 {
	p := float64(x * y)
	return p + z
}

// Integers has nothing to round.
func Integers(x, y, z int) int { return x*y + z }
