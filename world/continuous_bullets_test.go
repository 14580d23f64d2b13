package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// queryOrderSeeds is the number of worlds of fast bodies that obstacles stop in different orders.
var queryOrderSeeds = long.Pick(16, 20_000)

// tunnelCaseFactor multiplies the random cases.
var tunnelCaseFactor = long.Pick(1, 20)

func addBullet(t testing.TB, w *world.World, at, v mgl64.Vec2, s shape.Support, restitution float64) world.Body {
	return addBody(t, w, body.Def{Position: at, LinearVelocity: v, Bullet: true}, s,
		world.ColliderDef{Material: &shape.Material{Restitution: restitution}})
}

// Two bullets that fly at each other, up to 400 m/s each and a little off centre, bounce as
// two smooth balls do: the velocities along the line of centres at the impact are exchanged
// times the restitution, the rest is kept. The bullets are stopped a slop before they
// touch, which turns that line by less than 0.03 rad here.
func TestBulletsHeadOn(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 60 * tunnelCaseFactor {
		w := newRecordedWorld(t, world.Config{Workers: 1})
		speed := []float64{20, 50, 100, 200, 400}[i%5]
		other := speed * r.Float64()
		gap := 0.3 + 30*r.Float64()
		offset := 0.1 * (r.Float64() - 0.5)
		bounce := float64(i%3) / 2
		a := addBullet(t, w, mgl64.Vec2{0, 0}, mgl64.Vec2{speed, 0}, shape.Circle{Radius: 0.1}, bounce)
		b := addBullet(t, w, mgl64.Vec2{gap, offset}, mgl64.Vec2{-other, 0}, shape.Circle{Radius: 0.1}, bounce)
		for range int(gap/(speed+other)/dt) + 6 {
			w.Tick()
			require.Greater(t, b.Position().Sub(a.Position()).Len(), 0.19, "case %d", i)
		}
		n := mgl64.Vec2{math.Sqrt(0.04 - offset*offset), offset}.Mul(5)
		j := n.Mul((speed + other) * n[0] * (1 + bounce) / 2)
		wantA, wantB := mgl64.Vec2{speed, 0}.Sub(j), mgl64.Vec2{-other, 0}.Add(j)
		require.Less(t, a.LinearVelocity().Sub(wantA).Len(), 0.03*(speed+other), "case %d", i)
		require.Less(t, b.LinearVelocity().Sub(wantB).Len(), 0.03*(speed+other), "case %d", i)
	}
}

// One bullet overtakes another: it never passes, and pushes it on.
func TestBulletOvertakesBullet(t *testing.T) {
	for _, slow := range []float64{0, 10, 100, 200, 350, 399} {
		for _, gap := range []float64{0.25, 1, 3.3, 5} {
			w := newWorld(t, world.Config{Workers: 1})
			a := addBullet(t, w, mgl64.Vec2{0, 0}, mgl64.Vec2{400, 0}, shape.Circle{Radius: 0.1}, 0)
			b := addBullet(t, w, mgl64.Vec2{gap, 0}, mgl64.Vec2{slow, 0}, shape.Circle{Radius: 0.1}, 0)
			for range int(gap/(400-slow)/dt) + 5 {
				w.Tick()
				require.Less(t, a.Position()[0], b.Position()[0], "slow %v gap %v", slow, gap)
			}
			require.InDelta(t, 200+slow/2, a.LinearVelocity()[0], 2, "slow %v gap %v", slow, gap)
			require.InDelta(t, 200+slow/2, b.LinearVelocity()[0], 2, "slow %v gap %v", slow, gap)
		}
	}
}

