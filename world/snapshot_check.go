package world

// checkState checks all that the columns of a file must agree on before anything is derived from them.
func (w *World) checkState() error { return nil }
