package joint

// Trials.
//
// From the impulses held one goes towards those that a trial finds as far as all muscles
// stay on their rungs. Those that stop the way let go there, and when the whole way could
// be gone, those that are free and beyond the speed of the next rung are caught. On every
// such way the energy of what is wrong falls, so one may stop after any trial and nothing
// is driven, which is not so when limits are switched by their signs alone. From pass to
// pass hardly any changes.
const mostTrials = 12

// judge takes the impulses of a trial as far as no muscle leaves its rung, and tries again
// with others until nothing is to be changed.
func (g *grove) judge(t *grownTree, what pass) {
	for trial := 1; ; trial++ {
		part := g.stride(t)
		g.advance(t, what, part)
		changed := g.release(t)
		if part == 1 {
			changed = g.catch(t, what) || changed
		}
		if !changed || trial == mostTrials && part == 1 {
			return
		}
		if trial == mostTrials {
			// What is rigid must not be left half done: muscles hold as they do.
			for i := t.muscles.Lo; i < t.muscles.Hi; i++ {
				g.muscles[i].rung = slack
			}
			if g.try(t, what) {
				g.advance(t, what, 1)
			}
			return
		}
		if !g.try(t, what) {
			return
		}
	}
}

// advance goes a part of the way to what a trial found.
func (g *grove) advance(t *grownTree, what pass, part float64) {
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		g.limbs[i].take(g, what, part)
	}
	for i := t.nodes.Lo; i < t.nodes.Hi; i++ {
		n := &g.nodes[i]
		n.push(part, &n.f)
	}
}

// stride returns how far one can go.
func (g *grove) stride(t *grownTree) float64 {
	part := 1.0
	for i := t.muscles.Lo; i < t.muscles.Hi; i++ {
		x := &g.muscles[i]
		if x.rung == slack {
			continue
		}
		step := x.step(&g.bonds[g.limbs[x.limb].bond])
		least, most := x.reach()
		switch to := x.held + step; {
		case to < least:
			part = min(part, (least-x.held)/step)
		case to > most:
			part = min(part, (most-x.held)/step)
		}
	}
	return part
}

// release lets go muscles that came to the end of their rung and wanted to go on.
func (g *grove) release(t *grownTree) (any bool) {
	for i := t.muscles.Lo; i < t.muscles.Hi; i++ {
		x := &g.muscles[i]
		if x.rung == slack {
			continue
		}
		step := x.step(&g.bonds[g.limbs[x.limb].bond])
		least, most := x.reach()
		tiny := float64(1e-12 * max(step, -step))
		switch {
		case step < 0 && x.held-least <= tiny:
			x.held = least
		case step > 0 && most-x.held <= tiny:
			x.held = most
		default:
			continue
		}
		x.freed = x.rung != onMotor
		x.rung, any = slack, true
	}
	return any
}

// catch finds limits that are being run into, and motors that are outrun.
func (g *grove) catch(t *grownTree, what pass) (any bool) {
	for i := t.muscles.Lo; i < t.muscles.Hi; i++ {
		x := &g.muscles[i]
		if x.rung != slack {
			continue
		}
		l := &g.limbs[x.limb]
		in, out := &g.nodes[l.in], &g.nodes[l.out]
		low, bias, give := x.rate(&in.v, &out.v), 0.0, 0.0
		if x.back < x.forth && (x.held == x.back && low < x.speed || x.held == x.forth && low > x.speed) {
			x.rung, any = onMotor, true
			continue
		}
		if x.freed {
			continue
		}
		if x.lent != 0 && (x.held == x.back || x.held == x.forth) {
			x.rung, any = onLower, true
			if x.lent < 0 {
				x.rung = onUpper
			}
			continue
		}
		high := low
		if what == solve {
			bias = l.bias
		}
		if what == solve && x.most == 0 {
			give = float64(l.comply * l.weighs(g, x, in, out))
		}
		if !x.apart(onLower) {
			low += give
		}
		if !x.apart(onUpper) {
			high += give
		}
		switch {
		case x.held >= x.from && low < x.haste(onLower, bias, t.invH):
			x.rung, any = onLower, true
		case x.held <= x.to && -high < x.haste(onUpper, bias, t.invH):
			x.rung, any = onUpper, true
		}
	}
	return any
}

// weighs returns what the impulses held by the rigid lines of a limb would do to that of
// a muscle, were its bodies free.
func (l *limb) weighs(g *grove, x *muscle, in, out *node) (v float64) {
	if l.bare { // an angle sees turning alone
		onIn, onOut := float64(l.rx*l.jy)-float64(l.ry*l.jx), float64(l.sx*l.jy)-float64(l.sy*l.jx)
		return float64(float64(x.ji.w*in.mass.w)*onIn) - float64(float64(x.jo.w*out.mass.w)*onOut)
	}
	return g.bonds[l.bond].weighs(x, in, out)
}

func (e *limbBond) weighs(x *muscle, in, out *node) (v float64) {
	for k := range e.base {
		ji, jo := e.ji[k].scaled(&in.mass), e.jo[k].scaled(&out.mass)
		v += float64(e.held[k] * x.rate(&ji, &jo))
	}
	return v
}
