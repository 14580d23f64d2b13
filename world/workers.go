package world

import (
	"github.com/carom2d/carom/integrator"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// defaultMinParallelBodies is the number of awake bodies below which several workers cost more than
// they save.
const defaultMinParallelBodies = 256

// tickPool returns the workers for this tick: only the caller in a small world. The result does not
// depend on the workers.
//
//go:noinline
func (w *World) tickPool() *par.Pool {
	if w.bodies.Awake() < w.minParallelBodies {
		return nil
	}
	return w.pool
}

// finalizeTask is finalize cut in blocks of bodies.
type finalizeTask struct {
	w         *World
	nonFinite [][]state.BodyRow // by block
}

const finalizeBlock = 256

func (t *finalizeTask) Do(block, worker int) {
	lo, hi := par.Span(block, t.w.bodies.Awake(), finalizeBlock)
	t.nonFinite[block] = integrator.Finalize(t.nonFinite[block][:0], t.w.bodies, &t.w.params, lo, hi)
}
