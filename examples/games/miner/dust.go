package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// mote is a speck of dust, which affects nothing.
type mote struct {
	at, velocity mgl64.Vec2
	left         float64 // s
}

const mostDust = 200

// puff lets dust fly from a place.
func (g *game) puff(at mgl64.Vec2, n int) {
	for i := range n {
		if len(g.dust) == mostDust {
			return
		}
		sin, cos := math.Sincos(2.4 * float64(len(g.dust)+i))
		g.dust = append(g.dust, mote{at, mgl64.Vec2{2 * cos, 2 + 2*sin}, 0.7})
	}
}

// drift moves the dust.
func (g *game) drift(dt float64) {
	kept := g.dust[:0]
	for _, m := range g.dust {
		if m.left -= dt; m.left > 0 {
			m.velocity[1] -= 9 * dt
			m.at = m.at.Add(m.velocity.Mul(dt))
			kept = append(kept, m)
		}
	}
	g.dust = kept
}
