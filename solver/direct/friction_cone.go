package direct

import (
	"math"

	"github.com/carom2d/carom/internal/state"
)

// setCone sets the friction cone of a contact. Package solver documents its effect.
func (p *contact) setCone(c *state.FrictionCone) {
	p.hasCone, p.slip = true, float64(c.Slip)
	p.cone = [4]float64{float64(c.Left), float64(c.Right), float64(c.StaticLeft), float64(c.StaticRight)}
	p.chooseFriction()
}

// chooseFriction sets the coefficients at the present slip.
func (p *contact) chooseFriction() {
	p.left, p.right = p.cone[0], p.cone[1]
	if p.slip < 1 {
		p.left, p.right = p.cone[2], p.cone[3]
	}
}

// limit returns the largest impulse of a friction or rolling line under the sum of the normal
// impulses, for the sign of the given impulse. A positive friction impulse holds a contact that
// slides to the left of the normal.
func (p *contact) limit(line int, normal, impulse float64) float64 {
	switch {
	case line != int(p.points):
		return float64(p.rolling * normal)
	case !p.hasCone:
		return float64(p.friction * normal)
	case math.Signbit(impulse):
		return float64(p.right * normal)
	default:
		return float64(p.left * normal)
	}
}

// updateSlip adds the slip of a sub-step after the relax pass, or clears it if the contact holds.
func (g *Set) updateSlip(p *contact, lines []line, q *Correction) {
	const held = 0.999 // of the limit
	l, sum := &lines[p.points], 0.0
	for _, n := range lines[:p.points] {
		sum += n.impulse
	}
	if !(math.Abs(l.impulse) >= float64(held*p.limit(int(p.points), sum, l.impulse))) || sum == 0 {
		p.slip = 0
	} else {
		p.slip = min(p.slip+max(float64(math.Abs(g.rateAfter(l.rate, p.a, p.b, &l.ja, &l.jb))*q.SlipRate), q.MinSlip), 1)
	}
	p.chooseFriction()
}
