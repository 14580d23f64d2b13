//go:build !wasm

package column

// Uint64 folds in a word.
func (h *Hasher) Uint64(x uint64) { h.add(x) }
