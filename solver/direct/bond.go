package direct

import (
	"math"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/profile"
)

// Bonds.
//
// A bond is a joint between bodies of a cluster that another package solves. It has up to three
// lines. Its rigid lines, and the limits that it has reached, are always active. A motor is active
// while its impulse is between its bounds. The rates of active lines are zero: the bodies keep the
// speeds along the lines that the other package gave them, while the contacts get their impulses.
// So a rope over a disc is pressed against the disc by its whole tension at once. Alternating
// between joints and contacts would carry the tension over by the mass of one link in each pass.

// bond is a joint of a cluster.
type bond struct {
	_     [0]func() // not comparable, so no program has code for a comparison
	id    Bond
	a, b  int32    // in Set.bodies, or noBody for a body that is not dynamic
	gear  [2]int32 // the further bodies of a gear
	joint profile.Lines
	lines [3]bondLine
}

type bondLine struct {
	_         [0]func() // not comparable, so no program has code for a comparison
	ja, jb    profile.Vec3
	stiffness float64 // inverse of the compliance, kg or kg m^2; zero: nothing can move
	impulse   float64 // of the pass, N s or N m s
	saturated float64 // 1 or -1: the impulse is at its upper or lower bound; zero: active
}

// Bond names a joint: the one with the number Joint of an articulation, between two bodies. A gear
// has two more.
type Bond struct {
	Articulation, Joint int32
	A, B                state.BodyRow
	Gear                bool
	GearBodies          [2]state.BodyRow
}

// Bonds returns the number of bonds of a cluster.
func (g *Set) Bonds(i int) int { return g.clusters[i].bonds.Hi - g.clusters[i].bonds.Lo }

// Bond returns a bond of a cluster.
func (g *Set) Bond(i, n int) Bond { return g.bonds[g.clusters[i].bonds.Lo+n].id }

// SetBondLines sets the lines of a bond for the coming pass.
func (g *Set) SetBondLines(i, n int, lines *profile.Lines) {
	k := &g.clusters[i]
	b := &g.bonds[k.bonds.Lo+n]
	b.joint, k.factored = *lines, false
	for at := range lines.Count {
		l := &b.lines[at]
		*l = bondLine{ja: lines.JA[at], jb: lines.JB[at], stiffness: lines.Stiffness[at]}
		g.mask(&l.ja, b.a, 0)
		g.mask(&l.jb, b.b, 0)
	}
	for i, body := range b.gear {
		g.mask(&b.joint.JGear[i], body, 0)
	}
}

// BondImpulses returns the impulses on the lines of the joint in the last pass.
func (g *Set) BondImpulses(i, n int) (j [3]float64) {
	b := &g.bonds[g.clusters[i].bonds.Lo+n]
	for at := range b.joint.Count {
		j[at] = b.lines[at].impulse
	}
	return b.joint.Together(j)
}

// gatherBonds adds the bonds of a cluster, with bodies as places in its list of members.
func (g *Set) gatherBonds(k *cluster, bonds []Bond, placeOf []int32) {
	k.bonds = column.Span{Lo: len(g.bonds)}
	for _, b := range bonds {
		o := bond{id: b, a: max(placeOf[b.A], noBody), b: max(placeOf[b.B], noBody), gear: [2]int32{noBody, noBody}}
		for i := range o.gear {
			if b.Gear {
				o.gear[i] = max(placeOf[b.GearBodies[i]], noBody)
			}
		}
		g.bonds = append(g.bonds, o)
	}
	k.bonds.Hi = len(g.bonds)
}

// assembleBonds adds the lines of the bonds to the matrix.
func (g *Set) assembleBonds(k *cluster, m *profile.Matrix) {
	for i := k.bonds.Lo; i < k.bonds.Hi; i++ {
		b := &g.bonds[i]
		for n := range b.joint.Count {
			l := &b.lines[n]
			if l.saturated != 0 {
				continue
			}
			m.AddLine(k.placeOf(b.a), k.placeOf(b.b), l.stiffness, &l.ja, &l.jb)
			if b.id.Gear {
				g.assembleGear(k, m, b, l)
			}
		}
	}
}

