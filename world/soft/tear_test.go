package soft_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/soft"
	"github.com/stretchr/testify/require"
)

// A rope that is pulled apart tears in the middle, the report names the joint, and neither momentum
// nor angular momentum changes. No nodes touch: friction between bodies that do not turn would
// leave them a torque.
func TestTearingConservesMomentum(t *testing.T) {
	ghost := world.ColliderDef{Filter: shape.Filter{Ghost: true}}
	for _, build := range []func(*world.World) (*soft.Net, error){
		func(w *world.World) (*soft.Net, error) {
			r, err := soft.NewRope(w, soft.RopeDef{Path: straight, Link: soft.Link{BreakForce: 0.15}, Collider: ghost})
			return &r.Net, err
		},
		func(w *world.World) (*soft.Net, error) {
			c, err := soft.NewChain(w, soft.ChainDef{Path: straight, Capsules: 12, BreakForce: 0.15, Collider: ghost})
			return &c.Net, err
		},
		func(w *world.World) (*soft.Net, error) {
			c, err := soft.NewCloth(w, soft.ClothDef{Width: 4, Height: 3, Link: soft.Link{BreakForce: 0.15}, ShearHertz: 4, Collider: ghost})
			return &c.Net, err
		},
		func(w *world.World) (*soft.Net, error) {
			b, err := soft.NewBlob(w, soft.BlobDef{Skin: soft.Link{BreakForce: 0.15}, Collider: ghost})
			return &b.Net, err
		},
	} {
		w := newWorld(t, 0, 1)
		n := world.Must(build(w))
		for i, b := range n.AppendBodies(nil) { // apart, past each other and across
			side := 1.0
			if i < n.Len()/2 {
				side = -1
			}
			require.NoError(t, b.SetLinearVelocity(vec{4*side + 1, 0.5 * side}))
		}
		before := w.Energy()
		var tears []soft.Tear
		for range 120 {
			w.Tick()
			tears = n.AppendTears(tears)
		}
		require.NotEmpty(t, tears)
		gone := 0
		for i := range n.Links() {
			if n.Torn(i) {
				gone++
			}
		}
		require.Len(t, tears, gone)
		for _, tear := range tears {
			require.True(t, n.Torn(tear.Link))
			require.Equal(t, n.Link(tear.Link), tear.Joint)
			require.Greater(t, tear.Force, 0.149)
			a, b := n.Nodes(tear.Link)
			require.Equal(t, [2]int{a, b}, [2]int{tear.A, tear.B})
			require.True(t, geom.From(tear.Position).Finite())
		}
		after := w.Energy()
		scale := before.Mass * 4
		require.InDelta(t, before.Momentum[0], after.Momentum[0], 1e-5*scale)
		require.InDelta(t, before.Momentum[1], after.Momentum[1], 1e-5*scale)
		require.InDelta(t, before.Angular, after.Angular, 1e-4*scale)
		require.Less(t, after.Kinetic, before.Kinetic*(1+1e-6))
		w.Validate()
	}
}

// Every torn link makes one piece more, and the pieces have all nodes.
func TestCutRopeHasPieces(t *testing.T) {
	w := newWorld(t, 0, 1)
	rope := world.Must(soft.NewRope(w, soft.RopeDef{Path: straight, Nodes: 9, Radius: 0.1}))
	pieces := func() (places []int, areas []float64) {
		for k := 0; k < rope.Len(); {
			var outline []vec
			places = append(places, k)
			outline, k = rope.AppendOutline(nil, k)
			areas = append(areas, polygonArea(outline))
		}
		return places, areas
	}
	places, areas := pieces()
	require.Equal(t, []int{0}, places)
	require.InDeltaSlice(t, []float64{4.2 * 0.2}, areas, 1e-9)
	require.NoError(t, rope.Cut(0))
	require.NoError(t, rope.Cut(4))
	require.NoError(t, rope.Cut(4), "again")
	places, areas = pieces()
	require.Equal(t, []int{0, 1, 5}, places)
	require.InDeltaSlice(t, []float64{0.04, 1.7 * 0.2, 1.7 * 0.2}, areas, 1e-9)

	chain := world.Must(soft.NewChain(w, soft.ChainDef{Path: straight, Capsules: 4, Radius: 0.1}))
	require.NoError(t, chain.Cut(1))
	outline, next := chain.AppendOutline(nil, 0)
	require.Equal(t, 2, next)
	require.InDelta(t, 2.2*0.2, polygonArea(outline), 1e-9)
	outline, next = chain.AppendOutline(nil, next)
	require.Equal(t, 4, next)
	require.InDelta(t, 2.2*0.2, polygonArea(outline), 1e-9)
}

