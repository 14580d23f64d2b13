package world

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/outline"
	"github.com/go-gl/mathgl/mgl64"
)

// Explosion is a blast from a point. It gives each metre of outline that faces it an impulse
// away from the point, measured across the direction to the point: a body far away gets
// ImpulsePerLength times its width as the point sees it. The impulses act where the outline
// lies, so a body that is hit off its centre spins.
type Explosion struct {
	Point mgl64.Vec2 // m
	// Radius is how far the blast has its full strength, m. Beyond, the strength falls
	// linearly and is zero at Radius + Falloff.
	Radius, Falloff float64
	// ImpulsePerLength is the strength, N s/m. A negative one draws bodies in.
	ImpulsePerLength float64
	// Filter selects the colliders that the blast hits; the zero filter selects all but
	// sensors. Only dynamic bodies move.
	Filter QueryFilter
	// Shields selects the colliders that shield what lies behind them; the zero filter
	// selects all but sensors. A collider that the point lies in, or on, shields nothing.
	Shields QueryFilter
	// MinShieldMass is the mass in kg below which a dynamic body shields nothing, such as
	// leaves and splinters.
	MinShieldMass float64
	NoShielding   bool // nothing shields
}

// ExplosionHit is a body that an explosion has hit, with what it got.
type ExplosionHit struct {
	Body           Body
	Impulse        mgl64.Vec2 // N s
	AngularImpulse float64    // N m s about the centre of mass
}

func (e *Explosion) validate(w *World) error {
	if err := w.checkPosition("Point", geom.From(e.Point)); err != nil {
		return err
	}
	for _, f := range []struct {
		name  string
		value float64
	}{{"Radius", e.Radius}, {"Falloff", e.Falloff}, {"MinShieldMass", e.MinShieldMass}} {
		if err := geom.CheckNotNegative(f.name, f.value); err != nil {
			return err
		}
		if err := checkFloat32Range(f.name, f.value); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name string
		rule InsideRule
	}{{"Filter.Inside", e.Filter.Inside}, {"Shields.Inside", e.Shields.Inside}} {
		if f.rule > InsidePasses {
			return geom.NewFieldError(f.name, f.rule, geom.ErrOutOfRange)
		}
	}
	return checkFloat32Range("ImpulsePerLength", e.ImpulsePerLength)
}

// Explode lets an explosion act at once, and wakes the bodies that it hits. Bodies around the
// point get nothing, as no part of their outline faces it. The error is a *geom.FieldError for
// a number that is unusable.
//
// What stands between is found by rays to parts of the outline that are at most a quarter of
// the collider's radius long, so a body half in the shadow of another gets about half.
func (w *World) Explode(e Explosion) error {
	if err := w.beginChange(callExplode, 0, func(r callRecorder) { r.value(e) }); err != nil {
		return err
	}
	defer w.endChange()
	if err := e.validate(w); err != nil {
		return err
	}
	b := &w.blast
	b.begin(w, e)
	b.hits = b.hits[:0]
	if e.ImpulsePerLength == 0 || e.Radius+e.Falloff == 0 {
		return nil
	}
	b.findTargets()
	for _, c := range b.targets {
		b.hit(c)
	}
	// The game's shapes have run; from here on nothing can fail.
	for i := range b.hits {
		b.applyTo(&b.hits[i])
	}
	return nil
}

// ExplosionHits yields the bodies that the last explosion has hit, in ascending order of
// their slots, without those destroyed since.
func (w *World) ExplosionHits() iter.Seq[ExplosionHit] {
	return func(yield func(ExplosionHit) bool) {
		w.checkReadable()
		for i := 0; i < len(w.blast.hits); i++ {
			if hit := w.blast.hits[i]; hit.Body.Valid() && !yield(hit) {
				return
			}
		}
	}
}

// blast is the work on one explosion.
type blast struct {
	w        *World
	def      Explosion
	hitting  QueryFilter
	shields  QueryFilter
	point    geom.Vec2
	targets  []state.ColliderSlot
	hits     []ExplosionHit // in ascending order of slots
	pieces   []outline.Piece
	facets   []outline.Facet
	target   state.ColliderSlot // of the ray under way
	ray      geom.Ray
	shielded bool

	// The methods as visitors: one made at the call would allocate.
	visitTarget func(uint32) bool
	visitShield func(uint32, float64) float64
}

func (b *blast) begin(w *World, e Explosion) {
	if b.w == nil {
		b.w, b.visitTarget, b.visitShield = w, b.onTarget, b.onShield
	}
	b.def, b.point = e, geom.From(e.Point)
	b.hitting, b.shields = e.Filter.normalized(), e.Shields.normalized()
}

// findTargets finds the colliders in reach, in ascending order of bodies and colliders.
func (b *blast) findTargets() {
	b.targets = b.targets[:0]
	reach := b.def.Radius + b.def.Falloff
	box := geom.Box{Min: b.point, Max: b.point}.Grow(reach)
	b.w.pipeline.Broadphase.Query(box.ToBox32(), b.hitting.Mask, b.visitTarget)
	slices.SortFunc(b.targets, func(c, d state.ColliderSlot) int {
		return cmp.Or(cmp.Compare(b.w.shapes.Link[c].Owner, b.w.shapes.Link[d].Owner), cmp.Compare(c, d))
	})
}

func (b *blast) onTarget(i uint32) bool {
	c := state.ColliderSlot(i)
	if b.w.bodies.Meta[b.w.shapes.Link[c].Owner].Type == body.Dynamic && b.w.queryAccepts(&b.hitting, c) {
		b.targets = append(b.targets, c)
	}
	return true
}

// strength returns the fraction of the full strength at a distance from the point.
func (b *blast) strength(distance float64) float64 {
	if distance <= b.def.Radius {
		return 1
	}
	return max(1-(distance-b.def.Radius)/b.def.Falloff, 0)
}

// applyTo gives a body its impulse.
func (b *blast) applyTo(hit *ExplosionHit) {
	slot := b.w.bodies.SlotOf(hit.Body.id)
	b.w.linking.Wake(slot)
	row := b.w.bodies.Row(slot)
	st, d := &b.w.bodies.State[row], &b.w.bodies.Dynamics[row]
	m, i := float64(d.InvMass), float64(d.InvInertia)
	st.SetVelocity(
		changedVelocity(st.VX, m*hit.Impulse[0]),
		changedVelocity(st.VY, m*hit.Impulse[1]),
		changedVelocity(st.W, i*hit.AngularImpulse),
	)
}

// changedVelocity adds to a velocity, within the range of those that a game may set.
func changedVelocity(v float32, change float64) float32 {
	const most = 1e18
	return float32(math.Max(-most, math.Min(most, float64(v)+float64(change))))
}

// isShield reports whether a collider shields others.
func (b *blast) isShield(c state.ColliderSlot) bool {
	if !b.w.queryAccepts(&b.shields, c) {
		return false
	}
	m := &b.w.bodies.Meta[b.w.shapes.Link[c].Owner]
	return m.Type != body.Dynamic || m.Mass >= b.def.MinShieldMass
}

// convexOf returns a collider's shape and its pose relative to the point.
func (b *blast) convexOf(c state.ColliderSlot) (shape.Convex, geom.Transform) {
	pose := *b.w.poseOf(c)
	pose.P = pose.P.Sub(b.point)
	return b.w.shapes.Convex(c), pose
}
