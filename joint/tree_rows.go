package joint

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/step"
)

// limb is a joint of a tree in the rows of a tick. What of it is not rigid - springs,
// motors, limits - stays a row and is run before the tree is solved.
type limb struct {
	joint Row
	kind  Kind
	inA   bool
	busy  bool  // has such a row
	row   int32 // of a bond, or of a revolute joint that is busy
	a, b  int32 // rows of the bodies

	ax, ay, bx, by float32 // of revolute joints: as in revoluteRow
	ux, uy, vx, vy float32 // of all
	ex, ey         float32

	lines [3]line
	err   [3]float32
	imp   [3]float64 // N s, N m s
	late  [2]triple  // what the next warm start of A and B lacks

	bias, comply float64 // softness when positions are corrected
}

// limbNode is a body of a tree in the rows of a tick.
type limbNode struct {
	row        int32
	v          triple
	mass, root triple // inverse masses, and their roots
	slot       body.Slot
	tension    float32 // see tree_tension.go
}

// grove is the rows of all trees.
type grove struct {
	trees  []grownTree
	limbs  []limb
	bodies []limbNode
	elbows []elbow
	nodes  []node
}

// grownTree are the limbs and bodies of one tree, and whether any limb has a row.
type grownTree struct {
	limbs, bodies Span
	busy          bool
	step          float64 // length of a sub-step, s
}

func (g *grove) reset() {
	g.trees, g.limbs, g.bodies = g.trees[:0], g.limbs[:0], g.bodies[:0]
	g.elbows, g.nodes = g.elbows[:0], g.nodes[:0]
}

func (g *grove) roomLike(o *grove) {
	g.trees, g.limbs, g.bodies = roomLike(g.trees, o.trees), roomLike(g.limbs, o.limbs), roomLike(g.bodies, o.bodies)
	g.elbows, g.nodes = roomLike(g.elbows, o.elbows), roomLike(g.nodes, o.nodes)
}

// GatherTree makes room for the joints of a tree of the store. Trees of rows are counted
// from zero in the order in which they are gathered. Gather leaves their joints out.
// Trees share no dynamic body, so any number may run at the same time.
func (r *Rows) GatherTree(s *Store, bodies *body.Store, tree int) {
	g, t := &r.grove, &s.forest.trees[tree]
	grown := grownTree{limbs: Span{len(g.limbs), len(g.limbs) + len(t.limbs)}, bodies: Span{len(g.bodies), len(g.bodies) + len(t.bodies)}}
	for _, plan := range t.limbs {
		l := r.gatherLimb(s, plan)
		grown.busy = grown.busy || l.busy
		g.limbs = append(g.limbs, l)
		g.elbows = append(g.elbows, elbow{in: plan.in, out: plan.out})
	}
	for _, b := range t.bodies {
		g.bodies = append(g.bodies, limbNode{row: int32(bodies.Rows[b]), slot: b})
		g.nodes = append(g.nodes, node{})
	}
	g.trees = append(g.trees, grown)
}

// gatherLimb makes room for a joint, and for the row of what is not rigid in it.
func (r *Rows) gatherLimb(s *Store, plan limbPlan) limb {
	row := s.Rows[plan.joint]
	link := &s.Link[row]
	l := limb{joint: row, kind: link.Kind, inA: plan.inA}
	if link.Kind == KindRevolute {
		if link.Flags&Turning != 0 {
			l.busy, l.row = true, int32(len(r.revolutes.rows))
			r.revolutes.put(row, Lanes, true)
		}
		return l
	}
	b := s.bonds.at(link.Data)
	l.busy = b.axes[0].parts != 0 || b.axes[1].parts != 0 || b.drive.on
	l.row = int32(len(r.bonds))
	r.gatherBond(s, row)
	return l
}

