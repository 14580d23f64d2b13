package soft

import (
	"cmp"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// RopeDef defines a rope: discs at equal distances along a path. A path alone is enough.
type RopeDef struct {
	Path  []mgl64.Vec2 // in the world, m: from the centre of the first node to the centre of the last
	Nodes int          // 2 to 65536; zero means the number at which neighbours touch

	// Radius is the radius of the nodes, m. Zero means 0.1 times Config.LengthUnit, or half the
	// distance between neighbours if Nodes makes this less. If the radius is larger than the
	// distance, nodes overlap others than their neighbours, and push these unless Collider.Filter
	// has a negative Group.
	Radius float64

	Link Link

	// StartBody and EndBody hold the ends at their places; the zero Body is none.
	StartBody, EndBody world.Body

	Body     body.Def          // of each node, but for type, place and turning; keys count on from that given
	Collider world.ColliderDef // of each node; the density is per area of the rope, length times thickness
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *RopeDef) Validate() error {
	return cmp.Or(checkPath(d.Path), checkNodes("Nodes", d.Nodes, 2, maxNodes), checkLength("Radius", d.Radius), inField("Link", d.Link.Validate()),
		geom.CheckNotNegative("Collider.Density", d.Collider.Density))
}

// Rope is a handle to a rope.
type Rope struct{ Net }

// NewRope makes a rope. It returns a *geom.FieldError, and changes nothing, for a definition that
// cannot be used.
func NewRope(w *world.World, def RopeDef) (*Rope, error) {
	err := cmp.Or(def.Validate(), checkHolder(w, "StartBody", def.StartBody), checkHolder(w, "EndBody", def.EndBody))
	if err != nil {
		return nil, err
	}
	def.Radius = cmp.Or(def.Radius, defaultRadius(w, def.Path, 2*(def.Nodes-1)))
	if def.Nodes == 0 {
		if def.Nodes, err = partsFor(def.Path, 2*def.Radius); err != nil {
			return nil, err
		}
		def.Nodes++
	}
	points := divide(def.Path, def.Nodes-1)
	b := builder{Net: Net{w, IDs{Kind: KindRope, Radius: def.Radius}}}
	collider := spread(def.Collider, float64(lengthOf(def.Path)*def.Radius)*2, def.Nodes)
	parts := make([]world.BodyParts, def.Nodes)
	for i, p := range points {
		parts[i] = disc(def.Body, &collider, i, p.Mgl(), def.Radius)
		if i > 0 {
			b.ids.Lengths = append(b.ids.Lengths, points[i-1].Distance(p))
		}
	}
	if err := b.bodies(parts); err != nil {
		return nil, err
	}
	b.links(&def.Link)
	b.hold(def.StartBody, 0, points[0].Mgl())
	b.hold(def.EndBody, def.Nodes-1, points[def.Nodes-1].Mgl())
	n, err := b.finish()
	return handle(&Rope{n}, err)
}

// hold pins a point of a node to a body of the game, if there is one.
func (b *builder) hold(x world.Body, node int, at mgl64.Vec2) {
	if x == (world.Body{}) || b.err != nil {
		return
	}
	def := joint.Revolute{LocalAnchorA: x.LocalPoint(at), LocalAnchorB: b.Body(node).LocalPoint(at), LocalAngleB: x.Angle() - b.Body(node).Angle()}
	b.ids.Extra = append(b.ids.Extra, b.join(func() (world.Joint, error) { return b.w.CreateJoint(x, b.Body(node), &def) }))
}

// RopeOf makes the handle of a rope again. It returns a *geom.FieldError for IDs that do not belong
// to a rope.
func RopeOf(w *world.World, ids IDs) (*Rope, error) {
	n, err := of(w, KindRope, ids)
	return handle(&Rope{n}, err)
}

// AppendOutline appends the outline of the piece whose first node is node k, and returns the place
// of the next piece, or Len.
func (r *Rope) AppendOutline(dst []mgl64.Vec2, k int) (outline []mgl64.Vec2, next int) {
	return r.appendOutline(dst, k)
}
