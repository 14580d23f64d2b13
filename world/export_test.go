package world

// ShareAll makes the world share every tick among its workers, however little
// there is to do, and solve its islands in small groups.
func (w *World) ShareAll() {
	w.small = 0
	w.solver.SetMinParallelWork(0)
	w.solver.SetMaxGroupBodies(8)
}

// GroupUpTo makes groups of islands of so many bodies at most; zero makes none.
func (w *World) GroupUpTo(bodies int) { w.solver.SetMaxGroupBodies(bodies) }

// TidyContacts puts the contacts into the order of their bodies, if they are scattered.
func (w *World) TidyContacts() { w.pipeline.Tidy(0) }

// ContactsOutOfOrder returns how many awake contacts come behind one whose body lies behind
// their own.
func (w *World) ContactsOutOfOrder() (n int) {
	var homes []int
	for _, p := range w.contacts.Pair[:w.contacts.Awake()] {
		homes = append(homes, int(min(w.bodies.Rows[p.BodyA], w.bodies.Rows[p.BodyB])))
	}
	for i := range homes {
		if i > 0 && homes[i] < homes[i-1] {
			n++
		}
	}
	return n
}

// ComputeEveryManifold makes the world carry no manifold along. It holds for contacts to come.
func (w *World) ComputeEveryManifold() { w.pipeline.NoRecall = true }
