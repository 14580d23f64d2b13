package continuous

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// sweepCase is the sweep of one body against one that stays. The slop is 5 mm.
type sweepCase struct {
	name     string
	fixed    shape.Support
	moving   shape.Support
	from, to geom.Transform
	touching float64 // separation of the point of contact when the tick began, if known
	known    bool
	wasDeep  float64 // in something else when the tick began
	later    bool    // the sweep begins after the tick
	stopped  bool
	distance float64 // at the stop, of whatever is stopped; m
}

func poseAt(x, y, angle float64) geom.Transform {
	return geom.Transform{P: geom.Vec2{X: x, Y: y}, R: geom.RotFromAngle(angle)}
}

// impactOf returns where a pair is to be stopped.
func impactOf(t *testing.T, k *sweepCase) (hit narrowphase.Impact, ok bool) {
	c := newBulletScene(t)
	c.add(body.Static, false, geom.IdentityTransform, geom.IdentityTransform, k.fixed)
	c.add(body.Dynamic, false, k.from, k.to, k.moving)
	c.begin()
	q := c.query()
	row := c.p.Bodies.Row(c.bodies[1])
	slots := [2]state.ColliderSlot{}
	for i, slot := range c.bodies {
		slots[i] = state.ColliderSlot(c.p.Bodies.Motion[c.p.Bodies.Row(slot)].FirstCollider)
	}
	q.self, q.row, q.moving, q.best.time = c.bodies[1], row, slots[1], noHit
	fixed, moving := c.p.Shapes.Convex(slots[0]), c.p.Shapes.Convex(slots[1])
	q.innerRadius = shape.InnerRadius(moving)
	if k.known {
		contact := state.SolverContact{Count: 1}
		contact.Points[0].Separation = float32(k.touching)
		c.p.Contacts.Solver, c.p.Contacts.Pair = []state.SolverContact{contact}, []state.ContactPair{{ColliderA: uint32(slots[0])}}
		var finds slowFinds
		c.s.noteTouched(&finds, row, 0)
		c.s.list(&finds)
	}
	still := narrowphase.Sweep{Start: geom.IdentityTransform, End: geom.IdentityTransform}
	q.pair = motionPair{fixed: fixed, moving: moving, fixedSweep: still, movingSweep: narrowphase.Sweep{Start: k.from, End: k.to}}
	q.pair.measureMotion()
	q.startDepth = startDepth{depth: k.wasDeep, nextEdge: state.None, started: true}
	begin := 0.0
	if k.later {
		begin = 0.5
	}
	return q.impact(&q.pair, slots[0], begin, 1)
}

