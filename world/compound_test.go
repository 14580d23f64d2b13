package world_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/why"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// plank is a row of n boxes side by side, of the given length and half height.
func plank(n int, length, half float64) shape.Compound {
	var c shape.Compound
	w := length / float64(2*n)
	for i := range n {
		c.Parts = append(c.Parts, shape.OffsetBox(w, half, mgl64.Vec2{float64(2*i+1)*w - length/2, 0}, 0))
	}
	return c
}

// bowl is a vessel of three boxes, open at the top.
func bowl() shape.Compound {
	return shape.Compound{Parts: []shape.Support{
		shape.OffsetBox(1, 0.1, mgl64.Vec2{0, 0.1}, 0),
		shape.OffsetBox(0.1, 0.5, mgl64.Vec2{-0.9, 0.7}, 0),
		shape.OffsetBox(0.1, 0.5, mgl64.Vec2{0.9, 0.7}, 0),
	}}
}

func attach(t *testing.T, b world.Body, s shape.Support, def world.ColliderDef) world.Collider {
	t.Helper()
	return world.Must(b.Attach(s, def))
}

// TestCompoundIsOneCollider: a body that slides over the parts of a compound begins and ends to
// touch it once, visits it once, and hits it once.
func TestCompoundIsOneCollider(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
	floor := attach(t, world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -0.5}})), plank(20, 20, 0.5), world.ColliderDef{Material: &shape.Material{}})
	sensor := attach(t, world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, 0.8}})), plank(10, 12, 0.6), world.ColliderDef{Sensor: true})
	box := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{-9, 1.2}, LinearVelocity: mgl64.Vec2{8, 0}}))
	slider := attach(t, box, plank(2, 0.6, 0.2), world.ColliderDef{HitEvents: true, Material: &shape.Material{}})
	var begins, ends, hits, visits, leaves int
	for range 200 {
		w.Tick()
		e := w.Events()
		for _, x := range e.ContactBegins {
			require.True(t, x.ColliderA == floor && x.ColliderB == slider)
			begins++
		}
		for _, x := range e.ContactEnds {
			require.True(t, x.ColliderA == floor && x.ColliderB == slider)
			ends++
		}
		hits += len(e.Hits)
		for _, x := range e.SensorBegins {
			require.True(t, x.Sensor == sensor && x.Visitor == slider)
			visits++
		}
		leaves += len(e.SensorEnds)
	}
	require.Less(t, box.Position()[1], -1.0, "it fell off the end")
	require.Equal(t, []int{1, 1, 1, 1, 1}, []int{begins, ends, hits, visits, leaves})
}

// A rigid table of two legs falls flat on the floor: its hit has the impulse that stops it. It had
// the impulse of the faster leg alone.
func TestHitOfCompoundHasTheImpulseOfAllParts(t *testing.T) {
	for _, onBelow := range []bool{false, true} {
		for _, speed := range []float64{2, 5, 20} {
			w := newWorld(t, world.Config{Workers: 1})
			legs := shape.Compound{Parts: []shape.Support{shape.OffsetBox(0.1, 0.5, mgl64.Vec2{-1, -0.5}, 0), shape.OffsetBox(0.1, 0.5, mgl64.Vec2{1, -0.5}, 0), shape.Box(1.2, 0.1)}}
			plate := shape.Box(3, 0.5)
			table, floor := body.Def{Position: mgl64.Vec2{0, 1.5}, LinearVelocity: mgl64.Vec2{0, -speed}}, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -0.5}}
			var b world.Body
			if onBelow { // the contact has the table as its first body
				b = addBody(t, w, table, legs, world.ColliderDef{HitEvents: true})
				addBody(t, w, floor, plate, world.ColliderDef{})
			} else {
				addBody(t, w, floor, plate, world.ColliderDef{})
				b = addBody(t, w, table, legs, world.ColliderDef{HitEvents: true})
			}
			sum, hits := 0.0, 0
			for range 60 {
				w.Tick()
				for _, h := range w.Events().Hits {
					sum, hits = sum+h.Impulse, hits+1
				}
			}
			require.Equal(t, 1, hits)
			require.InDelta(t, b.Mass()*speed, sum, 0.02*b.Mass()*speed, "speed %v", speed)
		}
	}
}

