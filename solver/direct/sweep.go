package direct

import "github.com/carom2d/carom/solver/profile"

// sweeps is the number of sweeps that replace a solution that was not found.
const sweeps = 8

// sweep finds the next impulses by sweeps of sequential impulses, starting from the last impulses.
// It serves clusters whose active set is not found and clusters with masses that float64 cannot
// hold. The impulses of sweeps are not exact, but each is within its range and removes energy.
func (g *Set) sweep(k *cluster, compliant bool) {
	g.clearChanges(k)
	for i := k.lines.Lo; i < k.lines.Hi; i++ {
		g.lines[i].next = g.lines[i].impulse
	}
	for range sweeps {
		for i := k.contacts.Lo; i < k.contacts.Hi; i++ {
			g.sweepContact(k, &g.contacts[i], compliant)
		}
	}
	k.factored = false
}

// sweepContact solves the lines of a contact one after the other.
func (g *Set) sweepContact(k *cluster, p *contact, compliant bool) {
	lines := g.linesOf(p)
	sum := 0.0
	for n := range lines {
		l := &lines[n]
		if l.mobility == 0 {
			continue
		}
		rate, old := g.rateAfter(l.rate, p.a, p.b, &l.ja, &l.jb), l.next
		if n < int(p.points) {
			if stiffness := k.stiffness(l); compliant {
				l.next = max(old-(rate+old/stiffness)/(l.mobility+1/stiffness), 0)
			} else {
				l.next = max(old-rate/l.mobility, 0)
			}
			sum += l.next
		} else {
			l.next = old - rate/l.mobility
			limit := p.limit(n, sum, l.next)
			l.next = min(max(l.next, -limit), limit)
		}
		j := l.next - old
		if p.a != noBody {
			g.push(p.a, j, &l.ja)
		}
		if p.b != noBody {
			g.push(p.b, j, &l.jb)
		}
	}
}

// push adds an impulse along a line to the change of velocity of a body.
func (g *Set) push(body int32, j float64, line *profile.Vec3) {
	change, inv := &g.rows[body].X, &g.bodies[body].invMass
	for i := range change {
		change[i] += float64(float64(j*line[i]) * inv[i])
	}
}
