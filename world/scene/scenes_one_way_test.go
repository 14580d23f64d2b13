package scene

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The levels of the tower: the ground and four platforms.
const (
	towerSpacing = 2.5
	towerLevels  = 5
	towerRadius  = 0.2 // of what is thrown
)

// towerColumns are the middles of the columns, each of platforms of one make.
var towerColumns = []float64{-9, -5, -1, 3}

// towerHeight is the height of the surface over a point. The second column has ridges.
func towerHeight(column, level int, x float64) float64 {
	y := towerSpacing * float64(level)
	if column == 1 && level > 0 {
		y += 0.4 * (1 - math.Abs(x-towerColumns[column])/1.5)
	}
	return y
}

func oneWayTower() *Scene {
	s := newTestScene("Capsules come up through the one-way ground of a tower, at 7 to 38 m/s, and stand on the highest "+
		"platform that they cleared: boxes, chains with a ridge, tiles, boards of bodies that lie on their side. Three balls "+
		"come down at 100 m/s and stay on the roof. The bar on the right turns over: it carries the first boxes, and the "+
		"last ones meet its face from below.",
		12, viewOf(-12, -1.5, 12, 14))
	oneWay := world.ColliderDef{OneWay: mgl64.Vec2{0, 1}}
	s.Bodies = append(s.Bodies, Body{Def: body.Def{Type: body.Static, Name: "ground"}, Chains: []Chain{
		{Points: []mgl64.Vec2{{12, 0}, {6, 0}, {0, 0}, {-12, 0}}, Def: oneWay},
	}})
	for column, x := range towerColumns {
		for level := 1; level < towerLevels; level++ {
			s.addTowerPlatform(column, mgl64.Vec2{x, towerSpacing * float64(level)}, oneWay)
		}
		for level := range towerLevels {
			s.throwUp(column, level)
		}
	}
	s.Bodies = append(s.Bodies, Body{
		Def:       body.Def{Type: body.Kinematic, Name: "bar", Position: mgl64.Vec2{8.5, 5}, Angle: -0.6, AngularVelocity: 0.35},
		Colliders: []Collider{{Shape: shape.Box(2.5, 0.1), Def: oneWay}},
	})
	for i := range 8 {
		const apex = 9.0
		depth := 3 + 2*float64(i)
		if i >= 4 {
			depth = 350 + 20*float64(i)
		}
		b := s.addDynamic(mgl64.Vec2{round(7 + 0.7*float64(i%4)), -depth}, 0, plainCollider(shape.Box(towerRadius, towerRadius)))
		b.Def.LinearVelocity = mgl64.Vec2{0, round(math.Sqrt(20 * (apex + depth)))}
	}
	return s
}

// addTowerPlatform adds a platform three metres wide, of the make of its column.
func (s *Scene) addTowerPlatform(column int, at mgl64.Vec2, oneWay world.ColliderDef) {
	switch column {
	case 0:
		s.addStatic(at.Sub(mgl64.Vec2{0, 0.1}), 0, Collider{Shape: shape.Box(1.5, 0.1), Def: oneWay})
	case 1:
		s.Bodies = append(s.Bodies, Body{Def: body.Def{Type: body.Static, Position: at}, Chains: []Chain{
			{Points: []mgl64.Vec2{{1.5, 0}, {0, 0.4}, {-1.5, 0}}, Def: oneWay},
		}})
	case 2:
		var tiles []Collider
		for i := range 6 {
			tiles = append(tiles, Collider{Shape: shape.OffsetBox(0.25, 0.15, mgl64.Vec2{-1.25 + 0.5*float64(i), -0.15}, 0), Def: oneWay})
		}
		s.addStatic(at, 0, tiles...)
	default:
		// The body is turned by a quarter, so its own direction is to the right.
		oneWay.OneWay = mgl64.Vec2{1, 0}
		s.addStatic(at.Sub(mgl64.Vec2{0, 0.05}), round(90*degree), Collider{Shape: shape.Box(0.05, 1.5), Def: oneWay})
	}
}

// throwUp throws a capsule from far below that rises a metre above a level of the tower and not
// to the next. A ball comes down onto the roof.
func (s *Scene) throwUp(column, level int) {
	x := towerColumns[column] - 1 + 0.5*float64(level)
	depth := 1 + 15*float64((3*level+2*column)%towerLevels)
	apex := towerHeight(column, level, x) + 1 + 2*towerRadius
	b := s.addDynamic(mgl64.Vec2{round(x), -depth}, 0, plainCollider(shape.Capsule{A: mgl64.Vec2{0, -0.2}, B: mgl64.Vec2{0, 0.2}, Radius: towerRadius}))
	b.Def.LinearVelocity = mgl64.Vec2{0, round(math.Sqrt(20 * (apex + depth)))}
	b.Def.LockRotation = true
	if level == towerLevels-1 && column != 1 {
		ball := s.addDynamic(mgl64.Vec2{round(x - 1.5), 90}, 0, plainCollider(shape.Circle{Radius: towerRadius}))
		ball.Def.LinearVelocity = mgl64.Vec2{0, -100}
	}
}

// Everything ends on the platform that it cleared, and one that drops through on the next one
// below.
func TestOneWayTowerHolds(t *testing.T) {
	w, _, _ := buildNamed(t, oneWayTower())
	var bodies []world.Body
	for b := range w.Bodies() {
		if b.Type() == body.Dynamic {
			bodies = append(bodies, b)
		}
	}
	tickSeconds(w, 12)
	feet := func(b world.Body) float64 {
		lowest := math.Inf(1)
		for c := range b.Colliders() {
			lower, _ := c.Bounds()
			lowest = min(lowest, lower[1])
		}
		return lowest
	}
	i := 0
	var dropper world.Body
	for column := range towerColumns {
		for level := range towerLevels {
			b := bodies[i]
			i++
			want := towerHeight(column, level, b.Position()[0])
			require.InDelta(t, want, feet(b), 0.05, "column %d, level %d: %v", column, level, b.Position())
			if column == 2 && level == 3 {
				dropper = b
			}
			if level == towerLevels-1 && column != 1 {
				require.InDelta(t, want, feet(bodies[i]), 0.05, "the ball on the roof of column %d", column)
				i++
			}
		}
	}
	for _, b := range bodies[i:] {
		require.GreaterOrEqual(t, feet(b), -0.01, "the ground or the bar")
	}
	require.NoError(t, dropper.DropThrough())
	tickSeconds(w, 0.1)
	require.True(t, dropper.Dropping())
	tickSeconds(w, 1.5)
	require.False(t, dropper.Dropping())
	require.InDelta(t, towerHeight(2, 2, dropper.Position()[0]), feet(dropper), 0.01)
}