// What is stopped, and at what distance.
func TestImpactRules(t *testing.T) {
	floor, box := shape.Box(5, 1), shape.Box(0.5, 0.5) // the floor's top is at 1 m
	stick := shape.Box(1, 0.05)
	line := shape.Segment{A: mgl64.Vec2{-5, 1}, B: mgl64.Vec2{5, 1}}
	wire := shape.Segment{A: mgl64.Vec2{-0.5, 0}, B: mgl64.Vec2{0.5, 0}}
	chain, err := shape.Chain{Points: []mgl64.Vec2{{6, 1}, {5, 1}, {-5, 1}, {-6, 1}}}.Segments()
	require.NoError(t, err)
	wedge := shape.Triangle(mgl64.Vec2{0, 1}, mgl64.Vec2{0.2, 0.06}, mgl64.Vec2{0.4, 1})
	bow, err := shape.NewPolygon([]mgl64.Vec2{{-0.4, -0.13}, {0.4, -0.13}, {0.2, 0.13}, {-0.2, 0.13}}, 0)
	require.NoError(t, err)
	const slop = 0.005
	for _, k := range []sweepCase{
		{name: "straight down", fixed: floor, moving: box, from: poseAt(0, 3, 0), to: poseAt(0, 1, 0), stopped: true, distance: slop},
		{name: "not as far", fixed: floor, moving: box, from: poseAt(0, 3, 0), to: poseAt(0, 1.51, 0)},
		{name: "beside an end", fixed: floor, moving: box, from: poseAt(5.503, 3, 0), to: poseAt(5.503, 0, 0)},
		{name: "over a corner", fixed: floor, moving: box, from: poseAt(5.4, 3, 0), to: poseAt(5.4, 0, 0), stopped: true, distance: slop},
		{name: "over an acute corner", fixed: wedge, moving: bow, from: poseAt(-0.435, 1.129, 0), to: poseAt(-0.33, 1.129, 0), wasDeep: 0.01},
		{name: "into an acute corner", fixed: wedge, moving: bow, from: poseAt(-0.435, 1.115, 0), to: poseAt(-0.33, 1.115, 0), wasDeep: 0.01, stopped: true, distance: slop},
		{name: "one that swings through", fixed: floor, moving: stick, from: poseAt(0, 1.95, math.Pi/3), to: poseAt(0, 1.95, 2*math.Pi/3), stopped: true, distance: slop},
		{name: "touching, straight down", fixed: floor, moving: box, from: poseAt(0, 1.5, 0), to: poseAt(0, 1.2, 0), known: true, stopped: true, distance: -0.25 * slop},
		{name: "touching, at rest", fixed: floor, moving: box, from: poseAt(0, 1.5, 0), to: poseAt(0, 1.4995, 0), known: true},
		{name: "near, straight down", fixed: floor, moving: box, from: poseAt(0, 1.5+1.4*slop, 0), to: poseAt(0, 1.2, 0), stopped: true, distance: 0.7 * slop},
		{name: "nearer than half a slop", fixed: floor, moving: box, from: poseAt(0, 1.5+0.4*slop, 0), to: poseAt(0, 1.2, 0), stopped: true, distance: -0.05 * slop},
		{name: "near, askew", fixed: floor, moving: box, from: poseAt(0, 1.5+1.4*slop, 0), to: poseAt(3, 1.4, 0), stopped: true, distance: -0.05 * slop},
		{name: "past a corner", fixed: floor, moving: shape.Circle{Radius: 0.5}, from: poseAt(4.3557, 2.3557, 0), to: poseAt(6.3557, 0.3557, 0)},
		{name: "one that swings over", fixed: floor, moving: stick, from: poseAt(0, 2.00325, math.Pi/3), to: poseAt(0, 2.00325, 2*math.Pi/3)},
		{name: "deep in another", fixed: floor, moving: box, from: poseAt(0, 1.5, 0), to: poseAt(0, 1.47, 0), wasDeep: 0.05},
		{name: "deep in another, deeper here", fixed: floor, moving: box, from: poseAt(0, 1.5, 0), to: poseAt(0, 1.3, 0), wasDeep: 0.05, stopped: true, distance: -(0.05 + 0.05*slop) / 2}, // back to within a sixteenth of the inner radius, in eighths
		{name: "deep in another, touching", fixed: floor, moving: box, from: poseAt(0, 1.5, 0), to: poseAt(0, 1.47, 0), wasDeep: 0.05, known: true, stopped: true, distance: -0.25 * slop},
		{name: "deep in another, later", fixed: floor, moving: box, from: poseAt(0, 1.5, 0), to: poseAt(0, 1.47, 0), wasDeep: 0.05, later: true, stopped: true, distance: -0.05 * slop},
		{name: "deep in another, from afar", fixed: floor, moving: box, from: poseAt(0, 3, 0), to: poseAt(0, 1.47, 0), wasDeep: 0.05},
		{name: "off a line", fixed: line, moving: wire, from: poseAt(0, 1.1, 0), to: poseAt(0, 2, 0)},
		{name: "a wire on a line", fixed: line, moving: wire, from: poseAt(0, 2, 0), to: poseAt(0, 0, 0), stopped: true, distance: slop},
		{name: "a wire across a line", fixed: line, moving: wire, from: poseAt(0, 1, 1), to: poseAt(0, 0, 1)},
		{name: "a wire beside a line", fixed: line, moving: wire, from: poseAt(5.6, 2, 1.5), to: poseAt(5.6, 0, 1.5)},
		{name: "a wire on a box from inside", fixed: floor, moving: wire, from: poseAt(0, 0.9, 0), to: poseAt(0, -0.9, 0)},
		{name: "onto a line", fixed: line, moving: box, from: poseAt(0, 3, 0), to: poseAt(0, -1, 0), stopped: true, distance: slop},
		{name: "under a line", fixed: line, moving: box, from: poseAt(0, -1, 0), to: poseAt(0, 3, 0), stopped: true, distance: slop},
		{name: "onto a chain", fixed: chain[1], moving: box, from: poseAt(0, 3, 0), to: poseAt(0, -1, 0), stopped: true, distance: slop},
		{name: "out from behind a chain", fixed: chain[1], moving: box, from: poseAt(0, -1, 0), to: poseAt(0, 3, 0)},
		{name: "a wire on a chain", fixed: chain[1], moving: wire, from: poseAt(0, 3, 0), to: poseAt(0, -1, 0), stopped: true, distance: slop},
		{name: "a wire from behind a chain", fixed: chain[1], moving: wire, from: poseAt(0, -1, 0), to: poseAt(0, 3, 0)},
		{name: "deep, straight down", fixed: floor, moving: box, from: poseAt(0, 1.1, 0), to: poseAt(0, 0.1, 0), stopped: true, distance: -0.4 - 0.25*slop},
		{name: "deeper than the centre", fixed: floor, moving: box, from: poseAt(0, 1.03, 0), to: poseAt(0, 0.1, 0), stopped: true, distance: -(1 - allowedPenetrationToleranceRatio) * 0.5},
		{name: "with the centre inside", fixed: floor, moving: box, from: poseAt(0, 0.9, 0), to: poseAt(0, 0.1, 0)},
		{name: "near, into what it touched by less than it may", fixed: floor, moving: box, from: poseAt(0, 1.5+0.6*slop, 0), to: poseAt(0, 1.5-0.1*slop, 0), known: true, touching: 0.2 * slop},
		{name: "near, into what it did not touch", fixed: floor, moving: box, from: poseAt(0, 1.5+0.6*slop, 0), to: poseAt(0, 1.5-0.1*slop, 0), stopped: true, distance: 0.3 * slop},
		{name: "out", fixed: floor, moving: box, from: poseAt(0, 1.1, 0), to: poseAt(0, 1.6, 0)},
	} {
		hit, ok := impactOf(t, &k)
		if ok != k.stopped {
			t.Errorf("%s: stopped %v at %+v", k.name, ok, hit)
			continue
		}
		if !ok {
			continue
		}
		fixed, moving := mustCompile(t, k.fixed), mustCompile(t, k.moving)
		pose := (&narrowphase.Sweep{Start: k.from, End: k.to}).At(hit.Time)
		got := narrowphase.SignedDistance(fixed, moving, &pose, nil).Distance
		tolerance := 0.11 * slop // the tolerance of the search
		if k.distance == slop {
			tolerance = 0.26 * slop // for those that start apart
		}
		if math.Abs(got-k.distance) > tolerance {
			t.Errorf("%s: stopped at %.3f slops, want %.3f", k.name, got/slop, k.distance/slop)
		}
	}
}

// The range of contacts is 20 mm, which a point of a body passes in a sixtieth of a second at 1.2
// m/s, in any direction, and a part of it as the body turns.
func TestMovedFar(t *testing.T) {
	c := newBulletScene(t)
	c.p.Timestep = 1.0 / 60
	for i := range 24 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 12)
		for speed, want := range map[float64]bool{0.3: false, 1.19: false, 1.21: true, 40: true} {
			b := state.BodyState{VX: float32(speed * cos), VY: float32(speed * sin)}
			m := state.BodyMotion{MaxExtent: 0.5}
			require.Equal(t, want, c.s.movedFar(&b, &m), "%v m/s at %d degrees", speed, 15*i)
			b.W = float32(2 * (1.2 - speed) * (0.99 + 0.02*float64(i%2)))
			require.Equal(t, want || i%2 == 1, c.s.movedFar(&b, &m), "%v m/s at %d degrees and %v rad/s", speed, 15*i, b.W)
		}
	}
}
