package world

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// ContactSummary is what decides how a contact looks: a Contact in fewer bytes, with slots in the place of handles.
type ContactSummary struct {
	ColliderA, ColliderB uint32     // slots: the lower halves of IDs
	Body                 uint32     // slot of the body from whose centre of mass the points are measured: a dynamic one if there is one
	Normal               [2]float32 // unit, from A to B, in the world's axes
	Count                uint8      // points: 1 or 2
	Touching             bool       // otherwise so close that they may touch
	Asleep               bool
	Points               [2]ContactSummaryPoint
}

// ContactSummaryPoint is a point of a ContactSummary.
type ContactSummaryPoint struct {
	X, Y                          float32 // from the centre of mass of Body, in the world's axes, m
	Separation                    float32 // m, negative when the shapes overlap
	NormalImpulse, TangentImpulse float32 // N s over the last tick
}

// AppendContactSummaries appends the contacts that have points to dst: those of Contacts, in the order in memory, which
// is the same on every platform but may change from tick to tick.
func (w *World) AppendContactSummaries(dst []ContactSummary) []ContactSummary {
	w.checkReadable()
	n := len(dst)
	dst = grow.Resize(dst, n+len(w.contacts.Pair))
	for r := range w.contacts.Pair {
		sc := &w.contacts.Solver[r]
		if sc.Count == 0 {
			continue
		}
		pair := &w.contacts.Pair[r]
		c := &dst[n]
		n++
		*c = ContactSummary{
			ColliderA: pair.ColliderA, ColliderB: pair.ColliderB, Body: pair.BodyA,
			Normal: [2]float32{sc.NormalX, sc.NormalY}, Count: uint8(sc.Count),
			Touching: pair.Flags&state.ContactTouching != 0, Asleep: r >= w.contacts.Awake(),
		}
		fromB := w.bodies.State[w.bodies.Row(state.BodySlot(pair.BodyA))].Flags&state.FlagDynamic == 0
		if fromB {
			c.Body = pair.BodyB
		}
		normal, tangent := tickImpulses(sc)
		for i := range sc.Count {
			p := &sc.Points[i&1]
			x, y := p.AX, p.AY
			if fromB {
				x, y = p.BX, p.BY
			}
			c.Points[i&1] = ContactSummaryPoint{x, y, p.Separation, finite32(normal[i&1]), finite32(tangent[i&1])}
		}
	}
	return dst[:n]
}

// finite32 narrows a number to what float32 holds.
func finite32(x float64) float32 {
	return float32(min(max(x, -math.MaxFloat32), math.MaxFloat32))
}

// ColliderBounds are the boxes of a collider.
type ColliderBounds struct {
	Collider ColliderID
	Body     BodyID
	Center   mgl64.Vec2 // of the mass of the body, m
	Tight    [4]float64 // lower x, y, upper x, y of the smallest box around the collider, m; of half-planes up to 1e30
	Fat      [4]float64 // of the box in which the broadphase holds it; equal to Tight if it holds none
}

// AppendColliderBounds appends the boxes of all colliders to dst, in ascending order of their slots.
func (w *World) AppendColliderBounds(dst []ColliderBounds) []ColliderBounds {
	w.checkReadable()
	n := len(dst)
	dst = grow.Resize(dst, n+w.shapes.Len())
	for slot := state.ColliderSlot(0); n < len(dst); slot++ {
		m := &w.shapes.Meta[slot]
		if m.ID == 0 {
			continue
		}
		owner := w.shapes.Link[slot].Owner
		pose := &w.bodies.Pose[w.bodies.Row(owner)]
		b, o := &dst[n], &w.bodies.Meta[owner]
		tight := shape.BoxOf(w.shapes.Convex(slot), *pose)
		*b = ColliderBounds{Collider: m.ID, Body: o.ID, Center: pose.P.Mgl(), Tight: corners(tight)}
		b.Fat = b.Tight
		if !o.Disabled {
			fat := w.pipeline.Broadphase.Box(uint32(slot))
			b.Fat = corners(geom.Box{
				Min: geom.Vec2{X: float64(fat.MinX), Y: float64(fat.MinY)}, Max: geom.Vec2{X: float64(fat.MaxX), Y: float64(fat.MaxY)},
			})
		}
		n++
	}
	return dst
}

func corners(b geom.Box) [4]float64 {
	const far = 1e30
	list := [4]float64{b.Min.X, b.Min.Y, b.Max.X, b.Max.Y}
	for i := range list {
		list[i] = min(max(list[i], -far), far)
	}
	return list
}

// AppendIslands appends the island of each body to dst, by the lower half of its ID from that of the ground, and NoIsland for bodies
// that are in none. The numbers of islands change when islands merge and split.
func (w *World) AppendIslands(dst []uint32) []uint32 {
	w.checkReadable()
	n := len(dst)
	dst = grow.Resize(dst, n+w.bodies.Numbers())
	if !w.bodies.Renamed() {
		for slot := range dst[n:] {
			dst[n+slot] = w.islands.Of(state.BodySlot(slot))
		}
		return dst
	}
	for i := range dst[n:] {
		dst[n+i] = NoIsland
	}
	for slot := range state.BodySlot(w.bodies.Cap()) {
		dst[n+int(w.bodies.NameOf(slot))] = w.islands.Of(slot)
	}
	return dst
}

// NoIsland is the island of bodies that are in none: those that are not dynamic or are disabled.
const NoIsland = state.None

// Energy is the motion of all dynamic bodies that are awake, added up.
type Energy struct {
	Kinetic   float64    // J
	Potential float64    // J, in the gravity of the world, zero at the origin
	Momentum  mgl64.Vec2 // N s
	Angular   float64    // angular momentum about the origin, N m s
	Mass      float64    // kg
}

// Energy adds up the motion of all dynamic bodies that are awake.
func (w *World) Energy() Energy {
	w.checkReadable()
	var e Energy
	g := geom.From(w.config.Gravity)
	for r := range w.bodies.Awake() {
		d := &w.bodies.Dynamics[r]
		st := &w.bodies.State[r]
		if st.Flags&state.FlagDynamic == 0 {
			continue
		}
		m := &w.bodies.Meta[w.bodies.Slots[r]]
		v := geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}
		p, spin := w.bodies.Pose[r].P, float64(st.W)
		e.Kinetic += float64(0.5*float64(m.Mass*v.LengthSquared())) + float64(0.5*float64(m.Inertia*float64(spin*spin)))
		e.Potential -= float64(float64(m.Mass*float64(d.GravityScale)) * p.Dot(g))
		e.Momentum[0] += float64(m.Mass * v.X)
		e.Momentum[1] += float64(m.Mass * v.Y)
		e.Angular += float64(m.Mass*p.Cross(v)) + float64(m.Inertia*spin)
		e.Mass += m.Mass
	}
	return Energy{finite(e.Kinetic), finite(e.Potential), mgl64.Vec2{finite(e.Momentum[0]), finite(e.Momentum[1])}, finite(e.Angular), finite(e.Mass)}
}
