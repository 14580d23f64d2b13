package direct

import "github.com/carom2d/carom/solver/profile"

// matrixOf returns the matrix of a cluster.
func (g *Set) matrixOf(k *cluster) profile.Matrix {
	return profile.Matrix{Rows: g.rows[k.bodies.Lo:k.bodies.Hi], Blocks: g.blocks[k.blocks.Lo:k.blocks.Hi]}
}

// placeOf returns the row in the matrix of a body by its index in Set.bodies.
func (k *cluster) placeOf(body int32) int32 {
	if body == noBody {
		return profile.None
	}
	return body - int32(k.bodies.Lo)
}

// assemble writes the matrix for the active lines.
func (g *Set) assemble(k *cluster) {
	m := g.matrixOf(k)
	clear(m.Blocks)
	members := g.bodies[k.bodies.Lo:k.bodies.Hi]
	for i := range members {
		m.AddMass(int32(i), &members[i].mass)
	}
	for i := k.contacts.Lo; i < k.contacts.Hi; i++ {
		p := &g.contacts[i]
		lines := g.linesOf(p)
		for n := range lines {
			l := &lines[n]
			if !l.active {
				continue
			}
			m.AddLine(k.placeOf(p.a), k.placeOf(p.b), k.stiffness(l), &l.ja, &l.jb)
		}
	}
	g.assembleBonds(k, &m)
}

// stiffness returns the inverse of the compliance of a line, kg or kg m^2.
func (k *cluster) stiffness(l *line) float64 {
	if l.mobility == 0 {
		return 0
	}
	return 1 / float64(k.compliance*l.mobility)
}

// setRightSide writes the right-hand side of the equations to the changes of the bodies.
func (g *Set) setRightSide(k *cluster, compliant bool) {
	g.clearChanges(k)
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
			g.addChange(p.a, j, &l.ja)
			g.addChange(p.b, j, &l.jb)
		}
	}
	g.addBounds(k)
}

// addChange adds an impulse along a line to the change of a body.
//
//go:noinline
func (g *Set) addChange(body int32, j float64, line *profile.Vec3) {
	if body != noBody {
		g.rows[body].X.Add(j, line)
	}
}

// clearChanges clears the changes of the bodies.
func (g *Set) clearChanges(k *cluster) {
	for i := k.bodies.Lo; i < k.bodies.Hi; i++ {
		g.rows[i].X = profile.Vec3{}
	}
}
