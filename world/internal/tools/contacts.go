package tools

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// Contact holds the data that determine the look of a contact: a world.Contact in fewer bytes, with
// slots in place of handles.
type Contact struct {
	ColliderA, ColliderB uint32     // slots: the lower halves of IDs
	Body                 uint32     // slot of the body from whose centre of mass the points are measured: a dynamic one if there is one
	Normal               [2]float32 // unit, from A to B, in the world's axes
	Count                uint8      // points: 1 or 2
	Touching             bool       // otherwise so close that they may touch
	Asleep               bool
	Points               [2]ContactPoint
}

// ContactPoint is a point of a Contact.
type ContactPoint struct {
	X, Y                          float32 // from the centre of mass of Body, in the world's axes, m
	Separation                    float32 // m, negative when the shapes overlap
	NormalImpulse, TangentImpulse float32 // N s over the last tick
}

// AppendContacts appends the contacts that have points to dst: the contacts of Contacts, in the
// order in memory, which is the same on every platform but may change from tick to tick.
func (t Tables) AppendContacts(dst []Contact) []Contact {
	n := len(dst)
	dst = grow.Resize(dst, n+len(t.p.Contacts.Pair))
	for r := range t.p.Contacts.Pair {
		sc := &t.p.Contacts.Solver[r]
		if sc.Count == 0 {
			continue
		}
		pair := &t.p.Contacts.Pair[r]
		c := &dst[n]
		n++
		*c = Contact{
			ColliderA: pair.ColliderA, ColliderB: pair.ColliderB, Body: pair.BodyA,
			Normal: [2]float32{sc.NormalX, sc.NormalY}, Count: uint8(sc.Count),
			Touching: pair.Flags&state.ContactTouching != 0, Asleep: r >= t.p.Contacts.Awake(),
		}
		fromB := t.p.Bodies.State[t.p.Bodies.Row(state.BodySlot(pair.BodyA))].Flags&state.FlagDynamic == 0
		if fromB {
			c.Body = pair.BodyB
		}
		normal, tangent := sc.TickImpulses()
		for i := range sc.Count {
			p := &sc.Points[i&1]
			x, y := p.AX, p.AY
			if fromB {
				x, y = p.BX, p.BY
			}
			c.Points[i&1] = ContactPoint{x, y, p.Separation, finite32(normal[i&1]), finite32(tangent[i&1])}
		}
	}
	return dst[:n]
}

// finite32 narrows a number to a finite float32.
func finite32(x float64) float32 {
	return float32(min(max(x, -math.MaxFloat32), math.MaxFloat32))
}

// Bounds are the boxes of a collider.
type Bounds struct {
	_        [0]func() // not comparable, so no program has code for a comparison
	Collider state.ColliderID
	Body     state.BodyID
	Center   mgl64.Vec2 // of the mass of the body, m
	Tight    [4]float64 // lower x, y, upper x, y of the smallest box around the collider, m; of half-planes up to 1e30
	Fat      [4]float64 // of the box in which the broadphase holds it; equal to Tight if it holds none
}

// AppendBounds appends the boxes of all colliders to dst, in ascending order of their slots.
func (t Tables) AppendBounds(dst []Bounds) []Bounds {
	n := len(dst)
	dst = grow.Resize(dst, n+t.p.Shapes.Len())
	for slot := state.ColliderSlot(0); n < len(dst); slot++ {
		m := &t.p.Shapes.Meta[slot]
		if m.ID == 0 {
			continue
		}
		owner := t.p.Shapes.Link[slot].Owner
		pose := &t.p.Bodies.Pose[t.p.Bodies.Row(owner)]
		b, o := &dst[n], &t.p.Bodies.Meta[owner]
		tight := shape.BoxOf(t.p.Shapes.Convex(slot), *pose)
		*b = Bounds{Collider: m.ID, Body: o.ID, Center: pose.P.Mgl(), Tight: corners(tight)}
		b.Fat = b.Tight
		if !o.Disabled {
			fat := t.p.Broadphase.Box(uint32(slot))
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

// AppendIslands appends the island of each body to dst, by the lower half of its ID beginning with
// the ground, and NoIsland for bodies without an island. The numbers of islands change when islands
// merge and split.
func (t Tables) AppendIslands(dst []uint32) []uint32 {
	n := len(dst)
	dst = grow.Resize(dst, n+t.p.Bodies.Numbers())
	if !t.p.Bodies.Renamed() {
		for slot := range dst[n:] {
			dst[n+slot] = t.p.Islands.Of(state.BodySlot(slot))
		}
		return dst
	}
	for i := range dst[n:] {
		dst[n+i] = NoIsland
	}
	for slot := range state.BodySlot(t.p.Bodies.Cap()) {
		dst[n+int(t.p.Bodies.NameOf(slot))] = t.p.Islands.Of(slot)
	}
	return dst
}

// NoIsland is the island of bodies without an island: bodies that are not dynamic or are disabled.
const NoIsland = state.None
