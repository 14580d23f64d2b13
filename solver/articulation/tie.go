package articulation

import (
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// Ties.
//
// A tie is a joint between two bodies of an articulation beside its tree: a couple, or a joint that
// closes a cycle. Let J be the lines of the ties, y their desired speeds, v the velocities when the
// tree holds without the ties, and G J^T the change of the velocities by impulses on the ties while
// the tree holds. Then the impulses x of the ties solve
//
//	(J G J^T + C) x = y - J v.
//
// J G J^T is the Schur complement of the tree. Each of its columns takes one walk to the root and
// back with the available factors. The matrix is small and is factored as a whole. One more walk
// finds the change of the tree's impulses by the impulses of the ties. The result is the solution
// of all lines at once.

// maxTieLines bounds the number of lines of the ties of an articulation. The work of a pass is
// proportional to that number times the number of joints.
const maxTieLines = 36

// tieBody is a body while impulses of ties propagate through the tree.
type tieBody struct{ on, z, f spatial2 } // impulse of the ties; velocity; impulse of joints nearer to the root

// tieSystem is the Schur complement of the ties of an articulation.
type tieSystem struct {
	bodies []tieBody    // of the articulation
	lines  [][3]float64 // changes of impulse of the joints of its tree
	matrix []float64    // lower triangle of J G J^T + C, by rows; then its factors L D L^T, with D inverted
	rhs    []float64
	own    []float64 // mobility of each line between free bodies
}

// tieScratch holds the systems of all articulations side by side, because workers may solve them at
// the same time.
type tieScratch struct {
	bodies []tieBody    // as the bodies of the Set
	lines  [][3]float64 // as the joints of the Set
	matrix []float64
	rows   []float64
}

func (y *tieScratch) reset() { y.matrix, y.rows = y.matrix[:0], y.rows[:0] }

func (y *tieScratch) reserveLike(o *tieScratch) {
	y.bodies, y.lines = grow.ReserveLike(y.bodies, o.bodies), grow.ReserveLike(y.lines, o.lines)
	y.matrix, y.rows = grow.ReserveLike(y.matrix, o.matrix), grow.ReserveLike(y.rows, o.rows)
}

// reserveTies makes room for the ties of an articulation that has been gathered.
func (g *Set) reserveTies(t *articulationTick, lines int) {
	y := &g.ties
	y.bodies, y.lines = grow.Resize(y.bodies, len(g.bodies)), grow.Resize(y.lines, len(g.joints))
	t.matrix = column.Span{Lo: len(y.matrix), Hi: len(y.matrix) + lines*lines}
	t.rows = column.Span{Lo: len(y.rows), Hi: len(y.rows) + 2*lines}
	y.matrix, y.rows = grow.Resize(y.matrix, t.matrix.Hi), grow.Resize(y.rows, t.rows.Hi)
}

// systemOf returns the system of an articulation with n lines of ties.
func (g *Set) systemOf(t *articulationTick, n int) tieSystem {
	y, half := &g.ties, (t.rows.Hi-t.rows.Lo)/2
	return tieSystem{
		bodies: y.bodies[t.allBodies.Lo:t.allBodies.Hi], lines: y.lines[t.joints.Lo:t.joints.Hi],
		matrix: y.matrix[t.matrix.Lo : t.matrix.Lo+n*n], rhs: y.rows[t.rows.Lo : t.rows.Lo+n], own: y.rows[t.rows.Lo+half : t.rows.Lo+half+n],
	}
}

// solveTies finds the impulses of the ties. It adds their effect to the impulses of the tree, which
// is solved without them. It reports whether all are finite.
func (g *Set) solveTies(t *articulationTick, pass step.Pass) bool {
	n := 0
	for i := t.ties.Lo; i < t.ties.Hi; i++ {
		l := &g.joints[i]
		l.pointOnly = false
		l.layLines(g, t, pass)
		n += int(g.blocks[l.block].n)
	}
	if n == 0 {
		return true
	}
	sys := g.systemOf(t, n)
	row := 0
	for i := t.ties.Lo; i < t.ties.Hi; i++ {
		l := &g.joints[i]
		e := &g.blocks[l.block]
		for k := range e.n {
			clear(sys.bodies)
			g.pushTie(t, &sys, l, int(k), 1)
			g.passTies(t, &sys)
			g.tieColumn(t, &sys, n, row)
			sys.rhs[row] = e.y[k] - g.tieSpeed(l, int(k))
			row++
		}
	}
	g.softenTies(t, &sys, pass, n)
	sys.factor(n)
	sys.solve(n)
	clear(sys.bodies)
	row = 0
	finite := 0.0
	for i := t.ties.Lo; i < t.ties.Hi; i++ {
		l := &g.joints[i]
		e := &g.blocks[l.block]
		for k := range e.n {
			e.y[k] = sys.rhs[row]
			finite += e.y[k] - e.y[k]
			g.pushTie(t, &sys, l, int(k), e.y[k])
			row++
		}
	}
	if finite != 0 {
		return false
	}
	g.passTies(t, &sys)
	g.addTies(t, &sys)
	return true
}

// pushTie adds an impulse along a line of a tie.
func (g *Set) pushTie(t *articulationTick, y *tieSystem, l *artJoint, k int, j float64) {
	e := &g.blocks[l.block]
	g.pushTieBody(t, y, l.child, &e.jc[k], j)
	g.pushTieBody(t, y, l.parent, &e.jp[k], j)
	if l.kind == joint.KindGear {
		for i, body := range g.gears[l.constraint].bodies {
			g.pushTieBody(t, y, body, &g.gears[l.constraint].halves[i], j)
		}
	}
}

func (g *Set) pushTieBody(t *articulationTick, y *tieSystem, body int32, half *spatial2, j float64) {
	b := &y.bodies[int(body)-t.allBodies.Lo]
	b.on.addScaled(j, half)
	b.z = b.on.scaled(&g.bodies[body].invMass)
}

// passTies propagates the impulses on the bodies through the tree, whose lines keep their speeds.
func (g *Set) passTies(t *articulationTick, y *tieSystem) {
	list := y.bodies
	for i := t.tree.Lo; i < t.tree.Hi; i++ {
		l, line := &g.joints[i], &y.lines[i-t.tree.Lo]
		child, parent := &list[int(l.child)-t.allBodies.Lo], &list[int(l.parent)-t.allBodies.Lo]
		if l.pointOnly {
			l.reduceChange(&child.z, &parent.z, line)
		} else {
			g.blocks[l.block].reduceChange(&child.z, &parent.z, line)
		}
	}
	for i := t.tree.Hi - 1; i >= t.tree.Lo; i-- {
		l, line := &g.joints[i], &y.lines[i-t.tree.Lo]
		child, parent := &list[int(l.child)-t.allBodies.Lo], &list[int(l.parent)-t.allBodies.Lo]
		if l.pointOnly {
			l.resolveChange(&child.f, &parent.f, line)
		} else {
			g.blocks[l.block].resolveChange(&child.f, &parent.f, line)
		}
	}
}

// changeOf returns the change of velocity of a body after passTies.
func (g *Set) changeOf(t *articulationTick, y *tieSystem, body int32) spatial2 {
	b := &y.bodies[int(body)-t.allBodies.Lo]
	sum := b.on
	sum.addScaled(1, &b.f)
	return sum.scaled(&g.bodies[body].invMass)
}

// tieColumn writes a column of J G J^T, from its diagonal down.
func (g *Set) tieColumn(t *articulationTick, y *tieSystem, n, column int) {
	row := 0
	for i := t.ties.Lo; i < t.ties.Hi; i++ {
		l := &g.joints[i]
		e := &g.blocks[l.block]
		if row+int(e.n) <= column {
			row += int(e.n)
			continue
		}
		child, parent := g.changeOf(t, y, l.child), g.changeOf(t, y, l.parent)
		for k := range e.n {
			y.matrix[row*n+column] = e.jc[k].dot(&child) + e.jp[k].dot(&parent)
			if l.kind == joint.KindGear {
				w := &g.gears[l.constraint]
				first, second := g.changeOf(t, y, w.bodies[0]), g.changeOf(t, y, w.bodies[1])
				y.matrix[row*n+column] += w.halves[0].dot(&first) + w.halves[1].dot(&second)
			}
			row++
		}
	}
}

// tieSpeed returns the speed of a line of a tie when the tree holds without the ties.
func (g *Set) tieSpeed(l *artJoint, k int) float64 {
	e := &g.blocks[l.block]
	v := g.bodySpeed(l.child, &e.jc[k]) + g.bodySpeed(l.parent, &e.jp[k])
	if l.kind == joint.KindGear {
		w := &g.gears[l.constraint]
		v += g.bodySpeed(w.bodies[0], &w.halves[0]) + g.bodySpeed(w.bodies[1], &w.halves[1])
	}
	return v
}

func (g *Set) bodySpeed(body int32, half *spatial2) float64 {
	n := &g.bodies[body]
	v := n.f.scaled(&n.invMass)
	v.addScaled(1, &n.v)
	return half.dot(&v)
}

// softenTies adds the compliance of the ties to the matrix and subtracts the resulting speeds from
// their desired speeds.
func (g *Set) softenTies(t *articulationTick, y *tieSystem, pass step.Pass, n int) {
	first := 0
	for i := t.ties.Lo; i < t.ties.Hi; i++ {
		l := &g.joints[i]
		e := &g.blocks[l.block]
		compliance := l.complianceIn(pass, relaxCompliance)
		if l.kind == joint.KindGear {
			m := g.gears[l.constraint].line.Mobility()
			y.matrix[first*n+first] += float64(compliance * m)
			y.rhs[first] -= float64(compliance * float64(m*e.feedback[0]))
			y.own[first] = m
			first++
			continue
		}
		var s symmetric3
		give := [3]float64{}
		mobility := e.soften(&s, &give, &softness{&g.bodies[l.child].freeInvMass, &g.bodies[l.parent].freeInvMass, compliance, &e.feedback})
		lower, own := [3][3]float64{{s.a00}, {s.a10, s.a11}, {s.a20, s.a21, s.a22}}, [3]float64{mobility.a00, mobility.a11, mobility.a22}
		for r := range int(e.n) {
			for c := range r + 1 {
				y.matrix[(first+r)*n+first+c] += lower[r][c]
			}
			y.rhs[first+r] += give[r]
			y.own[first+r] = own[r]
		}
		first += int(e.n)
	}
}

// factor decomposes the matrix. A line that moves nothing, or that depends on the lines before it,
// gets no impulse.
func (y *tieSystem) factor(n int) {
	for r := range n {
		row := y.matrix[r*n : r*n+n]
		for c := range r {
			s, other := row[c], y.matrix[c*n:c*n+n]
			for k := range c {
				s -= float64(row[k] * other[k])
			}
			row[c] = s
		}
		d := row[r]
		for c := range r {
			l := float64(row[c] * y.matrix[c*n+c])
			d -= float64(l * row[c])
			row[c] = l
		}
		row[r] = 0
		if d > float64(dependentPivot*y.own[r]) {
			row[r] = 1 / d
		}
	}
}

// solve replaces the right-hand side by the impulses.
func (y *tieSystem) solve(n int) {
	for r := range n {
		for c := range r {
			y.rhs[r] -= float64(y.matrix[r*n+c] * y.rhs[c])
		}
	}
	for r := n - 1; r >= 0; r-- {
		y.rhs[r] = float64(y.rhs[r] * y.matrix[r*n+r])
		for k := r + 1; k < n; k++ {
			y.rhs[r] -= float64(y.matrix[k*n+r] * y.rhs[k])
		}
	}
}

// addTies adds the changes of the last walk to the impulses of the tree and of its bodies.
func (g *Set) addTies(t *articulationTick, y *tieSystem) {
	for i := t.tree.Lo; i < t.tree.Hi; i++ {
		l, line := &g.joints[i], &y.lines[i-t.tree.Lo]
		if l.pointOnly {
			l.yx += line[0]
			l.yy += line[1]
			l.jx += line[0]
			l.jy += line[1]
			continue
		}
		e := &g.blocks[l.block]
		for k := range e.n {
			e.y[k] += line[k]
		}
	}
	for i := t.allBodies.Lo; i < t.allBodies.Hi; i++ {
		n, b := &g.bodies[i], &y.bodies[i-t.allBodies.Lo]
		n.f.addScaled(1, &b.on)
		n.f.addScaled(1, &b.f)
	}
}

// reduceChange is reduce for a change of speeds that is due to the velocities of two bodies alone.
func (e *lineBlock) reduceChange(zc, zp *spatial2, y *[3]float64) {
	n := int(e.n)
	for r := range n {
		y[r] = -(e.jc[r].dot(zc) + e.jp[r].dot(zp))
	}
	*y = e.s.solve(*y, n)
	for r := range n {
		zp.addScaled(y[r], &e.p[r])
	}
}

// resolveChange is resolve for changes.
func (e *lineBlock) resolveChange(fc, fp *spatial2, y *[3]float64) {
	n := int(e.n)
	var back [3]float64
	for r := range n {
		back[r] = e.p[r].dot(fp)
	}
	back = e.s.solve(back, n)
	for r := range n {
		y[r] -= back[r]
		fp.addScaled(y[r], &e.jp[r])
		fc.addScaled(y[r], &e.jc[r])
	}
}

// reduceChange is reduce for a change of speeds that is due to the velocities of two bodies alone.
func (p *pointBlock) reduceChange(zc, zp *spatial2, y *[3]float64) {
	yx := -((zc.x - float64(p.ry*zc.w)) - (zp.x - float64(p.sy*zp.w)))
	yy := -((zc.y + float64(p.rx*zc.w)) - (zp.y + float64(p.sx*zp.w)))
	yx, yy = float64(p.kxx*yx)+float64(p.kxy*yy), float64(p.kxy*yx)+float64(p.kyy*yy)
	zp.addScaled(-yx, &p.px)
	zp.addScaled(-yy, &p.py)
	*y = [3]float64{yx, yy}
}

// resolveChange is resolve for changes.
func (p *pointBlock) resolveChange(fc, fp *spatial2, y *[3]float64) {
	fx, fy := p.px.dot(fp), p.py.dot(fp)
	x := y[0] + (float64(p.kxx*fx) + float64(p.kxy*fy))
	z := y[1] + (float64(p.kxy*fx) + float64(p.kyy*fy))
	y[0], y[1] = x, z
	fp.x -= x
	fp.y -= z
	fp.w -= float64(p.sx*z) - float64(p.sy*x)
	fc.x += x
	fc.y += z
	fc.w += float64(p.rx*z) - float64(p.ry*x)
}
