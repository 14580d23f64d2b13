package joint

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/step"
)

// limb is a joint of a tree in the rows of a tick.
type limb struct {
	in, out int32 // nodes
	bond    int32 // number in bonds, or none: a pin alone
	muscle  int32 // the first
	muscles int32 // how many, two at most, and three lines with those that are rigid
	row     int32 // of the bond of a joint that is not revolute
	joint   Row
	kind    Kind
	inA     bool // the node `in` is body A
	bare    bool // is a pin alone in this trial

	softness
	hinge
}

// limbBond is what a limb has that is more than a pin.
type limbBond struct {
	elbow
	base            int32 // lines that are rigid; those of the muscles come behind them
	err             [3]float64
	held            [3]float64 // impulses of the rigid lines, N s, N m s
	weight          [3]float64 // of the impulses on the compliance, in a pass
	lateIn, lateOut triple     // what the next warm start lacks
}

// grove is the rows of all trees.
type grove struct {
	trees   []grownTree
	limbs   []limb
	bonds   []limbBond
	muscles []muscle
	nodes   []node
}

// grownTree are the rows of one tree. The nodes of its own bodies come first, then one
// for each immovable body that a limb meets.
type grownTree struct {
	limbs, muscles Span
	nodes, bodies  Span
	bonded         bool    // not all joints are revolute
	step, invH     float64 // length of a sub-step, s, and its inverse
}

func (g *grove) reset() {
	g.trees, g.limbs, g.bonds = g.trees[:0], g.limbs[:0], g.bonds[:0]
	g.muscles, g.nodes = g.muscles[:0], g.nodes[:0]
}

func (g *grove) roomLike(o *grove) {
	g.trees, g.limbs, g.bonds = roomLike(g.trees, o.trees), roomLike(g.limbs, o.limbs), roomLike(g.bonds, o.bonds)
	g.muscles, g.nodes = roomLike(g.muscles, o.muscles), roomLike(g.nodes, o.nodes)
}

// GatherTree makes room for the joints of a tree of the store. Trees of rows are counted
// from zero in the order in which they are gathered. Gather leaves their joints out.
// Trees share no dynamic body, so any number may run at the same time.
func (r *Rows) GatherTree(s *Store, bodies *body.Store, tree int) {
	g, t := &r.grove, &s.forest.trees[tree]
	grown := grownTree{limbs: Span{Lo: len(g.limbs)}, muscles: Span{Lo: len(g.muscles)}, nodes: Span{Lo: len(g.nodes)}}
	for _, b := range t.bodies {
		g.nodes = append(g.nodes, node{row: int32(bodies.Rows[b]), slot: b})
	}
	grown.bodies = Span{grown.nodes.Lo, len(g.nodes)}
	for _, plan := range t.limbs {
		row := s.Rows[plan.joint]
		link := &s.Link[row]
		g.limbs = more(g.limbs)
		l := &g.limbs[len(g.limbs)-1]
		*l = limb{joint: row, kind: link.Kind, inA: plan.inA, bond: none}
		a, b := body.Slot(link.BodyA), body.Slot(link.BodyB)
		if plan.inA {
			a, b = b, a
		}
		l.in, l.out = g.nodeOf(bodies, &grown, plan.in, b), g.nodeOf(bodies, &grown, plan.out, a)
		r.gatherLimb(s, l)
		grown.bonded = grown.bonded || l.kind != KindRevolute
	}
	grown.limbs.Hi, grown.muscles.Hi, grown.nodes.Hi = len(g.limbs), len(g.muscles), len(g.nodes)
	g.trees = append(g.trees, grown)
}

// nodeOf returns the node of a body of a tree, or a new one for a body that is none.
func (g *grove) nodeOf(bodies *body.Store, t *grownTree, i int32, b body.Slot) int32 {
	if i != none {
		return int32(t.bodies.Lo) + i
	}
	g.nodes = append(g.nodes, node{row: int32(bodies.Rows[b]), slot: b})
	return int32(len(g.nodes) - 1)
}

// gatherLimb makes room for what a joint is more than a pin.
func (r *Rows) gatherLimb(s *Store, l *limb) {
	g, link := &r.grove, &s.Link[l.joint]
	l.muscle = int32(len(g.muscles))
	if l.kind == KindRevolute {
		if link.Flags&Turning == 0 {
			return
		}
		l.muscles = 1
	} else {
		for _, axis := range &s.bonds.at(link.Data).axes {
			if axis.parts != 0 {
				l.muscles++
			}
		}
		l.row = int32(len(r.bonds))
		r.gatherBond(s, l.joint)
	}
	for range l.muscles {
		g.muscles = append(g.muscles, muscle{limb: int32(len(g.limbs) - 1)})
	}
	l.bond = int32(len(g.bonds))
	g.bonds = more(g.bonds)
}

