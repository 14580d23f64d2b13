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
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// oneWayTrial is a body that is thrown at a platform whose surface is level in its own frame,
// with an oracle by plain geometry: the outlines of both at the poses between ticks.
type oneWayTrial struct {
	w                *world.World
	platform, thrown world.Body
	top, half        float64      // height of the surface and half its width, in the platform's frame
	outline          []mgl64.Vec2 // of the body, without its radius
	radius           float64

	before, now oneWayPose
	touching    bool
	came        bool // it was wholly over the surface before it touched
	landed      bool
}

// oneWayPose is a body as seen from a platform.
type oneWayPose struct {
	center mgl64.Vec2
	lowest float64 // over the surface
	over   bool    // it shares columns with the surface
}

func (p oneWayPose) beyond() bool { return p.lowest >= -oneWayTolerance }

// oneWayTolerance is the tolerance of bodies that come out of a platform, a tenth of a slop, and
// rounding.
const oneWayTolerance = 0.0005 + 1e-7

// oneWayDepth is the depth that is allowed to what is new, and to what was over the surface:
// two slops, and rounding.
const oneWayDepth = 0.01 + 1e-7

// newOneWayTrial throws a random body from a random side.
func newOneWayTrial(t *testing.T, newWorld func(testing.TB, world.Config) *world.World, r rng) *oneWayTrial {
	c := &oneWayTrial{w: newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -20 * float64(r.IntN(2))}})}
	c.half = r.between(0.3, 3)
	def := body.Def{Type: body.Static, Angle: r.between(-3, 3)}
	if r.coin() {
		def.Type = body.Kinematic
		def.LinearVelocity = r.point().Mul(math.Pow(40, r.Float64()))
		def.AngularVelocity = r.between(-5, 5)
	}
	c.platform = world.Must(c.w.CreateBody(def))
	oneWay, left, right := world.ColliderDef{OneWay: mgl64.Vec2{0, 3}}, mgl64.Vec2{-c.half, 0}, mgl64.Vec2{c.half, 0}
	switch r.IntN(4) {
	case 0:
		world.Must(c.platform.Attach(shape.Segment{A: left, B: right}, oneWay))
	case 1:
		world.Must(c.platform.AttachChain(shape.Chain{Points: []mgl64.Vec2{right, {0.1 * c.half, 0}, left}}, oneWay))
	default:
		c.top = r.between(0.02, 0.3)
		world.Must(c.platform.Attach(shape.Box(c.half, c.top), oneWay))
	}
	direction := mgl64.Rotate2D(r.between(-4, 4)).Mul2x1(mgl64.Vec2{1, 0})
	speed := math.Pow(400, r.Float64())
	aim := mgl64.Vec2{r.between(-1, 1) * c.half, r.between(-0.2, 0.2)}
	c.throw(t, r, body.Def{
		Position: aim.Sub(direction.Mul(r.between(1.5, 6) + c.half)), LinearVelocity: direction.Mul(speed),
		Angle: r.between(-3, 3), AngularVelocity: r.between(-20, 20), Bullet: r.coin(),
	})
	c.now = c.look()
	c.before = c.now
	c.came = true // what is new may be in the platform by two slops
	return c
}

func (c *oneWayTrial) throw(t *testing.T, r rng, def body.Def) {
	material := shape.Material{Friction: r.Float64(), Restitution: 0.8 * float64(r.IntN(2))}
	collider := world.ColliderDef{Material: &material}
	switch r.IntN(3) {
	case 0:
		c.radius, c.outline = r.between(0.1, 0.5), []mgl64.Vec2{{}}
		c.thrown = addBody(t, c.w, def, shape.Circle{Radius: c.radius}, collider)
	case 1:
		a := mgl64.Vec2{0, r.between(0.1, 0.5)}
		c.radius, c.outline = r.between(0.1, 0.4), []mgl64.Vec2{a, a.Mul(-1)}
		c.thrown = addBody(t, c.w, def, shape.Capsule{A: a, B: a.Mul(-1), Radius: c.radius}, collider)
	default:
		x, y := r.between(0.1, 0.6), r.between(0.1, 0.6)
		c.outline = []mgl64.Vec2{{x, y}, {-x, y}, {-x, -y}, {x, -y}}
		c.thrown = addBody(t, c.w, def, shape.Box(x, y), collider)
	}
}

// look measures the body in the platform's frame.
func (c *oneWayTrial) look() oneWayPose {
	p := oneWayPose{center: c.platform.LocalPoint(c.thrown.Position()), lowest: math.Inf(1)}
	from, to := math.Inf(1), math.Inf(-1)
	for _, v := range c.outline {
		x := c.platform.LocalPoint(c.thrown.WorldPoint(v))[0]
		from, to = min(from, x-c.radius), max(to, x+c.radius)
		p.lowest = min(p.lowest, c.platform.LocalPoint(c.thrown.WorldPoint(v))[1]-c.radius-c.top)
	}
	p.over = from < c.half && to > -c.half
	return p
}

// extent returns how far the body reaches from its centre.
func (c *oneWayTrial) extent() float64 { return c.outline[0].Len() + c.radius }

