package character_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A level for a thousand: storeys of ground with stairs, ramps, blocks and low ceilings, as
// boxes side by side, and walls at both ends.
const (
	storeys     = 20
	storeyWidth = 100.0
	perStorey   = 50
	storeyAbove = 8.0
)

func benchLevel(b testing.TB) *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
	b.Cleanup(w.Close)
	level := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	add := func(s support) { world.Must(level.Attach(s, world.ColliderDef{})) }
	for i := range storeys {
		y := storeyAbove * float64(i)
		for x := 0.0; x < storeyWidth; x += 2 {
			add(block(x, y-1, x+2, y))
		}
		add(block(-1, y-1, 0, y+storeyAbove-1))
		add(block(storeyWidth, y-1, storeyWidth+1, y+storeyAbove-1))
		for x := 5.0; x < storeyWidth-15; x += 20 {
			for step := range 5 {
				add(block(x+0.5*float64(step), y, x+0.5*float64(step)+0.5, y+0.2*float64(step+1)))
			}
			add(shape.Triangle(mgl64.Vec2{x + 2.5, y}, mgl64.Vec2{x + 2.5, y + 1}, mgl64.Vec2{x + 5, y}))
			add(shape.Capsule{A: mgl64.Vec2{x + 8, y + 0.05}, B: mgl64.Vec2{x + 9, y + 0.05}, Radius: 0.1})
			add(block(x+10, y+2, x+12, y+2.5))
		}
	}
	return w
}

// walker is one of a thousand: it is moved along the ground and by gravity, and its Position read.
type walker interface {
	Move(velocity mgl64.Vec2) error
	OnFloor() bool
	Body() world.Body
}

// BenchmarkThousandCharacters takes the processor time of ticks of a level with a thousand
// characters, each of which turns round at the walls and now and then: the median and the fastest
// of all ticks, and of the moves in it. Beside the controller are a plain one of rays, as games
// write it by hand, and the dynamic character.
func BenchmarkThousandCharacters(b *testing.B) {
	for _, c := range []struct {
		name string
		add  func(w *world.World, at mgl64.Vec2) walker
	}{
		{"controller", func(w *world.World, at mgl64.Vec2) walker {
			// As in most games, they pass through each other.
			return world.Must(character.New(w, character.Def{Filter: shape.Filter{Group: -1}}, at))
		}},
		{"controller, solid to each other", func(w *world.World, at mgl64.Vec2) walker {
			return world.Must(character.New(w, character.Def{}, at))
		}},
		{"rays by hand", newRayWalker},
		{"dynamic", func(w *world.World, at mgl64.Vec2) walker {
			return world.Must(character.NewDynamic(w, character.DynamicDef{}, at.Add(mgl64.Vec2{0, 0.2})))
		}},
	} {
		b.Run(c.name, func(b *testing.B) { benchThousand(b, c.add) })
	}
}

// BenchmarkOneCharacter takes the time of single moves, by the clock: the median and the fastest.
func BenchmarkOneCharacter(b *testing.B) {
	w := benchLevel(b)
	c := world.Must(character.New(w, character.Def{}, mgl64.Vec2{1, 2.5}))
	jump := character.Jump{Height: 1.25, Rise: 0.5}
	var fall character.JumpState
	moves := make([]float64, 0, 1<<16)
	for b.Loop() {
		var up float64
		fall, up = jump.Tick(fall, character.JumpInput{OnFloor: c.OnFloor()}, 1.0/60)
		wish := 4.0
		if w.Ticks()/1000%2 == 1 {
			wish = -4
		}
		began := time.Now()
		if err := c.Move(mgl64.Vec2{wish, up}); err != nil {
			b.Fatal(err)
		}
		moves = append(moves, float64(time.Since(began).Nanoseconds())/1e3)
		w.Tick()
	}
	slices.Sort(moves)
	b.ReportMetric(moves[len(moves)/2], "us/move")
	b.ReportMetric(moves[len(moves)/10], "us/move-tenth")
	b.ReportMetric(0, "ns/op")
}

