package broadphase

// CheckColumns panics when columns that were read from a file contradict each other. The counts
// have not been derived.
func (t *proxyTable) CheckColumns() {
	n := len(t.state)
	if len(t.boxes) != n || len(t.old) != n || len(t.category) != n {
		panic("broadphase: columns differ in length")
	}
	for _, s := range t.state {
		if s.class() >= classes || s&^(classMask|flagPresent|flagChanged|flagPending) != 0 {
			panic("broadphase: a status is none")
		}
	}
	seen := make([]bool, n)
	for _, id := range t.changed {
		if int(id) >= n || seen[id] {
			panic("broadphase: the list of changed proxies is broken")
		}
		seen[id] = true
	}
	for id, b := range t.boxes {
		if t.state[id]&flagPresent != 0 {
			checkBox(uint32(id), b)
			if !isNoBox(t.old[id]) {
				checkBox(uint32(id), t.old[id])
			}
		}
	}
}

// Proxy returns the class and the category of a proxy, and whether it is there.
func (t *proxyTable) Proxy(id uint32) (class Class, category uint64, present bool) {
	if !t.has(id) {
		return 0, 0, false
	}
	return t.state[id].class(), t.category[id], true
}

// MakeKinematic gives a Static proxy the class Kinematic, before anything is derived from the
// columns.
func (t *proxyTable) MakeKinematic(id uint32) {
	t.mustHave(id)
	t.state[id] |= status(Kinematic)
}
