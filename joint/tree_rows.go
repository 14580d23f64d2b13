package joint

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/step"
)

// limb is a joint of a tree in the rows of a tick. What of it is not rigid - springs,
// motors - stays a row and is run before the tree is solved; limits are stops.
type limb struct {
	in, out int32 // nodes
	bond    int32 // number in bonds, or none: a pin alone
	stop    int32 // or none
	row     int32 // of a bond, or of a revolute joint that is busy
	joint   Row
	kind    Kind
	inA     bool // the node `in` is body A
	busy    bool // has a row to run
	bare    bool // is a pin alone in this trial

	softness
	hinge
}

// limbBond is what a limb has that is more than a pin.
type limbBond struct {
	elbow
	base            int32 // lines without that of the stop, which comes last
	err             [3]float64
	held            [3]float64 // impulses, N s, N m s
	lateIn, lateOut triple     // what the next warm start lacks
}

// grove is the rows of all trees.
type grove struct {
	trees []grownTree
	limbs []limb
	bonds []limbBond
	stops []stop
	nodes []node
}

// grownTree are the rows of one tree. The nodes
// of its own bodies come first, then one for each immovable body that a limb meets. It is busy if a limb has a row to run, bonded if it is
// not of pins alone.
type grownTree struct {
	limbs, stops Span
	bodies       Span
	nodes        Span
	busy, bonded bool
	step, invH   float64 // length of a sub-step, s
}

func (g *grove) reset() {
	g.trees, g.limbs, g.bonds = g.trees[:0], g.limbs[:0], g.bonds[:0]
	g.stops, g.nodes = g.stops[:0], g.nodes[:0]
}

func (g *grove) roomLike(o *grove) {
	g.trees, g.limbs, g.bonds = roomLike(g.trees, o.trees), roomLike(g.limbs, o.limbs), roomLike(g.bonds, o.bonds)
	g.stops, g.nodes = roomLike(g.stops, o.stops), roomLike(g.nodes, o.nodes)
}

// GatherTree makes room for the joints of a tree of the store. Trees of rows are counted
// from zero in the order in which they are gathered. Gather leaves their joints out.
// Trees share no dynamic body, so any number may run at the same time.
func (r *Rows) GatherTree(s *Store, bodies *body.Store, tree int) {
	g, t := &r.grove, &s.forest.trees[tree]
	grown := grownTree{limbs: Span{Lo: len(g.limbs)}, stops: Span{Lo: len(g.stops)}, nodes: Span{Lo: len(g.nodes)}}
	for _, b := range t.bodies {
		g.nodes = append(g.nodes, node{row: int32(bodies.Rows[b]), slot: b})
	}
	grown.bodies = Span{grown.nodes.Lo, len(g.nodes)}
	for _, plan := range t.limbs {
		row := s.Rows[plan.joint]
		link := &s.Link[row]
		g.limbs = more(g.limbs)
		l := &g.limbs[len(g.limbs)-1]
		*l = limb{joint: row, kind: link.Kind, inA: plan.inA, bond: none, stop: none}
		a, b := body.Slot(link.BodyA), body.Slot(link.BodyB)
		if plan.inA {
			a, b = b, a
		}
		l.in, l.out = g.nodeOf(bodies, &grown, plan.in, b), g.nodeOf(bodies, &grown, plan.out, a)
		r.gatherLimb(s, l)
		grown.busy = grown.busy || l.busy
		grown.bonded = grown.bonded || l.kind != KindRevolute
	}
	grown.limbs.Hi, grown.stops.Hi, grown.nodes.Hi = len(g.limbs), len(g.stops), len(g.nodes)
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
	g, link, strength := &r.grove, &s.Link[l.joint], &s.Strength[l.joint]
	var stops bool
	if l.kind == KindRevolute {
		d := s.revolutes.at(link.Data)
		stops = d.Limit && strength.MaxTorque > math.MaxFloat32
		l.busy = d.SpringHertz > 0 || d.MaxMotorTorque > 0 || d.Limit && !stops
		if l.busy {
			l.row = int32(len(r.revolutes.rows))
			r.revolutes.put(l.joint, Lanes, turns|tuned)
		}
	} else {
		b := s.bonds.at(link.Data)
		parts := b.axes[0].parts
		if l.kind == KindPrismatic || l.kind == KindWheel || l.kind == KindGroove {
			stops = parts&partLimit != 0
			parts &^= partLimit
		}
		l.busy = parts != 0 || b.axes[1].parts != 0 || b.drive.on
		l.row = int32(len(r.bonds))
		r.gatherBond(s, l.joint)
	}
	if stops {
		l.stop = int32(len(g.stops))
		g.stops = append(g.stops, stop{limb: int32(len(g.limbs) - 1)})
	}
	if stops || l.kind != KindRevolute {
		l.bond = int32(len(g.bonds))
		g.bonds = more(g.bonds)
	}
}

