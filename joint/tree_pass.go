package joint

import "github.com/carom2d/carom/body"

// load reads the velocities of the bodies of a tree for a pass, and save writes them
// back: between the two nothing is rounded to float32.
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
		for k := range l.muscles {
			x := &g.muscles[l.muscle+k]
			x.push(x.whole(), in, out)
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
	g.settle(t, solve)
	g.save(states, t)
}

// RelaxTree corrects velocities alone, after the bodies have moved.
func (r *Rows) RelaxTree(states []body.State, tree int) {
	g := &r.grove
	t := &g.trees[tree]
	g.load(states, t)
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l := &g.limbs[i]
		if l.kind != KindRevolute {
			g.follow(l, &r.bonds[l.row], states)
			continue
		}
		in, out := &states[g.nodes[l.in].row], &states[g.nodes[l.out].row]
		l.follow(in, out)
		if l.muscles > 0 {
			a, b := out, in
			if l.inA {
				a, b = in, out
			}
			g.muscles[l.muscle].turned(l, a, b)
		}
	}
	g.settle(t, relax)
	g.save(states, t)
	r.strain(t)
}

// follow measures a bond anew and notes what the warm start will lack because its lines
// have turned: see relaxBond.
func (g *grove) follow(l *limb, w *bondRow, states []body.State) {
	w.measure(&states[w.a], &states[w.b])
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
	for k := range l.muscles {
		x := &g.muscles[l.muscle+k]
		j := x.whole()
		e.lateIn.add(-j, &x.ji)
		e.lateOut.add(-j, &x.jo)
		x.shifted(l, &w.axes[x.axis])
		e.lateIn.add(j, &x.ji)
		e.lateOut.add(j, &x.jo)
	}
}

// relaxed is the compliance of a pass without correction of positions, as a part of
// what a limb moves by itself. It weighs on changes only. It is there for lines that
// depend on each other, as those of a taut rope between two walls.
const relaxed = 1e-8

// settle finds the impulses that the lines of a tree want and gives them to its limbs
// and nodes.
func (g *grove) settle(t *grownTree, what pass) {
	for i := t.muscles.Lo; i < t.muscles.Hi; i++ {
		g.muscles[i].ready(g, what, t.invH)
	}
	if !g.try(t, what) {
		return
	}
	if t.muscles.Lo < t.muscles.Hi {
		g.judge(t, what)
		return
	}
	for i := t.limbs.Lo; i < t.limbs.Hi && t.bonded; i++ {
		if l := &g.limbs[i]; !l.bare {
			l.take(g, what, 1)
		}
	}
	for i := t.bodies.Lo; i < t.bodies.Hi; i++ {
		n := &g.nodes[i]
		n.push(1, &n.f)
	}
}

// try finds the impulses that would leave every line as it should be. A body that is
// blown up would poison them all; then there are none, and the tree rests until that body
// is put out of action when the tick ends.
func (g *grove) try(t *grownTree, what pass) bool {
	nodes := g.nodes[t.nodes.Lo:t.nodes.Hi]
	for i := range nodes {
		nodes[i].begin()
	}
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l := &g.limbs[i]
		l.bare = l.bond == none || l.kind == KindRevolute && !g.muscles[l.muscle].acts(what)
		if l.bare {
			l.reducePin(g, t, what)
		} else {
			l.reduceBond(g, t, what)
		}
	}
	if !g.limbs[t.limbs.Hi-1].finite(g) {
		return false
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
	return true
}

// finite reports whether what a limb found is numbers. What is none somewhere in a tree
// comes to the last limb.
func (l *limb) finite(g *grove) bool {
	if l.bare {
		return (l.yx-l.yx)+(l.yy-l.yy) == 0
	}
	y := &g.bonds[l.bond].y
	return (y[0]-y[0])+(y[1]-y[1])+(y[2]-y[2]) == 0
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
	e.n, e.alone = e.base, [3]bool{}
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
	e.weight = e.held
	for k := range l.muscles {
		if x := &g.muscles[l.muscle+k]; x.acts(what) {
			e.join(x, in, out, &terms{what, bias, comply, t.invH})
		}
	}
	if what == relax {
		e.weight = [3]float64{}
	}
	e.reduce(in, out, comply, &e.weight)
}

// take adds a part of the impulses found to those held. A pin has them already.
func (l *limb) take(g *grove, what pass, part float64) {
	if l.bare {
		l.jx -= float64((1 - part) * l.yx)
		l.jy -= float64((1 - part) * l.yy)
		return
	}
	e := &g.bonds[l.bond]
	for k := range e.base {
		e.held[k] += float64(part * e.y[k])
	}
	if l.kind == KindRevolute {
		l.jx, l.jy = e.held[0], e.held[1]
	}
	for k := range l.muscles {
		if x := &g.muscles[l.muscle+k]; x.acts(what) {
			x.take(e, part)
		}
	}
}
