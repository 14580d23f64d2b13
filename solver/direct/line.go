package direct

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/profile"
)

// line is a scalar constraint of a contact.
type line struct {
	_        [0]func()    // not comparable, so no program has code for a comparison
	ja, jb   profile.Vec3 // Jacobian on body A and on body B; zero along locked axes
	mobility float64      // inverse of the effective mass, 1/kg or 1/(kg m^2); zero: nothing can move
	rate     float64      // of the constraint before the solution, with its bias
	impulse  float64      // N s, N m s
	next     float64      // impulse after the solution
	active   bool

	last, lastError float64 // of sliding friction: the impulse of the last step, and its distance to the bound, N s
}

func velocityOf(s *state.BodyState) profile.Vec3 {
	return profile.Vec3{float64(s.VX), float64(s.VY), float64(s.W)}
}

// relativeCompliance is the compliance of a line times its effective mass. A load of L times the
// mass of a body overlaps the body by about L g h c / bias, .02 mm for a load of 400 at the
// default parameters. Entries of the matrix differ by the inverse of the compliance and by the
// ratio of the masses, which leaves float64 seven digits for a ratio of ten thousand, and five at
// minCompliance.
//
// The compliance is also the softness of contacts against tilting. A column of n bodies buckles if
// its compliance exceeds a bound that falls with the cube of n, so clusters of more than
// softColumn bodies have a compliance that falls with the cube of their bodies.
//
// Bodies between unyielding bodies are overconstrained: no impulses solve the equations. Their
// contacts contradict each other with impulses in proportion to the inverse of the compliance, and
// a body that slips out converts the impulses into speed. So a cluster that shows this is softer
// for a while. From 5e-3 to 3e-2 rows of boxes under a press stay at rest until they slip out,
// without a speed of their own. The softer the boxes are, the slower the walls press them out. See
// isOverconstrained.
const (
	relativeCompliance        = 1e-5
	minCompliance             = 1e-7
	softColumn                = 46 // bodies; 1e-6 for a hundred
	overconstrainedCompliance = 2e-2
	overconstrainedTicks      = 60
)

// complianceOf returns the compliance of the lines in a cluster of n bodies.
func complianceOf(n int) float64 {
	if n <= softColumn {
		return relativeCompliance
	}
	r := softColumn / float64(n)
	return max(float64(float64(relativeCompliance*r)*float64(r*r)), minCompliance)
}

// set writes a line along d with the given arms.
func (l *line) set(g *Set, c *contact, d geom.Vec2, armA, armB, impulse float64) {
	*l = line{ja: profile.Vec3{-d.X, -d.Y, -armA}, jb: profile.Vec3{d.X, d.Y, armB}, impulse: impulse}
	if mobility := g.mask(&l.jb, c.b, g.mask(&l.ja, c.a, 0)); mobility > 0 {
		l.mobility = mobility
	}
}

// mask clears a Jacobian along the locked axes of its body. It adds the mobility that the body has
// without its locks.
func (g *Set) mask(j *profile.Vec3, body int32, mobility float64) float64 {
	if body == noBody {
		return mobility
	}
	m := &g.bodies[body]
	for i := range j {
		mobility += float64(float64(j[i]*j[i]) * m.freeInvMass[i])
		if m.invMass[i] == 0 {
			j[i] = 0
		}
	}
	return mobility
}

// setMass reads the masses of a body.
func (m *member) setMass(bodies *state.Bodies) {
	d, flags := &bodies.Dynamics[m.row], bodies.State[m.row].Flags
	m.freeInvMass = profile.Vec3{float64(d.InvMass), float64(d.InvMass), float64(d.InvInertia)}
	m.invMass = m.freeInvMass
	for i, lock := range [...]state.BodyFlags{state.FlagLockX, state.FlagLockY, state.FlagLockRotation} {
		m.mass[i] = 1
		if flags&lock != 0 {
			m.invMass[i] = 0
		}
		if m.invMass[i] > 0 {
			m.mass[i] = 1 / m.invMass[i]
		}
	}
}