// TestCompoundPassesSensorInOneTick: what flies through a sensor of many parts, itself of many
// parts, comes and goes once, at the times at which one box would.
func TestCompoundPassesSensorInOneTick(t *testing.T) {
	fractions := func(sensor, visitor shape.Support) []float64 {
		w := newWorld(t, world.Config{})
		attach(t, world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{5, 0}})), sensor, world.ColliderDef{Sensor: true})
		attach(t, world.Must(w.CreateBody(body.Def{LinearVelocity: mgl64.Vec2{600, 0}})), visitor, world.ColliderDef{})
		w.Tick()
		e := w.Events()
		require.Len(t, e.SensorBegins, 1)
		require.Len(t, e.SensorEnds, 1)
		return []float64{e.SensorBegins[0].Fraction, e.SensorEnds[0].Fraction}
	}
	one := fractions(shape.Box(1, 1), shape.Box(0.5, 0.5))
	many := fractions(plank(7, 2, 1), plank(3, 1, 0.5))
	require.InDeltaSlice(t, one, many, 1e-6)
}

// TestCompoundMass: mass, centre and inertia are the sums of the parts, by density or given.
func TestCompoundMass(t *testing.T) {
	w := newWorld(t, world.Config{})
	one, parts := world.Must(w.CreateBody(body.Def{})), world.Must(w.CreateBody(body.Def{}))
	attach(t, one, shape.Box(2, 0.5), world.ColliderDef{Density: 3})
	c := attach(t, parts, plank(5, 4, 0.5), world.ColliderDef{Density: 3})
	require.InDelta(t, one.Mass(), parts.Mass(), 1e-12)
	require.InDelta(t, one.Inertia(), parts.Inertia(), 1e-11)
	require.InDelta(t, 12.0, c.Mass(), 1e-12)
	require.NoError(t, c.SetMass(7))
	require.InDelta(t, 7.0, parts.Mass(), 1e-12)
	require.Equal(t, 7.0, c.Mass())
	require.NoError(t, c.SetDensity(2))
	require.InDelta(t, 8.0, parts.Mass(), 1e-12)
	require.NoError(t, c.SetShape(plank(3, 2, 0.5)))
	require.InDelta(t, 4.0, parts.Mass(), 1e-12)
	crossed := world.Must(w.CreateBody(body.Def{})) // what lies in two parts counts once
	cross := attach(t, crossed, shape.Compound{Parts: []shape.Support{shape.Box(2, 0.5), shape.Box(0.5, 2)}}, world.ColliderDef{Density: 3})
	require.InDelta(t, 21.0, crossed.Mass(), 1e-12)
	require.InDelta(t, 21.0, cross.Mass(), 1e-12)
	require.InDelta(t, 3*2*(4*(16+1)/12.0)-3*1.0/6, crossed.Inertia(), 1e-12)
	require.NoError(t, cross.SetDensity(1))
	require.InDelta(t, 7.0, crossed.Mass(), 1e-12)
	require.NoError(t, crossed.SetType(body.Static))
	require.NoError(t, crossed.SetType(body.Dynamic))
	require.InDelta(t, 7.0, crossed.Mass(), 1e-12)
	require.NoError(t, cross.SetShape(shape.Compound{Parts: []shape.Support{shape.Box(1, 1), shape.Circle{Radius: 0.9}}}))
	require.InDelta(t, 4.0, crossed.Mass(), 1e-12)
	given := attach(t, world.Must(w.CreateBody(body.Def{})), bowl(), world.ColliderDef{Mass: 2})
	require.InDelta(t, 2.0, given.Body().Mass(), 1e-12)
	require.Equal(t, 2.0, given.Def().Mass)
}

