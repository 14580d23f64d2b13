package character_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

const gravity = 10.0

// A level is a world with one character that a test drives.
type level struct {
	t testing.TB
	w *world.World
	c *character.Character

	speed  float64 // level, m/s, that the player asks for
	jump   float64 // m/s, once
	before func()  // moves platforms
	after  func()
}

func newLevel(t testing.TB, hertz float64) *level {
	l := &level{t: t}
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -gravity}, Timestep: 1 / hertz, Workers: 1, BeforeTick: func(*world.World) { l.drive() }}))
	t.Cleanup(w.Close)
	l.w = w
	return l
}

func (l *level) drive() {
	if l.before != nil {
		l.before()
	}
	if l.c == nil {
		return
	}
	v := l.c.Velocity()
	v[0] = l.speed
	v[1] -= float64(gravity * l.w.Config().Timestep)
	if l.jump != 0 {
		v[1], l.jump = l.jump, 0
	}
	require.NoError(l.t, l.c.Move(v))
}

func (l *level) run(seconds float64) {
	for n := int(math.Round(seconds / l.w.Config().Timestep)); n > 0; n-- {
		l.w.Tick()
		if l.after != nil {
			l.after()
		}
	}
}

func (l *level) spawn(def character.Def, x, y float64) *character.Character {
	c := world.Must(character.New(l.w, def, mgl64.Vec2{x, y}))
	l.c = c
	return c
}

func addBody(w *world.World, def body.Def, s shape.Support, c world.ColliderDef) world.Body {
	b := world.Must(w.CreateBody(def))
	world.Must(b.Attach(s, c))
	return b
}

func (l *level) static(s shape.Support) world.Collider {
	return world.Must(world.Must(l.w.CreateBody(body.Def{Type: body.Static})).Attach(s, world.ColliderDef{}))
}

func (l *level) box(x0, y0, x1, y1 float64) world.Collider {
	s := world.Must(shape.NewPolygon([]mgl64.Vec2{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 0))
	return l.static(s)
}

func polygon(t testing.TB, points ...mgl64.Vec2) shape.Support {
	return world.Must(shape.NewPolygon(points, 0))
}

const skin = 0.0005

var rates = []float64{30, 60, 144}

func eachRate(t *testing.T, test func(t *testing.T, hertz float64)) {
	for _, hertz := range rates {
		t.Run(map[float64]string{30: "30Hz", 60: "60Hz", 144: "144Hz"}[hertz], func(t *testing.T) { test(t, hertz) })
	}
}

func TestFallsLandsAndWalks(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		l := newLevel(t, hertz)
		l.box(-50, -1, 50, 0)
		c := l.spawn(character.Def{}, 0, 3)
		l.run(1.5)
		require.True(t, c.OnFloor())
		require.InDelta(t, 0.8+skin, c.Position()[1], 1e-6)
		x := c.Position()[0]
		l.speed = 4
		l.run(2)
		require.InDelta(t, 8, c.Position()[0]-x, 1e-6)
		require.InDelta(t, 0.8+skin, c.Position()[1], 1e-6)
	})
}

func TestSlopes(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, degrees := range []float64{10, 30, 44, 46, 60} {
			l := newLevel(t, hertz)
			l.box(-50, -1, 0, 0)
			a := degrees * math.Pi / 180
			l.static(polygon(t, mgl64.Vec2{0, 0}, mgl64.Vec2{20, -1}, mgl64.Vec2{20 * math.Cos(a), 20 * math.Sin(a)}))
			c := l.spawn(character.Def{}, -2, 0.81)
			l.run(0.5)
			l.speed = 4
			l.run(1.5)
			if degrees > 45 {
				require.LessOrEqual(t, c.Position()[1], 0.81, "%v", degrees)
				l.jump = 4
				l.run(0.3)
				l.run(1.5)
				require.LessOrEqual(t, c.Position()[1], 0.81, "%v", degrees)
				continue
			}
			p := c.Position()
			l.run(1)
			require.InDelta(t, 4, c.Position().Sub(p).Len(), 1e-6, "%v", degrees)
			l.speed = 0
			l.run(0.1)
			p = c.Position()
			l.run(10)
			require.Zero(t, c.Position().Sub(p).Len(), "%v", degrees)
			l.speed = -4
			l.run(1)
			require.InDelta(t, 4, c.Position().Sub(p).Len(), 1e-6, "%v", degrees)
			require.True(t, c.OnFloor())
		}
	})
}

func stairs(l *level, height, tread float64, n int) {
	for i := range n {
		x, y := float64(tread*float64(i)), float64(height*float64(i))
		l.box(x, y-0.5, x+20, float64(height*float64(i+1)))
	}
}