// assembleGear adds the halves of the line of a gear on its further bodies to the matrix.
func (g *Set) assembleGear(k *cluster, m *profile.Matrix, b *bond, l *bondLine) {
	j := &b.joint.JGear
	m.AddLine(k.placeOf(b.gear[0]), k.placeOf(b.gear[1]), l.stiffness, &j[0], &j[1])
	for i := range j {
		m.AddCross(k.placeOf(b.a), k.placeOf(b.gear[i]), l.stiffness, &l.ja, &j[i])
		m.AddCross(k.placeOf(b.b), k.placeOf(b.gear[i]), l.stiffness, &l.jb, &j[i])
	}
}

// rateOf returns the rate of a line of a bond after the change of the velocities.
func (g *Set) rateOf(b *bond, n int) float64 {
	l, j := &b.lines[n], &b.joint.JGear
	return g.rateAfter(g.rateAfter(0, b.a, b.b, &l.ja, &l.jb), b.gear[0], b.gear[1], &j[0], &j[1])
}

// addBond adds the impulse of a line of a bond to the changes of the bodies.
func (g *Set) addBond(b *bond, n int) {
	l := &b.lines[n]
	g.addChange(b.a, l.impulse, &l.ja)
	g.addChange(b.b, l.impulse, &l.jb)
	for i, body := range b.gear {
		g.addChange(body, l.impulse, &b.joint.JGear[i])
	}
}

// addBounds adds the impulses of saturated lines to the changes of the bodies.
func (g *Set) addBounds(k *cluster) {
	for i := k.bonds.Lo; i < k.bonds.Hi; i++ {
		b := &g.bonds[i]
		for n := range b.joint.Count {
			if b.lines[n].saturated != 0 {
				g.addBond(b, n)
			}
		}
	}
}

// updateBounds saturates lines whose impulses leave their bounds, and releases saturated lines that
// drive their bodies beyond the speed of the line. It reports whether the equations must be solved
// again.
func (g *Set) updateBounds(k *cluster, steps int) (changed bool) {
	for i := k.bonds.Lo; i < k.bonds.Hi; i++ {
		b := &g.bonds[i]
		for n := range b.joint.Count {
			if !b.joint.Bounded[n] {
				continue
			}
			l := &b.lines[n]
			rate := g.rateOf(b, n)
			impulse := -float64(l.stiffness * rate)
			switch {
			case l.saturated == 0 && impulse > b.joint.Max[n]:
				l.impulse, l.saturated = b.joint.Max[n], 1
			case l.saturated == 0 && impulse < b.joint.Min[n]:
				l.impulse, l.saturated = b.joint.Min[n], -1
			case mayGrow(steps) && float64(l.saturated*rate) > leastSpin:
				l.saturated = 0
			default:
				continue
			}
			k.factored, changed = false, true
		}
	}
	return changed
}

// findBondImpulses computes the impulses of the bonds from the changes of velocity. After sweeps,
// which do not know the bonds, they have none.
func (g *Set) findBondImpulses(k *cluster, solved bool) {
	for i := k.bonds.Lo; i < k.bonds.Hi; i++ {
		b := &g.bonds[i]
		for n := range b.joint.Count {
			l := &b.lines[n]
			if l.saturated == 0 {
				l.impulse = -float64(l.stiffness * g.rateOf(b, n))
			}
			if !solved || !(math.Abs(l.impulse) <= math.MaxFloat32) {
				l.impulse = 0
			}
		}
	}
}

// applyBonds adds the impulses of the bonds to the impulses on the bodies.
func (g *Set) applyBonds(k *cluster) {
	for i := k.bonds.Lo; i < k.bonds.Hi; i++ {
		b := &g.bonds[i]
		for n := range b.joint.Count {
			g.addBond(b, n)
		}
	}
}