// PrepareTree fills the rows of a tree.
func (r *Rows) PrepareTree(s *Store, bodies *body.Store, p *step.Params, tree int) {
	g := &r.grove
	t := &g.trees[tree]
	t.step = float64(p.H)
	for i := t.bodies.Lo; i < t.bodies.Hi; i++ {
		n := &g.bodies[i]
		n.weigh(bodies)
		n.tension = float32(tensionFade * s.forest.tensions[n.slot].spin)
	}
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l := &g.limbs[i]
		l.soften(p, &s.Strength[l.joint])
		if l.kind == KindRevolute {
			r.prepareLimb(l, s, bodies, p)
			g.elbows[i].n = 2
			continue
		}
		w := &r.bonds[l.row]
		r.prepareBond(w, s, bodies, p)
		k := &w.block
		g.elbows[i].n = int32(k.n)
		l.a, l.b = w.a, w.b
		l.lines, l.err = k.lines, k.err
		for j := range k.n {
			l.imp[j] = float64(k.imp[j])
		}
		k.on, k.imp = false, [3]float32{}
		w.lone = w.single()
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

// soften sets how a joint of a tree answers: as the game asks, or else stiffly.
func (l *limb) soften(p *step.Params, s *Strength) {
	soft := rigidSoft(p, s)
	l.bias = float64(soft.Bias)
	if s.Hertz == 0 {
		l.bias *= treeHaste
		damping := p.JointDamping
		if s.Damping > 0 {
			damping = s.Damping
		}
		soft = step.MakeSoft(float32(treeStiffness*min(p.JointHertz, p.InvH/4)), damping, p.H)
	}
	l.comply = max(float64(soft.Impulse)/float64(soft.Mass), relaxed)
}

// weigh notes the inverse masses of a body.
func (n *limbNode) weigh(bodies *body.Store) {
	m, i := massOf(bodies, body.Row(n.row))
	n.mass = triple{float64(m), float64(m), float64(i)}
	flags := bodies.State[n.row].Flags
	if flags&body.FlagLockX != 0 {
		n.mass.x = 0
	}
	if flags&body.FlagLockY != 0 {
		n.mass.y = 0
	}
	n.root = triple{math.Sqrt(n.mass.x), math.Sqrt(n.mass.y), math.Sqrt(n.mass.w)}
}

// prepareLimb fills in a revolute joint. The row of its axis keeps a pin that bears
// nothing.
func (r *Rows) prepareLimb(l *limb, s *Store, bodies *body.Store, p *step.Params) {
	link := &s.Link[l.joint]
	rec := s.revolutes.at(link.Data)
	a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
	pa, pb := &bodies.Pose[a], &bodies.Pose[b]
	anchorA, anchorB := pa.R.Apply(rec.anchorA), pb.R.Apply(rec.anchorB)
	gap := pb.P.Sub(pa.P).Add(anchorB.Sub(anchorA))
	l.a, l.b = int32(a), int32(b)
	l.ax, l.ay = float32(anchorA.X), float32(anchorA.Y)
	l.bx, l.by = float32(anchorB.X), float32(anchorB.Y)
	l.ex, l.ey = float32(gap.X), float32(gap.Y)
	l.imp[0], l.imp[1] = float64(rec.jx), float64(rec.jy)
	l.measure(&bodies.State[a], &bodies.State[b])
	if !l.busy {
		rec.angle = unwind(roughly(pa.R.Unmul(pb.R).Mul(rec.frame)), rec.angle)
		return
	}
	r.revolutes.prepare(int(l.row), s, bodies, p)
	w := &r.revolutes.rows[l.row]
	w.limit[0], w.jx[0], w.jy[0] = 0, 0, 0
}

// measure finds where a revolute joint has come to in this tick.
func (l *limb) measure(a, b *body.State) {
	l.ux, l.uy = turned(a, l.ax, l.ay)
	l.vx, l.vy = turned(b, l.bx, l.by)
	l.lines[0] = line{-1, 0, l.uy, 1, 0, -l.vy}
	l.lines[1] = line{0, -1, -l.ux, 0, 1, l.vx}
	l.err[0] = l.ex + ((b.DX - a.DX) + ((l.vx - l.bx) - (l.ux - l.ax)))
	l.err[1] = l.ey + ((b.DY - a.DY) + ((l.vy - l.by) - (l.uy - l.ay)))
}

// WarmTree applies the impulses kept from the last tick.
func (r *Rows) WarmTree(states []body.State, tree int) {
	g := &r.grove
	t := &g.trees[tree]
	r.runAxes(warm, states, t)
	g.load(states, t)
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l, e := &g.limbs[i], &g.elbows[i]
		for k := range e.n {
			ja, jb := l.lines[k].halves()
			g.push(t, e, l.inA, l.imp[k], &ja, &jb)
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
		g.push(t, &g.elbows[i], l.inA, 1, &l.late[0], &l.late[1])
		l.late = [2]triple{}
	}
	if t.busy {
		g.save(states, t)
		r.runAxes(solve, states, t)
		g.load(states, t)
	}
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l, e := &g.limbs[i], &g.elbows[i]
		e.comply = l.comply
		g.face(t, l, e)
		va, vb := g.speeds(t, l, e, states)
		for k := range e.n {
			e.y[k] = -(l.speed(int(k), &va, &vb) + float64(l.bias*float64(l.err[k])))
		}
		if l.kind == KindRevolute {
			half := float64(0.5 * t.step)
			da, db := float64(half*float64(va.w*va.w)), float64(half*float64(vb.w*vb.w))
			e.y[0] -= float64(da*float64(l.ux)) - float64(db*float64(l.vx))
			e.y[1] -= float64(da*float64(l.uy)) - float64(db*float64(l.vy))
		}
		e.lean(l)
	}
	g.apply(states, t)
}

