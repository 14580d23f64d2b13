package direct

import "math"

// block is the entry of the matrix for two bodies, and of its factor. On the diagonal of the
// factor it is a lower triangle with the inverses of its diagonal.
type block [3]vec3

// blockAt returns the entry of the bodies in two places, first not after last, both in the profile.
func (g *Set) blockAt(last *member, first int32) *block {
	return &g.blocks[last.firstBlock+first-last.first]
}

// assemble writes the matrix for the active lines.
func (g *Set) assemble(k *cluster) {
	members := g.bodies[k.bodies.lo:k.bodies.hi]
	end := members[len(members)-1].firstBlock + int32(len(members)) - members[len(members)-1].first
	clear(g.blocks[k.firstBlock:end])
	for i := range members {
		b := g.blockAt(&members[i], int32(i))
		for n, mass := range members[i].mass {
			b[n][n] = mass
		}
	}
	for i := k.contacts.lo; i < k.contacts.hi; i++ {
		p := &g.contacts[i]
		lines := g.linesOf(p)
		for n := range lines {
			l := &lines[n]
			if !l.active {
				continue
			}
			stiffness := k.stiffness(l)
			if p.a != noBody {
				g.blockAt(&g.bodies[p.a], p.a-k.bodies.lo).addProduct(stiffness, &l.ja, &l.ja)
			}
			if p.b != noBody {
				g.blockAt(&g.bodies[p.b], p.b-k.bodies.lo).addProduct(stiffness, &l.jb, &l.jb)
			}
			switch {
			case p.a == noBody || p.b == noBody:
			case p.a > p.b:
				g.blockAt(&g.bodies[p.a], p.b-k.bodies.lo).addProduct(stiffness, &l.ja, &l.jb)
			default:
				g.blockAt(&g.bodies[p.b], p.a-k.bodies.lo).addProduct(stiffness, &l.jb, &l.ja)
			}
		}
	}
}

// stiffness returns the inverse of the compliance of a line, kg or kg m^2.
func (k *cluster) stiffness(l *line) float64 {
	if l.mobility == 0 {
		return 0
	}
	return 1 / float64(k.compliance*l.mobility)
}

// addProduct adds f x y^T.
func (b *block) addProduct(f float64, x, y *vec3) {
	for i := range x {
		b[i].add(float64(f*x[i]), y)
	}
}

// factor replaces the matrix by its Cholesky factor. It reports false for a matrix that is not
// positive definite, which only numbers that float64 cannot hold make.
func (g *Set) factor(k *cluster) bool {
	members := g.bodies[k.bodies.lo:k.bodies.hi]
	for i := range members {
		m := &members[i]
		for j := m.first; j < int32(i); j++ {
			b, o := g.blockAt(m, j), &members[j]
			for n := max(m.first, o.first); n < j; n++ {
				b.subtractProduct(g.blockAt(m, n), g.blockAt(o, n))
			}
			b.divideByTransposed(g.blockAt(o, j))
		}
		b := g.blockAt(m, int32(i))
		for n := m.first; n < int32(i); n++ {
			b.subtractProduct(g.blockAt(m, n), g.blockAt(m, n))
		}
		if !b.factorDiagonal() {
			return false
		}
	}
	return true
}

// subtractProduct subtracts x y^T.
func (b *block) subtractProduct(x, y *block) {
	for i := range b {
		for j := range b {
			b[i][j] -= x[i].dot(&y[j])
		}
	}
}

// divideByTransposed multiplies by the inverse of the transposed factor of a diagonal block.
func (b *block) divideByTransposed(l *block) {
	for i := range b {
		r := &b[i]
		r[0] = float64(r[0] * l[0][0])
		r[1] = float64((r[1] - float64(r[0]*l[1][0])) * l[1][1])
		r[2] = float64((r[2] - float64(r[0]*l[2][0]) - float64(r[1]*l[2][1])) * l[2][2])
	}
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

// setRightSide writes the right side of the equations to the changes of the bodies.
func (g *Set) setRightSide(k *cluster, compliant bool) {
	for i := k.bodies.lo; i < k.bodies.hi; i++ {
		g.bodies[i].change = vec3{}
	}
	for i := k.contacts.lo; i < k.contacts.hi; i++ {
		p := &g.contacts[i]
		lines := g.linesOf(p)
		for n := range lines {
			l := &lines[n]
			j := l.next - l.impulse
			if l.active {
				j = -float64(k.stiffness(l) * l.rate)
				if compliant && n < int(p.points) {
					j -= l.impulse
				}
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
	members := g.bodies[k.bodies.lo:k.bodies.hi]
	for i := range members {
		m := &members[i]
		y := &m.change
		for n := m.first; n < int32(i); n++ {
			b, x := g.blockAt(m, n), &members[n].change
			for r := range y {
				y[r] -= b[r].dot(x)
			}
		}
		l := g.blockAt(m, int32(i))
		y[0] = float64(y[0] * l[0][0])
		y[1] = float64((y[1] - float64(l[1][0]*y[0])) * l[1][1])
		y[2] = float64((y[2] - float64(l[2][0]*y[0]) - float64(l[2][1]*y[1])) * l[2][2])
	}
	for i := len(members) - 1; i >= 0; i-- {
		m := &members[i]
		x, l := &m.change, g.blockAt(m, int32(i))
		x[2] = float64(x[2] * l[2][2])
		x[1] = float64((x[1] - float64(l[2][1]*x[2])) * l[1][1])
		x[0] = float64((x[0] - float64(l[1][0]*x[1]) - float64(l[2][0]*x[2])) * l[0][0])
		for n := m.first; n < int32(i); n++ {
			b, y := g.blockAt(m, n), &members[n].change
			for r := range b {
				y.add(-x[r], &b[r])
			}
		}
	}
}
