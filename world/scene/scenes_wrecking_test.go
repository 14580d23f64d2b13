package scene

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// wreckingBall is the scene of make demo: something of everything.
func wreckingBall() *Scene {
	s := newTestScene("A wrecking ball breaks a castle with its guard, and the ruins fall into the moat.", 9, viewOf(-17.5, -4.5, 19, 13))
	s.addStatic(mgl64.Vec2{-5.5, -2.25}, 0, plainCollider(shape.Box(12.5, 2.25)))
	s.addStatic(mgl64.Vec2{13, -4.25}, 0, plainCollider(shape.Box(6, 0.25)))
	s.addStatic(mgl64.Vec2{18.75, -2}, 0, plainCollider(shape.Box(0.25, 2.5)))
	s.Areas = []Area{{Def: world.AreaDef{
		Name: "moat", Shape: shape.Box(5.75, 1.6), Position: mgl64.Vec2{12.75, -2.4},
		Effects: []area.Effect{area.Fluid{LinearDrag: 0.5, QuadraticDrag: 1}},
	}}}
	s.addCastle()
	s.addChainedBall(mgl64.Vec2{-6.5, 11.5}, 8)
	raft := s.addDynamic(mgl64.Vec2{14.5, -0.6}, 0, light(shape.Box(2, 0.2), 0.3))
	raft.Def.Name = "raft"
	s.addRagdoll(1, mgl64.Vec2{3, 7.83}, 0)
	s.addRagdoll(2, mgl64.Vec2{14.5, -0.4}, 0)
	s.addRagdoll(3, mgl64.Vec2{5.5, 0}, 0)
	return s
}

func light(of shape.Support, density float64) Collider {
	return Collider{Shape: of, Def: world.ColliderDef{Density: density}}
}

// addCastle builds two towers of crates with three floors of planks between them and merlons on
// top.
func (s *Scene) addCastle() {
	crate, plank := light(shape.Box(0.4, 0.4), 0.4), light(shape.Box(2.4, 0.12), 0.4)
	y := 0.0
	for range 3 {
		for range 3 {
			for _, x := range []float64{0.4, 1.2, 4, 4.8} {
				s.addDynamic(mgl64.Vec2{x, round(y + 0.4)}, 0, crate)
			}
			y = round(y + 0.8)
		}
		s.addDynamic(mgl64.Vec2{2.6, round(y + 0.12)}, 0, plank)
		y = round(y + 0.24)
	}
	for i := range 4 {
		if i != 1 && i != 2 {
			s.addDynamic(mgl64.Vec2{round(0.6 + 1.33*float64(i)), round(y + 0.3)}, 0, light(shape.Box(0.3, 0.3), 0.4))
		}
	}
}

// addChainedBall hangs a ball on a chain of links that leads to the left of its hook.
func (s *Scene) addChainedBall(hook mgl64.Vec2, links int) {
	const half = 0.55
	before, at := "", hook
	for i := range links {
		name := fmt.Sprint("link ", i+1)
		center := mgl64.Vec2{round(hook[0] - (2*float64(i)+1)*half), hook[1]}
		link := shape.Capsule{A: mgl64.Vec2{-half, 0}, B: mgl64.Vec2{half, 0}, Radius: 0.1}
		s.addDynamic(center, 0, light(link, 2)).Def.Name = name
		anchor := mgl64.Vec2{-half, 0}
		if before == "" {
			anchor = at
		}
		s.addJoint(before, name, joint.Revolute{LocalAnchorA: anchor, LocalAnchorB: mgl64.Vec2{half, 0}})
		before = name
	}
	end := mgl64.Vec2{round(hook[0] - 2*float64(links)*half), hook[1]}
	ball := s.addDynamic(mgl64.Vec2{round(end[0] - 1), end[1]}, 0, light(shape.Circle{Radius: 1}, 12))
	ball.Def.Name = "ball"
	s.addJoint(before, "ball", joint.Revolute{LocalAnchorA: mgl64.Vec2{-half, 0}, LocalAnchorB: mgl64.Vec2{1, 0}})
}

// The castle stands until the ball comes; then it falls, and things move in every second of the
// picture.
func TestWreckingBallBreaksCastle(t *testing.T) {
	w, c := start(t, wreckingBall())
	ball, _ := c.Body("ball")
	crate := c.Bodies[3+4*8] // high up in the left tower
	start := crate.Position()
	for w.Time() < 1 {
		w.Tick()
	}
	require.InDelta(t, start[1], crate.Position()[1], 0.05, "it stands")
	afloat := 0
	for second := range 9 {
		moving := 0
		runTicks(w, 60)
		for b := range w.Bodies() {
			if b.LinearVelocity().Len() > 0.3 {
				moving++
			}
		}
		require.Greater(t, moving, 3, "after %d s", second+1)
	}
	require.Less(t, crate.Position()[1], start[1]-3)
	require.True(t, ball.Position()[1] < 11)
	for b := range w.Bodies() {
		if p := b.Position(); p[0] > 7.5 && p[1] < 0 && p[1] > -2 && b.Type() == body.Dynamic {
			afloat++
		}
	}
	require.Greater(t, afloat, 5)
}
