package soft

import (
	"cmp"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// ChainDef defines a chain: capsules along a path, pinned end to end. A path alone is enough.
type ChainDef struct {
	Path     []mgl64.Vec2 // in the world, m: from the first end to the last
	Capsules int          // 2 to 65536; zero means the number at which each is six times as long as thick

	// Radius is the radius of the capsules, m. Zero means 0.1 times Config.LengthUnit, or a quarter
	// of the length of a capsule if Capsules makes this less. Capsules that are thicker than long
	// overlap others than their neighbours, and push these unless Collider.Filter has a negative
	// Group.
	Radius float64

	// BendHertz and BendDamping belong to springs that keep the angles of the path; zero means that
	// it bends freely.
	BendHertz, BendDamping float64
	BreakForce             float64 // N at which a link tears; zero means never

	// StartBody and EndBody hold the ends at their places; the zero Body is none.
	StartBody, EndBody world.Body

	Body     body.Def          // of each capsule, but for type, place and angle; keys count on from that given
	Collider world.ColliderDef // of each capsule
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *ChainDef) Validate() error {
	return cmp.Or(checkPath(d.Path), checkNodes("Capsules", d.Capsules, 2, maxNodes), checkLength("Radius", d.Radius),
		checkNumber("BendHertz", d.BendHertz), checkNumber("BendDamping", d.BendDamping),
		geom.CheckNotNegative("BreakForce", d.BreakForce))
}

// Chain is a handle to a chain. Link i holds capsule i and the one after it.
type Chain struct{ Net }

// NewChain makes a chain. It returns a *geom.FieldError, and changes nothing, for a definition that
// cannot be used.
func NewChain(w *world.World, def ChainDef) (*Chain, error) {
	err := cmp.Or(def.Validate(), checkHolder(w, "StartBody", def.StartBody), checkHolder(w, "EndBody", def.EndBody))
	if err != nil {
		return nil, err
	}
	def.Radius = cmp.Or(def.Radius, defaultRadius(w, def.Path, 4*def.Capsules))
	if def.Capsules == 0 {
		if def.Capsules, err = partsFor(def.Path, 12*def.Radius); err != nil {
			return nil, err
		}
		def.Capsules = max(def.Capsules, 2)
	}
	points := divide(def.Path, def.Capsules)
	b := builder{Net: Net{w, IDs{Kind: KindChain, Radius: def.Radius}}}
	parts := make([]world.BodyParts, def.Capsules)
	for i := range parts {
		from, span := points[i], points[i+1].Sub(points[i])
		length := span.Length()
		half := mgl64.Vec2{float64(length / 2), 0}
		capsule := def.Body
		capsule.Position, capsule.Angle = from.MulAdd(0.5, span).Mgl(), geom.Atan2(span.Y, span.X)
		parts[i] = nodeParts(capsule, &def.Collider, i, shape.Capsule{A: half.Mul(-1), B: half, Radius: def.Radius})
		b.ids.Lengths = append(b.ids.Lengths, length)
	}
	if err := b.bodies(parts); err != nil {
		return nil, err
	}
	for i := range def.Capsules - 1 {
		b.ids.Links = append(b.ids.Links, b.pinCapsules(i, &def))
	}
	b.hold(def.StartBody, 0, points[0].Mgl())
	b.hold(def.EndBody, def.Capsules-1, points[def.Capsules].Mgl())
	n, err := b.finish()
	return handle(&Chain{n}, err)
}

// pinCapsules makes link i.
func (b *builder) pinCapsules(i int, def *ChainDef) world.JointID {
	if b.err != nil {
		return 0
	}
	return b.joint(i, i+1, &joint.Revolute{
		Base:         joint.Base{BreakForce: def.BreakForce},
		LocalAnchorA: mgl64.Vec2{float64(b.ids.Lengths[i] / 2), 0}, LocalAnchorB: mgl64.Vec2{-float64(b.ids.Lengths[i+1] / 2), 0},
		LocalAngleB: b.Body(i).Angle() - b.Body(i+1).Angle(),
		SpringHertz: def.BendHertz, SpringDamping: def.BendDamping,
	})
}

// ChainOf makes the handle of a chain again. It returns a *geom.FieldError for IDs that do not
// belong to a chain.
func ChainOf(w *world.World, ids IDs) (*Chain, error) {
	n, err := of(w, KindChain, ids)
	return handle(&Chain{n}, err)
}

// AppendOutline appends the outline of the piece whose first capsule is capsule k, and returns the
// place of the next piece, or Len.
func (c *Chain) AppendOutline(dst []mgl64.Vec2, k int) (outline []mgl64.Vec2, next int) {
	return c.appendOutline(dst, k)
}
