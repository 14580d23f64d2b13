package world

// ShareAll makes the world share every tick among its workers, however little
// there is to do.
func (w *World) ShareAll() {
	w.small = 0
	w.solver.ShareFrom(0)
}
