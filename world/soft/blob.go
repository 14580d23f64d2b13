package soft

import (
	"cmp"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// BlobDef defines a blob: a ring of discs, linked by its skin, around an area that it keeps. The
// zero BlobDef is a drop of radius Config.LengthUnit at the origin.
type BlobDef struct {
	Position mgl64.Vec2 // of the centre, m
	Radius   float64    // of the round blob, m; zero means Config.LengthUnit
	Nodes    int        // 5 to 1024; zero means 16

	// Skin holds neighbours together. It is a spring or loose. A zero Hertz means a spring of 8 Hz
	// with a damping ratio of 1. A skin of rods cannot get longer, so a blob with its full area
	// would be a rigid wheel. A MaxStretch of zero means 0.5. From 1 on, the nodes of another blob
	// would fit through the skin.
	Skin Link

	// BendHertz and BendDamping are for springs between every second node, which keep the ring
	// round; zero Hertz means 4 Hz with a damping ratio of 1. Without these springs nothing would
	// damp a skin that folds at equal length.
	BendHertz, BendDamping float64

	// AreaHertz and AreaDamping are for the spring of the area; zero means that the area is as
	// rigid as the length of a rigid joint.
	AreaHertz, AreaDamping float64

	Body     body.Def          // of each node, but for type, place and turning; keys count on from that given
	Collider world.ColliderDef // of each node; the density is per area of the blob
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *BlobDef) Validate() error {
	return cmp.Or(geom.CheckExtent("Position", geom.From(d.Position)), checkLength("Radius", d.Radius), checkNodes("Nodes", d.Nodes, 5, maxBlobNodes),
		inField("Skin", d.Skin.Validate()), checkNumber("BendHertz", d.BendHertz),
		checkNumber("BendDamping", d.BendDamping), checkNumber("AreaHertz", d.AreaHertz), checkNumber("AreaDamping", d.AreaDamping),
		geom.CheckNotNegative("Collider.Density", d.Collider.Density))
}

// Blob is a handle to a blob. Its nodes stand counter-clockwise. Link i holds node i and the one
// after it.
type Blob struct{ Net }

// NewBlob makes a blob. It returns a *geom.FieldError, and changes nothing, for a definition that
// cannot be used.
func NewBlob(w *world.World, def BlobDef) (*Blob, error) {
	if err := def.Validate(); err != nil {
		return nil, err
	}
	def.Radius = cmp.Or(def.Radius, w.Config().LengthUnit)
	def.Nodes = cmp.Or(def.Nodes, 16)
	if !def.Skin.Loose {
		def.Skin.Hertz, def.Skin.Damping = springOr(def.Skin.Hertz, def.Skin.Damping, 8)
	}
	def.Skin.MaxStretch = cmp.Or(def.Skin.MaxStretch, 0.5)
	def.BendHertz, def.BendDamping = springOr(def.BendHertz, def.BendDamping, 4)
	n := float64(def.Nodes)
	half, _ := geom.SinCos(math.Pi / n)
	ring := def.Radius / (1 + half) // of the centres: neighbours of the radius ring * half touch, and reach out to Radius
	b := builder{Net: Net{w, IDs{Kind: KindBlob, Radius: float64(ring * half)}}}
	sine, _ := geom.SinCos(2 * math.Pi / n)
	target := float64(float64(ring*ring)*sine) * float64(n/2)
	collider := spread(def.Collider, float64(float64(def.Radius*def.Radius)*math.Pi), def.Nodes)
	parts := make([]world.BodyParts, def.Nodes)
	for i := range parts {
		s, c := geom.SinCos(2 * math.Pi * float64(i) / n)
		at := geom.From(def.Position).MulAdd(ring, geom.Vec2{X: c, Y: s})
		parts[i] = disc(def.Body, &collider, i, at.Mgl(), b.ids.Radius)
		b.ids.Lengths = append(b.ids.Lengths, 2*b.ids.Radius)
	}
	if err := b.bodies(parts); err != nil {
		return nil, err
	}
	b.links(&def.Skin)
	b.ids.Extra = []world.JointID{b.join(func() (world.Joint, error) {
		j, err := w.CreateCustom(b.AppendBodies(nil), joint.Custom{
			Base:       joint.Base{CollideConnected: true},
			Constraint: Area{Target: target, Hertz: def.AreaHertz, Damping: def.AreaDamping},
		})
		return j.Joint, err
	})}
	bend := Link{Hertz: def.BendHertz, Damping: def.BendDamping}
	length := float64(float64(2*ring) * sine)
	for i := range def.Nodes {
		b.ids.Extra = append(b.ids.Extra, b.joint(i, (i+2)%def.Nodes, bend.joint(length)))
	}
	made, err := b.finish()
	return handle(&Blob{made}, err)
}

// springOr returns a spring, or if it has no frequency the given one with a damping ratio of 1.
func springOr(hertz, damping, fallback float64) (float64, float64) {
	if hertz > 0 {
		return hertz, damping
	}
	return fallback, 1
}

// BlobOf makes the handle of a blob again. It returns a *geom.FieldError for IDs that do not belong
// to a blob.
func BlobOf(w *world.World, ids IDs) (*Blob, error) {
	n, err := of(w, KindBlob, ids)
	return handle(&Blob{n}, err)
}

// AreaJoint returns the joint that keeps the area. It is not Valid if Tidy or the game has
// destroyed it.
func (b *Blob) AreaJoint() world.Joint { return b.w.JointByID(b.ids.Extra[0]) }

// Area returns the area of the polygon of the nodes' centres, m^2. It panics if a node was
// destroyed: see Valid.
func (b *Blob) Area() float64 {
	n, area := b.Len(), 0.0
	origin := geom.From(b.Body(0).Position())
	for i, last := 0, geom.From(b.Body(n-1).Position()).Sub(origin); i < n; i++ {
		p := geom.From(b.Body(i).Position()).Sub(origin)
		area += float64(last.Cross(p) / 2)
		last = p
	}
	return area
}

// TargetArea returns the area that the blob keeps for the polygon of its nodes' centres, m^2; zero
// if it no longer keeps an area.
func (b *Blob) TargetArea() float64 {
	if j, ok := b.area(); ok {
		if a, ok := j.Def().Constraint.(Area); ok {
			return a.Target
		}
	}
	return 0
}

// SetTargetArea inflates or deflates the blob, m^2. It does nothing to a blob that no longer keeps
// an area.
func (b *Blob) SetTargetArea(area float64) error {
	if err := geom.CheckNotNegative("TargetArea", area); err != nil {
		return err
	}
	j, ok := b.area()
	if !ok {
		return nil
	}
	return j.Edit(func(d *joint.Custom) {
		if a, ok := d.Constraint.(Area); ok {
			a.Target = area
			d.Constraint = a
		}
	})
}

// area returns the joint that keeps the area, if it is there.
func (b *Blob) area() (world.Custom, bool) {
	if j := b.AreaJoint(); j.Valid() {
		return j.Custom()
	}
	return world.Custom{}, false
}

// Center returns the mean of the nodes, m: the centre of mass of a blob whose nodes have equal
// masses. It panics if a node was destroyed: see Valid.
func (b *Blob) Center() mgl64.Vec2 {
	var sum geom.Vec2
	for i := range b.Len() {
		sum = sum.Add(geom.From(b.Body(i).Position()))
	}
	return sum.Mul(1 / float64(b.Len())).Mgl()
}

// AppendOutline appends the outline of a blob: one point for each node, counter-clockwise. A blob
// with a torn skin has one or several pieces, as a Rope has. Then AppendOutline appends the piece
// whose first node is node k, counted from the node after the last torn link. It returns the place
// of the next piece, or Len.
func (b *Blob) AppendOutline(dst []mgl64.Vec2, k int) (outline []mgl64.Vec2, next int) {
	return b.appendOutline(dst, k)
}

// Tidy destroys the area joint of a blob whose skin is torn, and the bending springs that reach
// over a torn link. Call it after each step of a blob that can tear.
func (b *Blob) Tidy() error {
	n := b.Len()
	for i := range n {
		if !b.Torn(i) {
			continue
		}
		if err := cmp.Or(b.endExtra(0), b.endExtra(1+i), b.endExtra(1+(i+n-1)%n)); err != nil {
			return err
		}
	}
	return nil
}