// PrepareTree fills the rows of a tree.
func (r *Rows) PrepareTree(s *Store, bodies *body.Store, p *step.Params, tree int) {
	g := &r.grove
	t := &g.trees[tree]
	t.step, t.invH = float64(p.H), float64(p.InvH)
	for i := t.bodies.Lo; i < t.bodies.Hi; i++ {
		n := &g.nodes[i]
		n.weigh(bodies, p)
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

// weigh notes the inverse masses of a body, and how fast it may turn.
func (n *node) weigh(bodies *body.Store, p *step.Params) {
	m, i := massOf(bodies, body.Row(n.row))
	n.mass = triple{float64(m), float64(m), float64(i)}
	flags := bodies.State[n.row].Flags
	if flags&body.FlagLockX != 0 {
		n.mass.x = 0
	}
	if flags&body.FlagLockY != 0 {
		n.mass.y = 0
	}
	n.most = float64(p.MaxRotation / p.DT)
	if bodies.Motion[n.row].Traits&body.TraitFastRotation != 0 {
		n.most = math.Inf(1)
	}
}

// preparePin fills in a revolute joint. The row of its axis keeps a pin that bears
// nothing.
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
	l.measure(&bodies.State[g.nodes[l.in].row], &bodies.State[g.nodes[l.out].row])
	if l.bond != none {
		g.bonds[l.bond] = limbBond{base: 2}
	}
	if l.stop != none {
		rec.angle = rec.turn(bodies, link)
		x, turn := &g.stops[l.stop], &s.axles[link.Data]
		x.start(rec.angle-turn.lower, turn.upper-rec.angle, turn.low, turn.high)
		x.turned(l, &bodies.State[a], &bodies.State[b])
	} else if !l.busy {
		rec.angle = unwind(roughly(rec.bearing(pa.R, pb.R)), rec.angle)
	}
	if l.busy {
		r.revolutes.prepare(int(l.row), s, bodies, p)
		w, x, g, _ := r.revolutes.at(int(l.row))
		g.limit[0], w.jx[0], w.jy[0] = 0, 0, 0
		if l.stop != none {
			x.limited[0], x.lower[0], x.upper[0] = 0, 0, 0
		}
	}
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
	k.on, k.imp = false, [3]float32{}
	if l.stop != none {
		x := &w.axes[0]
		g.stops[l.stop].start(float64(x.above), float64(x.below), x.lower, x.upper)
		x.parts &^= partLimit
		x.lower, x.upper = 0, 0
	}
	w.lone = w.single()
	e.measure(l, w)
	if l.stop != none {
		g.stops[l.stop].shifted(l, &w.axes[0])
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
		s.forest.tensions[n.slot].spin = n.tension
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
	if l.busy {
		r.revolutes.store(int(l.row), s, p)
		load = s.Load[l.joint]
	}
	if l.stop != none {
		turn := &s.axles[data]
		turn.low, turn.high = r.grove.stops[l.stop].parts()
		load.Torque += float32((turn.low - turn.high) * p.InvH)
	}
	rec.jx, rec.jy = float32(l.jx), float32(l.jy)
	if l.inA {
		rec.jx, rec.jy = -rec.jx, -rec.jy
	}
	load.ForceX += float32(rec.jx * p.InvH)
	load.ForceY += float32(rec.jy * p.InvH)
	s.mark(l.joint, load)
}

func (r *Rows) storeLimb(l *limb, s *Store, p *step.Params) {
	w, e := &r.bonds[l.row], &r.grove.bonds[l.bond]
	if l.stop != none {
		w.axes[0].parts |= partLimit
		w.axes[0].lower, w.axes[0].upper = r.grove.stops[l.stop].parts()
		w.lone = w.single()
	}
	r.storeBond(w, s, p)
	load := s.Load[l.joint]
	var sum line
	rec := s.bonds.at(s.Link[l.joint].Data)
	for k := range e.base {
		rec.blockImpulses[k] = float32(e.held[k])
		sum.add(&w.block.lines[k], rec.blockImpulses[k])
	}
	load.ForceX += float32(sum.bx * p.InvH)
	load.ForceY += float32(sum.by * p.InvH)
	load.Torque += float32((sum.bw - (float32(w.vx*sum.by) - float32(w.vy*sum.bx))) * p.InvH)
	s.mark(l.joint, load)
}
