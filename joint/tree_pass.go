package joint

import "github.com/carom2d/carom/body"

// load reads the velocities of the bodies of a tree for a pass, and save writes them back: between the two nothing is rounded to float32.
func (g *grove) load(states []body.State, t *grownTree) {
	nodes := g.nodes[t.nodes.Lo:t.nodes.Hi]
	for i := range nodes {
		n := &nodes[i]
		n.v = velocityOf(&states[n.row])
	}
}

func velocityOf(s *body.State) triple { return triple{float64(s.VX), float64(s.VY), float64(s.W)} }

func (g *grove) save(states []body.State, t *grownTree) {
	nodes := g.nodes[t.bodies.Lo:t.bodies.Hi]
	for i := range nodes {
		n := &nodes[i]
		states[n.row].Write(float32(n.v.x), float32(n.v.y), float32(n.v.w))
	}
}

// WarmTree applies the impulses kept from the last tick.
func (r *Rows) WarmTree(states []body.State, tree int) {
	g := &r.grove
	t := &g.trees[tree]
	r.runAxes(warm, states, t)
	g.load(states, t)
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l := &g.limbs[i]
		in, out := &g.nodes[l.in], &g.nodes[l.out]
		if l.kind == KindRevolute {
			l.press(in, out)
		} else {
			e := &g.bonds[l.bond]
			for k := range e.base {
				in.push(e.held[k], &e.ji[k])
				out.push(e.held[k], &e.jo[k])
			}
		}
		if l.stop != none {
			x := &g.stops[l.stop]
			in.push(x.held, &x.ji)
			out.push(x.held, &x.jo)
		}
	}
	g.save(states, t)
}

// SolveTree corrects velocities, and positions softly. The bodies have not moved since
// the tree was relaxed, so the lines are still those of then.
func (r *Rows) SolveTree(states []body.State, tree int) {
	g := &r.grove
	t := &g.trees[tree]
	g.load(states, t)
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l := &g.limbs[i]
		in, out := &g.nodes[l.in], &g.nodes[l.out]
		in.v.w += float64(in.mass.w * l.lateIn)
		out.v.w += float64(out.mass.w * l.lateOut)
		l.lateIn, l.lateOut = 0, 0
		if l.kind != KindRevolute {
			e := &g.bonds[l.bond]
			in.push(1, &e.lateIn)
			out.push(1, &e.lateOut)
			e.lateIn, e.lateOut = triple{}, triple{}
		}
	}
	if t.busy {
		g.save(states, t)
		r.runAxes(solve, states, t)
		g.load(states, t)
	}
	g.settle(t, solve)
	g.save(states, t)
}

// RelaxTree corrects velocities alone, after the bodies have moved.
func (r *Rows) RelaxTree(states []body.State, tree int) {
	g := &r.grove
	t := &g.trees[tree]
	r.runAxes(relax, states, t)
	g.load(states, t)
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l := &g.limbs[i]
		in, out := &states[g.nodes[l.in].row], &states[g.nodes[l.out].row]
		if l.kind == KindRevolute {
			l.follow(in, out)
			if l.stop != none {
				if l.inA {
					in, out = out, in
				}
				g.stops[l.stop].turned(l, out, in)
			}
			continue
		}
		g.follow(l, &r.bonds[l.row])
	}
	g.settle(t, relax)
	g.save(states, t)
	r.strain(t)
}

// follow measures a bond anew and notes what the warm start will lack because its lines
// have turned: see relaxBond.
func (g *grove) follow(l *limb, w *bondRow) {
	e := &g.bonds[l.bond]
	for k := range e.base {
		e.lateIn.add(-e.held[k], &e.ji[k])
		e.lateOut.add(-e.held[k], &e.jo[k])
	}
	e.measure(l, w)
	for k := range e.base {
		e.lateIn.add(e.held[k], &e.ji[k])
		e.lateOut.add(e.held[k], &e.jo[k])
	}
	if l.stop == none {
		return
	}
	x := &g.stops[l.stop]
	e.lateIn.add(-x.held, &x.ji)
	e.lateOut.add(-x.held, &x.jo)
	x.shifted(l, &w.axes[0])
	e.lateIn.add(x.held, &x.ji)
	e.lateOut.add(x.held, &x.jo)
}

// relaxed is the compliance of a pass without correction of positions, as a part of
// what a limb moves by itself. It weighs on changes only. It is there for lines that
// depend on each other, as those of a taut rope between two walls.
const relaxed = 1e-8

