//go:build !editor

package main

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/web/player"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// prepare does nothing: scenes are played, not edited.
func prepare(*player.Player) {}

// build makes a scene of its name.
func build(name string, settings map[string]float64) (player.Run, error) {
	if form, ok := piles[name]; ok {
		return pile(form, settings)
	}
	s := sceneNamed(name)
	if s == nil {
		return player.Run{}, fmt.Errorf("no scene is named %q", name)
	}
	r, err := s.Start(settings)
	if err != nil {
		return player.Run{}, err
	}
	var held gallery.Keys
	run := player.Run{
		World:   r.World,
		Advance: func() { r.Advance(held) },
		Keys:    func(k uint8) { held = gallery.Keys(k) },
		View:    [4]float64{r.Min[0], r.Min[1], r.Max[0], r.Max[1]},
		Follow:  r.Follow,
		Pace:    r.Pace,
		Keep:    r.Keep,
	}
	if r.Point != nil {
		run.Point = func(x, y float64, down bool) { r.Point(mgl64.Vec2{x, y}, down) }
	}
	return run, nil
}

// piles are the shapes of bodies that fall into a trough, by turns.
var piles = map[string][]shape.Support{
	"boxes": {shape.Box(0.25, 0.25)},
	"balls": {shape.Circle{Radius: 0.28}},
	"mixed": {
		shape.Box(0.3, 0.2), shape.Circle{Radius: 0.25}, shape.Capsule{A: mgl64.Vec2{-0.2, 0}, B: mgl64.Vec2{0.2, 0}, Radius: 0.15},
		shape.RegularPolygon(5, 0.3), shape.RegularPolygon(3, 0.32),
	},
}

const mostBodies = 20000

// pile drops bodies into a trough: settings has their number as "bodies", 500 if it is left out.
func pile(forms []shape.Support, settings map[string]float64) (player.Run, error) {
	count := 500
	if n, ok := settings["bodies"]; ok {
		if !(n >= 1 && n <= mostBodies) {
			return player.Run{}, fmt.Errorf("bodies: %g is not between 1 and %d", n, mostBodies)
		}
		count = int(n)
	}
	w, err := world.New(world.Config{Gravity: mgl64.Vec2{0, -10}})
	if err != nil {
		return player.Run{}, err
	}
	columns := int(math.Ceil(1.6 * math.Sqrt(float64(count))))
	half := 0.4*float64(columns) + 2
	trough, err := w.CreateBody(body.Def{Type: body.Static, Name: "trough"})
	if err != nil {
		return player.Run{}, err
	}
	for _, corners := range [][2]mgl64.Vec2{{{-half, 0}, {half, 0}}, {{-half, 0}, {-half - 3, half}}, {{half, 0}, {half + 3, half}}} {
		if _, err := trough.Attach(shape.Segment{A: corners[0], B: corners[1]}, world.ColliderDef{}); err != nil {
			return player.Run{}, err
		}
	}
	for i := range count {
		x, y := float64(i%columns)-0.5*float64(columns-1), float64(i/columns)
		sway, _ := geom.SinCos(float64(i))
		b, err := w.CreateBody(body.Def{Position: mgl64.Vec2{0.78*x + 0.1*sway, 1 + 0.8*y}, Angle: float64(i % 7)})
		if err != nil {
			return player.Run{}, err
		}
		if _, err := b.Attach(forms[i%len(forms)], world.ColliderDef{HitEvents: i%8 == 0}); err != nil {
			return player.Run{}, err
		}
	}
	return player.Run{World: w}, nil
}
