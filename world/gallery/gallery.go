package gallery

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Scene is one of the ten scenes.
type Scene struct {
	Name  string
	Ticks int // the number that benchmarks run
	build func(*builder)
}

// Run is a scene with its world.
type Run struct {
	*world.World
	beforeTick func(tick int)
}

// Advance runs one tick, after the calls that the scene makes before each.
func (r *Run) Advance() {
	if r.beforeTick != nil {
		r.beforeTick(int(r.Ticks()))
	}
	r.Tick()
}

// Scenes lists the ten scenes in alphabetical order.
func Scenes() []Scene {
	return []Scene{
		{"compounds", 500, compounds},
		{"joint_grid", 500, jointGrid},
		{"junkyard", 800, junkyard},
		{"large_pyramid", 500, func(b *builder) { b.largePyramid(100) }},
		{"many_pyramids", 200, manyPyramids},
		{"rain", 1000, rain},
		{"smash", 300, smash},
		{"spinner", 500, spinner},
		{"tumbler", 750, tumbler},
		{"washer", 500, washer},
	}
}

// ByName returns the scene with a name, and false if there is none.
func ByName(name string) (Scene, bool) {
	for _, s := range Scenes() {
		if s.Name == name {
			return s, true
		}
	}
	return Scene{}, false
}

// Pyramid is large_pyramid with another number of boxes at its base, to measure the growth
// of cost.
func Pyramid(base int) Scene {
	return Scene{"pyramid", 500, func(b *builder) { b.largePyramid(base) }}
}

// Start builds the scene's world. The settings of config that change only the computation
// (workers, broadphase, callbacks) are kept; gravity is the scene's.
func (s Scene) Start(config world.Config) *Run {
	b := &builder{config: config, run: &Run{}}
	b.config.Gravity = mgl64.Vec2{0, -10}
	s.build(b)
	if b.run.World == nil {
		panic("gallery: a scene without a world")
	}
	return b.run
}

// builder makes bodies. All definitions in this package are constant, so an error is a
// mistake in this package.
type builder struct {
	config world.Config
	run    *Run
	ground world.Body
}

func (b *builder) body(def body.Def) world.Body { return world.Must(b.run.CreateBody(def)) }

func (b *builder) largePyramid(base int) {
	b.config.NoSleep = true
	b.createWorld()
	floor := b.body(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}})
	b.attach(floor, shape.Box(float64(base), 1), world.ColliderDef{})
	b.stackPyramid(base, -float64(0.5*float64(base)), 0)
}

// stackPyramid stacks boxes of side 1: base of them from left to right, and one less in each row
// above.
func (b *builder) stackPyramid(base int, left, bottom float64) {
	box := shape.Box(0.5, 0.5)
	for i := range base {
		for j := i; j < base; j++ {
			x := left + float64(0.5*float64(i+1)) + float64(j-i) // exact: multiples of a half
			b.addDynamic(x, bottom+float64(i)+0.5, box, world.ColliderDef{})
		}
	}
}

func manyPyramids(b *builder) {
	b.config.NoSleep = true
	b.createWorld()
	const rows, columns, base = 20, 20, 10
	for r := range rows {
		y := 11 * float64(r)
		b.attach(b.ground, shape.Segment{A: mgl64.Vec2{-110, y}, B: mgl64.Vec2{110, y}}, world.ColliderDef{})
	}
	for r := range rows {
		for c := range columns {
			b.stackPyramid(base, -109.5+float64(11*float64(c)), float64(11*float64(r)))
		}
	}
}

func smash(b *builder) {
	b.config.Gravity = mgl64.Vec2{}
	b.createWorld()
	hammer := b.body(body.Def{Position: mgl64.Vec2{-20, 0}, LinearVelocity: mgl64.Vec2{40, 0}})
	b.attach(hammer, shape.Box(4, 4), world.ColliderDef{Density: 8})
	box := shape.Box(0.2, 0.2)
	for i := range 120 {
		for j := range 80 {
			created := b.body(body.Def{
				Position: mgl64.Vec2{float64(0.4*float64(i)) + 30, 0.4 * float64(j-40)}, Asleep: true,
			})
			b.attach(created, box, world.ColliderDef{})
		}
	}
}

