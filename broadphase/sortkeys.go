package broadphase

import "slices"

// sortKeys sorts ascending. New pairs are few in a warm world.
func sortKeys(keys []uint64) { slices.Sort(keys) }