// TestCompoundQueries: every query finds a compound once.
func TestCompoundQueries(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{3, 0}}))
	c := attach(t, b, bowl(), world.ColliderDef{})
	lone := attach(t, world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{3, 0.6}})), shape.Circle{Radius: 0.1}, world.ColliderDef{})
	all := []world.Collider{c, lone}
	require.Equal(t, []world.Collider{c}, slices.Collect(b.Colliders()))
	require.Equal(t, all, slices.Collect(w.OverlapBox(mgl64.Vec2{0, 0}, mgl64.Vec2{6, 3}, world.QueryFilter{})))
	require.Equal(t, all, w.AppendColliders(nil, mgl64.Vec2{0, 0}, mgl64.Vec2{6, 3}, world.QueryFilter{}))
	require.Equal(t, all, slices.Collect(w.VisibleColliders(mgl64.Vec2{3, 1.1}, 9, world.QueryFilter{})))
	require.Equal(t, []world.Collider{c}, slices.Collect(w.OverlapPoint(mgl64.Vec2{2.05, 0.2}, world.QueryFilter{})), "two parts touch there")
	big := world.Must(shape.New(shape.Circle{Radius: 2}))
	require.Equal(t, all, slices.Collect(w.OverlapShape(big, mgl64.Vec2{3, 0}, 0, world.QueryFilter{})))
	var found []world.Collider
	for h := range w.RayCastAll(mgl64.Vec2{0, 0.6}, mgl64.Vec2{6, 0}, world.QueryFilter{}) {
		found = append(found, h.Collider)
	}
	require.Equal(t, []world.Collider{c, lone}, found, "the second wall is part of the same")
	found = nil
	small := world.Must(shape.New(shape.Circle{Radius: 0.05}))
	for h := range w.ShapeCastAll(world.ShapeAt(small, mgl64.Vec2{0, 0.6}, 0), mgl64.Vec2{6, 0}, world.QueryFilter{}) {
		found = append(found, h.Collider)
	}
	require.Equal(t, []world.Collider{c, lone}, found)
	for o := range w.OverlapContacts(world.ShapeAt(small, mgl64.Vec2{2.1, 0.9}, 0), world.QueryFilter{}) {
		require.Equal(t, c, o.Collider)
		require.InDelta(t, 0.15, o.Depth, 1e-9, "of the wall")
	}
	near := slices.Collect(w.NearestColliders(world.PointAt(mgl64.Vec2{3, 0.9}), 9, 2, world.QueryFilter{}))
	require.Len(t, near, 2)
	require.Equal(t, lone, near[0].Collider)
	require.InDelta(t, 0.7, near[1].Distance, 1e-9)
	view := w.View()
	defer view.Release()
	require.Equal(t, all, slices.Collect(view.OverlapBox(mgl64.Vec2{0, 0}, mgl64.Vec2{6, 3}, world.QueryFilter{})))

	require.True(t, c.Contains(mgl64.Vec2{3.9, 1}))
	require.False(t, c.Contains(mgl64.Vec2{3, 0.5}))
	require.Equal(t, mgl64.Vec2{3.8, 0.9}, c.ClosestPoint(mgl64.Vec2{3.5, 0.9}))
	low, high := c.Bounds()
	require.InDeltaSlice(t, []float64{2, 0, 4, 1.2}, []float64{low[0], low[1], high[0], high[1]}, 1e-15)
	hit, ok := c.RayCast(mgl64.Vec2{3, 0.9}, mgl64.Vec2{5, 0}, world.InsideHits)
	require.True(t, ok)
	require.InDelta(t, 0.16, hit.Fraction, 1e-9)
	d, ok := c.Distance(world.PointAt(mgl64.Vec2{3.6, 0.9}))
	require.True(t, ok)
	require.InDelta(t, 0.2, d.Distance, 1e-9)
	m, ok := c.Manifold(world.ShapeAt(small, mgl64.Vec2{3.75, 0.9}, 0), 0.01)
	require.True(t, ok)
	require.InDelta(t, -1.0, m.Normal[0], 1e-9)
	s, ok := b.Distance(lone.Body(), world.QueryFilter{})
	require.True(t, ok)
	require.Equal(t, c, s.ColliderA)
	require.InDelta(t, 0.3, s.Distance, 1e-9)
}

