package world

import (
	"iter"

	"github.com/carom2d/carom/collision/explosion"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// Explosion is a blast from a point. It gives each metre of outline that faces the point an impulse
// away from the point. The length is measured perpendicular to the direction to the point: a body
// far away gets ImpulsePerLength times its width as the point sees it. The impulses act at the
// outline, so a body that is hit off its centre spins.
type Explosion struct {
	Point mgl64.Vec2 // m
	// Radius is how far the blast has its full strength, m. Beyond, the strength falls
	// linearly and is zero at Radius + Falloff.
	Radius, Falloff float64
	// ImpulsePerLength is the strength, N s/m. A negative strength pulls bodies in.
	ImpulsePerLength float64
	// Filter selects the colliders that the blast hits; the zero filter selects all but
	// sensors. Only dynamic bodies move.
	Filter QueryFilter
	// Shields selects the colliders that shield others behind them; the zero filter selects all but
	// sensors. A collider that contains the point shields nothing.
	Shields QueryFilter
	// MinShieldMass is the mass in kg below which a dynamic body, such as a leaf or a splinter,
	// shields nothing.
	MinShieldMass float64
	NoShielding   bool // nothing shields
}

// ExplosionHit is a body that an explosion has hit, with its impulse.
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

// Explode applies an explosion at once, and wakes the bodies that it hits. A body that contains the
// point gets no impulse, as no part of its outline faces the point. The error is a *geom.FieldError
// for a number that is unusable.
//
// Rays to parts of the outline find the colliders in between. A part is at most a quarter of the
// collider's radius long, so a body half in the shadow of another gets about half of the impulse.
func (w *World) Explode(e Explosion) error {
	if err := w.beginChange(recording.Explode, 0, func(r callRecorder) { r.value(e) }); err != nil {
		return err
	}
	defer w.endChange()
	if err := e.validate(w); err != nil {
		return err
	}
	w.blast.hits = w.blast.hits[:0]
	if e.ImpulsePerLength == 0 || e.Radius+e.Falloff == 0 {
		return nil
	}
	for _, hit := range w.blast.find(w, &e) {
		w.blast.hits = append(w.blast.hits, ExplosionHit{w.bodyAt(hit.Body), hit.Impulse.Mgl(), hit.AngularImpulse})
	}
	w.blast.stage.Apply() // the game's shapes have run; from here on nothing can fail
	return nil
}

// ExplosionHits yields the bodies that the last explosion hit, in ascending order of their slots,
// without the bodies destroyed since.
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

// blast is the last explosion.
type blast struct {
	hits    []ExplosionHit // in ascending order of slots
	*search                // nil as long as there was none: most small worlds have none
}

// search finds the bodies that an explosion hits.
type search struct {
	stage           explosion.Stage
	filter, shields QueryFilter // normalized
}

// find returns the bodies that an explosion hits.
func (b *blast) find(w *World, e *Explosion) []explosion.Hit {
	if b.search == nil {
		x := new(search)
		x.stage = explosion.New(&w.pipeline, &w.linking, explosion.Calls{
			Hits:    func(c state.ColliderSlot) bool { return w.queryAccepts(&x.filter, c) },
			Shields: func(c state.ColliderSlot) bool { return w.queryAccepts(&x.shields, c) },
		})
		b.search = x
	}
	b.filter, b.shields = e.Filter.normalized(), e.Shields.normalized()
	return b.stage.Find(explosion.Blast{
		Point: geom.From(e.Point), Radius: e.Radius, Falloff: e.Falloff, ImpulsePerLength: e.ImpulsePerLength,
		MinShieldMass: e.MinShieldMass, NoShielding: e.NoShielding, HitMask: b.filter.Mask, ShieldMask: b.shields.Mask,
	})
}
