package continuous

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// bulletScene is a pipeline without contacts, for one tick of the two stages.
type bulletScene struct {
	t        testing.TB
	p        *collision.Pipeline
	s        Stage
	bodies   []state.BodySlot
	poses    []geom.Transform // those that the tick begins with
	ends     []geom.Transform // and those that the solver would give
	velocity []state.BodyState
}

func newBulletScene(t testing.TB) *bulletScene {
	c := &bulletScene{t: t, p: &collision.Pipeline{
		Bodies: state.NewBodies(), Shapes: &state.Colliders{}, Contacts: &state.Contacts{}, Broadphase: broadphase.NewTree(),
		Tolerance: collision.Tolerance{Speculative: 0.02, Margin: 0.05, Slop: 0.005},
	}}
	c.s = New(c.p)
	c.s.GravityPerTick = geom.Vec2{Y: -10.0 / 60}
	return c
}

// query returns the query of the only worker.
func (c *bulletScene) query() *ccdQuery {
	c.s.takeQueries(1)
	return c.s.queries[0]
}

// add adds a body that moves from one pose to another in the tick.
func (c *bulletScene) add(kind body.Type, bullet bool, from, to geom.Transform, shapes ...shape.Support) {
	p := c.p
	slot := p.Bodies.Add(state.Awake, from)
	row, meta := p.Bodies.Row(slot), &p.Bodies.Meta[slot]
	meta.Type = kind
	m := &p.Bodies.Motion[row]
	class := broadphase.Static
	if kind == body.Dynamic {
		p.Bodies.State[row].Flags |= state.FlagDynamic
		class = broadphase.Moving
	}
	m.MinExtent = float32(math.Inf(1))
	for _, s := range shapes {
		slot2, err := p.Shapes.Add(s, geom.Vec2{})
		require.NoError(c.t, err)
		link := &p.Shapes.Link[slot2]
		link.Owner, link.Next = slot, m.FirstCollider
		m.FirstCollider = uint32(slot2)
		p.Shapes.SetFilter(slot2, shape.Filter{}.Normalized())
		p.Broadphase.Insert(broadphase.Proxy{ID: uint32(slot2), Class: class, Category: 1, Box: geom.Box{}.ToBox32()})
		g := &p.Shapes.Geometry[slot2]
		m.MaxExtent = max(m.MaxExtent, float32(g.Center.Length()+g.BoundingRadius))
		m.MinExtent = min(m.MinExtent, float32(shape.InnerRadius(p.Shapes.Convex(slot2))))
	}
	if bullet {
		m.StepFlags |= state.StepFlagBullet
	}
	motion := from.P.Distance(to.P) + float64(chordLength(from.R.InverseMul(to.R))*float64(m.MaxExtent))
	if kind == body.Dynamic && motion > 0.5*float64(m.MinExtent) {
		m.StepFlags |= state.StepFlagFast
	}
	v := to.P.Sub(from.P).Mul(60)
	p.Bodies.State[row].VX, p.Bodies.State[row].VY = float32(v.X), float32(v.Y)
	c.bodies = append(c.bodies, slot)
	c.poses, c.ends, c.velocity = append(c.poses, from), append(c.ends, to), append(c.velocity, p.Bodies.State[row])
}

// begin puts every body where it is when the first stage begins, and runs that.
func (c *bulletScene) begin() {
	p := c.p
	for i, slot := range c.bodies {
		row := p.Bodies.Row(slot)
		p.Bodies.LastPose[row], p.Bodies.Pose[row], p.Bodies.State[row] = c.poses[i], c.ends[i], c.velocity[i]
		for k := p.Bodies.Motion[row].FirstCollider; k != state.None; k = p.Shapes.Link[k].Next {
			p.Broadphase.Move(k, shape.BoxOf(p.Shapes.Convex(state.ColliderSlot(k)), c.ends[i]).Grow(0.05).ToBox32())
		}
	}
	c.s.FastBodies(nil)
}