// TestCompoundInsideRules: a cast that begins in one part does not meet the next one at their seam.
func TestCompoundInsideRules(t *testing.T) {
	w := newWorld(t, world.Config{})
	c := attach(t, world.Must(w.CreateBody(body.Def{Type: body.Static})), plank(4, 4, 0.5), world.ColliderDef{})
	for _, rule := range []world.InsideRule{world.InsidePasses, world.InsideLeaves} {
		_, ok := w.RayCast(mgl64.Vec2{-1.5, 0.4}, mgl64.Vec2{0, 3}, world.QueryFilter{Inside: rule})
		require.False(t, ok)
		_, ok = w.ShapeCast(world.Must(shape.New(shape.Circle{Radius: 0.2})), mgl64.Vec2{-1.5, 0.5}, 0, mgl64.Vec2{0, 3}, world.QueryFilter{Inside: rule})
		require.False(t, ok)
	}
	_, ok := w.RayCast(mgl64.Vec2{-1.5, 0}, mgl64.Vec2{9, 0}, world.QueryFilter{Inside: world.InsidePasses})
	require.False(t, ok)
	_, ok = c.RayCast(mgl64.Vec2{-1.5, 0}, mgl64.Vec2{9, 0}, world.InsidePasses)
	require.False(t, ok)
	hit, ok := w.RayCast(mgl64.Vec2{-1.5, 0}, mgl64.Vec2{9, 0}, world.QueryFilter{})
	require.True(t, ok)
	require.Equal(t, c, hit.Collider)
	require.Zero(t, hit.Fraction)
}

// TestCompoundChanges: what is set is set for all parts, and a shape becomes a compound and back.
func TestCompoundChanges(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	first := attach(t, ground, shape.Box(1, 0.1), world.ColliderDef{UserData: "plate", CrushThreshold: 1})
	later := attach(t, ground, shape.OffsetBox(1, 0.1, mgl64.Vec2{9, 0}, 0), world.ColliderDef{})
	require.NoError(t, first.SetShape(bowl()))
	require.Equal(t, bowl(), first.Shape())
	require.Equal(t, []world.Collider{later, first}, slices.Collect(ground.Colliders()))
	require.Equal(t, "plate", first.UserData())
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 1}}))
	ballCollider := attach(t, ball, shape.Circle{Radius: 0.2}, world.ColliderDef{})
	runTicks(w, 120)
	require.InDelta(t, 0.4, ball.Position()[1], 0.01, "it lies in the bowl")
	require.Equal(t, why.Touching, w.Why(first, ballCollider).Reason)
	require.NoError(t, first.SetMaterial(shape.Material{Friction: 0.9, Restitution: 0.5}))
	for c := range ball.Contacts() {
		require.Equal(t, 0.5, c.Restitution)
	}
	require.NoError(t, first.SetFilter(shape.Filter{Ghost: true}))
	w.Tick()
	require.Len(t, w.Events().ContactEnds, 1)
	require.Equal(t, why.Ghost, w.Why(first, ballCollider).Reason)
	require.NoError(t, first.SetFilter(shape.Filter{}))
	require.NoError(t, first.SetOneWay(mgl64.Vec2{0, 1}))
	require.Equal(t, mgl64.Vec2{0, 1}, first.Def().OneWay)
	require.NoError(t, first.SetShape(shape.Box(1, 0.1)))
	require.Equal(t, shape.Box(1, 0.1), first.Shape())
	require.Equal(t, "plate", first.UserData())
	require.Equal(t, 1.0, first.Def().CrushThreshold)
	require.NoError(t, first.SetShape(plank(6, 3, 0.1)))
	require.NoError(t, first.SetShape(plank(2, 3, 0.1)))
	require.NoError(t, first.Destroy())
	require.False(t, first.Valid())
	require.True(t, later.Valid())
	require.Equal(t, 2, w.Counters().Colliders)
	w.Tick()
}

