//go:build !amd64 || purego

package solver

// vector is false: there are no vector kernels on this target.
const vector = false

// wideCoefficients are what vector kernels would need.
type wideCoefficients struct{}

func (*wideCoefficients) set(*coefficients) {}

func (s *Solver) vectorPass(work, chunk) { panic("solver: no vector kernels") }

func (s *Solver) prepareVector(chunk) int32 { panic("solver: no vector kernels") }

func (s *Solver) storeVector(chunk) int32 { panic("solver: no vector kernels") }