func benchThousand(b *testing.B, add func(w *world.World, at mgl64.Vec2) walker) {
	w := benchLevel(b)
	var walkers []walker
	for i := range storeys * perStorey {
		storey, place := i/perStorey, i%perStorey
		walkers = append(walkers, add(w, mgl64.Vec2{1 + 1.96*float64(place), storeyAbove*float64(storey) + 2.5}))
	}
	jump := character.Jump{Height: 1.25, Rise: 0.5}
	fall := make([]character.JumpState, len(walkers))
	var moves, ticks []float64
	tick := func() {
		began := processorTime()
		for i, c := range walkers {
			var up float64
			fall[i], up = jump.Tick(fall[i], character.JumpInput{OnFloor: c.OnFloor()}, 1.0/60)
			wish := 4.0
			if (i+int(w.Ticks())/200)%2 == 0 {
				wish = -4
			}
			if err := c.Move(mgl64.Vec2{wish, up}); err != nil {
				b.Fatal(err)
			}
		}
		moved := processorTime() - began
		w.Tick()
		moves = append(moves, float64(moved.Nanoseconds())/1e3/float64(len(walkers)))
		ticks = append(ticks, float64((processorTime()-began).Nanoseconds())/1e6)
	}
	for range 120 {
		tick()
	}
	moves, ticks = make([]float64, 0, 1<<16), make([]float64, 0, 1<<16)
	b.ReportAllocs()
	for b.Loop() {
		tick()
	}
	slices.Sort(moves)
	slices.Sort(ticks)
	b.ReportMetric(moves[len(moves)/2], "us/move")
	b.ReportMetric(moves[0], "us/move-fastest")
	b.ReportMetric(ticks[len(ticks)/2], "ms/tick")
	b.ReportMetric(ticks[0], "ms/tick-fastest")
	b.ReportMetric(0, "ns/op")
}

// rayWalker is a character as games write it by hand: a kinematic body and some rays. Three lead
// down to the ground, three ahead at the heights of step, middle and head, and three up.
type rayWalker struct {
	body    world.Body
	onFloor bool
}

func newRayWalker(w *world.World, at mgl64.Vec2) walker {
	b := world.Must(w.CreateBody(body.Def{Type: body.Kinematic, Position: at}))
	end := mgl64.Vec2{0, halfHeight - radius}
	world.Must(b.Attach(shape.Capsule{A: end.Mul(-1), B: end, Radius: radius}, world.ColliderDef{Filter: rayFilter}))
	return &rayWalker{body: b}
}

// rayFilter keeps the walkers out of each other's rays.
var rayFilter = shape.Filter{Category: 2, Mask: 1}

func (r *rayWalker) Body() world.Body { return r.body }
func (r *rayWalker) OnFloor() bool    { return r.onFloor }

func (r *rayWalker) Move(velocity mgl64.Vec2) error {
	const step, skin = 0.3, 0.01
	w, p := r.body.World(), r.body.Position()
	dt := w.Config().Timestep
	filter := world.QueryFilter{Category: 2, Mask: 1, Ignore: r.body}
	way := velocity.Mul(dt)

	if way[0] != 0 {
		side := math.Copysign(1, way[0])
		reach := math.Abs(way[0])
		for _, height := range [3]float64{step - halfHeight, 0, halfHeight - 0.05} {
			hit, ok := w.RayCast(p.Add(mgl64.Vec2{0, height}), mgl64.Vec2{side * (radius + skin + math.Abs(way[0])), 0}, filter)
			if ok && hit.Normal[0]*side < -0.72 {
				distance := hit.Fraction * (radius + skin + math.Abs(way[0]))
				reach = max(0, min(reach, distance-radius-skin))
			}
		}
		p[0] += side * reach
	}

	if way[1] > 0 {
		rise := way[1]
		for _, x := range [3]float64{-radius, 0, radius} {
			if hit, ok := w.RayCast(p.Add(mgl64.Vec2{x, 0}), mgl64.Vec2{0, halfHeight + rise}, filter); ok {
				rise = max(0, min(rise, hit.Fraction*(halfHeight+rise)-halfHeight))
			}
		}
		p[1] += rise
		r.onFloor = false
		return r.body.MoveTo(p, 0)
	}

	fall := -way[1]
	reach := halfHeight + fall
	if r.onFloor {
		reach += step
	}
	r.onFloor = false
	ground := math.Inf(-1)
	for _, x := range [3]float64{-radius + skin, 0, radius - skin} {
		from := p.Add(mgl64.Vec2{x, 0})
		if hit, ok := w.RayCast(from, mgl64.Vec2{0, -reach}, filter); ok && hit.Normal[1] > 0.7 {
			ground, r.onFloor = max(ground, hit.Point[1]), true
		}
	}
	p[1] -= fall
	if r.onFloor {
		p[1] = ground + halfHeight
	}
	return r.body.MoveTo(p, 0)
}

// The walkers of the benchmark walk: they get about, and nobody falls out of the level.
func TestBenchmarkLevelIsWalked(t *testing.T) {
	w := benchLevel(t)
	rays := newRayWalker(w, mgl64.Vec2{2, 1})
	made := world.Must(character.New(w, character.Def{Filter: rayFilter}, mgl64.Vec2{2, 1}))
	jump := character.Jump{Height: 1.25, Rise: 0.5}
	for _, c := range []walker{rays, made} {
		var fall character.JumpState
		for range 1200 {
			var up float64
			fall, up = jump.Tick(fall, character.JumpInput{OnFloor: c.OnFloor()}, 1.0/60)
			require.NoError(t, c.Move(mgl64.Vec2{4, up}))
			w.Tick()
		}
		require.Greater(t, c.Body().Position()[0], 50.0)
		require.Greater(t, c.Body().Position()[1], 0.7)
	}
}
