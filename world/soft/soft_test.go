package soft_test

import (
	"errors"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/soft"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type vec = mgl64.Vec2

func newWorld(t testing.TB, gravity float64, workers int) *world.World {
	t.Helper()
	w := world.Must(world.New(world.Config{Gravity: vec{0, -gravity}, Workers: workers, NoSleep: true}))
	t.Cleanup(w.Close)
	return w
}

// ground adds a floor whose top is at y = 0.
func ground(w *world.World) {
	world.Must(world.Must(w.CreateBody(body.Def{Type: body.Static, Position: vec{0, -1}})).Attach(shape.Box(30, 1), world.ColliderDef{}))
}

func ticks(w *world.World, n int) {
	for range n {
		w.Tick()
	}
}

var straight = []vec{{0, 0}, {4, 0}}

// Each definition that cannot be used names its field, and the world stays as it was.
func TestDefinitionsAreChecked(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	other, w := newWorld(t, 0, 1), newWorld(t, 10, 1)
	gone := world.Must(w.CreateBody(body.Def{}))
	require.NoError(t, gone.Destroy())
	unchanged := w.StateHash()
	rope := func(d soft.RopeDef) func(*world.World) error {
		return func(w *world.World) error { _, err := soft.NewRope(w, d); return err }
	}
	chain := func(d soft.ChainDef) func(*world.World) error {
		return func(w *world.World) error { _, err := soft.NewChain(w, d); return err }
	}
	cloth := func(d soft.ClothDef) func(*world.World) error {
		return func(w *world.World) error { _, err := soft.NewCloth(w, d); return err }
	}
	blob := func(d soft.BlobDef) func(*world.World) error {
		return func(w *world.World) error { _, err := soft.NewBlob(w, d); return err }
	}
	for _, c := range []struct {
		field  string
		reason error
		make   func(*world.World) error
	}{
		{"Path", geom.ErrTooFewPoints, rope(soft.RopeDef{})},
		{"Path", geom.ErrDegenerate, rope(soft.RopeDef{Path: []vec{{1, 1}, {1, 1}}})},
		{"Path[1]", geom.ErrNotFinite, rope(soft.RopeDef{Path: []vec{{1, 1}, {nan, 1}}})},
		{"Path", geom.ErrOutOfRange, rope(soft.RopeDef{Path: []vec{{}, {1e6, 0}}})},
		{"Path", geom.ErrOutOfRange, chain(soft.ChainDef{Path: []vec{{}, {1e6, 0}}})},
		{"Nodes", geom.ErrOutOfRange, rope(soft.RopeDef{Path: straight, Nodes: 1})},
		{"Nodes", geom.ErrOutOfRange, rope(soft.RopeDef{Path: straight, Nodes: 1 << 20})},
		{"Radius", geom.ErrNotPositive, rope(soft.RopeDef{Path: straight, Radius: -1})},
		{"Link.Hertz", geom.ErrNegative, rope(soft.RopeDef{Path: straight, Link: soft.Link{Hertz: -1}})},
		{"Link.Hertz", geom.ErrOutOfRange, rope(soft.RopeDef{Path: straight, Link: soft.Link{Hertz: 1, Loose: true}})},
		{"Link.Damping", geom.ErrNotFinite, rope(soft.RopeDef{Path: straight, Link: soft.Link{Damping: nan}})},
		{"Link.MaxStretch", geom.ErrNotFinite, rope(soft.RopeDef{Path: straight, Link: soft.Link{MaxStretch: inf}})},
		{"Link.BreakForce", geom.ErrNegative, rope(soft.RopeDef{Path: straight, Link: soft.Link{BreakForce: -1}})},
		{"EndBody", world.ErrForeign, rope(soft.RopeDef{Path: straight, EndBody: other.Ground()})},
		{"Body.LinearDamping", geom.ErrNegative, rope(soft.RopeDef{Path: straight, Body: body.Def{LinearDamping: -1}})},
		{"Collider.Density", geom.ErrNegative, rope(soft.RopeDef{Path: straight, Collider: world.ColliderDef{Density: -1}})},
		{"Collider.Density", geom.ErrNotFinite, blob(soft.BlobDef{Collider: world.ColliderDef{Density: nan}})},
		{"Collider.Density", geom.ErrNegative, cloth(soft.ClothDef{Collider: world.ColliderDef{Density: -1}})},
		{"Collider.Mass", geom.ErrNegative, rope(soft.RopeDef{Path: straight, Collider: world.ColliderDef{Mass: -1}})},
		{"StartBody", world.ErrDestroyed, rope(soft.RopeDef{Path: straight, StartBody: gone})},
		{"Collider.Density", geom.ErrNegative, chain(soft.ChainDef{Path: straight, Collider: world.ColliderDef{Density: -1}})},
		{"Capsules", geom.ErrOutOfRange, chain(soft.ChainDef{Path: straight, Capsules: 1})},
		{"BendHertz", geom.ErrNegative, chain(soft.ChainDef{Path: straight, BendHertz: -1})},
		{"BendDamping", geom.ErrNotFinite, chain(soft.ChainDef{Path: straight, BendDamping: nan})},
		{"BreakForce", geom.ErrNegative, chain(soft.ChainDef{Path: straight, BreakForce: -1})},
		{"StartBody", world.ErrForeign, chain(soft.ChainDef{Path: straight, StartBody: other.Ground()})},
		{"Position", geom.ErrNotFinite, cloth(soft.ClothDef{Position: vec{inf, 0}})},
		{"Width", geom.ErrNotPositive, cloth(soft.ClothDef{Width: -1})},
		{"Columns", geom.ErrOutOfRange, cloth(soft.ClothDef{Columns: 1})},
		{"Columns", geom.ErrOutOfRange, cloth(soft.ClothDef{Columns: 1 << 12, Rows: 1 << 12})},
		{"Pins[1]", geom.ErrOutOfRange, cloth(soft.ClothDef{Pins: []int{63, 64}})},
		{"ShearHertz", geom.ErrNegative, cloth(soft.ClothDef{ShearHertz: -1})},
		{"Nodes", geom.ErrOutOfRange, blob(soft.BlobDef{Nodes: 4})},
		{"Nodes", geom.ErrOutOfRange, blob(soft.BlobDef{Nodes: 1 << 16})}, // two thousand million pairs
		{"Link.Hertz", geom.ErrOutOfRange, rope(soft.RopeDef{Path: straight, Link: soft.Link{Hertz: 1e19}})},
		{"Link.Damping", geom.ErrOutOfRange, cloth(soft.ClothDef{Link: soft.Link{Hertz: 1, Damping: 1e19}})},
		{"Link.MaxStretch", geom.ErrOutOfRange, rope(soft.RopeDef{Path: straight, Link: soft.Link{Loose: true, MaxStretch: 1e300}})},
		{"ShearHertz", geom.ErrOutOfRange, cloth(soft.ClothDef{ShearHertz: 1e19})},
		{"BendDamping", geom.ErrOutOfRange, chain(soft.ChainDef{Path: straight, BendHertz: 1, BendDamping: 1e19})},
		{"BendHertz", geom.ErrOutOfRange, blob(soft.BlobDef{BendHertz: 1e300})},
		{"AreaHertz", geom.ErrOutOfRange, blob(soft.BlobDef{AreaHertz: 1e300})},
		{"Skin.BreakForce", geom.ErrNegative, blob(soft.BlobDef{Skin: soft.Link{BreakForce: -1}})},
		{"BendHertz", geom.ErrNegative, blob(soft.BlobDef{BendHertz: -1})},
		{"AreaHertz", geom.ErrNegative, blob(soft.BlobDef{AreaHertz: -1})},
		{"Radius", geom.ErrNotFinite, blob(soft.BlobDef{Radius: nan})},
	} {
		err := c.make(w)
		var field *geom.FieldError
		require.True(t, errors.As(err, &field), "%s: %v", c.field, err)
		require.Equal(t, c.field, field.Field)
		require.ErrorIs(t, err, c.reason, c.field)
		require.Equal(t, unchanged, w.StateHash(), c.field)
	}
}

// Nothing can be made while the world steps.
func TestNothingIsMadeInAStep(t *testing.T) {
	var w *world.World
	var errs []error
	w = world.Must(world.New(world.Config{Workers: 1, ShouldCollide: func(a, b world.Collider) bool {
		_, err := soft.NewBlob(w, soft.BlobDef{})
		errs = append(errs, err)
		return true
	}}))
	defer w.Close()
	for range 2 {
		world.Must(world.Must(w.CreateBody(body.Def{})).Attach(shape.Circle{Radius: 1}, world.ColliderDef{}))
	}
	w.Tick()
	require.NotEmpty(t, errs)
	require.ErrorIs(t, errs[0], world.ErrStepping)
	require.Equal(t, 2, w.BodyCount())
}

// requireRest checks that each link is as long as it should be, within a share of its length.
func requireRest(t *testing.T, n *soft.Net, share float64) {
	t.Helper()
	points := n.AppendPoints(nil)
	for i := range n.Links() {
		a, b := n.Nodes(i)
		require.InEpsilon(t, n.RestLength(i), points[a].Sub(points[b]).Len(), share, "link %d", i)
	}
}

// A new thing is at rest, around corners of its path too, and without forces it stays where it is.
func TestNewThingsAreAtRest(t *testing.T) {
	w := newWorld(t, 0, 1)
	rope := world.Must(soft.NewRope(w, soft.RopeDef{Path: []vec{{0, 0}, {1, 0}, {1, 1}, {3, 2.3}}, Nodes: 17, Link: soft.Link{Hertz: 5}}))
	chain := world.Must(soft.NewChain(w, soft.ChainDef{Path: []vec{{0, 5}, {1, 5}, {1, 6}, {3, 7.3}}, Capsules: 9, BendHertz: 5}))
	cloth := world.Must(soft.NewCloth(w, soft.ClothDef{Position: vec{8, 8}, Width: 3, Height: 1, Rows: 4, ShearHertz: 5}))
	blob := world.Must(soft.NewBlob(w, soft.BlobDef{Position: vec{-5, 0}}))
	require.InDelta(t, blob.TargetArea(), blob.Area(), 1e-12)
	for _, n := range []*soft.Net{&rope.Net, &cloth.Net, &blob.Net} {
		requireRest(t, n, 1e-9)
	}
	before := append(append(append(rope.AppendPoints(nil), chain.AppendPoints(nil)...), cloth.AppendPoints(nil)...), blob.AppendPoints(nil)...)
	ticks(w, 120)
	after := append(append(append(rope.AppendPoints(nil), chain.AppendPoints(nil)...), cloth.AppendPoints(nil)...), blob.AppendPoints(nil)...)
	for i, p := range before {
		require.Less(t, p.Sub(after[i]).Len(), 1e-4, "%d", i)
	}
	w.Validate()
}

// What hangs is hardly longer than at rest: a rope that holds a hundred times the mass of a node by
// two percent at most, a chain by half of one.
func TestLoadedLinksKeepTheirLength(t *testing.T) {
	w := newWorld(t, 10, 1)
	load := func(x, y float64) world.Body {
		b := world.Must(w.CreateBody(body.Def{Position: vec{x, y}}))
		require.NoError(t, b.SetMassData(world.MassData{Mass: 5, Inertia: 1}))
		return b
	}
	rope := world.Must(soft.NewRope(w, soft.RopeDef{Path: []vec{{0, 0}, {0, -5}}, StartBody: w.Ground(), EndBody: load(0, -5)}))
	chain := world.Must(soft.NewChain(w, soft.ChainDef{Path: []vec{{3, 0}, {3, -5}}, Radius: 0.05, StartBody: w.Ground(), EndBody: load(3, -5)}))
	require.Greater(t, 5/rope.Body(0).Mass(), 100.0)
	ticks(w, 600)
	requireRest(t, &rope.Net, 0.02)
	last := chain.Body(chain.Len() - 1)
	end := last.WorldPoint(vec{chain.RestLength(chain.Len()-1) / 2, 0})
	require.InEpsilon(t, 5, end.Sub(vec{3, 0}).Len(), 0.005)
}

// MaxStretch bounds a spring that a load would lengthen to more than twice its length.
func TestStretchLimit(t *testing.T) {
	for _, limit := range []float64{0, 0.2} {
		w := newWorld(t, 10, 1)
		load := world.Must(w.CreateBody(body.Def{Position: vec{0, -2}}))
		require.NoError(t, load.SetMassData(world.MassData{Mass: 2, Inertia: 1}))
		world.Must(soft.NewRope(w, soft.RopeDef{
			Path: []vec{{0, 0}, {0, -2}}, StartBody: w.Ground(), EndBody: load,
			Link: soft.Link{Hertz: 5, Damping: 1, MaxStretch: limit},
		}))
		ticks(w, 600)
		if limit == 0 {
			require.Less(t, load.Position()[1], -4.0)
		} else {
			require.InDelta(t, -2.4, load.Position()[1], 0.1, "under 50 times the mass of a node")
		}
	}
}

// A blob that rests keeps its area within one percent, and falls asleep. Without the joint of the
// area it does not.
func TestRestingBlobKeepsItsArea(t *testing.T) {
	for _, c := range []struct {
		def  soft.BlobDef
		load float64
	}{
		{soft.BlobDef{}, 0}, {soft.BlobDef{Nodes: 8}, 0}, {soft.BlobDef{Nodes: 32}, 0}, {soft.BlobDef{Radius: 0.3}, 0},
		{soft.BlobDef{Collider: world.ColliderDef{Density: 20}}, 0}, {soft.BlobDef{Nodes: 24}, 3},
	} {
		run := func(keep bool) (share float64, asleep bool) {
			w := newWorld(t, 10, 1)
			config := w.Config()
			config.NoSleep = false
			require.NoError(t, w.SetConfig(config))
			ground(w)
			c.def.Position = vec{0, 2}
			blob := world.Must(soft.NewBlob(w, c.def))
			if !keep {
				require.NoError(t, blob.AreaJoint().Destroy())
			}
			whole := blob.Area()
			if c.load > 0 {
				world.Must(world.Must(w.CreateBody(body.Def{Position: vec{0, 4}})).Attach(shape.Box(0.8, 0.1), world.ColliderDef{Mass: c.load}))
			}
			ticks(w, 1800)
			return blob.Area() / whole, !blob.Body(0).Awake()
		}
		share, asleep := run(true)
		require.InDelta(t, 1, share, 0.01, "%+v", c.def)
		require.True(t, asleep, "%+v", c.def)
		share, _ = run(false)
		require.Greater(t, math.Abs(share-1), 0.01, "%+v without the joint", c.def)
	}
}

// A blob is inflated to half as much again.
func TestTargetArea(t *testing.T) {
	w := newWorld(t, 0, 1)
	blob := world.Must(soft.NewBlob(w, soft.BlobDef{}))
	want := blob.Area() * 1.5
	require.ErrorIs(t, blob.SetTargetArea(-1), geom.ErrNegative)
	require.NoError(t, blob.SetTargetArea(want))
	require.Equal(t, want, blob.TargetArea())
	ticks(w, 300)
	require.InEpsilon(t, want, blob.Area(), 0.01)
	require.Less(t, blob.Center().Len(), 1e-4)
	require.NoError(t, blob.AreaJoint().Destroy())
	require.NoError(t, blob.SetTargetArea(1))
	require.Zero(t, blob.TargetArea())
}

// Mass goes by the density of the whole, and the mass of the collider is the mass of a node.
func TestMassGoesByDensity(t *testing.T) {
	w := newWorld(t, 0, 1)
	mass := func(n *soft.Net) (sum float64) {
		for _, b := range n.AppendBodies(nil) {
			sum += b.Mass()
		}
		return sum
	}
	dense := world.ColliderDef{Density: 3}
	rope := world.Must(soft.NewRope(w, soft.RopeDef{Path: straight, Radius: 0.05, Collider: dense}))
	require.InEpsilon(t, 3*4*0.1, mass(&rope.Net), 1e-9)
	cloth := world.Must(soft.NewCloth(w, soft.ClothDef{Width: 2, Height: 3, Collider: dense}))
	require.InEpsilon(t, 3*6, mass(&cloth.Net), 1e-9)
	blob := world.Must(soft.NewBlob(w, soft.BlobDef{Radius: 2}))
	require.InEpsilon(t, math.Pi*4, mass(&blob.Net), 1e-9)
	heavy := world.Must(soft.NewBlob(w, soft.BlobDef{Collider: world.ColliderDef{Mass: 0.5}}))
	require.InEpsilon(t, 8, mass(&heavy.Net), 1e-9)
	chain := world.Must(soft.NewChain(w, soft.ChainDef{Path: straight, Capsules: 2, Radius: 0.1, Collider: dense}))
	require.InEpsilon(t, 3*2*(2*0.2+math.Pi*0.01), mass(&chain.Net), 1e-9)
}

// The energy of what hangs never grows beyond the energy at the beginning, when nothing moves and
// no link is stretched: it is at no time more by a five hundredth of what the thing can fall, and
// at the end it is less. The bound comes from a rope of a few long rods, whose motion is the least
// smooth.
func TestHangingEnergyNeverGrows(t *testing.T) {
	top := []int{0, 1, 2, 3, 4, 5, 6, 7}
	elastic := soft.Link{Hertz: 6}
	rope := func(d soft.RopeDef) func(*world.World) error {
		return func(w *world.World) error {
			d.Path, d.StartBody = straight, w.Ground()
			_, err := soft.NewRope(w, d)
			return err
		}
	}
	cloth := func(d soft.ClothDef) func(*world.World) error {
		return func(w *world.World) error { _, err := soft.NewCloth(w, d); return err }
	}
	for name, build := range map[string]func(*world.World) error{
		"rope of rods":     rope(soft.RopeDef{}),
		"rope of few rods": rope(soft.RopeDef{Nodes: 6}),
		"fine rope":        rope(soft.RopeDef{Nodes: 67}),
		"fine chain": func(w *world.World) error {
			_, err := soft.NewChain(w, soft.ChainDef{Path: straight, Capsules: 67, StartBody: w.Ground()})
			return err
		},
		"loose rope":      rope(soft.RopeDef{Link: soft.Link{Loose: true}}),
		"elastic rope":    rope(soft.RopeDef{Link: elastic}),
		"bounded rope":    rope(soft.RopeDef{Link: soft.Link{Hertz: 6, MaxStretch: 0.2}}),
		"curtain":         cloth(soft.ClothDef{Pins: top}),
		"hammock":         cloth(soft.ClothDef{Pins: []int{0, 7}}),
		"loose hammock":   cloth(soft.ClothDef{Pins: []int{0, 7}, Link: soft.Link{Loose: true}}),
		"elastic hammock": cloth(soft.ClothDef{Pins: []int{0, 7}, Link: elastic, ShearHertz: 3}),
		"flag":            cloth(soft.ClothDef{Pins: []int{0, 8, 16, 24, 32, 40, 48, 56}}),
	} {
		w := newWorld(t, 10, 1)
		require.NoError(t, build(w), name)
		most, drop, less := swing(w)
		t.Logf("%s: at most %.2g J more than at first, falls by up to %.3g J, at last %.3g J less", name, most, drop, less)
		assert.Less(t, most, 0.002*drop, name)
		assert.Positive(t, less, name)
	}
}

// swing returns the largest rise of the energy of a world that swings, the largest fall of its
// potential energy, and by how much the energy is lower at the end.
func swing(w *world.World) (most, drop, less float64) {
	total := func() float64 { e := w.Energy(); return e.Kinetic + e.Potential }
	start := total()
	for range long.Pick(400, 18_000) {
		w.Tick()
		most = max(most, total()-start)
		drop = max(drop, start-w.Energy().Potential)
	}
	return most, drop, start - total()
}

// A chain that swings from horizontal keeps to the bound of hanging rods in docs/accuracy.md: two
// percent.
func TestSwingingChainKeepsItsEnergy(t *testing.T) {
	w := newWorld(t, 10, 1)
	world.Must(soft.NewChain(w, soft.ChainDef{Path: []vec{{0, 0}, {8, 0}}, StartBody: w.Ground()}))
	most, drop, _ := swing(w)
	t.Logf("at most %.2g J more than at first, falls by up to %.3g J", most, drop)
	require.Less(t, most, 0.02*drop)
}