// randomBulletScene is a crowd of bullets among walls, slow bodies, fast ones that are no bullets,
// and a kinematic body. The lines on which some bullets fly meet at one time, so many hits tie.
func randomBulletScene(t testing.TB, seed uint64) *bulletScene {
	r := rand.New(rand.NewPCG(seed, 77))
	c := newBulletScene(t)
	between := func(a, b float64) float64 { return a + float64((b-a)*r.Float64()) }
	size := between(2, 12)
	pose := func() geom.Transform {
		return geom.Transform{P: geom.Vec2{X: between(-size, size), Y: between(-size, size)}, R: geom.RotFromAngle(between(-3, 3))}
	}
	some := func() []shape.Support {
		switch r.IntN(5) {
		case 0:
			return []shape.Support{shape.Box(between(0.05, 0.3), between(0.05, 0.3))}
		case 1:
			return []shape.Support{shape.Capsule{A: mgl64.Vec2{-0.2, 0}, B: mgl64.Vec2{0.2, 0}, Radius: 0.1}}
		case 2:
			return []shape.Support{shape.Circle{Center: mgl64.Vec2{0.15, 0}, Radius: 0.1}, shape.Box(0.1, 0.1)}
		}
		return []shape.Support{shape.Circle{Radius: between(0.05, 0.3)}}
	}
	moved := func(from geom.Transform, distance float64) geom.Transform {
		to := from
		to.P = from.P.Add(geom.Vec2{X: between(-distance, distance), Y: between(-distance, distance)})
		if r.IntN(2) == 0 {
			to.R = geom.RotFromAngle(between(-0.8, 0.8)).Mul(from.R)
		}
		return to
	}
	for range r.IntN(6) {
		wall := pose()
		c.add(body.Static, false, wall, wall, shape.Box(between(0.01, 0.1), between(0.5, 4)))
	}
	if r.IntN(2) == 0 {
		press := pose()
		c.add(body.Kinematic, false, press, moved(press, 3), shape.Box(0.2, 1))
	}
	for range r.IntN(8) {
		at := pose()
		c.add(body.Dynamic, r.IntN(2) == 0, at, moved(at, 0.01), some()...)
	}
	for range r.IntN(8) {
		at := pose()
		c.add(body.Dynamic, false, at, moved(at, 4), some()...)
	}
	for range 2 + r.IntN(30) {
		at := pose()
		c.add(body.Dynamic, true, at, moved(at, 7), some()...)
	}
	if r.IntN(3) == 0 { // a ring of bullets that meet in the middle, in pairs that are alike
		n := 4 + 2*r.IntN(6)
		for k := range n {
			d := geom.RotFromAngle(2 * math.Pi * float64(k) / float64(n)).X()
			c.add(body.Dynamic, true, geom.Transform{P: d.Mul(3), R: geom.Rot{C: 1}}, geom.Transform{P: d.Mul(-3), R: geom.Rot{C: 1}}, shape.Circle{Radius: 0.125})
		}
	}
	return c
}

// Queue and tree give every body the bits that comparing all with all gives it.
func TestBulletsAgainstOracle(t *testing.T) {
	hits := 0
	for seed := range long.Pick[uint64](400, 20_000) {
		fast, slow := randomBulletScene(t, seed), randomBulletScene(t, seed)
		fast.begin()
		slow.begin()
		moved := fast.s.Bullets()
		n, held := slowBullets(&slow.s)
		require.Equal(t, n > 0 || held, moved, "seed %d", seed)
		hits += n
		require.Equal(t, slow.p.Bodies.Pose, fast.p.Bodies.Pose, "seed %d", seed)
		require.Equal(t, slow.p.Bodies.State, fast.p.Bodies.State, "seed %d", seed)
	}
	require.Greater(t, hits, 2000)
	t.Logf("%d hits", hits)
}