// PrepareTree fills the rows of a tree.
func (r *Rows) PrepareTree(s *Store, bodies *body.Store, p *step.Params, tree int) {
	g := &r.grove
	t := &g.trees[tree]
	t.step, t.invH = float64(p.H), float64(p.InvH)
	for i := t.bodies.Lo; i < t.bodies.Hi; i++ {
		n := &g.nodes[i]
		n.weigh(bodies, p, s.forest.tensions[n.slot].bare)
		n.tension = float32(tensionFade * s.forest.tensions[n.slot].spin)
	}
	for i := t.bodies.Hi; i < t.nodes.Hi; i++ {
		g.nodes[i].most = math.Inf(1)
	}
	plain := softnessOf(p, &Strength{})
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l := &g.limbs[i]
		l.softness = plain
		if own := &s.Strength[l.joint]; own.Hertz > 0 || own.Damping > 0 {
			l.softness = softnessOf(p, own)
		}
		if l.kind == KindRevolute {
			r.preparePin(l, s, bodies, p)
		} else {
			r.prepareLimb(l, s, bodies, p)
		}
	}
}

// How much stiffer the joints of a tree are than those in rows, and how fast they are
// brought back beside those. Solved exactly they cannot ring however stiff they are. But
// the limits of other joints and the contacts do not know of the tree: stiffer still, a
// load on a joint at its limit gains energy; brought back faster, a chain that is knotted
// does not come to rest.
const (
	treeStiffness = 6
	treeHaste     = 0.5
)

// softness is how a joint of a tree answers when positions are corrected.
type softness struct{ bias, comply float64 }

// softnessOf returns the softness that the game asks for, or else a stiff one.
func softnessOf(p *step.Params, s *Strength) softness {
	soft := rigidSoft(p, s)
	bias := float64(soft.Bias)
	if s.Hertz == 0 {
		bias *= treeHaste
		damping := p.JointDamping
		if s.Damping > 0 {
			damping = s.Damping
		}
		soft = step.MakeSoft(float32(treeStiffness*min(p.JointHertz, p.InvH/4)), damping, p.H)
	}
	return softness{bias, max(float64(soft.Impulse)/float64(soft.Mass), relaxed)}
}

// weigh notes the inverse masses of a body, of which the inverse inertia is also given as
// it is by itself, and how fast it may turn.
func (n *node) weigh(bodies *body.Store, p *step.Params, bare float32) {
	m, i := massOf(bodies, body.Row(n.row))
	n.mass = triple{float64(m), float64(m), float64(i)}
	n.bare = n.mass
	if i > 0 && bare > 0 {
		n.bare.w = float64(bare)
	}
	flags := bodies.State[n.row].Flags
	if flags&body.FlagLockX != 0 {
		n.mass.x, n.bare.x = 0, 0
	}
	if flags&body.FlagLockY != 0 {
		n.mass.y, n.bare.y = 0, 0
	}
	n.most = float64(p.MaxRotation / p.DT)
	if bodies.Motion[n.row].Traits&body.TraitFastRotation != 0 {
		n.most = math.Inf(1)
	}
}

// preparePin fills in a revolute joint.
func (r *Rows) preparePin(l *limb, s *Store, bodies *body.Store, p *step.Params) {
	link, g := &s.Link[l.joint], &r.grove
	rec := &s.pins[link.Data]
	a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
	pa, pb := &bodies.Pose[a], &bodies.Pose[b]
	onA, onB := rec.anchors()
	anchorA, anchorB := pa.R.Apply(onA), pb.R.Apply(onB)
	gap := pb.P.Sub(pa.P).Add(anchorB.Sub(anchorA))
	l.jx, l.jy = float64(rec.jx), float64(rec.jy)
	if l.inA {
		anchorA, anchorB, gap = anchorB, anchorA, gap.Neg()
		l.jx, l.jy = -l.jx, -l.jy
	}
	l.ix, l.iy = float32(anchorB.X), float32(anchorB.Y)
	l.ox, l.oy = float32(anchorA.X), float32(anchorA.Y)
	l.gx, l.gy = float32(gap.X), float32(gap.Y)
	in, out := &g.nodes[l.in], &g.nodes[l.out]
	l.measure(&bodies.State[in.row], &bodies.State[out.row])
	if l.muscles == 0 {
		rec.angle = unwind(roughly(rec.bearing(pa.R, pb.R)), rec.angle)
		return
	}
	g.bonds[l.bond] = limbBond{base: 2}
	rec.angle = rec.turn(bodies, link)
	x := &g.muscles[l.muscle]
	x.ofAxle(&s.axles[link.Data], rec.angle, s.Strength[l.joint].MaxTorque, p.H)
	x.turned(l, &bodies.State[a], &bodies.State[b])
	x.start(in, out)
}