// wholeMass returns the mass of a body, whatever axes are locked, kg.
func (m *member) wholeMass() float64 { return 1 / m.freeInvMass[0] }

// stabilize sets the least inertia that the joints of a body see.
func (m *member) stabilize(inertia float64) {
	if m.invMass[2] > 0 && inertia > m.mass[2] {
		m.mass[2], m.invMass[2] = inertia, 1/inertia
	}
}

// Prepare prepares a cluster from the tables. The points of a contact that bounces have recorded
// their velocities before. The tick takes dt, in seconds.
func (g *Set) Prepare(i int, bodies *state.Bodies, joints *state.Joints, c *state.Contacts, dt float64, subSteps int) {
	k := &g.clusters[i]
	for at := k.bodies.Lo; at < k.bodies.Hi; at++ {
		g.bodies[at].setMass(bodies)
	}
	for i := k.bonds.Lo; i < k.bonds.Hi; i++ {
		for _, b := range [2]int32{g.bonds[i].a, g.bonds[i].b} {
			if b != noBody {
				m := &g.bodies[b]
				m.stabilize(float64(joints.StabilizingInertiaOf(bodies.Slots[m.row], bodies, subSteps)))
			}
		}
	}
	for at := k.contacts.Lo; at < k.contacts.Hi; at++ {
		g.prepareContact(&g.contacts[at], bodies, c, dt)
	}
	k.totalMass = 0
	for at := k.bodies.Lo; at < k.bodies.Hi; at++ {
		if m := &g.bodies[at]; m.invMass[0] > 0 || m.invMass[1] > 0 {
			k.totalMass += m.wholeMass()
		}
	}
	k.factored = false
	if k.bonds.Lo < k.bonds.Hi {
		k.energy = g.energyOf(k, bodies.State)
	}
}

// prepareContact prepares a contact and its lines.
func (g *Set) prepareContact(p *contact, bodies *state.Bodies, c *state.Contacts, dt float64) {
	sc, surface, flags := &c.Solver[p.row], c.SurfaceAt(p.row), c.Pair[p.row].Flags
	a, b := velocityOf(&bodies.State[p.rowA]), velocityOf(&bodies.State[p.rowB])
	turn := g.midTurn(p, float64(float64(0.25*dt)*(a[2]+b[2])))
	n := turn.Apply(geom.Vec2{X: float64(sc.NormalX), Y: float64(sc.NormalY)})
	p.nx, p.ny = n.X, n.Y
	p.friction = float64(sc.Friction)
	if flags&state.ContactCone != 0 {
		p.setCone(&c.Cone[p.row])
	}
	p.curvedA, p.curvedB = flags&state.ContactCurvedA != 0, flags&state.ContactCurvedB != 0
	p.ta, p.tb = 0, 0
	tangentImpulse := 0.0
	lines := g.linesOf(p)
	radiusA, radiusB := 0.0, 0.0
	if flags&state.ContactArc != 0 {
		ra, rb := sc.ArcRadii()
		radiusA, radiusB = float64(ra), float64(rb)
	}
	for i := range p.points {
		q := &sc.Points[i]
		armA, armB := turn.Apply(geom.Vec2{X: float64(q.AX), Y: float64(q.AY)}), turn.Apply(geom.Vec2{X: float64(q.BX), Y: float64(q.BY)})
		ax, ay, bx, by := armA.X, armA.Y, armB.X, armB.Y
		half := float64(0.5 * float64(q.Separation))
		if radiusA > 0 {
			ax, ay = p.midTick(ax, ay, radiusA+half, float64(float64(0.5*dt)*(a[2]-b[2])))
		}
		if radiusB > 0 {
			bx, by = p.midTick(bx, by, -(radiusB + half), float64(float64(0.5*dt)*(b[2]-a[2])))
		}
		lines[i].set(g, p, geom.Vec2{X: p.nx, Y: p.ny}, float64(ax*p.ny)-float64(ay*p.nx), float64(bx*p.ny)-float64(by*p.nx), float64(q.NormalImpulse))
		lines[i].active = q.NormalImpulse > 0
		p.ta -= float64(ax*p.nx) + float64(ay*p.ny)
		p.tb -= float64(bx*p.nx) + float64(by*p.ny)
		p.separation[i], p.total[i] = float64(q.Separation), 0
		tangentImpulse += float64(q.TangentImpulse)
		if flags&state.ContactBouncy != 0 {
			p.total[i] = float64(q.TotalImpulse)
		} else {
			q.NormalVelocity = float32(lines[i].ja.Dot(&a) + lines[i].jb.Dot(&b))
		}
	}
	if p.points == 2 {
		p.ta, p.tb = float64(p.ta/2), float64(p.tb/2)
	}
	lines[p.points].set(g, p, geom.Vec2{X: p.ny, Y: -p.nx}, p.ta, p.tb, tangentImpulse)
	lines[p.points].active = p.friction > 0 || p.hasCone
	if p.rolls {
		lines[p.points+1].set(g, p, geom.Vec2{}, 1, 1, float64(surface.RollingImpulse))
		lines[p.points+1].active = true
	}
	p.tangentSpeed = float64(surface.TangentSpeed)
	p.measure(g, &bodies.State[p.rowA], &bodies.State[p.rowB])
}

