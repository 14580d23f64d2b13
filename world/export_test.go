package world

// ShareAll makes the world share every tick among its workers, however little
// there is to do, and solve its islands in small groups.
func (w *World) ShareAll() {
	w.small = 0
	w.solver.ShareFrom(0)
	w.solver.GroupUpTo(8)
}

// GroupUpTo makes groups of islands of so many bodies at most; zero makes none.
func (w *World) GroupUpTo(bodies int) { w.solver.GroupUpTo(bodies) }