// prepareLimb fills in a joint of any other kind.
func (r *Rows) prepareLimb(l *limb, s *Store, bodies *body.Store, p *step.Params) {
	g, w := &r.grove, &r.bonds[l.row]
	r.prepareBond(w, s, bodies, p)
	k, e := &w.block, &g.bonds[l.bond]
	*e = limbBond{base: int32(k.n)}
	for i, j := range k.imp {
		e.held[i] = float64(j)
	}
	k.on = false // it need not be factored
	w.lone = w.single()
	e.measure(l, w)
	next := l.muscle
	for i := range w.acting {
		if axis := &w.axes[i]; axis.parts != 0 {
			x := &g.muscles[next]
			x.ofAxis(axis, int(i))
			x.shifted(l, axis)
			x.start(&g.nodes[l.in], &g.nodes[l.out])
			if axis.line.bx != 0 || axis.line.by != 0 {
				in2, out2 := float64(float32(w.vx*w.vx)+float32(w.vy*w.vy)), float64(float32(w.ux*w.ux)+float32(w.uy*w.uy))
				if l.inA {
					in2, out2 = out2, in2
				}
				x.slides(&g.nodes[l.in], &g.nodes[l.out], in2, out2)
			}
			next++
		}
	}
}

// measure takes the lines of a bond.
func (e *limbBond) measure(l *limb, w *bondRow) {
	for k := range e.base {
		e.ji[k], e.jo[k] = w.block.lines[k].sides(l.inA)
		e.err[k] = float64(w.block.err[k])
	}
}

// sides returns what a line sees of the bodies in and out.
func (l *line) sides(inA bool) (in, out triple) {
	a, b := triple{float64(l.ax), float64(l.ay), float64(l.aw)}, triple{float64(l.bx), float64(l.by), float64(l.bw)}
	if inA {
		return a, b
	}
	return b, a
}

// StoreTree keeps the impulses for the next tick, writes the loads and marks the joints
// that are stressed.
func (r *Rows) StoreTree(s *Store, p *step.Params, tree int) {
	g := &r.grove
	t := &g.trees[tree]
	for i := t.bodies.Lo; i < t.bodies.Hi; i++ {
		n := &g.nodes[i]
		if k := n.tension; k-k == 0 {
			s.forest.tensions[n.slot].spin = k
		} else { // of a body that is blown up, or beside one
			s.forest.tensions[n.slot].spin = 0
		}
	}
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l := &g.limbs[i]
		if l.kind == KindRevolute {
			r.storePin(l, s, p)
		} else {
			r.storeLimb(l, s, p)
		}
	}
}

func (r *Rows) storePin(l *limb, s *Store, p *step.Params) {
	data := s.Link[l.joint].Data
	rec := &s.pins[data]
	var load Load
	if l.muscles > 0 {
		x, turn := &r.grove.muscles[l.muscle], &s.axles[data]
		turn.motor, turn.low, turn.high = x.parts()
		turn.spring = settled(float32(x.springing))
		turn.motorTorque = float32(turn.motor * p.InvH)
		load.Torque = float32(x.whole()) * p.InvH
	}
	rec.jx, rec.jy = float32(l.jx), float32(l.jy)
	if l.inA {
		rec.jx, rec.jy = -rec.jx, -rec.jy
	}
	load.ForceX, load.ForceY = float32(rec.jx*p.InvH), float32(rec.jy*p.InvH)
	s.mark(l.joint, load)
}

func (r *Rows) storeLimb(l *limb, s *Store, p *step.Params) {
	w, e := &r.bonds[l.row], &r.grove.bonds[l.bond]
	w.block.on = true
	for k := range e.base {
		w.block.imp[k] = float32(e.held[k])
	}
	for k := range l.muscles {
		x := &r.grove.muscles[l.muscle+k]
		axis := &w.axes[x.axis]
		axis.driving, axis.lower, axis.upper = x.parts()
		axis.springing = float32(x.springing)
	}
	w.lone = w.single()
	sum := w.wrench()
	r.storeBond(w, &sum, s, p)
}