func TestStairs(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, tread := range []float64{0.25, 0.4, 0.5} {
			l := newLevel(t, hertz)
			l.box(-50, -1, 50, 0)
			stairs(l, 0.29, tread, 10)
			c := l.spawn(character.Def{}, -1, 0.81)
			l.run(0.2)
			l.speed = 4
			grounded, ticks := 0, 0
			l.after = func() {
				ticks++
				if c.OnFloor() {
					grounded++
				}
			}
			l.run(2)
			require.InDelta(t, 8, c.Position()[0]+1, 0.08)
			require.InDelta(t, 2.9+0.8+skin, c.Position()[1], 1e-6)
			require.Equal(t, ticks, grounded, "up")
			l.speed = -4
			grounded, ticks = 0, 0
			l.run(2)
			require.Equal(t, ticks, grounded, "down")
			require.InDelta(t, -1, c.Position()[0], 0.08)
			require.InDelta(t, 0.8+skin, c.Position()[1], 1e-6)
		}
		for _, height := range []float64{0.31, 0.5} {
			l := newLevel(t, hertz)
			l.box(-50, -1, 50, 0)
			stairs(l, height, 0.5, 1)
			c := l.spawn(character.Def{}, -1, 0.81)
			l.run(0.2)
			l.speed = 4
			l.run(2)
			require.LessOrEqual(t, c.Position()[1], 0.81)
			require.True(t, c.OnWall())
		}
	})
}

func TestPlatforms(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, v := range []mgl64.Vec2{{3, 0}, {0, 3}, {0, 10}, {0, -10}, {-3, -3}} {
			l := newLevel(t, hertz)
			b := addBody(l.w, body.Def{Type: body.Kinematic}, shape.Box(4, 0.2), world.ColliderDef{})
			c := l.spawn(character.Def{}, 0, 0.1+0.81)
			l.run(0.5)
			time := 0.0
			worst := 0.0
			p := c.Position().Sub(b.Position())
			l.before = func() {
				time += 1 / hertz
				s := math.Sin(time*2) / 2
				require.NoError(t, b.MoveTo(v.Mul(s), 0))
			}
			l.after = func() { worst = max(worst, c.Position().Sub(b.Position()).Sub(p).Len()) }
			l.run(4)
			require.Less(t, worst, 1e-6)
			require.True(t, c.OnFloor())
		}
	})
}

func TestJumpFromLiftKeepsItsSpeed(t *testing.T) {
	l := newLevel(t, 60)
	b := addBody(l.w, body.Def{Type: body.Kinematic}, shape.Box(4, 0.2), world.ColliderDef{})
	c := l.spawn(character.Def{}, 0, 0.1+0.81)
	l.run(0.5)
	require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{3, 5}))
	l.run(0.5)
	p := c.Position()
	l.jump = 4
	l.run(1.0 / 60)
	require.False(t, c.OnFloor())
	require.InDelta(t, 3.0/60, c.Position()[0]-p[0], 1e-6)
	require.InDelta(t, 9.0/60, c.Position()[1]-p[1], 1e-6)
	l.run(2)
	require.True(t, c.OnFloor())
	require.InDelta(t, 0, c.Position()[0]-b.Position()[0], 1e-3)
}

func TestTurningWheel(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		l := newLevel(t, hertz)
		b := addBody(l.w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, -3}}, shape.Circle{Radius: 3}, world.ColliderDef{})
		c := l.spawn(character.Def{}, -1, 0.81)
		l.run(0.5)
		require.True(t, c.OnFloor())
		require.NoError(t, b.SetAngularVelocity(-0.8))
		f, _ := c.Floor()
		local := b.LocalPoint(f.Point)
		worst := 0.0
		l.after = func() {
			f, ok := c.Floor()
			require.True(t, ok)
			worst = max(worst, b.LocalPoint(f.Point).Sub(local).Len())
		}
		l.run(1)
		require.Less(t, worst, 1e-4)
	})
}

func TestLowTunnelKeepsOut(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	l.box(0, 1.5, 5, 3)
	c := l.spawn(character.Def{}, -2, 0.81)
	l.speed = 4
	l.run(2)
	require.Less(t, c.Position()[0], -0.1)
}

func TestWallsAndCeilingsOfBricks(t *testing.T) {
	l := newLevel(t, 60)
	for i := range 60 {
		l.box(0, -float64(i)*0.5, 1, -float64(i)*0.5+0.5)
	}
	c := l.spawn(character.Def{}, -0.31, 0)
	l.speed = 4
	l.run(1)
	require.InDelta(t, -5-1.0/12, c.Position()[1], 1e-3)
	require.True(t, c.OnWall())
}
