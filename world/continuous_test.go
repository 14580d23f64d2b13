package world_test

import (
	"fmt"
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

// The tunnelling table: every speed, thickness, projectile and wall, each six
// times at random angles, distances (and so phases of the tick), turns, bounciness
// and places. The open side of a wall is y > 0 in the frame of its body, the
// surface there y = 0.
var (
	tunnelSpeeds      = []float64{10, 20, 50, 100, 200, 400}
	tunnelThicknesses = []float64{0.01, 0.02, 0.05, 0.1, 0.3, 1}
)

const tunnelRepeats = 6

// projectile is a body to throw. It turns at up to spin rad/s.
type projectile struct {
	name   string
	shape  shape.Support
	extent float64 // to its farthest point
	spin   float64
}

// maxSpin is a little less than the most that a body may turn, which is half a turn per tick.
const maxSpin = 0.99 * math.Pi * 60

var projectiles = []projectile{
	{"circle", shape.Circle{Radius: 0.1}, 0.1, 10},
	{"box", shape.Box(0.1, 0.1), 0.15, 0},
	{"spinning box", shape.Box(0.1, 0.1), 0.15, maxSpin},
	{"capsule", shape.Capsule{A: mgl64.Vec2{-0.15, 0}, B: mgl64.Vec2{0.15, 0}, Radius: 0.06}, 0.21, 10},
	{"pentagon", shape.RegularPolygon(5, 0.12), 0.12, 10},
	{"long box", shape.Box(1, 0.03), 1.01, maxSpin},
	{"long capsule", shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.03}, 1.03, maxSpin},
	{"half ellipse", shape.HalfEllipse{RX: 0.15, RY: 0.1}, 0.15, maxSpin},
}

// barrier is a wall that must not be passed. Motion is relative to its body.
type barrier struct {
	name       string
	halfLength float64 // from the middle to the ends
	build      func(t testing.TB, wall world.Body, thickness float64)
	speed      float64 // towards the projectile, in units of the projectile's
	spin       float64 // rad/s
}

const wallHalfLength = 100.0

var barriers = []barrier{
	{"box", wallHalfLength, buildSlab, 0, 0},
	{"polygon", wallHalfLength, func(t testing.TB, wall world.Body, thick float64) {
		attachShape(t, wall, world.Must(shape.NewPolygon([]mgl64.Vec2{
			{-wallHalfLength, 0}, {-wallHalfLength, -thick}, {0, -1.5 * thick}, {wallHalfLength, -thick}, {wallHalfLength, 0},
		}, 0)))
	}, 0, 0},
	{"segment", wallHalfLength, func(t testing.TB, wall world.Body, _ float64) {
		attachShape(t, wall, shape.Segment{A: mgl64.Vec2{-wallHalfLength, 0}, B: mgl64.Vec2{wallHalfLength, 0}})
	}, 0, 0},
	{"chain", wallHalfLength, func(t testing.TB, wall world.Body, _ float64) {
		var points []mgl64.Vec2
		for x := wallHalfLength; x >= -wallHalfLength; x -= 5 {
			points = append(points, mgl64.Vec2{x, 0})
		}
		world.Must(wall.AttachChain(shape.Chain{Points: points}, world.ColliderDef{}))
	}, 0, 0},
	{"half-plane", math.Inf(1), func(t testing.TB, wall world.Body, _ float64) {
		attachShape(t, wall, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}})
	}, 0, 0},
	{"moving box", wallHalfLength, buildSlab, 0.5, 0},
	{"turning blade", wallHalfLength, buildSlab, 0, 2},
}

func buildSlab(t testing.TB, wall world.Body, thick float64) {
	attachShape(t, wall, shape.OffsetBox(wallHalfLength, thick/2, mgl64.Vec2{0, -thick / 2}, 0))
}

