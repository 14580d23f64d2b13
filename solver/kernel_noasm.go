//go:build !amd64 || purego

package solver

// vector is false: there are no vector kernels on this target.
const vector = false

// wideCoefficients are what vector kernels would need.
type wideCoefficients struct{}

func (*wideCoefficients) set(*coefficients) {}

func (b *batch) vectorPass(work, chunk) { panic("solver: no vector kernels") }

func (b *batch) prepareVector(chunk) { panic("solver: no vector kernels") }

func (b *batch) storeVector(chunk) { panic("solver: no vector kernels") }