func polygonArea(points []vec) (area float64) {
	for i, p := range points {
		area += geom.From(p).Cross(geom.From(points[(i+1)%len(points)])) / 2
	}
	return area
}

// Places that are none had met the checks of Go's lists, which tell neither the package nor what is
// counted.
func TestPlacesThatAreNone(t *testing.T) {
	rope := world.Must(soft.NewRope(newWorld(t, 0, 1), soft.RopeDef{Path: []vec{{0, 0}, {3, 0}}}))
	nodes, links := rope.Len(), rope.Links()
	for _, i := range []int{-1, math.MinInt, nodes} {
		sentence := fmt.Sprintf("soft: node %d of %d", i, nodes)
		for _, call := range []func(){func() { rope.Body(i) }, func() { _ = rope.Pin(i) }, func() { _ = rope.Unpin(i) }} {
			require.PanicsWithValue(t, sentence, call)
		}
	}
	for _, i := range []int{-1, math.MinInt, links} {
		sentence := fmt.Sprintf("soft: link %d of %d", i, links)
		for _, call := range []func(){func() { rope.Link(i) }, func() { rope.Torn(i) }, func() { _ = rope.Cut(i) }, func() { rope.RestLength(i) }} {
			require.PanicsWithValue(t, sentence, call)
		}
	}
}

// The outline of a blob is its ring, reached out by the radius of the nodes; a torn one opens into
// a strip.
func TestOutlineOfBlob(t *testing.T) {
	w := newWorld(t, 0, 1)
	blob := world.Must(soft.NewBlob(w, soft.BlobDef{Position: vec{3, 4}, Nodes: 24}))
	for _, k := range []int{-24, 24, math.MinInt} {
		require.Panics(t, func() { blob.AppendOutline(nil, k) }, "node %d", k)
	}
	outline, next := blob.AppendOutline(nil, 0)
	require.Equal(t, 24, next)
	require.Len(t, outline, 24)
	for _, p := range outline {
		require.InDelta(t, 1, p.Sub(vec{3, 4}).Len(), 1e-9)
	}
	require.NoError(t, blob.Cut(5))
	outline, next = blob.AppendOutline(nil, 0)
	require.Equal(t, 24, next)
	require.Len(t, outline, 48)
	require.Positive(t, polygonArea(outline))
	require.NoError(t, blob.Cut(9))
	outline, next = blob.AppendOutline(outline[:0], 0)
	require.Equal(t, 20, next, "nodes 10 to 5")
	require.Len(t, outline, 40)
	outline, next = blob.AppendOutline(outline[:0], next)
	require.Equal(t, 24, next, "nodes 6 to 9")
	require.Len(t, outline, 8)
}