// maxTurn bounds the turns by which lines are ahead of the beginning of the tick, rad, because a
// blow may stop the bodies.
const maxTurn = 0.125

// midTurn returns the rotation of two bodies of one articulation from the beginning to the middle
// of the tick, in which they turn by an angle on average. Their joints and their contact press them
// with forces that balance, a thousand times their weights and more, and the joints turn with the
// bodies. A normal that stayed behind would give these forces a lever, and spin the bodies up.
func (g *Set) midTurn(p *contact, angle float64) geom.Rot {
	if p.a == noBody || p.b == noBody || g.bodies[p.a].articulation < 0 || g.bodies[p.a].articulation != g.bodies[p.b].articulation {
		return geom.Rot{C: 1}
	}
	sin, cos := geom.SinCos(min(max(angle, -maxTurn), maxTurn))
	return geom.Rot{C: cos, S: sin}
}

// midTick returns the place in the middle of the tick of the point on an arc that the colours would
// follow. The centre of the arc turns with the body by an angle, against the other body, which
// holds the normal. The radius, with the sign of the normal from the centre, does not turn. A
// torque with the arm of the beginning of the tick would be late, and feed a body that rocks. Where
// the two bodies turn as one, an arm that turned alone would give the two opposite impulses a
// lever: a capsule that was wedged in the hollow of a heavy body made both spin ever faster.
func (p *contact) midTick(x, y, radius, angle float64) (mx, my float64) {
	cx, cy := x-float64(radius*p.nx), y-float64(radius*p.ny)
	sin, cos := geom.SinCos(min(max(angle, -maxTurn), maxTurn))
	mx = float64(cos*cx) - float64(sin*cy) + float64(radius*p.nx)
	my = float64(sin*cx) + float64(cos*cy) + float64(radius*p.ny)
	return mx, my
}

// linesOf returns the lines of a contact.
//
//go:noinline
func (g *Set) linesOf(p *contact) []line {
	n := p.points + 1
	if p.rolls {
		n++
	}
	return g.lines[p.firstLine : p.firstLine+n]
}