// TestBadCompounds: a compound that cannot be used is refused with the part and its field, and the
// world is as before.
func TestBadCompounds(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := world.Must(w.CreateBody(body.Def{}))
	c := attach(t, b, shape.Box(1, 1), world.ColliderDef{})
	before := w.StateHash()
	for _, x := range []struct {
		s     shape.Support
		field string
		err   error
	}{
		{shape.Compound{}, "Parts", shape.ErrNoParts},
		{(*shape.Compound)(nil), "Shape", shape.ErrNoShape},
		{shape.Compound{Parts: []shape.Support{shape.Box(1, 1), nil}}, "Parts[1].Shape", shape.ErrNoShape},
		{shape.Compound{Parts: []shape.Support{shape.Box(1, 1), shape.Circle{Radius: -1}}}, "Parts[1].Radius", geom.ErrNotPositive},
		{shape.Compound{Parts: []shape.Support{bowl()}}, "Parts[0].Shape", shape.ErrConcave},
		{shape.Compound{Parts: []shape.Support{shape.Circle{Radius: 1}, refuser{}}}, "Parts[1].Support([1 0])", geom.ErrOutOfRange},
	} {
		_, err := b.Attach(x.s, world.ColliderDef{})
		var fe *geom.FieldError
		require.ErrorAs(t, err, &fe, "%v", x.s)
		require.Equal(t, x.field, fe.Field)
		require.ErrorIs(t, err, x.err)
		require.Error(t, c.SetShape(x.s))
		_, err = w.CreateBodies(nil, []world.BodyParts{{Colliders: []world.ColliderParts{{Shape: x.s}}}})
		require.Error(t, err)
		_, err = w.CreateArea(world.AreaDef{Shape: x.s, Effects: []area.Effect{area.Gravity{}}})
		require.Error(t, err)
	}
	_, err := w.CreateArea(world.AreaDef{Shape: bowl(), Effects: []area.Effect{area.Gravity{}}})
	require.ErrorIs(t, err, shape.ErrConcave)
	require.Equal(t, before, w.StateHash())
	require.Equal(t, 1, w.Counters().Colliders)
}

// refuser is a custom shape without a size.
type refuser struct{}

func (refuser) Support(mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{math.NaN(), 0} }

// compoundScene is a world of letters, bowls and balls that fall on each other.
func compoundScene(t *testing.T, config world.Config) *world.World {
	w := newWorld(t, config)
	attach(t, world.Must(w.CreateBody(body.Def{Type: body.Static})), shape.Box(20, 0.5), world.ColliderDef{})
	letter := [][]mgl64.Vec2{
		{{0, 0}, {1.2, 0}, {1.2, 0.3}, {0.3, 0.3}}, {{0, 0}, {0.3, 0.3}, {0.3, 1}, {0, 1.3}}, {{0.3, 1}, {1, 1}, {1, 1.3}, {0, 1.3}},
	}
	shapes := []shape.Support{
		world.Must(shape.NewCompound(letter, 0.02)), bowl(), shape.Circle{Radius: 0.3},
		shape.Compound{Parts: []shape.Support{shape.Circle{Radius: 0.3}, shape.Capsule{A: mgl64.Vec2{-0.5, 0}, B: mgl64.Vec2{0.5, 0}, Radius: 0.1}}},
	}
	for i := range 40 {
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(i%8)*1.7 - 6, 2 + 1.6*float64(i/8)}, Angle: float64(i), Key: uint64(100 - i)}))
		attach(t, b, shapes[i%len(shapes)], world.ColliderDef{HitEvents: i%3 == 0})
	}
	attach(t, world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, 2}})), plank(4, 6, 1), world.ColliderDef{Sensor: true})
	return w
}