// tunnelCase is one row of the table.
type tunnelCase struct {
	speed, thickness float64
	projectile       projectile
	wall             barrier

	degrees   float64 // of incidence, from the wall's normal
	ticks     float64 // until the centre would reach the wall
	bounce    float64
	at        mgl64.Vec2
	wallAngle float64 // of the wall, rad
	angle     float64 // of the projectile, rad
	spin      float64 // rad/s
	bullet    bool
}

func (c tunnelCase) String() string {
	return fmt.Sprintf("%s at %v m/s against %s %v m thick, %.1f degrees, %.3f ticks away, turned %.3f, %.2f rad/s, bounce %.1f, bullet %v",
		c.projectile.name, c.speed, c.wall.name, c.thickness, c.degrees, c.ticks, c.angle, c.spin, c.bounce, c.bullet)
}

// tunnelCases returns the table, or a fixed sample of it.
func tunnelCases(stride int) []tunnelCase {
	var all []tunnelCase
	r := rand.New(rand.NewPCG(41, 42))
	for _, wall := range barriers {
		for _, proj := range projectiles {
			for _, thickness := range tunnelThicknesses {
				for _, speed := range tunnelSpeeds {
					for range tunnelRepeats {
						c := tunnelCase{
							speed: speed, thickness: thickness, projectile: proj, wall: wall,
							degrees: 85 * r.Float64(), bounce: float64(r.IntN(3)) / 2,
							at:        mgl64.Vec2{200 * (r.Float64() - 0.5), 200 * (r.Float64() - 0.5)},
							wallAngle: 2 * math.Pi * r.Float64(), angle: 2 * math.Pi * r.Float64(),
							spin: proj.spin * (2*r.Float64() - 1), bullet: r.IntN(5) == 0,
						}
						// At least clear of the wall, at most three ticks away.
						closing := c.closingSpeed() * dt
						c.ticks = (proj.extent+0.03)/closing + 3*r.Float64()
						all = append(all, c)
					}
				}
			}
		}
	}
	var sample []tunnelCase
	for i := 0; i < len(all); i += stride {
		sample = append(sample, all[i])
	}
	return sample
}

// closingSpeed is the speed of the projectile's approach along the wall's normal, m/s.
func (c *tunnelCase) closingSpeed() float64 {
	return c.speed * (math.Cos(c.degrees*math.Pi/180) + c.wall.speed)
}

// run runs the case and reports whether the centre of the projectile went
// behind the surface of the wall, and how deep its farthest point was at the end.
func (c *tunnelCase) run(t testing.TB, broad world.BroadphaseKind) (bool, float64) {
	w := newRecordedWorld(t, world.Config{Workers: 1, Broadphase: broad})
	rot := mgl64.Rotate2D(c.wallAngle)
	def := body.Def{Type: body.Static, Position: c.at, Angle: c.wallAngle}
	if c.wall.speed != 0 || c.wall.spin != 0 {
		def.Type = body.Kinematic
		def.LinearVelocity = rot.Mul2x1(mgl64.Vec2{0, c.wall.speed * c.speed})
		def.AngularVelocity = c.wall.spin
	}
	wall := world.Must(w.CreateBody(def))
	c.wall.build(t, wall, c.thickness)
	sin, cos := math.Sincos(c.degrees * math.Pi / 180)
	along := c.speed * sin * c.ticks * dt
	start := mgl64.Vec2{-along, c.ticks * c.closingSpeed() * dt}
	b := addBody(t, w, body.Def{
		Position: c.at.Add(rot.Mul2x1(start)), Angle: c.angle, AngularVelocity: c.spin, Bullet: c.bullet,
		LinearVelocity: rot.Mul2x1(mgl64.Vec2{c.speed * sin, -c.speed * cos}),
	}, c.projectile.shape, world.ColliderDef{Material: &shape.Material{Friction: 0.6, Restitution: c.bounce}})
	maxDepth := 0.0
	for range int(c.ticks) + 8 {
		w.Tick()
		local := wall.LocalPoint(b.WorldCenter())
		if math.Abs(local[0]) > c.wall.halfLength-2 {
			break // it may go around the end
		}
		if local[1] < 0 {
			return true, -local[1]
		}
		maxDepth = max(maxDepth, 0)
	}
	if math.Abs(wall.LocalPoint(b.WorldCenter())[0]) < c.wall.halfLength-2 {
		maxDepth = c.finalPenetration(w, wall, b)
	}
	return false, maxDepth
}

