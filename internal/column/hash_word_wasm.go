package column

// Uint64 folds in a word. WebAssembly has no product of 128 bits, so it is long: it is not written
// out in hundreds of places.
//
//go:noinline
func (h *Hasher) Uint64(x uint64) { h.add(x) }
