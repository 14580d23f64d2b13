package soft_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/soft"
	"github.com/stretchr/testify/require"
)

// playground is one of each: a cloth that catches a ball and tears, a blob that falls on it, a rope
// and a chain.
type playground struct {
	w     *world.World
	rope  *soft.Rope
	chain *soft.Chain
	cloth *soft.Cloth
	blob  *soft.Blob
}

func newPlayground(t testing.TB, workers int) *playground {
	t.Helper()
	w := newWorld(t, 10, workers)
	ground(w)
	p := &playground{w: w}
	p.cloth = world.Must(soft.NewCloth(w, soft.ClothDef{
		Position: vec{-4, 4}, Width: 8, Height: 1, Columns: 20, Rows: 4, Link: soft.Link{BreakForce: 120}, ShearHertz: 3,
		Pins: []int{0, 19, 20, 39, 40, 59, 60, 79},
	}))
	p.blob = world.Must(soft.NewBlob(w, soft.BlobDef{Position: vec{0, 6}, Skin: soft.Link{Hertz: 8, Damping: 1, BreakForce: 400}}))
	p.rope = world.Must(soft.NewRope(w, soft.RopeDef{Path: []vec{{-6, 8}, {-9, 8}}, StartBody: w.Ground(), Link: soft.Link{Hertz: 8, Damping: 0.5}}))
	p.chain = world.Must(soft.NewChain(w, soft.ChainDef{Path: []vec{{6, 8}, {9, 8}}, Capsules: 6, StartBody: w.Ground(), BendHertz: 1, BendDamping: 0.5}))
	ball := world.Must(w.CreateBody(body.Def{Position: vec{2, 8}}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.6}, world.ColliderDef{Density: 40}))
	return p
}

func (p *playground) tick(t testing.TB) (tears int) {
	p.w.Tick()
	tears = len(p.cloth.AppendTears(nil))
	require.NoError(t, p.cloth.Tidy())
	require.NoError(t, p.blob.Tidy())
	return tears
}

// goldenHash is of the playground after three seconds.
const goldenHash = 0x6cd6885ac0120612

// The same bits for any number of workers, and on every platform.
func TestGoldenSoftThings(t *testing.T) {
	for _, workers := range []int{1, 2, 4} {
		p := newPlayground(t, workers)
		tears := 0
		for range 180 {
			tears += p.tick(t)
		}
		require.Greater(t, tears, 3)
		p.w.Validate()
		require.Equal(t, uint64(goldenHash), p.w.Hash(), "%#x with %d workers", p.w.Hash(), workers)
	}
}

// A handle needs nothing restored: after World.Restore torn links hold again, and the future is the
// same.
func TestHandlesAreRightAfterRestore(t *testing.T) {
	p := newPlayground(t, 1)
	for range 20 {
		p.tick(t)
	}
	var before world.Snapshot
	p.w.Save(&before)
	whole := p.cloth.AppendTriangles(nil)
	tears := func() (n int) {
		for range 100 {
			n += p.tick(t)
		}
		return n
	}
	first, hash := tears(), p.w.StateHash()
	require.Positive(t, first)
	require.Less(t, len(p.cloth.AppendTriangles(nil)), len(whole))
	require.NoError(t, p.w.Restore(&before))
	require.Equal(t, whole, p.cloth.AppendTriangles(nil))
	require.Equal(t, first, tears())
	require.Equal(t, hash, p.w.StateHash())
}

// IDs bring a handle back in a fork, and in a world of a file, through JSON too.
func TestHandlesAreFoundByIDs(t *testing.T) {
	p := newPlayground(t, 1)
	for range 100 {
		p.tick(t)
	}
	fork := world.Must(p.w.Fork())
	t.Cleanup(fork.Close)
	names := new(world.Names)
	soft.Register(names)
	var snapshot world.Snapshot
	p.w.Save(&snapshot)
	var file bytes.Buffer
	require.NoError(t, snapshot.Encode(&file, names))
	read := world.Must(world.DecodeSnapshot(&file, names))
	again := world.Must(read.NewWorld())
	t.Cleanup(again.Close)

	written := world.Must(json.Marshal([]soft.IDs{p.rope.IDs(), p.chain.IDs(), p.cloth.IDs(), p.blob.IDs()}))
	for range 60 {
		p.tick(t)
	}
	for _, w := range []*world.World{fork, again} {
		var ids []soft.IDs
		require.NoError(t, json.Unmarshal(written, &ids))
		q := &playground{w: w}
		q.rope = world.Must(soft.RopeOf(w, ids[0]))
		q.chain = world.Must(soft.ChainOf(w, ids[1]))
		q.cloth = world.Must(soft.ClothOf(w, ids[2]))
		q.blob = world.Must(soft.BlobOf(w, ids[3]))
		for range 60 {
			q.tick(t)
		}
		require.Equal(t, p.w.StateHash(), w.StateHash())
		require.Equal(t, p.rope.AppendPoints(nil), q.rope.AppendPoints(nil))
		require.Equal(t, p.cloth.AppendTriangles(nil), q.cloth.AppendTriangles(nil))
		outline, _ := p.chain.AppendOutline(nil, 0)
		other, _ := q.chain.AppendOutline(nil, 0)
		require.Equal(t, outline, other)
		require.Equal(t, p.blob.TargetArea(), q.blob.TargetArea())
		require.Equal(t, w, q.blob.World())
		require.True(t, q.cloth.Valid())
	}
}