// Two bullets cross at right angles and would be at the crossing together: both are
// deflected. They pass when one is late by more than their sizes.
func TestBulletsCrossing(t *testing.T) {
	for _, speed := range []float64{50, 120, 400} {
		for _, delay := range []float64{0, 0.05, 0.15, 0.35, 1} {
			w := newWorld(t, world.Config{Workers: 1})
			a := addBullet(t, w, mgl64.Vec2{-3, 0}, mgl64.Vec2{speed, 0}, shape.Circle{Radius: 0.1}, 0.5)
			b := addBullet(t, w, mgl64.Vec2{0, -3 - delay}, mgl64.Vec2{0, speed}, shape.Circle{Radius: 0.1}, 0.5)
			runTicks(w, int(4/speed/dt)+6)
			// They are nearest when each is late/2 from the crossing: late/sqrt(2) apart.
			touched := a.LinearVelocity()[1] != 0 || b.LinearVelocity()[0] != 0
			require.Equal(t, delay/math.Sqrt2 < 0.2, touched, "speed %v late %v", speed, delay)
		}
	}
}

// A bullet leaves a disc that it touches, or moves along beside it. Up to 0.25 mm apart bullets
// stood still with all of their velocity.
func TestBulletLeavesWhatItTouches(t *testing.T) {
	const radius = 0.05
	for _, bullet := range []bool{false, true} { // the disc too
		for _, gap := range []float64{-1e-4, 0, 1e-5, 1e-4, 2.4e-4, 2.6e-4, 1e-3} {
			for _, s := range []shape.Support{shape.Circle{Radius: radius}, shape.Box(radius, radius)} {
				for _, v := range []mgl64.Vec2{{5, 0}, {1, 5}, {3, -3}} {
					w := newWorld(t, world.Config{Workers: 1})
					disc := addBody(t, w, body.Def{Bullet: bullet}, shape.Circle{Radius: radius}, world.ColliderDef{})
					at := mgl64.Vec2{2*radius + gap, 0}
					b := addBullet(t, w, at, mgl64.Vec2{}, s, 0)
					w.Tick()
					b.SetLinearVelocity(v)
					disc.SetLinearVelocity(mgl64.Vec2{0, v[1]})
					w.Tick()
					requireNear(t, at.Add(v.Mul(dt)), b.Position(), 1e-4)
					requireNear(t, mgl64.Vec2{0, v[1] * dt}, disc.Position(), 1e-4)
				}
			}
		}
	}
}

// A bullet hits a light box that stands, sleeps, falls or flies, and does not pass
// through it. A sleeping one is woken by the contact.
func TestBulletAgainstBox(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 100 * tunnelCaseFactor {
		w := newRecordedWorld(t, world.Config{Workers: 1})
		thick := []float64{0.02, 0.05, 0.2, 1}[i%4]
		speed := []float64{30, 100, 250, 400}[i/4%4]
		def := body.Def{Asleep: i%3 == 0}
		if i%3 == 1 {
			// Fast itself every other time, and then not a bullet.
			def.LinearVelocity = mgl64.Vec2{40 * (r.Float64() - 0.5), 4 * (r.Float64() - 0.5)}
		}
		box := addBody(t, w, def, shape.Box(thick/2, 1), world.ColliderDef{Density: 0.1})
		v := def.LinearVelocity
		ticks := 0.3 + 2*r.Float64() + 0.4/(speed*dt)
		at := v.Mul(ticks * dt).Sub(mgl64.Vec2{speed * ticks * dt, 0.6 * (r.Float64() - 0.5)})
		b := addBullet(t, w, at, mgl64.Vec2{speed, 0}, shape.Circle{Radius: 0.05}, 0)
		for range int(ticks) + 3 {
			w.Tick()
			if math.Abs(box.Angle()) > math.Pi/2 {
				break // a plate that was set spinning shows its other side, and the bullet may pass beyond its end
			}
			local := box.LocalPoint(b.Position())
			require.False(t, local[0] > 0 && math.Abs(local[1]) < 1,
				"case %d: %v m/s went through %v m at %v", i, speed, thick, local)
		}
		require.True(t, box.Awake())
		require.Greater(t, box.LinearVelocity()[0], v[0], "case %d: the box was hit", i)
	}
}

