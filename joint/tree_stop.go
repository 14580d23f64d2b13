package joint

import "github.com/carom2d/carom/body"

// Limits.
//
// A limit that bears the load of a tree cannot be left to a row beside it: what holds
// only there gives way as every row would. While a limit bears, its line is one of the
// joint's and is solved with the tree; else it is absent. Which ones bear is found by
// trying. A limit can only push, so from the impulses held one goes towards those that
// a trial finds as far as no limit pulls. Those that stop the way let go there, and
// when the whole way could be gone, limits that are being run into bear. On every such
// way the energy of what is wrong falls, so one may stop after any trial and nothing is
// driven, which is not so when limits are switched by their signs alone. From pass to pass
// hardly any changes.
//
// A limit with room before it does not give way. What gives way does so for the impulses
// of all lines of its joint, and by what a couple on a light body does at a lever, a
// limit out of reach would stop what is on its way to it; the next pass sets that going
// again, and joint and limit hold each other up in mid-air.
const mostTrials = 12

// stop is the pair of limits of a limb.
type stop struct {
	limb         int32
	bears        int8 // 1: the lower limit, -1: the upper one, 0: neither
	tight        bool // there is nothing between the limits
	freed        bool // let go in this pass, and is not caught again in it
	ji, jo       triple
	above, below float64 // room when the tick began, m or rad
	moved        float64 // since then
	held         float64 // impulse along the line, away from the lower limit, N s or N m s
}

// start fills in the limits of a limb as the tick begins.
func (x *stop) start(above, below float64, lower, upper float32) {
	*x = stop{limb: x.limb, above: above, below: below, held: float64(lower) - float64(upper)}
	x.tight = above+below < tight
	switch {
	case x.held > 0 || x.tight:
		x.bears = 1
	case x.held < 0:
		x.bears = -1
	}
}

// Limits nearer to each other than this, m or rad, hold what is between them.
const tight = 1e-6

// turned finds where a limited angle has come to.
func (x *stop) turned(l *limb, a, b *body.State) {
	x.moved = float64(turnOf(a, b))
	x.ji, x.jo = spin.sides(l.inA)
}

// shifted finds where the limited axis of a bond has come to.
func (x *stop) shifted(l *limb, axis *axis) {
	x.moved = float64(axis.moved())
	x.ji, x.jo = axis.line.sides(l.inA)
}

// haste returns the speed away from a limit that is asked for at least: less than
// nothing where there is room, and otherwise what brings it back with the given bias.
func (x *stop) haste(side int8, bias, invH float64) float64 {
	if x.apart(side) {
		return -float64(x.room(side) * invH)
	}
	return -float64(bias * x.room(side))
}

// room returns how far it is to a limit, m or rad.
func (x *stop) room(side int8) float64 {
	if side < 0 {
		return x.below - x.moved
	}
	return x.above + x.moved
}

// apart reports whether there is room before a limit.
func (x *stop) apart(side int8) bool { return x.room(side) > 0 && !x.tight }

// speed returns what the line sees.
func (x *stop) speed(in, out *triple) float64 { return x.ji.dot(in) + x.jo.dot(out) }

// parts returns the impulses of the limits.
func (x *stop) parts() (lower, upper float32) {
	switch {
	case x.tight:
		return float32(max(x.held, 0)), float32(max(-x.held, 0))
	case x.bears > 0:
		return float32(max(x.held, 0)), 0
	default:
		return 0, float32(max(-x.held, 0))
	}
}

// join puts the line of a stop that bears behind the other lines of its limb.
func (e *limbBond) join(x *stop, bias, invH float64) {
	k := e.base
	e.n = k + 1
	e.ji[k], e.jo[k], e.held[k] = x.ji, x.jo, x.held
	e.y[k] = float64(float64(x.bears) * x.haste(x.bears, bias, invH))
	e.hard = x.apart(x.bears)
}

// judge takes the impulses of a trial as far as no limit pulls, and tries again with
// other limits bearing until nothing is to be changed.
func (g *grove) judge(t *grownTree, what pass) {
	for i := t.stops.Lo; i < t.stops.Hi; i++ {
		g.stops[i].freed = false
	}
	for trial := 1; ; trial++ {
		part := g.stride(t)
		for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
			g.limbs[i].take(g, part)
		}
		for i := t.nodes.Lo; i < t.nodes.Hi; i++ {
			n := &g.nodes[i]
			n.push(part, &n.f)
		}
		changed := g.release(t)
		if part == 1 {
			changed = g.catch(t, what) || changed
		}
		if !changed || trial == mostTrials {
			return
		}
		g.try(t, what)
	}
}

// stride returns how far one can go.
func (g *grove) stride(t *grownTree) float64 {
	part := 1.0
	for i := t.stops.Lo; i < t.stops.Hi; i++ {
		x := &g.stops[i]
		if x.bears == 0 || x.tight {
			continue
		}
		b := &g.bonds[g.limbs[x.limb].bond]
		held, y := x.held, b.y[b.base]
		if x.bears < 0 {
			held, y = -held, -y
		}
		if held+y < 0 {
			part = min(part, held/-y)
		}
	}
	return part
}

// release lets go limits that do not push any more, but wanted to pull.
func (g *grove) release(t *grownTree) (any bool) {
	for i := t.stops.Lo; i < t.stops.Hi; i++ {
		x := &g.stops[i]
		if x.bears == 0 || x.tight {
			continue
		}
		b := &g.bonds[g.limbs[x.limb].bond]
		if y := b.y[b.base]; float64(x.bears)*x.held <= float64(1e-12*max(y, -y)) && float64(x.bears)*y < 0 {
			x.bears, x.held, x.freed = 0, 0, true
			any = true
		}
	}
	return any
}

// catch finds limits that are being run into.
func (g *grove) catch(t *grownTree, what pass) (any bool) {
	for i := t.stops.Lo; i < t.stops.Hi; i++ {
		x := &g.stops[i]
		if x.bears != 0 || x.freed {
			continue
		}
		l := &g.limbs[x.limb]
		in, out := &g.nodes[l.in], &g.nodes[l.out]
		low, bias, give := x.speed(&in.v, &out.v), 0.0, 0.0
		high := low
		if what == solve {
			bias = l.bias
			give = float64(l.comply * l.weight(g, x, in, out))
		}
		if !x.apart(1) {
			low += give
		}
		if !x.apart(-1) {
			high += give
		}
		switch {
		case low < x.haste(1, bias, t.invH):
			x.bears, any = 1, true
		case -high < x.haste(-1, bias, t.invH):
			x.bears, any = -1, true
		}
	}
	return any
}

// weight returns what the impulses held by the other lines of a limb would do to that of
// its stop, were its bodies free.
func (l *limb) weight(g *grove, x *stop, in, out *node) (v float64) {
	if l.bare { // an angle sees turning alone
		onIn, onOut := float64(l.rx*l.jy)-float64(l.ry*l.jx), float64(l.sx*l.jy)-float64(l.sy*l.jx)
		return float64(float64(x.ji.w*in.mass.w)*onIn) - float64(float64(x.jo.w*out.mass.w)*onOut)
	}
	b := &g.bonds[l.bond]
	for k := range b.base {
		ji, jo := b.ji[k].scaled(&in.mass), b.jo[k].scaled(&out.mass)
		v += float64(b.held[k] * (x.ji.dot(&ji) + x.jo.dot(&jo)))
	}
	return v
}
