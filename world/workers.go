package world

import (
	"github.com/carom2d/carom/internal/par"
)

// defaultMinParallelBodies is the number of awake bodies below which sharing a tick costs more
// than it saves.
const defaultMinParallelBodies = 256

// tickPool returns the workers for this tick: none but the caller in a small world.
// The result does not depend on it.
func (w *World) tickPool() *par.Pool {
	if w.bodies.Awake() < w.minParallelBodies {
		return nil
	}
	return w.pool
}
