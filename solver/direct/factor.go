package direct

import "math"

// block is the entry of the matrix, or of its factor, for two bodies. On the diagonal of the factor
// it is a lower triangle with the inverses of its diagonal.
type block [3]vec3

// blockAt returns the entry of two bodies by their places, first not after last, both in the
// profile.
func (g *Set) blockAt(last *member, first int32) *block {
	return &g.blocks[last.firstBlock+first-last.first]
}

// assemble writes the matrix for the active lines.
func (g *Set) assemble(k *cluster) {
	members := g.bodies[k.bodies.Lo:k.bodies.Hi]
	end := members[len(members)-1].firstBlock + int32(len(members)) - members[len(members)-1].first
	clear(g.blocks[k.firstBlock:end])
	for i := range members {
		b := g.blockAt(&members[i], int32(i))
		for n, mass := range members[i].mass {
			b[n][n] = mass
		}
	}
	for i := k.contacts.Lo; i < k.contacts.Hi; i++ {
		p := &g.contacts[i]
		lines := g.linesOf(p)
		for n := range lines {
			l := &lines[n]
			if !l.active {
				continue
			}
			g.addLine(k, p.a, p.b, k.stiffness(l), &l.ja, &l.jb)
		}
	}
	g.assembleBonds(k)
}

// addLine adds a line between two bodies to the matrix.
func (g *Set) addLine(k *cluster, a, b int32, stiffness float64, ja, jb *vec3) {
	if a != noBody {
		g.blockAt(&g.bodies[a], a-int32(k.bodies.Lo)).addProduct(stiffness, ja, ja)
	}
	if b != noBody {
		g.blockAt(&g.bodies[b], b-int32(k.bodies.Lo)).addProduct(stiffness, jb, jb)
	}
	switch {
	case a == noBody || b == noBody:
	case a > b:
		g.blockAt(&g.bodies[a], b-int32(k.bodies.Lo)).addProduct(stiffness, ja, jb)
	default:
		g.blockAt(&g.bodies[b], a-int32(k.bodies.Lo)).addProduct(stiffness, jb, ja)
	}
}

// stiffness returns the inverse of the compliance of a line, kg or kg m^2.
func (k *cluster) stiffness(l *line) float64 {
	if l.mobility == 0 {
		return 0
	}
	return 1 / float64(k.compliance*l.mobility)
}

// addProduct adds f x y^T. Its code would stand four times in addLine, which every program links.
//
//go:noinline
func (b *block) addProduct(f float64, x, y *vec3) {
	b[0].add(float64(f*x[0]), y)
	b[1].add(float64(f*x[1]), y)
	b[2].add(float64(f*x[2]), y)
}

// factor replaces the matrix by its Cholesky factor. It reports false for a matrix that is not
// positive definite, which happens only with numbers that float64 cannot hold.
func (g *Set) factor(k *cluster) bool {
	members := g.bodies[k.bodies.Lo:k.bodies.Hi]
	for i := range members {
		m := &members[i]
		row := g.rowOf(m, int32(i))
		for j := m.first; j < int32(i); j++ {
			o := &members[j]
			other := g.rowOf(o, j)
			first, b := max(m.first, o.first), &row[j-m.first]
			b.subtractProducts(row[first-m.first:j-m.first], other[first-o.first:])
			b.divideByTransposed(&other[j-o.first])
		}
		b := &row[int32(i)-m.first]
		b.subtractSquares(row[:int32(i)-m.first])
		if !b.factorDiagonal() {
			return false
		}
	}
	return true
}

// rowOf returns the entries in the row of a body at a place, the diagonal last.
func (g *Set) rowOf(m *member, place int32) []block {
	return g.blocks[m.firstBlock : m.firstBlock+place-m.first+1]
}

// subtractProducts subtracts the sum of x y^T, one after the other. The loops over the entries are
// unrolled: the processor mispredicts the branch of such short loops each time.
func (b *block) subtractProducts(xs, ys []block) {
	if len(xs) == 0 {
		return
	}
	ys = ys[:len(xs)]
	b00, b01, b02 := b[0][0], b[0][1], b[0][2]
	b10, b11, b12 := b[1][0], b[1][1], b[1][2]
	b20, b21, b22 := b[2][0], b[2][1], b[2][2]
	for n := range xs {
		x, y := &xs[n], &ys[n]
		b00 -= x[0].dot(&y[0])
		b01 -= x[0].dot(&y[1])
		b02 -= x[0].dot(&y[2])
		b10 -= x[1].dot(&y[0])
		b11 -= x[1].dot(&y[1])
		b12 -= x[1].dot(&y[2])
		b20 -= x[2].dot(&y[0])
		b21 -= x[2].dot(&y[1])
		b22 -= x[2].dot(&y[2])
	}
	b[0] = vec3{b00, b01, b02}
	b[1] = vec3{b10, b11, b12}
	b[2] = vec3{b20, b21, b22}
}