// finalPenetration returns how far the farthest point of the body is behind the wall.
func (c *tunnelCase) finalPenetration(w *world.World, wall, b world.Body) float64 {
	maxDepth := 0.0
	for i := range 64 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 64)
		p := c.projectile.shape.Support(mgl64.Vec2{cos, sin})
		maxDepth = max(maxDepth, -wall.LocalPoint(b.WorldPoint(p))[1])
	}
	return maxDepth
}

func TestNoTunnelling(t *testing.T) {
	cases := tunnelCases(long.Pick(61, 1))
	failures := map[string]int{}
	failed, worst := 0, 0.0
	for i := range cases {
		c := &cases[i]
		tunnelled, maxDepth := c.run(t, world.BroadphaseBrute)
		if tunnelled {
			failed++
			failures[c.wall.name+" / "+c.projectile.name]++
			if failed <= 10 {
				t.Errorf("tunnelled: %v", c)
			}
			continue
		}
		if maxDepth > worst {
			worst = maxDepth
			t.Logf("%.3f m behind the surface at the end: %v", maxDepth, c)
		}
	}
	t.Logf("%d cases, %d tunnelled, deepest at the end %.3f m", len(cases), failed, worst)
	if failed > 0 {
		t.Errorf("%v", failures)
	}
}

// The place where a body is stopped does not depend on the order in which obstacles are
// tested, the order of the broadphase: the form of a tree depends on the queries so
// far. The last bits once did, for searches were cut short by earlier results.
func TestSweepStopsDoNotDependOnQueryOrder(t *testing.T) {
	for seed := range uint64(queryOrderSeeds) {
		var worlds []*world.World
		for _, kind := range broadphases {
			w := newRecordedWorld(t, world.Config{Broadphase: kind, Workers: 1})
			r := rng{rand.New(rand.NewPCG(seed, 77))}
			for range 20 {
				// Two obstacles that are met at times a rounding apart.
				p, angle, box := r.point().Mul(4), r.between(-3, 3), shape.Box(r.between(0.1, 0.5), r.between(0.1, 0.5))
				addBody(t, w, body.Def{Type: body.Static, Position: p, Angle: angle}, box, world.ColliderDef{})
				addBody(t, w, body.Def{Type: body.Static, Position: p, Angle: angle + 1e-15}, box, world.ColliderDef{})
			}
			for range 12 {
				b := addBody(t, w, body.Def{Position: r.point().Mul(9), LinearVelocity: r.point().Mul(150), AngularVelocity: r.between(-40, 40)},
					shape.Capsule{A: mgl64.Vec2{-r.between(0, 1), 0}, B: mgl64.Vec2{r.between(0.01, 1), 0}, Radius: r.between(0.05, 0.2)}, world.ColliderDef{Filter: shape.Filter{Group: -1}})
				world.Must(b.Attach(shape.Box(0.1, 0.2), world.ColliderDef{Filter: shape.Filter{Group: -1}}))
			}
			worlds = append(worlds, w)
		}
		requireSameTicks(t, worlds, 20, seed)
	}
}

// requireSameTicks runs worlds, which must have the same bits after every tick, and closes them.
func requireSameTicks(t *testing.T, worlds []*world.World, ticks int, seed uint64) {
	for tick := range ticks {
		for _, w := range worlds {
			w.Tick()
			require.Equal(t, worlds[0].Hash(), w.Hash(), "seed %d, tick %d", seed, tick)
		}
	}
	for _, w := range worlds {
		w.Close()
	}
}
