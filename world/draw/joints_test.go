package draw_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The numbers of lines and points in the picture of each kind of joint.
func TestEveryJointKindIsDrawn(t *testing.T) {
	up := mgl64.Vec2{0, 1}
	for name, c := range map[string]struct {
		make  func(w *world.World, b world.Body) world.Joint
		lines int
	}{
		"rod": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{})).Joint
		}, 2},
		"spring": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{SpringHertz: 2})).Joint
		}, 1 + 13},
		"pulley": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreatePulley(w.Ground(), b, joint.Pulley{WheelB: up})).Joint
		}, 1 + 3},
		"groove": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateGroove(w.Ground(), b, joint.Groove{LocalGrooveA2: up})).Joint
		}, 2},
		"ratchet": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateRatchet(w.Ground(), b, joint.Ratchet{})).Joint
		}, 1},
		"filter": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateNoCollision(w.Ground(), b, joint.NoCollision{})).Joint
		}, 0},
		"custom": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateCustom([]world.Body{w.Ground(), b}, joint.Custom{Constraint: emptyConstraint{}})).Joint
		}, 0},
	} {
		w := world.Must(world.New(world.Config{Workers: 1}))
		defer w.Close()
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{3, 3}}))
		c.make(w, b)
		var r recorder
		draw.World(w, &r, draw.Options{Joints: true})
		require.Len(t, r.lines, c.lines, name)
		for _, line := range r.lines {
			for _, end := range line {
				require.LessOrEqual(t, end.Sub(mgl64.Vec2{1.5, 1.5}).Len(), 2.5, "%s: lines stay at the joint", name)
			}
		}
	}
}

type emptyConstraint struct{}

func (emptyConstraint) Measure(*joint.ConstraintContext) {}
