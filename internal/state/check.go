package state

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/shape"
)

// Checks of tables that were read from a file: all assumptions of Validate and the stages. Like
// Validate they panic with a sentence. Numbers are finite already. The checks may be slow.

// maxReach is a distance from the origin that no body reaches, m: at the greatest velocity that
// ApplyImpulse and body.Def accept, 1e15 m/s, it takes 3e7 years. A body that leaves the range of
// CreateBody must still be read from a file.
const maxReach = 1e30

// IsTransform reports whether a body or an area may have a transform.
func IsTransform(t geom.Transform) bool {
	length := float64(t.R.C*t.R.C) + float64(t.R.S*t.R.S)
	return max(math.Abs(t.P.X), math.Abs(t.P.Y)) <= maxReach && length > 0.999 && length < 1.001
}

// most is the largest number of a body whose square is a float32.
const most = 1e18

func inRange32(list ...float32) bool {
	for _, x := range list {
		if !(x >= 0 && x <= most) {
			return false
		}
	}
	return true
}

// CheckIdentities checks the data on which the lists of slots depend. Nothing else of the table has
// been derived.
func (s *Bodies) CheckIdentities() {
	s.ValidateIdentities("bodies", len(s.Meta))
	invariant.Check(s.AliveID(0x1_00000000), "bodies: there is no ground")
	for i := range s.Meta {
		invariant.CheckOf(s.Meta[i].ID == BodyID(s.IDAt(BodySlot(i))), "bodies: body %d has another identity", i)
	}
}

// Check checks the numbers of the bodies. The rows are known.
func (s *Bodies) Check() {
	s.Validate()
	for i := range s.Meta {
		m, slot := &s.Meta[i], BodySlot(i)
		if m.ID == 0 {
			continue
		}
		row := s.Rows[slot]
		active := m.Type != body.Static && !m.Disabled
		invariant.Check(m.Type == body.Dynamic || m.Type == body.Kinematic || m.Type == body.Static, "bodies: body %d is of type %d", i, m.Type)
		invariant.CheckOf((s.PartitionOf(slot) != Inactive) == active, "bodies: body %d is in the wrong partition", i)
		invariant.CheckOf((s.State[row].Flags&FlagDynamic != 0) == (m.Type == body.Dynamic), "bodies: the flags of body %d are wrong", i)
		invariant.CheckOf(IsTransform(s.Pose[row]) && IsTransform(s.LastPose[row]), "bodies: body %d is nowhere", i)
		d, motion, st := &s.Dynamics[row], &s.Motion[row], &s.State[row]
		invariant.CheckOf(inRange32(d.InvMass, d.InvInertia, d.LinearDamping, d.AngularDamping, motion.SleepTime, motion.MaxExtent, motion.MinExtent),
			"bodies: a number of body %d is out of range", i)
		invariant.CheckOf(m.Type == body.Dynamic || d.InvMass == 0 && d.InvInertia == 0, "bodies: body %d has a mass that it should not have", i)
		invariant.CheckOf(m.Type == body.Dynamic || motion.LoadTicks|motion.HeavyTicks|motion.OverconstrainedTicks|motion.RefusedTicks == 0, "bodies: body %d bears a load that it should not bear", i)
		invariant.CheckOf(m.Mass >= 0 && m.Mass <= 1e30 && m.Inertia >= 0 && m.Inertia <= 1e60, "bodies: the mass of body %d is out of range", i)
		for _, x := range [...]float32{st.VX, st.VY, st.W, d.ForceX, d.ForceY, d.Torque} {
			invariant.CheckOf(x >= -1e30 && x <= 1e30, "bodies: a velocity or force of body %d is out of range", i)
		}
		invariant.CheckOf(length1(m.LocalCenter) <= 1e13, "bodies: the centre of mass of body %d is out of range", i)
	}
	invariant.Check(s.Meta[Ground].Type == body.Static, "bodies: the ground moves")
}