// IDs of something else are refused.
func TestIDsAreChecked(t *testing.T) {
	p := newPlayground(t, 1)
	for field, ids := range map[string]soft.IDs{
		"Kind":  p.rope.IDs(),
		"Nodes": {Kind: soft.KindBlob},
		"Links": {Kind: soft.KindBlob, Nodes: p.blob.IDs().Nodes, Extra: p.blob.IDs().Extra},
		"Extra": {Kind: soft.KindBlob, Nodes: p.blob.IDs().Nodes, Links: p.blob.IDs().Links},
		"Lengths": {Kind: soft.KindBlob, Nodes: p.blob.IDs().Nodes, Links: p.blob.IDs().Links, Extra: p.blob.IDs().Extra,
			Radius: 1},
		"Radius": {Kind: soft.KindBlob, Nodes: p.blob.IDs().Nodes, Links: p.blob.IDs().Links, Extra: p.blob.IDs().Extra,
			Lengths: p.blob.IDs().Lengths},
	} {
		_, err := soft.BlobOf(p.w, ids)
		requireField(t, err, field)
	}
	ids := p.cloth.IDs()
	ids.Columns = 7
	_, err := soft.ClothOf(p.w, ids)
	requireField(t, err, "Columns")
	ids = p.cloth.IDs()
	ids.Extra = ids.Extra[1:]
	_, err = soft.ClothOf(p.w, ids)
	requireField(t, err, "Extra")
	ids = p.cloth.IDs()
	ids.Nodes[0], ids.Links[0] = 0, 0
	require.True(t, p.cloth.Valid(), "IDs are copies")
}

func requireField(t *testing.T, err error, field string) {
	t.Helper()
	var f *geom.FieldError
	require.ErrorAs(t, err, &f)
	require.Equal(t, field, f.Field)
}

// In a stable world keys count on.
func TestKeysCountOn(t *testing.T) {
	w := newWorld(t, 0, 1)
	rope := world.Must(soft.NewRope(w, soft.RopeDef{Path: straight, Nodes: 5, Body: body.Def{Key: 70, Name: "rope"}}))
	require.Equal(t, uint64(74), rope.Body(4).Key())
	require.Equal(t, "rope", rope.Body(4).Name())
	require.NoError(t, rope.Destroy())
	require.False(t, rope.Valid())
	require.Zero(t, w.BodyCount())
	require.Zero(t, w.Counters().Joints)
}

// The row of an Area is the derivative of the area, and moves neither the centre nor turns the
// whole.
func TestAreaRowIsTheDerivative(t *testing.T) {
	corners := []geom.Vec2{{X: 1e6}, {X: 1e6 + 3, Y: 1}, {X: 1e6 + 2, Y: 4}, {X: 1e6 - 1, Y: 3}, {X: 1e6 - 2, Y: 1}}
	measure := func(at []geom.Vec2) (joint.SoftRow, []joint.RowJacobian) {
		bodies := make([]joint.ConstraintBody, len(at))
		for i, p := range at {
			bodies[i].Pose = geom.Transform{P: p, R: geom.IdentityTransform.R}
		}
		var m joint.ConstraintContext
		m.Begin(1.0/240, true, bodies, nil)
		soft.Area{Target: 10, Hertz: 3, Damping: 2}.Measure(&m)
		require.Len(t, m.Rows(), 1)
		return m.Rows()[0], m.Jacobians(0)
	}
	row, jacobians := measure(corners)
	require.Equal(t, 3.0, row.Hertz)
	require.Equal(t, 2.0, row.Damping)
	var sum geom.Vec2
	moment := 0.0
	for i, j := range jacobians {
		for axis, want := range []float64{j.X, j.Y} {
			moved := append([]geom.Vec2(nil), corners...)
			step := geom.Vec2{X: 1 / 1024.0}
			if axis == 1 {
				step = geom.Vec2{Y: 1 / 1024.0}
			}
			moved[i] = corners[i].Add(step)
			more, _ := measure(moved)
			require.InDelta(t, want, (more.Error-row.Error)*1024, 1e-6)
		}
		require.Zero(t, j.W)
		sum = sum.Add(geom.Vec2{X: j.X, Y: j.Y})
		moment += corners[i].Sub(corners[0]).Cross(geom.Vec2{X: j.X, Y: j.Y})
	}
	require.Equal(t, geom.Vec2{}, sum)
	require.InDelta(t, 0, moment, 1e-9)
}