// TestCompoundHistories: the events of compounds come in pairs, once for each pair of colliders,
// and the same for any number of workers, after a restore, from a file, in a fork and in a replay.
func TestCompoundHistories(t *testing.T) {
	for _, stable := range []bool{false, true} {
		run := func(w *world.World, ticks int, check bool) uint64 {
			touching, inside := map[[2]world.ColliderID]bool{}, map[[2]world.ColliderID]bool{}
			for range ticks {
				w.Tick()
				if !check {
					continue
				}
				e := w.Events()
				// A pair that ends and begins in one tick ends first.
				for _, x := range e.ContactEnds {
					require.True(t, touching[pairOf(x.ColliderA, x.ColliderB)])
					delete(touching, pairOf(x.ColliderA, x.ColliderB))
				}
				for _, x := range e.ContactBegins {
					require.False(t, touching[pairOf(x.ColliderA, x.ColliderB)])
					touching[pairOf(x.ColliderA, x.ColliderB)] = true
				}
				for _, x := range e.SensorBegins {
					inside[pairOf(x.Sensor, x.Visitor)] = true
				}
				for _, x := range e.SensorEnds {
					delete(inside, pairOf(x.Sensor, x.Visitor))
				}
				now := map[[2]world.ColliderID]bool{}
				for c := range w.Contacts() {
					now[pairOf(c.ColliderA, c.ColliderB)] = true
				}
				require.Equal(t, now, touching)
			}
			return w.StateHash()
		}
		config := world.Config{Gravity: mgl64.Vec2{0, -10}, Stable: stable}
		w := compoundScene(t, config)
		var tape bytes.Buffer
		require.NoError(t, w.Record(&tape))
		run(w, 60, true)
		var saved world.Snapshot
		require.NoError(t, w.Save(&saved))
		fork := world.Must(w.Fork())
		defer fork.Close()
		want := run(w, 100, false)
		require.NoError(t, w.StopRecording())
		require.Equal(t, want, run(fork, 100, false))
		require.NoError(t, w.Restore(&saved))
		require.Equal(t, want, run(w, 100, false))
		var file bytes.Buffer
		require.NoError(t, saved.Encode(&file, nil))
		again := world.Must(world.DecodeSnapshot(bytes.NewReader(file.Bytes()), nil))
		from := newWorld(t, config)
		require.NoError(t, from.Restore(again))
		require.Equal(t, want, run(from, 100, false))
		config.Workers = 3
		parallel := compoundScene(t, config)
		run(parallel, 60, false)
		require.Equal(t, want, run(parallel, 100, false), fmt.Sprint("stable ", stable))
	}
}

func pairOf(a, b world.Collider) [2]world.ColliderID {
	return [2]world.ColliderID{min(a.ID(), b.ID()), max(a.ID(), b.ID())}
}

// TestCompoundReplays: a recording of a world with compounds replays tick by tick.
func TestCompoundReplays(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
	var tape bytes.Buffer
	require.NoError(t, w.Record(&tape))
	b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 2}}))
	c := attach(t, b, bowl(), world.ColliderDef{HitEvents: true})
	attach(t, world.Must(w.CreateBody(body.Def{Type: body.Static})), shape.Box(9, 0.5), world.ColliderDef{})
	for i := range 90 {
		w.Tick()
		if i == 40 {
			require.NoError(t, c.SetShape(plank(4, 2, 0.1)))
		}
	}
	require.NoError(t, w.StopRecording())
	p, ticks := replayAll(t, tape.Bytes())
	require.Equal(t, 90, ticks)
	require.Equal(t, w.StateHash(), p.World().StateHash())
}

// TestCompoundInnerEdgesAreNotFelt: what slides over the seams of a compound moves as over one box,
// whether the compound is static or moves freely, and so does a compound over a corner.
func TestCompoundInnerEdgesAreNotFelt(t *testing.T) {
	smooth := &shape.Material{}
	sliders := map[string]shape.Support{
		"box": shape.Box(0.25, 0.25), "circle": shape.Circle{Radius: 0.25}, "capsule": shape.Capsule{A: mgl64.Vec2{-0.2, 0}, B: mgl64.Vec2{0.2, 0}, Radius: 0.25},
		"polygon": shape.RegularPolygon(5, 0.3), "planks": plank(3, 0.5, 0.25), "ellipse": shape.Ellipse{RX: 0.4, RY: 0.25},
	}
	for name, slider := range sliders {
		for _, speed := range []float64{1, 3, 10, 30} {
			for _, kind := range []body.Type{body.Static, body.Dynamic} {
				rise, loss := [2]float64{}, [2]float64{}
				for k, floor := range []shape.Support{shape.Box(10, 0.5), plank(25, 20, 0.5)} {
					w := newWorld(t, world.Config{Workers: 1})
					attach(t, world.Must(w.CreateBody(body.Def{Type: kind, LockRotation: true})), floor, world.ColliderDef{Density: 1e6, Material: smooth})
					low := slider.Support(mgl64.Vec2{0, -1})[1]
					b := world.Must(w.CreateBody(body.Def{
						Position: mgl64.Vec2{-9, 0.5 - low}, LinearVelocity: mgl64.Vec2{speed, 0}, Gravity: mgl64.Vec2{0, -10}, LockRotation: true,
					}))
					attach(t, b, slider, world.ColliderDef{Material: smooth})
					start := b.Position()[1]
					for b.Position()[0] < 9 && w.Ticks() < 1200 {
						w.Tick()
						rise[k] = max(rise[k], b.Position()[1]-start)
						loss[k] = max(loss[k], speed-b.LinearVelocity()[0])
					}
				}
				require.InDelta(t, rise[0], rise[1], 1e-4, "%s at %v m/s over a %v compound", name, speed, kind)
				require.InDelta(t, loss[0], loss[1], 2e-4*speed, "%s at %v m/s over a %v compound", name, speed, kind)
			}
		}
	}
}