// lean lets the impulses that a limb holds weigh on its compliance.
func (e *elbow) lean(l *limb) {
	var fi, fo triple
	for k := range e.n {
		fi.add(l.imp[k], &e.ji[k])
		fo.add(l.imp[k], &e.jo[k])
	}
	for k := range e.n {
		e.y[k] -= float64(e.comply * (e.ji[k].dot(&fi) + e.jo[k].dot(&fo)))
	}
}

// relaxed is the compliance of a pass without correction of positions, as a part of
// what a limb moves by itself. It weighs on changes only. It is there for lines that
// depend on each other, as those of a taut rope between two walls.
const relaxed = 1e-8

// RelaxTree corrects velocities alone, after the bodies have moved. What the warm start
// will lack because the lines have turned is noted: see relaxRevolute.
func (r *Rows) RelaxTree(states []body.State, tree int) {
	g := &r.grove
	t := &g.trees[tree]
	r.runAxes(relax, states, t)
	g.load(states, t)
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l, e := &g.limbs[i], &g.elbows[i]
		old := l.lines
		if l.kind == KindRevolute {
			l.measure(&states[l.a], &states[l.b])
		} else {
			w := &r.bonds[l.row]
			l.lines, l.err = w.block.lines, w.block.err
			l.ux, l.uy, l.vx, l.vy = w.ux, w.uy, w.vx, w.vy
		}
		for k := range e.n {
			turned := l.lines[k].less(&old[k])
			ja, jb := turned.halves()
			l.late[0].add(l.imp[k], &ja)
			l.late[1].add(l.imp[k], &jb)
		}
		e.comply = relaxed
		g.face(t, l, e)
		va, vb := g.speeds(t, l, e, states)
		for k := range e.n {
			e.y[k] = -l.speed(int(k), &va, &vb)
		}
	}
	g.apply(states, t)
	g.strain(t)
}

// runAxes does a pass over what is not rigid in a tree.
func (r *Rows) runAxes(what pass, states []body.State, t *grownTree) {
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
			w.measure(&states[l.a], &states[l.b])
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

// StoreTree keeps the impulses for the next tick, writes the loads and marks the joints
// that are stressed.
func (r *Rows) StoreTree(s *Store, p *step.Params, tree int) {
	t := &r.grove.trees[tree]
	for i := t.bodies.Lo; i < t.bodies.Hi; i++ {
		n := &r.grove.bodies[i]
		s.forest.tensions[n.slot].spin = n.tension
	}
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l := &r.grove.limbs[i]
		var load Load
		data := s.Link[l.joint].Data
		if l.kind == KindRevolute {
			if l.busy {
				r.revolutes.store(int(l.row), s, p)
				load = s.Load[l.joint]
			}
			rec := s.revolutes.at(data)
			rec.jx, rec.jy = float32(l.imp[0]), float32(l.imp[1])
			load.ForceX += float32(rec.jx * p.InvH)
			load.ForceY += float32(rec.jy * p.InvH)
			s.mark(l.joint, load)
			continue
		}
		w := &r.bonds[l.row]
		r.storeBond(w, s, p)
		load = s.Load[l.joint]
		var sum line
		rec := s.bonds.at(data)
		for k := range r.grove.elbows[i].n {
			rec.blockImpulses[k] = float32(l.imp[k])
			sum.add(&l.lines[k], rec.blockImpulses[k])
		}
		load.ForceX += float32(sum.bx * p.InvH)
		load.ForceY += float32(sum.by * p.InvH)
		load.Torque += float32((sum.bw - (float32(w.vx*sum.by) - float32(w.vy*sum.bx))) * p.InvH)
		s.mark(l.joint, load)
	}
}