// tick runs one tick and compares it with the oracle.
func (c *oneWayTrial) tick(t *testing.T) {
	start, heldBefore := c.now, c.touching && c.came
	c.w.Tick()
	end := c.look()
	touching := false
	for range c.thrown.Contacts() {
		touching = true
	}
	if !c.touching {
		c.came = start.beyond() || c.before.beyond() || c.came && (start.lowest >= -oneWayDepth || start.over)
	}
	assert.False(t, touching && !c.came, "held although it was not wholly over the surface: %v, %v", c.before, start)
	if start.beyond() || heldBefore {
		// All of it was over the surface when its lowest point came there, and so was its centre.
		over, under := start.center[1]-c.top, end.center[1]-c.top
		if over > 0 && under < 0 {
			x := func(fraction float64) float64 {
				return math.Abs(start.center[0] + (end.center[0]-start.center[0])*fraction)
			}
			reach := max(x(over/(over-under)), x(max(0, start.lowest/(start.lowest-end.lowest))))
			assert.Greater(t, reach, c.half-c.extent(), "fell through the surface: %v, %v", start, end)
		}
	}
	c.landed = c.landed || touching
	c.touching, c.before, c.now = touching, start, end
}

// Bodies that are thrown at one-way platforms from all sides, at up to 400 m/s, are held only
// if they came wholly from the side of the surface, and then none gets through.
func TestOneWayHoldsOnlyWhatCameFromItsSide(t *testing.T) {
	oneWayThrows := long.Pick(300, 200_000)
	landed := 0
	for seed := range uint64(oneWayThrows) {
		c := newOneWayTrial(t, newWorld, rng{rand.New(rand.NewPCG(seed, 11))})
		for tick := range 90 {
			c.tick(t)
			if t.Failed() {
				again := newOneWayTrial(t, newRecordedWorld, rng{rand.New(rand.NewPCG(seed, 11))})
				runTicks(again.w, tick+1)
				t.Fatal("seed", seed, "tick", tick)
			}
		}
		if c.landed {
			landed++
		}
		c.w.Close()
	}
	t.Logf("%d of %d landed", landed, oneWayThrows)
	require.Greater(t, landed, oneWayThrows/5)
}

// terrain is ground from right to left whose slopes are up to a bound.
func terrain(r rng, slope float64) []mgl64.Vec2 {
	points := []mgl64.Vec2{{40, 0}}
	for x, y := 40.0, 0.0; x > -40; {
		d := r.between(0.3, 4)
		x -= d
		y += d * r.between(-slope, slope)
		points = append(points, mgl64.Vec2{x, y})
	}
	return points
}

// addTerrain adds the ground to a world, as a chain or as slabs side by side.
func addTerrain(t *testing.T, w *world.World, points []mgl64.Vec2, kind int, def world.ColliderDef) {
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	if kind == 0 {
		world.Must(ground.AttachChain(shape.Chain{Points: points}, def))
		return
	}
	for i := range len(points) - 1 {
		a, b := points[i+1], points[i]
		switch kind {
		case 1:
			world.Must(ground.Attach(world.Must(shape.NewPolygon([]mgl64.Vec2{a, b, b.Sub(mgl64.Vec2{0, 1}), a.Sub(mgl64.Vec2{0, 1})}, 0)), def))
		default:
			world.Must(ground.Attach(shape.Segment{A: a, B: b}, def))
		}
	}
}

// heightAt returns the height of the ground.
func heightAt(points []mgl64.Vec2, x float64) float64 {
	for i := range len(points) - 1 {
		if p, q := points[i+1], points[i]; p[0] <= x && x < q[0] {
			return p[1] + (q[1]-p[1])*(x-p[0])/(q[0]-p[0])
		}
	}
	return math.Inf(-1)
}

// newHill is a world of one-way or solid ground onto which ten bodies fall and roll.
func newHill(t *testing.T, points []mgl64.Vec2, kind int, seed uint64, def world.ColliderDef) (*world.World, []world.Body) {
	w := newRecordedWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}})
	addTerrain(t, w, points, kind, def)
	r := rng{rand.New(rand.NewPCG(seed, 6))}
	highest := 0.0
	for _, p := range points {
		highest = max(highest, p[1])
	}
	var bodies []world.Body
	for range 10 {
		m := shape.Material{Friction: r.Float64(), Restitution: 0.5 * float64(r.IntN(2))}
		bodies = append(bodies, addBody(t, w, body.Def{
			Position: mgl64.Vec2{r.between(-25, 25), highest + r.between(1, 3)}, Angle: r.between(-3, 3),
			LinearVelocity: mgl64.Vec2{r.between(-20, 20), 0}, AngularVelocity: r.between(-10, 10),
		}, randomShape(r.Rand), world.ColliderDef{Material: &m}))
	}
	return w, bodies
}

// Hills of one-way segments, slabs and chains hold what rolls over their ridges and through
// their valleys. One-way chains hold it as solid ones do, to the bit.
func TestOneWayTerrainHoldsLikeSolidGround(t *testing.T) {
	for kind, name := range []string{"chain", "slabs", "segments"} {
		for _, slope := range []float64{0, 0.3, 1} {
			for seed := uint64(kind % sampleStep); seed < 6; seed += uint64(sampleStep) {
				points := terrain(rng{rand.New(rand.NewPCG(seed, 5))}, slope)
				oneWay, bodies := newHill(t, points, kind, seed, world.ColliderDef{OneWay: mgl64.Vec2{0, 1}})
				solid, others := newHill(t, points, kind, seed, world.ColliderDef{})
				for range 400 {
					oneWay.Tick()
					solid.Tick()
				}
				for i, b := range bodies {
					at := b.WorldCenter()
					require.Greater(t, at[1], heightAt(points, at[0]), "%s, slope %v, seed %d: body %d fell through at %v", name, slope, seed, i, at)
					if kind == 0 {
						require.Equal(t, others[i].WorldCenter(), at, "slope %v, seed %d: body %d", slope, seed, i)
					}
				}
			}
		}
	}
}
