package solver

import (
	"math"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/constraint"
	"github.com/carom2d/carom/solver/schedule"
)

// prepareBundle writes bundle i of a class from its contacts.
func (b *batch) prepareBundle(k schedule.Class, i int, bodies *state.Bodies, c *state.Contacts) {
	h, points, surface := b.bundles.at(k, i)
	lanes := b.bundles.laneCount(k, i)
	if lanes < bundleSize {
		clearLanes(h, points, surface, lanes, bodies.Rows[state.Ground].Offset())
	}
	if arc := elementOf(b.bundles.arcs[k], i); arc != nil {
		for l := lanes; l < bundleSize; l++ {
			arc.pad(l)
		}
	}
	for l, row := range b.bundles.contactRows[k][i*bundleSize : i*bundleSize+lanes] {
		prepareLane(h, points, l, bodies, &c.Pair[row], &c.Solver[row])
	}
	if k >= schedule.OnePointSurface {
		b.prepareColumns(k, i, lanes, c)
	}
}

// prepareColumns writes the columns of bundle i that only some classes have, from the contacts in
// its first lanes.
func (b *batch) prepareColumns(k schedule.Class, i, lanes int, c *state.Contacts) {
	h, points, surface := b.bundles.at(k, i)
	arc, cone := elementOf(b.bundles.arcs[k], i), elementOf(b.bundles.cones[k], i)
	for l, row := range b.bundles.contactRows[k][i*bundleSize : i*bundleSize+lanes] {
		if surface != nil {
			prepareSurface(h, surface, l, &c.Surface[row])
		}
		if arc != nil {
			follows := k == schedule.OnePointArc || c.Pair[row].Flags&state.ContactArc != 0
			prepareArc(h, &points[0], arc, l, follows, &c.Solver[row])
		}
		if cone != nil {
			cone.set(l, &c.Cone[row])
		}
	}
}

// prepareLane writes one contact. A callback may have emptied the contact: a contact with a Count
// of zero is written without effect.
//
// A lock of an axis is a constraint of its own: the locked velocity is never written, which solves
// the lock exactly after every contact. So contacts use the masses of a body without locks, and the
// whole is Gauss-Seidel, which converges. We tried masses that include the locks. The points of a
// contact, which pass the normal velocity on among themselves, then diverged.
func prepareLane(h *header, points []point, l int, bodies *state.Bodies, pair *state.ContactPair, sc *state.SolverContact) {
	l &= bundleSize - 1 // saves the compiler a comparison for each column
	a, b := bodies.Rows[pair.BodyA], bodies.Rows[pair.BodyB]
	da, db := &bodies.Dynamics[a], &bodies.Dynamics[b]
	sa, sb := &bodies.State[a], &bodies.State[b]
	ma, ia, mb, ib := da.InvMass, da.InvInertia, db.InvMass, db.InvInertia
	if bodies.Dominant > 0 || (sa.Flags|sb.Flags)&state.FlagLockRotation != 0 {
		ma, ia, mb, ib = bodies.PairInvMass(state.BodySlot(pair.BodyA), state.BodySlot(pair.BodyB))
	}
	nx, ny := sc.NormalX, sc.NormalY
	h.a[l], h.b[l] = a.Offset(), b.Offset()
	h.nx[l], h.ny[l] = nx, ny
	h.ma[l], h.ia[l], h.mb[l], h.ib[l] = ma, ia, mb, ib
	h.friction[l] = setSign(sc.Friction, pair.Flags&state.ContactCurvedA != 0)
	mobility := ma + mb
	// The normal velocities of the points at the start of the tick are recorded. For contacts with
	// restitution they were recorded before the contacts bounced.
	u, bouncy := float32(nx*(sb.VX-sa.VX))+float32(ny*(sb.VY-sa.VY)), pair.Flags&state.ContactBouncy != 0

	var ta, tb, tangent float32
	for k, count := 0, int(sc.Count); k < len(points); k++ {
		p, q := &points[k], &sc.Points[k]
		var ka, kb float32
		if k < count {
			ka = float32(q.AX*ny) - float32(q.AY*nx)
			kb = float32(q.BX*ny) - float32(q.BY*nx)
			p.separation[l], p.currentSeparation[l] = q.Separation, q.Separation
			p.mass[l] = constraint.Inverse(mobility + (float32(float32(ia*ka)*ka) + float32(float32(ib*kb)*kb)))
			p.impulse[l] = q.NormalImpulse
			ta -= float32(q.AX*nx) + float32(q.AY*ny)
			tb -= float32(q.BX*nx) + float32(q.BY*ny)
			tangent += q.TangentImpulse
		} else {
			p.separation[l], p.currentSeparation[l], p.mass[l], p.impulse[l] = 0, 0, 0, 0
		}
		p.ka[l], p.kb[l], p.totalImpulse[l] = ka, kb, 0
		if bouncy {
			p.totalImpulse[l] = q.TotalImpulse
		} else {
			q.NormalVelocity = u + (float32(sb.W*kb) - float32(sa.W*ka))
		}
	}
	if sc.Count == 2 {
		ta *= 0.5
		tb *= 0.5
	}
	h.ta[l], h.tb[l] = ta, tb
	tangentMass := constraint.Inverse(mobility + (float32(float32(ia*ta)*ta) + float32(float32(ib*tb)*tb)))
	h.tangentMass[l] = setSign(tangentMass, pair.Flags&state.ContactCurvedB != 0)
	h.tangentImpulse[l] = tangent
}