// measure computes the separations at the present poses, as the kernels of package solver do: a
// point turns with its body, while an arc only moves with its centre.
func (p *contact) measure(g *Set, a, b *state.BodyState) {
	ta, tb := p.ta, p.tb
	if p.curvedA {
		ta = 0
	}
	if p.curvedB {
		tb = 0
	}
	d := float64(p.nx*(float64(b.DX)-float64(a.DX))) + float64(p.ny*(float64(b.DY)-float64(a.DY)))
	d += float64((1-float64(b.DC))*tb) - float64((1-float64(a.DC))*ta)
	for i, l := range g.linesOf(p)[:p.points] {
		p.current[i] = p.separation[i] + d + float64(float64(b.DS)*l.jb[2]) + float64(float64(a.DS)*l.ja[2])
	}
}

// WarmStart applies the impulses kept from the last tick. Bonds have no lines yet: the articulation
// applies the impulses of its joints.
func (g *Set) WarmStart(states []state.BodyState, i int) {
	k := &g.clusters[i]
	for at := k.lines.Lo; at < k.lines.Hi; at++ {
		g.lines[at].next, g.lines[at].impulse = g.lines[at].impulse, 0
	}
	g.apply(states, k)
}

// apply applies the changes of the impulses to the bodies. An impulse that is not finite becomes
// zero, as in the kernels of the colours. So a body that is not finite, which is disabled at the
// end of the tick, spoils no other body.
func (g *Set) apply(states []state.BodyState, k *cluster) {
	g.clearChanges(k)
	for i := k.contacts.Lo; i < k.contacts.Hi; i++ {
		p := &g.contacts[i]
		for at := range g.linesOf(p) {
			l := &g.lines[p.firstLine+int32(at)]
			if !(math.Abs(l.next) <= math.MaxFloat32) {
				l.next = 0
			}
			j := l.next - l.impulse
			l.impulse = l.next
			g.addChange(p.a, j, &l.ja)
			g.addChange(p.b, j, &l.jb)
		}
	}
	g.applyBonds(k)
	for i := k.bodies.Lo; i < k.bodies.Hi; i++ {
		m, change := &g.bodies[i], &g.rows[i].X
		v := velocityOf(&states[m.row])
		for n := range v {
			change[n] = float64(change[n] * m.invMass[n])
			v[n] += change[n]
		}
		states[m.row].SetVelocity(float32(v[0]), float32(v[1]), float32(v[2]))
	}
}

// Store writes the impulses of a cluster to the table. Friction is divided among the points like
// the normal impulse.
func (g *Set) Store(i int, bodies *state.Bodies, c *state.Contacts, q *Correction) {
	k := &g.clusters[i]
	if k.overconstrained || k.overconstrainedTicks > 0 && g.bearsMoreThanWeights(k, q) {
		k.overconstrainedTicks = overconstrainedTicks
	}
	for at := k.bodies.Lo; at < k.bodies.Hi; at++ {
		m := &bodies.Motion[g.bodies[at].row]
		m.OverconstrainedTicks = max(m.OverconstrainedTicks, k.overconstrainedTicks)
	}
	for at := k.contacts.Lo; at < k.contacts.Hi; at++ {
		p := &g.contacts[at]
		sc, lines := &c.Solver[p.row], g.linesOf(p)
		share := 1.0
		if p.points == 2 {
			share = 0.5
			if sum := lines[0].impulse + lines[1].impulse; sum > 0 {
				share = lines[0].impulse / sum
			}
		}
		for n := range p.points {
			q := &sc.Points[n]
			q.NormalImpulse, q.TotalImpulse = narrow(lines[n].impulse), narrow(p.total[n])
			q.TangentImpulse = narrow(float64(lines[p.points].impulse * share))
			share = 1 - share
		}
		if p.rolls {
			c.Surface[p.row].RollingImpulse = narrow(lines[p.points+1].impulse)
		}
		if p.hasCone {
			c.Cone[p.row].Slip = float32(p.slip)
		}
	}
}

// narrow returns the nearest finite float32.
func narrow(x float64) float32 {
	return float32(min(max(x, -math.MaxFloat32), math.MaxFloat32))
}
