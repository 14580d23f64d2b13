package shape

import "math"

// gauss10 holds the positive nodes of the Gauss-Legendre rule of ten points on
// [-1, 1], and their weights.
var gauss10 = [5][2]float64{
	{0.1488743389816312108848, 0.2955242247147528701738},
	{0.4333953941292471907993, 0.2692667193099963550912},
	{0.6794095682990244062343, 0.2190863625159820439955},
	{0.8650633666889845107321, 0.1494513491505805931458},
	{0.9739065285171717200780, 0.0666713443086881375936},
}

// quadratureDepth limits the halvings of integrate: intervals of 2^-44 of the
// whole are shorter than any detail of an ellipse within geom.MinSize and MaxExtent.
const quadratureDepth = 44

// integrate returns the integrals of f's three positive components from a to b
// to about 1e-13 relative. It halves an interval until the rule gives the same for
// the interval and for its halves together.
func integrate(f func(float64) [3]float64, a, b float64) [3]float64 {
	whole := gauss(f, a, b)
	return halve(f, a, b, whole, whole, quadratureDepth)
}

// halve refines the estimate for one interval. Errors are relative to scale.
func halve(f func(float64) [3]float64, a, b float64, estimate, scale [3]float64, depth int) [3]float64 {
	mid := (a + b) / 2
	left, right := gauss(f, a, mid), gauss(f, mid, b)
	converged := true
	var sum [3]float64
	for i := range sum {
		sum[i] = left[i] + right[i]
		scale[i] = max(scale[i], sum[i])
		converged = converged && math.Abs(sum[i]-estimate[i]) <= float64(1e-14*scale[i])
	}
	if converged || depth == 0 {
		return sum
	}
	left = halve(f, a, mid, left, scale, depth-1)
	right = halve(f, mid, b, right, scale, depth-1)
	for i := range sum {
		sum[i] = left[i] + right[i]
	}
	return sum
}

// gauss applies the rule to one interval.
func gauss(f func(float64) [3]float64, a, b float64) (sum [3]float64) {
	mid, half := float64(0.5*(a+b)), float64(0.5*(b-a))
	for _, node := range gauss10 {
		step := float64(half * node[0])
		lo, hi := f(mid-step), f(mid+step)
		for i := range sum {
			sum[i] += float64(node[1] * (lo[i] + hi[i]))
		}
	}
	for i := range sum {
		sum[i] = float64(sum[i] * half)
	}
	return sum
}