// setSign returns a non-negative number, or zero, with its sign set as a flag.
func setSign(x float32, negative bool) float32 {
	bits := math.Float32bits(x)
	if negative {
		bits |= 1 << 31
	}
	return math.Float32frombits(bits)
}

// prepareSurface writes the columns that only contacts with a surface have.
func prepareSurface(h *header, surface *surface, l int, s *state.Surface) {
	surface.tangentSpeed[l] = s.TangentSpeed
	surface.rollingResistance[l] = s.RollingResistance
	surface.rollingMass[l] = constraint.Inverse(h.ia[l] + h.ib[l])
	surface.rollingImpulse[l] = s.RollingImpulse
	if s.RollingResistance == 0 {
		surface.rollingImpulse[l] = 0
	}
}

// clearLanes clears a bundle and makes its lanes from first on padding, with the same values as
// padLane. The lanes before are written afterwards.
func clearLanes(h *header, points []point, columns *surface, first int, ground state.BodyOffset) {
	*h = header{}
	clear(points)
	if columns != nil {
		*columns = surface{}
	}
	for l := first; l < bundleSize; l++ {
		h.a[l], h.b[l], h.nx[l] = ground, ground, 1
	}
}

// padLane writes a lane without a contact, with two immovable bodies, no mass and no impulse.
// Bundles are reused, so every column is written.
func padLane(h *header, points []point, surface *surface, l int, ground state.BodyOffset) {
	h.a[l], h.b[l] = ground, ground
	h.nx[l], h.ny[l] = 1, 0
	h.ma[l], h.ia[l], h.mb[l], h.ib[l] = 0, 0, 0, 0
	h.friction[l], h.ta[l], h.tb[l] = 0, 0, 0
	h.tangentMass[l], h.tangentImpulse[l] = 0, 0
	for k := range points {
		p := &points[k]
		p.ka[l], p.kb[l], p.separation[l], p.currentSeparation[l] = 0, 0, 0, 0
		p.mass[l], p.impulse[l], p.totalImpulse[l] = 0, 0, 0
	}
	if surface != nil {
		surface.tangentSpeed[l], surface.rollingResistance[l] = 0, 0
		surface.rollingMass[l], surface.rollingImpulse[l] = 0, 0
	}
}

// storeBundle writes the impulses of bundle i of a class to its contacts and records the loads of
// their bodies. The friction of a contact is divided among its points like the normal impulse.
func (b *batch) storeBundle(k schedule.Class, i int, c *state.Contacts) {
	h, points, surface := b.bundles.at(k, i)
	cone := elementOf(b.bundles.cones[k], i)
	lanes := b.bundles.laneCount(k, i)
	b.solver.recordBundleLoads(h, points, lanes)
	for l, row := range b.bundles.contactRows[k][i*bundleSize : i*bundleSize+lanes] {
		sc := &c.Solver[row]
		share := float32(1)
		if len(points) == 2 {
			share = 0.5
			if sum := points[0].impulse[l] + points[1].impulse[l]; sum > 0 {
				share = points[0].impulse[l] / sum
			}
		}
		tangent := h.tangentImpulse[l]
		for j := range points {
			q := &sc.Points[j]
			q.NormalImpulse = points[j].impulse[l]
			q.TotalImpulse = points[j].totalImpulse[l]
			q.TangentImpulse = float32(tangent * share)
			share = 1 - share
		}
		if surface != nil {
			c.Surface[row].RollingImpulse = surface.rollingImpulse[l]
		}
		if cone != nil {
			c.Cone[row].Slip = cone.slip[l]
		}
	}
}