// Check checks the colliders and the lists of the bodies. The rows of the bodies are known; the
// shapes have not been compiled.
func (s *Colliders) Check(bodies *Bodies) {
	s.ValidateIdentities("colliders", len(s.Meta), len(s.Link), len(s.filters))
	invariant.Check(len(s.OneWay) <= len(s.Meta), "colliders: columns by slot differ in length")
	for i := range s.Meta {
		m, l := &s.Meta[i], &s.Link[i]
		invariant.CheckOf(m.ID == s.At(ColliderSlot(i)), "colliders: collider %d has another identity", i)
		if m.ID == 0 {
			continue
		}
		invariant.CheckOf(int(l.Owner) < len(bodies.Meta) && bodies.Meta[l.Owner].ID != 0, "colliders: collider %d is on no body", i)
		invariant.CheckOf(m.Shape != nil, "colliders: collider %d has no shape", i)
		inner, _, _ := shape.Placement(m.Shape)
		invariant.CheckOf(inner != nil, "colliders: collider %d has no shape", i)
		f := s.Filter(ColliderSlot(i))
		invariant.CheckOf(f == f.Normalized(), "colliders: the filter of collider %d is not normalized", i)
		invariant.CheckOf(m.MaterialAndDensity.value != nil, "colliders: collider %d has no material", i)
		p := m.MaterialAndDensity.Value()
		invariant.CheckOf(p.Density >= 0 && p.Mass >= 0 && p.CrushThreshold >= 0 && p.Mass <= 1e30, "colliders: the density of collider %d is out of range", i)
		invariant.CheckOf(inRange32(l.Margin), "colliders: the margin of collider %d is out of range", i)
		if l.Flags&ColliderOneWay != 0 {
			invariant.CheckOf(i < len(s.OneWay) && math.Abs(s.OneWay[i].LengthSquared()-1) < 1e-6, "colliders: collider %d has no direction", i)
		}
	}
	listed := 0
	for i := range bodies.Meta {
		if bodies.Meta[i].ID == 0 {
			continue
		}
		prev, n := None, int32(0)
		for c := bodies.Motion[bodies.Rows[i]].FirstCollider; c != None; c = s.Link[c].Next {
			invariant.CheckOf(s.Meta[c].ID != 0 && s.Link[c].Owner == BodySlot(i) && s.Meta[c].Prev == prev, "colliders: the list of body %d is broken", i)
			prev = c
			n++
		}
		invariant.CheckOf(n == bodies.Meta[i].ColliderCount, "colliders: body %d miscounts its colliders", i)
		listed += int(n)
	}
	invariant.Check(listed == s.Len(), "colliders: a collider is missing from the list of its body")
}

