package main

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/play"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
)

// below draws hills, which pass more slowly than the level, and the rock with the things on it.
func (g *game) below(c *ebitengine.Canvas) {
	for i := range 14 {
		x := 9*float64(i) - 10 + 0.4*g.Camera.Center[0]
		c.Circle(mgl64.Vec2{x, 0.5 - float64(i%3)}, 5+float64(i*5%4), draw.Style{Fill: play.Color(0xA5D2C9)})
	}
	for _, loop := range g.tiles {
		c.Polygon(loop, draw.Style{Fill: play.Color(0x7A5C43), Stroke: play.Color(0x3F7A3A), Width: 3})
	}
	for _, s := range g.spikes {
		for i := range 3 {
			x := s[0] - 0.5 + float64(i)/3
			c.Polygon([]mgl64.Vec2{{x, s[1] - 0.5}, {x + 1.0/3, s[1] - 0.5}, {x + 1.0/6, s[1] + 0.15}}, play.Look(0xC5CBD6))
		}
	}
	flag := g.flag
	c.Line(flag, flag.Add(mgl64.Vec2{0, 2.6}), 4, play.Color(0x5A4634))
	c.Polygon([]mgl64.Vec2{flag.Add(mgl64.Vec2{0, 2.6}), flag.Add(mgl64.Vec2{0, 1.7}), flag.Add(mgl64.Vec2{1.3, 2.15})}, play.Look(play.Red))
}

// above draws the player's face and feet, grass and water.
func (g *game) above(c *ebitengine.Canvas) {
	p, _ := g.player.Body().RenderPose()
	for i := range 2 {
		swing := 0.2 * math.Sin(g.strides*3+math.Pi*float64(i))
		c.Circle(p.Add(mgl64.Vec2{swing, -0.56 + 0.06*math.Abs(swing)}), 0.13, play.Look(0x7A3B2A))
		eye := p.Add(mgl64.Vec2{g.facing*0.1 + 0.11 - 0.22*float64(i), 0.3})
		c.Circle(eye, 0.09, draw.Style{Fill: play.Color(0xFFFFFF)})
		c.Circle(eye.Add(mgl64.Vec2{g.facing * 0.03, 0}), 0.045, draw.Style{Fill: play.Color(0x22262E)})
	}
	c.Polygon([]mgl64.Vec2{g.lower, {g.upper[0], g.lower[1]}, g.upper, {g.lower[0], g.upper[1]}}, play.Glow(0x3E8FD0, 0x60))
	ink := play.Color(0x22384A)
	c.Label(fmt.Sprintf("%d coins", g.coins), ebitengine.Top, 20, ink)
	if g.wins {
		c.Label(fmt.Sprintf("You are there, with %d coins!  R plays again", g.coins), ebitengine.Middle, 30, ink)
	}
}