// TestCompoundSlidesOverACorner: a falling compound that slides on the corner of a static box does
// not catch at its seams, and loses no speed.
func TestCompoundSlidesOverACorner(t *testing.T) {
	smooth := &shape.Material{}
	var speeds [2]float64
	for k, s := range []shape.Support{shape.Box(5, 0.2), plank(20, 10, 0.2)} {
		w := newWorld(t, world.Config{Workers: 1})
		for _, x := range []float64{-2, 2} {
			attach(t, world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{x, -0.5}, Angle: 0.7})), shape.Box(0.2, 0.2), world.ColliderDef{Material: smooth})
		}
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{-1.5, -0.02}, LinearVelocity: mgl64.Vec2{3, 0}, Gravity: mgl64.Vec2{0, -10}}))
		attach(t, b, s, world.ColliderDef{Material: smooth})
		runTicks(w, 60)
		speeds[k] = b.LinearVelocity()[0]
		require.Greater(t, b.Position()[1], -0.1)
	}
	require.InDelta(t, speeds[0], speeds[1], 1e-3)
}

// A query of the world tells of a compound what the compound tells itself, whichever of its parts
// the broadphase visits first: of the parts in which a cast begins, it names the deepest.
func TestQueriesNameTheSamePartAsTheCollider(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 1))
	inside := 0
	for range 30 {
		w := newWorld(t, world.Config{})
		var all []world.Collider
		for range 6 {
			var c shape.Compound
			for range 5 {
				c.Parts = append(c.Parts, shape.OffsetBox(0.3+r.Float64(), 0.3+r.Float64(), mgl64.Vec2{2 * r.Float64(), 2 * r.Float64()}, 3*r.Float64()))
			}
			b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{8 * r.Float64(), 8 * r.Float64()}}))
			all = append(all, world.Must(b.Attach(c, world.ColliderDef{})))
		}
		ball := world.Must(shape.New(shape.Circle{Radius: 0.2}))
		for range 20 {
			at := world.ShapeAt(ball, mgl64.Vec2{9 * r.Float64(), 9 * r.Float64()}, 0)
			way := mgl64.Vec2{8*r.Float64() - 4, 8*r.Float64() - 4}
			var rays, casts []world.CastHit
			for _, c := range all {
				if hit, ok := c.RayCast(at.Position, way, world.InsideHits); ok {
					rays = append(rays, hit)
				}
				if hit, ok := c.ShapeCast(at, way, world.InsideHits); ok {
					casts = append(casts, hit)
					if hit.Depth > 0 {
						inside++
					}
				}
			}
			require.ElementsMatch(t, rays, slices.Collect(w.RayCastAll(at.Position, way, world.QueryFilter{})))
			require.ElementsMatch(t, casts, slices.Collect(w.ShapeCastAll(at, way, world.QueryFilter{})))
			if hit, ok := w.ShapeCast(ball, at.Position, 0, way, world.QueryFilter{}); ok {
				require.Contains(t, casts, hit)
			}
			if hit, ok := w.RayCast(at.Position, way, world.QueryFilter{}); ok {
				require.Contains(t, rays, hit)
			}
			for near := range w.NearestColliders(at, 3, 0, world.QueryFilter{}) {
				own, ok := near.Collider.Distance(at)
				require.True(t, ok)
				require.Equal(t, own, near.Separation)
			}
		}
	}
	require.Greater(t, inside, 200)
}