// subtractSquares subtracts the sum of x x^T from a diagonal block, of which only the lower
// triangle is used.
func (b *block) subtractSquares(xs []block) {
	b00, b10, b11 := b[0][0], b[1][0], b[1][1]
	b20, b21, b22 := b[2][0], b[2][1], b[2][2]
	for n := range xs {
		x := &xs[n]
		b00 -= x[0].dot(&x[0])
		b10 -= x[1].dot(&x[0])
		b11 -= x[1].dot(&x[1])
		b20 -= x[2].dot(&x[0])
		b21 -= x[2].dot(&x[1])
		b22 -= x[2].dot(&x[2])
	}
	b[0][0], b[1][0], b[1][1] = b00, b10, b11
	b[2][0], b[2][1], b[2][2] = b20, b21, b22
}

// divideByTransposed multiplies by the inverse of the transposed factor of a diagonal block.
func (b *block) divideByTransposed(l *block) {
	b[0].divideByTransposed(l)
	b[1].divideByTransposed(l)
	b[2].divideByTransposed(l)
}

func (r *vec3) divideByTransposed(l *block) {
	x := float64(r[0] * l[0][0])
	y := float64((r[1] - float64(x*l[1][0])) * l[1][1])
	z := float64((r[2] - float64(x*l[2][0]) - float64(y*l[2][1])) * l[2][2])
	r[0], r[1], r[2] = x, y, z
}

// factorDiagonal replaces a diagonal block by its factor, with the inverses of its diagonal.
func (b *block) factorDiagonal() bool {
	d := b[0][0]
	if !(d > 0) {
		return false
	}
	b[0][0] = 1 / math.Sqrt(d)
	b[1][0], b[2][0] = float64(b[1][0]*b[0][0]), float64(b[2][0]*b[0][0])
	d = b[1][1] - float64(b[1][0]*b[1][0])
	if !(d > 0) {
		return false
	}
	b[1][1] = 1 / math.Sqrt(d)
	b[2][1] = float64((b[2][1] - float64(b[2][0]*b[1][0])) * b[1][1])
	d = b[2][2] - float64(b[2][0]*b[2][0]) - float64(b[2][1]*b[2][1])
	if !(d > 0) || math.IsInf(d, 0) {
		return false
	}
	b[2][2] = 1 / math.Sqrt(d)
	return true
}

// setRightSide writes the right-hand side of the equations to the changes of the bodies.
func (g *Set) setRightSide(k *cluster, compliant bool) {
	for i := k.bodies.Lo; i < k.bodies.Hi; i++ {
		g.bodies[i].change = vec3{}
	}
	for i := k.contacts.Lo; i < k.contacts.Hi; i++ {
		p := &g.contacts[i]
		lines := g.linesOf(p)
		for n := range lines {
			l := &lines[n]
			j := l.next - l.impulse
			switch {
			case l.active && compliant && n < int(p.points):
				j = -float64(k.stiffness(l)*l.rate) - l.impulse
			case l.active:
				j = -float64(k.stiffness(l) * l.rate)
			}
			if p.a != noBody {
				g.bodies[p.a].change.add(j, &l.ja)
			}
			if p.b != noBody {
				g.bodies[p.b].change.add(j, &l.jb)
			}
		}
	}
}

// substitute solves the equations with the factor.
func (g *Set) substitute(k *cluster) {
	members := g.bodies[k.bodies.Lo:k.bodies.Hi]
	for i := range members {
		m := &members[i]
		row := g.rowOf(m, int32(i))
		others := members[m.first:i]
		row = row[:len(others)+1]
		y0, y1, y2 := m.change[0], m.change[1], m.change[2]
		for n := range others {
			b, x := &row[n], &others[n].change
			y0 -= b[0].dot(x)
			y1 -= b[1].dot(x)
			y2 -= b[2].dot(x)
		}
		l := &row[len(others)]
		y0 = float64(y0 * l[0][0])
		y1 = float64((y1 - float64(l[1][0]*y0)) * l[1][1])
		y2 = float64((y2 - float64(l[2][0]*y0) - float64(l[2][1]*y1)) * l[2][2])
		m.change = vec3{y0, y1, y2}
	}
	for i := len(members) - 1; i >= 0; i-- {
		m := &members[i]
		row := g.rowOf(m, int32(i))
		others := members[m.first:i]
		row = row[:len(others)+1]
		l := &row[len(others)]
		x2 := float64(m.change[2] * l[2][2])
		x1 := float64((m.change[1] - float64(l[2][1]*x2)) * l[1][1])
		x0 := float64((m.change[0] - float64(l[1][0]*x1) - float64(l[2][0]*x2)) * l[0][0])
		m.change = vec3{x0, x1, x2}
		for n := range others {
			b, y := &row[n], &others[n].change
			y.add(-x0, &b[0])
			y.add(-x1, &b[1])
			y.add(-x2, &b[2])
		}
	}
}