// Tidy ends what reaches over a torn link, and nothing else.
func TestTidy(t *testing.T) {
	w := newWorld(t, 0, 1)
	blob := world.Must(soft.NewBlob(w, soft.BlobDef{}))
	cloth := world.Must(soft.NewCloth(w, soft.ClothDef{Position: vec{3, 0}, Columns: 4, Rows: 3, ShearHertz: 3}))
	joints := w.Counters().Joints
	require.NoError(t, blob.Tidy())
	require.NoError(t, cloth.Tidy())
	require.Equal(t, joints, w.Counters().Joints)
	require.Len(t, cloth.AppendTriangles(nil), 3*2*6)

	require.NoError(t, blob.Cut(15))
	require.NoError(t, blob.Tidy())
	require.False(t, blob.AreaJoint().Valid())
	require.Equal(t, joints-4, w.Counters().Joints, "the link, the area, two bends")
	require.NoError(t, blob.Tidy())
	require.Equal(t, joints-4, w.Counters().Joints)

	require.NoError(t, cloth.Cut(4)) // between the middle ones of the middle row
	require.NoError(t, cloth.Tidy())
	require.Equal(t, joints-4-5, w.Counters().Joints, "the thread and the diagonals of the cells above and below")
	require.Len(t, cloth.AppendTriangles(nil), 3*(2*6-2))
	w.Tick()
	w.Validate()
}

// Threads join the neighbours: each node of a grid has as many as it has neighbours.
func TestThreadsOfCloth(t *testing.T) {
	w := newWorld(t, 0, 1)
	cloth := world.Must(soft.NewCloth(w, soft.ClothDef{Columns: 5, Rows: 3}))
	count := make([]int, cloth.Len())
	for i := range cloth.Links() {
		a, b := cloth.Nodes(i)
		require.Equal(t, cloth.Body(a), cloth.Link(i).BodyA())
		require.Equal(t, cloth.Body(b), cloth.Link(i).BodyB())
		count[a]++
		count[b]++
	}
	require.Equal(t, []int{2, 3, 3, 3, 2, 3, 4, 4, 4, 3, 2, 3, 3, 3, 2}, count)
	require.Equal(t, [2]int{5, 3}, [2]int{cloth.Columns(), cloth.Rows()})
	for k, triangles := 0, cloth.AppendTriangles(nil); k < len(triangles); k += 3 {
		points := cloth.AppendPoints(nil)
		require.InDelta(t, -0.125, polygonArea([]vec{points[triangles[k]], points[triangles[k+1]], points[triangles[k+2]]}), 1e-12)
	}
}

// A pinned node stays, and falls once it is let go.
func TestPins(t *testing.T) {
	w := newWorld(t, 10, 1)
	cloth := world.Must(soft.NewCloth(w, soft.ClothDef{Pins: []int{0, 1}}))
	ticks(w, 60)
	require.Equal(t, vec{0.5, 0}, cloth.Body(1).Position())
	require.NoError(t, cloth.Unpin(1))
	ticks(w, 60)
	require.Less(t, cloth.Body(1).Position()[1], -0.1)
	require.Equal(t, vec{}, cloth.Body(0).Position())
	require.False(t, cloth.Torn(0))
	require.NoError(t, cloth.Pin(1))
	at := cloth.Body(1).Position()
	ticks(w, 10)
	require.Equal(t, at, cloth.Body(1).Position())
}

// A cloth holds a ball that is light and tears under one that is heavy.
func TestHeavyBallTearsCloth(t *testing.T) {
	for _, c := range []struct {
		density float64
		torn    bool
	}{{1, false}, {60, true}} {
		w := newWorld(t, 10, 1)
		cloth := world.Must(soft.NewCloth(w, soft.ClothDef{
			Width: 6, Height: 1, Columns: 16, Rows: 4, Link: soft.Link{BreakForce: 250}, Pins: []int{0, 15, 16, 31, 32, 47, 48, 63},
		}))
		ball := world.Must(w.CreateBody(body.Def{Position: vec{3, 1.2}}))
		world.Must(ball.Attach(shape.Circle{Radius: 0.6}, world.ColliderDef{Density: c.density}))
		torn := false
		for range 300 {
			w.Tick()
			torn = torn || len(cloth.AppendTears(nil)) > 0
			require.NoError(t, cloth.Tidy())
		}
		require.Equal(t, c.torn, torn)
		require.Equal(t, c.torn, ball.Position()[1] < -4)
	}
}