// swarms are n bullets of 0.1 m with 4 m^2 for each, which fly 1 to 4 m in the tick.
var swarms = []struct {
	name  string
	hits  bool
	build func(t testing.TB, n int) *bulletScene
}{
	{"past", false, func(t testing.TB, n int) *bulletScene { // one another, on rows of their own
		return swarm(t, n, func(i int, r *rand.Rand, at, d *geom.Vec2) {
			if int(at.Y)%4 == 0 { // every other row comes back
				d.X = -d.X
			}
			at.Y += 0.4 * float64(i%5)
		})
	}},
	{"hit", true, func(t testing.TB, n int) *bulletScene { // whatever they meet
		return swarm(t, n, func(i int, r *rand.Rand, at, d *geom.Vec2) { *d = geom.RotFromAngle(7 * r.Float64()).Apply(*d) })
	}},
	{"hub", true, func(t testing.TB, n int) *bulletScene { // one large bullet, from its rim
		c := swarm(t, n, func(i int, r *rand.Rand, at, d *geom.Vec2) {
			out := geom.RotFromAngle(2 * math.Pi * float64(i) / float64(n)).X()
			*at, *d = out.Mul(float64(n)/20+1+d.X), out.Mul(-2*d.X)
		})
		hub := geom.Transform{R: geom.Rot{C: 1}}
		to := geom.Transform{P: geom.Vec2{X: float64(n) / 20}, R: geom.Rot{C: 1}}
		c.add(body.Dynamic, true, hub, to, shape.Circle{Radius: float64(n) / 20})
		return c
	}},
}

func swarm(t testing.TB, n int, change func(i int, r *rand.Rand, at, d *geom.Vec2)) *bulletScene {
	r := rand.New(rand.NewPCG(9, uint64(n)))
	c := newBulletScene(t)
	side := int(math.Ceil(math.Sqrt(float64(n))))
	for i := range n {
		at, d := geom.Vec2{X: 2 * float64(i%side), Y: 2 * float64(i/side)}, geom.Vec2{X: 1 + 3*r.Float64()}
		change(i, r, &at, &d)
		c.add(body.Dynamic, true, geom.Transform{P: at, R: geom.Rot{C: 1}}, geom.Transform{P: at.Add(d), R: geom.Rot{C: 1}}, shape.Circle{Radius: 0.1})
	}
	return c
}

// The number of comparisons, and so the cost, grows as n log n: that is 15 times for ten times a
// hundred.
func TestCostOfBulletsGrowsSlowly(t *testing.T) {
	for _, k := range swarms {
		last := 0
		for _, n := range []int{100, 1000, 10000} {
			c := k.build(t, n)
			c.begin()
			require.Equal(t, k.hits, c.s.Bullets())
			boxes, pairs := c.s.bulletSearch.tree.tests, c.s.bulletSearch.pairs
			t.Logf("%s, %d bullets: %d boxes, %d bodies compared", k.name, n, boxes, pairs)
			if last > 0 {
				require.Less(t, boxes+pairs, 16*last, k.name)
			}
			last = boxes + pairs
		}
	}
}

func TestWarmBulletsDoNotAllocate(t *testing.T) {
	c := swarms[1].build(t, 200)
	run := func() {
		c.begin()
		c.s.Bullets()
	}
	run()
	require.Zero(t, testing.AllocsPerRun(20, run))
}

// The time per bullet beside the time of the slow version.
func BenchmarkBullets(b *testing.B) {
	for _, k := range swarms {
		for _, n := range []int{100, 1000, 10000} {
			c := k.build(b, n)
			bench := func(kind string, stage func()) {
				b.Run(k.name+"/"+kind+"/"+strconv.Itoa(n), func(b *testing.B) {
					for range b.N {
						b.StopTimer()
						c.begin()
						b.StartTimer()
						stage()
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/bullet")
				})
			}
			bench("queue", func() { c.s.Bullets() })
			if n < 10000 {
				bench("slow", func() { slowBullets(&c.s) })
			}
		}
	}
}
