//go:build purego || !(amd64 || arm64 || js)

package solver

import "github.com/carom2d/carom/internal/step"

// vectorKernels is false: there are no vector kernels on this target.
const vectorKernels = false

// wideCoefficients are empty without vector kernels.
type wideCoefficients struct{}

func (*wideCoefficients) set(*coefficients) {}

// bundleArgs are the arguments of a vector kernel.
type bundleArgs struct{}

func (b *batch) listCalls() {}

func (b *batch) runListed(step.Pass, int) bool { return false }

func (b *batch) vectorPass(step.Pass, batchRange) { panic("solver: no vector kernels") }

func (b *batch) prepareVector(batchRange) { panic("solver: no vector kernels") }

func (b *batch) storeVector(batchRange) { panic("solver: no vector kernels") }
