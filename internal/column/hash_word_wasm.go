package column

// Uint64 folds in a word. It is not inlined: WebAssembly has no product of 128 bits, so it is long,
// and hundreds of places call it.
//
//go:noinline
func (h *Hasher) Uint64(x uint64) { h.add(x) }
