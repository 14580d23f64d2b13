package solver

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
)

// Contacts that bounce together.
//
// limitBounceFriction foresees the bounce of one contact. If bodies meet at several contacts, such
// as the parts of compounds or a ball in a corner, the impulse of one contact may reverse the
// sliding at another one, and the friction that stops it adds energy. So the motion before the
// bounce is kept, and the energy of each contact is found after the sweeps. Friction that has added
// more energy than the normal impulses of its contact took is limited, and the sweeps go on. They
// also go on if the normal impulses have added energy: points near each other converge slowly, and
// a point that has an impulse and leaves faster than its rebound speed has not converged.

// bounceLimitPasses is the largest number of times that the sweeps of a round go on. All of them
// share the budget of the round, but for the first time.
const bounceLimitPasses = 4

// bounceGain is the energy that a contact may add, relative to the energy of its approach.
const bounceGain = 1e-4

// gainingRestitution is the restitution from which contacts that bounce together may add energy. Of
// 6000 rough hits of compounds that bounce unlimited 47 add energy at 1, one at .8 and none at .7.
const gainingRestitution = 0.6

// bounceStart is the motion of a contact before its bounce. The sign of the tangent is the sign of
// the friction.
type bounceStart struct {
	tangent float32    // m/s, against the surface
	normal  [2]float32 // of the points, m/s
	slowed  float32    // the speed to which friction may slow a reversed sliding; zero: it stops it
	known   bool       // the contact has gainingRestitution or more
}

// motionOf returns the motion of a lane. The speed of its surface is not limited yet.
func (r *bundle2) motionOf(l int, a, b *state.BodyState) bounceStart {
	h, p, q := &r.header, &r.points[0], &r.points[1]
	vx, vy := b.VX-a.VX, b.VY-a.VY
	un := float32(h.nx[l]*vx) + float32(h.ny[l]*vy)
	return bounceStart{
		tangent: float32(h.ny[l]*vx) - float32(h.nx[l]*vy) + (float32(b.W*h.tb[l]) - float32(a.W*h.ta[l])) + p.currentSeparation[l],
		normal:  [2]float32{un + (float32(b.W*p.kb[l]) - float32(a.W*p.ka[l])), un + (float32(b.W*q.kb[l]) - float32(a.W*q.ka[l]))},
	}
}

// limitTogether limits the friction of the contacts of a round that has added energy. It reports
// whether contacts have added energy, so that the sweeps must go on.
func (s *Solver) limitTogether(pool *par.Pool) (found bool) {
	m := &s.restitution
	blocks := par.Blocks(len(m.kinds), bounceBlock)
	m.gains = grow.ResizeDiscard(m.gains, blocks)
	pool.Run(blocks, (*bounceLimiter)(s))
	for _, gain := range m.gains {
		found = found || gain
	}
	return found
}

// bounceLimiter limits the friction of the contacts of a round, in blocks.
type bounceLimiter Solver

// Do limits the friction of the contacts of a block.
func (t *bounceLimiter) Do(block, _ int) {
	m, states := &t.restitution, t.in.Bodies.State
	lo, hi := par.Span(block, len(m.kinds), bounceBlock)
	m.gains[block] = false
	for i := lo * bundleSize; i < min(hi*bundleSize, len(m.contactRows)); i++ {
		start, r, l := &m.starts[i], &m.bundles[i/bundleSize], i%bundleSize
		if !start.known {
			continue
		}
		a, b := &states[r.a[l].Row()], &states[r.b[l].Row()]
		end, jt := r.motionOf(l, a, b), r.tangentImpulse[l]
		// With the target t of the normal velocity, vn + vn' = (vn + t) + (vn' - t). The second
		// term is the error of a point that has not converged.
		friction := float32(jt * (start.tangent + (end.tangent - start.slowed)))
		var lag, loss, scale float32
		for k := range r.points {
			jn, target := r.points[k].impulse[l], r.points[k].separation[l]
			lag += float32(jn * simd.Max(end.normal[k]-target, 0))
			loss -= float32(jn * (start.normal[k] + target))
			scale -= float32(jn * start.normal[k])
		}
		if !(friction+lag > simd.Max(loss, 0)+float32(bounceGain*scale)) {
			continue
		}
		m.gains[block] = true
		if start.slowed == 0 && friction > 0 {
			start.slowed = start.tangent
			r.slowTo(l, start.tangent)
		}
	}
}