// settle finds the impulses that the lines of a tree want and gives them to its limbs
// and nodes.
func (g *grove) settle(t *grownTree, what pass) {
	g.try(t, what)
	if t.stops.Lo < t.stops.Hi {
		g.judge(t, what)
		return
	}
	for i := t.limbs.Lo; i < t.limbs.Hi && t.bonded; i++ {
		l := &g.limbs[i]
		if !l.bare {
			l.take(g, 1)
		}
	}
	for i := t.bodies.Lo; i < t.bodies.Hi; i++ {
		n := &g.nodes[i]
		n.push(1, &n.f)
	}
}

// try finds the impulses that would leave every line as it should be.
func (g *grove) try(t *grownTree, what pass) {
	nodes := g.nodes[t.nodes.Lo:t.nodes.Hi]
	for i := range nodes {
		nodes[i].begin()
	}
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l := &g.limbs[i]
		l.bare = l.bond == none || l.kind == KindRevolute && g.stops[l.stop].bears == 0
		if l.bare {
			l.reducePin(g, t, what)
		} else {
			l.reduceBond(g, t, what)
		}
	}
	for i := t.limbs.Hi - 1; i >= t.limbs.Lo; i-- {
		l := &g.limbs[i]
		in, out := &g.nodes[l.in], &g.nodes[l.out]
		if l.bare {
			l.resolve(in, out)
		} else {
			g.bonds[l.bond].resolve(in, out)
		}
	}
}

func (l *limb) reducePin(g *grove, t *grownTree, what pass) {
	in, out := &g.nodes[l.in], &g.nodes[l.out]
	if what == relax {
		l.yx, l.yy = 0, 0
		l.reduce(in, out, relaxed, 0, 0)
		return
	}
	l.yx, l.yy = l.wish(in, out, l.bias, float64(0.5*t.step))
	l.reduce(in, out, l.comply, l.jx, l.jy)
}

func (l *limb) reduceBond(g *grove, t *grownTree, what pass) {
	e := &g.bonds[l.bond]
	in, out := &g.nodes[l.in], &g.nodes[l.out]
	bias, comply, half := l.bias, l.comply, float64(0.5*t.step)
	if what == relax {
		bias, comply, half = 0, relaxed, 0
	}
	e.n, e.hard = e.base, false
	if l.kind == KindRevolute {
		e.y[0], e.y[1] = l.wish(in, out, bias, half)
		e.ji[0], e.ji[1] = triple{1, 0, -l.ry}, triple{0, 1, l.rx}
		e.jo[0], e.jo[1] = triple{-1, 0, l.sy}, triple{0, -1, -l.sx}
		e.held[0], e.held[1] = l.jx, l.jy
	} else {
		for k := range e.base {
			e.y[k] = -float64(bias * e.err[k])
		}
	}
	if l.stop != none {
		if x := &g.stops[l.stop]; x.bears != 0 {
			e.join(x, bias, t.invH)
		}
	}
	var held [3]float64
	if what == solve {
		copy(held[:e.n], e.held[:])
	}
	e.reduce(in, out, comply, &held)
}

// take adds a part of the impulses found to those held. A pin has them already.
func (l *limb) take(g *grove, part float64) {
	if l.bare {
		l.jx -= float64((1 - part) * l.yx)
		l.jy -= float64((1 - part) * l.yy)
		return
	}
	e := &g.bonds[l.bond]
	for k := range e.n {
		e.held[k] += float64(part * e.y[k])
	}
	if l.kind == KindRevolute {
		l.jx, l.jy = e.held[0], e.held[1]
	}
	if e.n > e.base {
		g.stops[l.stop].held = e.held[e.base]
	}
}

// runAxes does a pass over what is neither rigid nor a limit in a tree.
func (r *Rows) runAxes(what pass, states []body.State, t *grownTree) {
	if !t.busy && !t.bonded {
		return
	}
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l := &r.grove.limbs[i]
		if l.kind == KindRevolute {
			if l.busy {
				r.revolutes.runRow(what, int(l.row), states)
			}
			continue
		}
		w := &r.bonds[l.row]
		switch {
		case !l.busy && what == relax:
			w.measure(&states[w.a], &states[w.b])
		case !l.busy:
		case what == warm:
			r.warmBond(w, states)
		case what == solve:
			r.solveBond(w, states)
		default:
			r.relaxBond(w, states)
		}
	}
}