// Check checks the contacts. The rows are known, and so are the rows of the bodies and the lists of
// the colliders.
func (c *Contacts) Check(bodies *Bodies, colliders *Colliders, colors uint32) {
	c.Validate()
	invariant.Check(len(c.OneWay) <= len(c.Meta) && len(c.UserNumbers) <= len(c.Meta), "contacts: columns by slot differ in length")
	invariant.Check(c.AsleepEnd() == len(c.Slots), "contacts: a contact is neither awake nor asleep")
	seen := map[[2]uint32]bool{}
	for row := range c.Pair {
		p, sc, slot := &c.Pair[row], &c.Solver[row], c.Slots[row]
		for k, x := range [2]uint32{p.ColliderA, p.ColliderB} {
			owner := [2]uint32{p.BodyA, p.BodyB}[k]
			invariant.CheckOf(colliders.At(ColliderSlot(x)) != 0 && uint32(colliders.Link[x].Owner) == owner, "contacts: contact %d is of no collider", slot)
			invariant.CheckOf(!bodies.Meta[owner].Disabled, "contacts: contact %d is of a disabled body", slot)
			invariant.CheckOf(colliders.Link[x].Flags&ColliderSensor == 0, "contacts: contact %d is of a sensor", slot)
		}
		a, b := &bodies.Meta[p.BodyA], &bodies.Meta[p.BodyB]
		invariant.CheckOf(p.BodyA != p.BodyB, "contacts: contact %d is of one body", slot)
		invariant.CheckOf(a.Type == body.Dynamic || b.Type == body.Dynamic, "contacts: contact %d is of two bodies that do not meet", slot)
		invariant.CheckOf((p.Flags&ContactStaticPair != 0) == (a.Type != body.Dynamic || b.Type != body.Dynamic), "contacts: the flags of contact %d are wrong", slot)
		pair := [2]uint32{min(p.ColliderA, p.ColliderB), max(p.ColliderA, p.ColliderB)}
		invariant.Check(!seen[pair], "contacts: two contacts of the same colliders")
		seen[pair] = true
		invariant.Check(sc.Count <= 2 && (sc.Count > 0) == (p.Flags&ContactTouching != 0), "contacts: contact %d has %d points", slot, sc.Count)
		invariant.CheckOf(p.Flags&(ContactArc|ContactTwoPoints) != ContactArc|ContactTwoPoints, "contacts: contact %d has an arc and two points", slot)
		if sc.Count > 0 {
			n := geom.Vec2{X: float64(sc.NormalX), Y: float64(sc.NormalY)}.LengthSquared()
			invariant.CheckOf(n > 0.99 && n < 1.01, "contacts: the normal of contact %d is no unit", slot)
		}
		// A sleeper may rest on a kinematic body, which never sleeps.
		awake := a.Type == body.Dynamic && bodies.IsAwake(BodySlot(p.BodyA)) || b.Type == body.Dynamic && bodies.IsAwake(BodySlot(p.BodyB))
		invariant.CheckOf(!awake || row < c.Awake() || p.Flags&ContactTouching == 0, "contacts: contact %d sleeps, and its bodies do not", slot)
		m := &c.Meta[slot]
		invariant.CheckOf(m.Color == None || m.Color < colors && int(m.Index) < c.Awake() && row < c.Awake(), "contacts: contact %d has no place in a colour", slot)
		invariant.CheckOf(p.Flags&ContactOneWay == 0 || int(slot) < len(c.OneWay), "contacts: contact %d does not know its side", slot)
		invariant.CheckOf(sc.Count > 0 || math.Abs(float64(c.Cache[row].Points[0].Separation)) <= 1<<16, "contacts: contact %d hints at no face", slot)
		surface := c.SurfaceAt(ContactRow(row))
		invariant.CheckOf(inRange32(sc.Friction, surface.Restitution, surface.RollingResistance), "contacts: a coefficient of contact %d is out of range", slot)
		present := *p
		present.UpdatePointFlag(sc)
		present.UpdateSurfaceFlags(&surface)
		invariant.CheckOf(present.Flags == p.Flags, "contacts: the flags of contact %d are out of date", slot)
	}
}

// Check checks the lists of the islands.
func (s *Islands) Check(bodies *Bodies) {
	invariant.Check(len(s.next) == len(s.islandOf) && len(s.prev) == len(s.islandOf) && len(s.islandOf) <= len(bodies.Meta), "islands: columns differ in length")
	invariant.Check(s.islandCount == len(s.table)-len(s.free), "islands: the islands are counted wrong")
	s.Validate()
	isFree := make([]bool, len(s.table))
	for _, i := range s.free {
		invariant.Check(!isFree[i] && s.table[i].count == 0, "islands: an island is free that should not be")
		isFree[i] = true
	}
	for i := range s.table {
		t := &s.table[i]
		invariant.CheckOf(isFree[i] == (t.count == 0) && t.removedLinks >= 0 && t.restingBodies == 0, "islands: a count of island %d is wrong", i)
		for b := t.head; b != None; b = s.next[b] {
			invariant.CheckOf(bodies.PartitionOf(BodySlot(b)) == bodies.PartitionOf(BodySlot(t.head)), "islands: a body of island %d sleeps and another does not", i)
		}
	}
	for i := range bodies.Meta {
		m := &bodies.Meta[i]
		invariant.CheckOf((s.Of(BodySlot(i)) != None) == (m.ID != 0 && m.Type == body.Dynamic && !m.Disabled), "islands: body %d should be in an island, or in none", i)
	}
}
