package fracture

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Breakable says when a body breaks by itself, and how.
type Breakable struct {
	Def

	// Impulse is the smallest impulse of a hit that breaks the body, N s over the tick. The hit
	// must be faster than world.Config.HitThreshold.
	Impulse float64

	// Seeds returns the seeds for a hit, in the world; nil stands for Spiral around its point, over
	// the whole body, with 24 seeds.
	Seeds func(world.Hit) []mgl64.Vec2

	// Broken is called after the body broke, or with the error if it could not break. Here a game
	// can show the break, and let the pieces break further. It may be nil.
	Broken func(Report, error)
}

// BreakOnHit breaks a body at the first hit that is hard enough, after the tick of the hit. It
// subscribes to the body's hits, and returns the subscription. The pieces have the motion of the
// body after the hit. In World.Events the hit then has a collider that is no longer valid.
//
// The subscription ends with the body, and World.Restore does not bring it back. A game that goes
// back in time, as package rollback does, calls Shatter for the hits in World.Events instead.
//
// The error is a *geom.FieldError that names Impulse, MinArea or Tolerance, or an error of
// world.Body.OnHit.
func BreakOnHit(b world.Body, br Breakable) (world.Subscription, error) {
	if err := geom.CheckNotNegative("Impulse", br.Impulse); err != nil {
		return world.Subscription{}, err
	}
	if err := br.check(); err != nil {
		return world.Subscription{}, err
	}
	return b.OnHit(func(h world.Hit) {
		if h.Impulse < br.Impulse || !b.Valid() {
			return
		}
		report, err := Shatter(b, br.seeds(b, h), br.Def)
		report.Hit = &h
		if br.Broken != nil {
			br.Broken(report, err)
		}
	})
}

func (br *Breakable) seeds(b world.Body, h world.Hit) []mgl64.Vec2 {
	if br.Seeds != nil {
		return br.Seeds(h)
	}
	reach := 0.0
	for c := range b.Colliders() {
		lower, upper := c.Bounds()
		for _, p := range [4]mgl64.Vec2{lower, upper, {lower[0], upper[1]}, {upper[0], lower[1]}} {
			reach = max(reach, geom.From(p).Distance(geom.From(h.Position)))
		}
	}
	return Spiral(h.Position, reach, 24)
}

// Spiral returns n seeds around a point, out to a radius in metres, denser near the point like the
// cracks in glass. Each seed is turned by the golden angle from the seed before, and the distances
// grow with the squares of the indices. The point itself is the first seed.
func Spiral(center mgl64.Vec2, radius float64, n int) []mgl64.Vec2 {
	const goldenAngle = 2.399963229728653
	seeds := make([]mgl64.Vec2, 0, max(n, 0))
	for i := range n {
		sin, cos := geom.SinCos(float64(goldenAngle * float64(i)))
		share := float64(i) / float64(max(n-1, 1))
		// Near the middle the distances grow linearly, so that no two seeds coincide.
		d := radius * (float64(0.3*share) + float64(0.7*float64(share*share)))
		seeds = append(seeds, geom.From(center).MulAdd(d, geom.Vec2{X: cos, Y: sin}).Mgl())
	}
	return seeds
}