// A cloud of bullets in a closed room with dynamic boxes: nothing leaves, and no
// two bullets that meet pass through each other in a straight line.
func TestManyBulletsStayInRoom(t *testing.T) {
	w := newRecordedWorld(t, world.Config{Workers: 1})
	addRoom(t, w, 10)
	r := rand.New(rand.NewPCG(5, 6))
	var bullets []world.Body
	for i := range 60 {
		a := 2 * math.Pi * r.Float64()
		at := mgl64.Vec2{-7 + 2*float64(i%8), -7 + 2*float64(i/8)}
		speed := 50 + 350*r.Float64()
		bullets = append(bullets, addBullet(t, w, at, mgl64.Vec2{speed * math.Cos(a), speed * math.Sin(a)}, shape.Circle{Radius: 0.1}, 1))
	}
	nearest := math.Inf(1)
	for range 300 {
		w.Tick()
		for _, b := range bullets {
			p := b.Position()
			if out := max(math.Abs(p[0]), math.Abs(p[1])); !(out < 10) {
				t.Fatalf("left the room at %v", p)
			}
		}
		for i, a := range bullets {
			for _, b := range bullets[:i] {
				nearest = min(nearest, a.Position().Sub(b.Position()).Len())
			}
		}
	}
	require.Greater(t, nearest, 0.05, "two bullets are in one another")
}

// addRoom builds a square cave of chain segments with the given half side.
func addRoom(t testing.TB, w *world.World, half float64) world.Body {
	b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(b.AttachChain(shape.Chain{Closed: true, Points: []mgl64.Vec2{
		{-half, -half}, {-half, half}, {half, half}, {half, -half},
	}}, world.ColliderDef{Material: &shape.Material{Restitution: 1}}))
	return b
}

// Bullets that a kinematic body hits are handled in the order of their rows, not in that in
// which the broadphase finds them.
func TestKinematicHitsDoNotDependOnQueryOrder(t *testing.T) {
	for seed := range uint64(queryOrderSeeds) {
		var worlds []*world.World
		for _, kind := range broadphases {
			w := newRecordedWorld(t, world.Config{Broadphase: kind, Workers: 1})
			r := rng{rand.New(rand.NewPCG(seed, 5))}
			addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{-6, 0}, LinearVelocity: mgl64.Vec2{r.between(100, 400), 0}}, shape.Box(0.2, 4), world.ColliderDef{})
			for i := range 16 {
				x, y := float64(i%4)*1.01-2, float64(i/4)*1.01-2
				addBody(t, w, body.Def{Position: mgl64.Vec2{x, y}, LinearVelocity: mgl64.Vec2{float64(i % 2), 0}, Bullet: true}, shape.Box(0.5, 0.5), world.ColliderDef{Filter: shape.Filter{Group: int32(seed % 2)}})
			}
			worlds = append(worlds, w)
		}
		requireSameTicks(t, worlds, 6, seed)
	}
}

// What a kinematic body moves against is found by the tree, or in blocks of all boxes when the tree
// is stale. A query of the game before the tick repairs the tree, and the result is the same.
func TestKinematicHitsDoNotDependOnTheTree(t *testing.T) {
	run := func(workers int, query bool) (hash uint64) {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
		w.ParallelizeAlways()
		r := rand.New(rand.NewPCG(5, 6))
		addBody(t, w, body.Def{Type: body.Static}, shape.Box(30, 1), world.ColliderDef{})
		paddle := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 6}, AngularVelocity: 25}, shape.Box(14, 0.05), world.ColliderDef{})
		for i := range 300 {
			def := body.Def{Position: mgl64.Vec2{30*r.Float64() - 15, 2 + 12*r.Float64()}, Bullet: i%7 == 0}
			addBody(t, w, def, shape.Box(0.1, 0.1), world.ColliderDef{})
		}
		for range 25 {
			if query {
				w.RayCast(mgl64.Vec2{0, 5}, mgl64.Vec2{0, 1}, world.QueryFilter{})
			}
			w.Tick()
		}
		require.True(t, paddle.Awake())
		return w.Hash()
	}
	want := run(1, false)
	for _, workers := range []int{1, 3} {
		require.Equal(t, want, run(workers, false), "%d workers", workers)
		require.Equal(t, want, run(workers, true), "%d workers, the tree repaired", workers)
	}
}
