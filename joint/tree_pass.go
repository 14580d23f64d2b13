package joint

import "github.com/carom2d/carom/body"

// load reads the velocities of the bodies of a tree, and save writes them back:
// between the two nothing is rounded to float32.
func (g *grove) load(states []body.State, t *grownTree) {
	for i := t.bodies.Lo; i < t.bodies.Hi; i++ {
		n := &g.bodies[i]
		n.v = velocityOf(&states[n.row])
	}
}

func (g *grove) save(states []body.State, t *grownTree) {
	for i := t.bodies.Lo; i < t.bodies.Hi; i++ {
		n := &g.bodies[i]
		states[n.row].Write(float32(n.v.x), float32(n.v.y), float32(n.v.w))
	}
}

func velocityOf(s *body.State) triple { return triple{float64(s.VX), float64(s.VY), float64(s.W)} }

// halves returns what a line sees of each body.
func (l *line) halves() (a, b triple) {
	return triple{float64(l.ax), float64(l.ay), float64(l.aw)}, triple{float64(l.bx), float64(l.by), float64(l.bw)}
}

// sides returns which nodes of a limb are A and B of its joint.
func (e *elbow) sides(inA bool) (a, b int32) {
	if inA {
		return e.in, e.out
	}
	return e.out, e.in
}

// push applies j times an impulse on each body of a limb.
func (g *grove) push(t *grownTree, e *elbow, inA bool, j float64, onA, onB *triple) {
	a, b := e.sides(inA)
	if a >= 0 {
		g.bodies[t.bodies.Lo+int(a)].push(j, onA)
	}
	if b >= 0 {
		g.bodies[t.bodies.Lo+int(b)].push(j, onB)
	}
}

func (n *limbNode) push(j float64, on *triple) {
	n.v.x += float64(n.mass.x * float64(j*on.x))
	n.v.y += float64(n.mass.y * float64(j*on.y))
	n.v.w += float64(n.mass.w * float64(j*on.w))
}

// speeds returns the velocities of the bodies of a limb; what is not of the tree has
// its own.
func (g *grove) speeds(t *grownTree, l *limb, e *elbow, states []body.State) (va, vb triple) {
	a, b := e.sides(l.inA)
	if a >= 0 {
		va = g.bodies[t.bodies.Lo+int(a)].v
	} else {
		va = velocityOf(&states[l.a])
	}
	if b >= 0 {
		vb = g.bodies[t.bodies.Lo+int(b)].v
	} else {
		vb = velocityOf(&states[l.b])
	}
	return va, vb
}

// speed returns what line k of a limb sees.
func (l *limb) speed(k int, va, vb *triple) float64 {
	a, b := l.lines[k].halves()
	return a.dot(va) + b.dot(vb)
}

// face scales the lines of a limb by its bodies.
func (g *grove) face(t *grownTree, l *limb, e *elbow) {
	for k := range e.n {
		in, out := l.lines[k].halves()
		if !l.inA {
			in, out = out, in
		}
		if e.in >= 0 {
			e.ji[k] = in.scaled(&g.bodies[t.bodies.Lo+int(e.in)].root)
		}
		if e.out >= 0 {
			e.jo[k] = out.scaled(&g.bodies[t.bodies.Lo+int(e.out)].root)
		}
	}
}

func (t triple) scaled(by *triple) triple {
	return triple{float64(t.x * by.x), float64(t.y * by.y), float64(t.w * by.w)}
}

// apply solves a tree and gives the impulses to its limbs and bodies.
func (g *grove) apply(states []body.State, t *grownTree) {
	elbows := g.elbows[t.limbs.Lo:t.limbs.Hi]
	nodes := g.nodes[t.bodies.Lo:t.bodies.Hi]
	eliminate(elbows, nodes)
	for i := range elbows {
		l := &g.limbs[t.limbs.Lo+i]
		for k := range elbows[i].n {
			l.imp[k] += elbows[i].y[k]
		}
	}
	for i := range nodes {
		n := &g.bodies[t.bodies.Lo+i]
		change := nodes[i].f.scaled(&n.root)
		n.v.x += change.x
		n.v.y += change.y
		n.v.w += change.w
	}
	g.save(states, t)
}