func compounds(b *builder) {
	b.createWorld()
	for i := range 81 {
		b.attach(b.ground, shape.OffsetBox(0.55, 0.5, mgl64.Vec2{float64(i) - 40, 0}, 0), world.ColliderDef{})
	}
	for i := range 100 {
		for _, x := range [...]float64{-40, 40} {
			b.attach(b.ground, shape.OffsetBox(0.5, 0.55, mgl64.Vec2{x, 1 + float64(i)}, 0), world.ColliderDef{})
		}
	}
	b.attach(b.ground, shape.Segment{A: mgl64.Vec2{-800, -80}, B: mgl64.Vec2{800, -80}}, world.ColliderDef{})
	left := shape.Triangle(mgl64.Vec2{-1, 0}, mgl64.Vec2{0.5, 1}, mgl64.Vec2{0, 2})
	right := shape.Triangle(mgl64.Vec2{1, 0}, mgl64.Vec2{0, 2}, mgl64.Vec2{-0.5, 1})
	def := world.ColliderDef{Material: material(0.5, 0)}
	side := 0.25
	for i := range 20 {
		for j := range 150 {
			side = -side
			created := b.addDynamic(float64(2*float64(i))-19+side, float64(2.25*float64(j))+5.575, left, def)
			b.attach(created, right, def)
		}
	}
}

func junkyard(b *builder) {
	b.createWorld()
	for i := range 161 {
		b.attach(b.ground, shape.OffsetBox(0.55, 0.5, mgl64.Vec2{float64(i) - 80, 0}, 0), world.ColliderDef{})
	}
	for i := range 50 {
		for _, x := range [...]float64{-80, 80} {
			b.attach(b.ground, shape.OffsetBox(0.5, 0.55, mgl64.Vec2{x, 1 + float64(i)}, 0), world.ColliderDef{})
		}
	}
	var points []mgl64.Vec2
	for i := range 5 {
		sin, cos := geom.SinCos(float64(i) * math.Pi * (math.Sqrt(5) - 1))
		points = append(points, mgl64.Vec2{0.25 * cos, 0.25 * sin})
	}
	pentagon := world.Must(shape.NewHullPolygon(points, 0))
	side := 0.1
	for j := range 40 {
		for i := range 200 {
			side = -side
			b.addDynamic(float64(0.375*(float64(2*float64(i))-200))+side, 15+float64(j), pentagon, world.ColliderDef{})
		}
	}
	pusher := b.body(body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 4}})
	b.attach(pusher, shape.Box(2, 4), world.ColliderDef{})
	b.run.beforeTick = func(tick int) {
		const dt = 1.0 / 60
		sin, _ := geom.SinCos(0.2 * float64(tick) * dt)
		v := mgl64.Vec2{(float64(60*sin) - pusher.Position()[0]) / dt, 0}
		world.Check(pusher.SetLinearVelocity(v))
	}
}

// createWorld makes the world, after the scene has adjusted the configuration.
func (b *builder) createWorld() {
	b.run.World = world.Must(world.New(b.config))
	b.ground = b.body(body.Def{Type: body.Static})
}

func (b *builder) attach(to world.Body, s shape.Support, def world.ColliderDef) world.Collider {
	return world.Must(to.Attach(s, def))
}

func (b *builder) addDynamic(x, y float64, s shape.Support, def world.ColliderDef) world.Body {
	created := b.body(body.Def{Position: mgl64.Vec2{x, y}})
	b.attach(created, s, def)
	return created
}

func material(friction, restitution float64) *shape.Material {
	return &shape.Material{Friction: friction, Restitution: restitution}
}
