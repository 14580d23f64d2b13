package terrain_test

import (
	"bytes"
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
)

// sleepersOnTiles lets bodies of many shapes fall asleep on flat ground of 64 by 12 tiles, or on
// the open side of one-way tiles, apart from each other. Below the surface the ground may have
// holes.
func sleepersOnTiles(t *testing.T, r *rand.Rand, kind terrain.Kind) (w *world.World, ground *terrain.Terrain, bodies []world.Body) {
	w = newWorld(t, gravity())
	ground = world.Must(terrain.New(w, terrain.Def{Kinds: []terrain.Kind{kind, {Collider: world.ColliderDef{Material: &shape.Material{Friction: 0.1}}}}}))
	require.NoError(t, ground.Fill(image.Rect(-32, -12, 32, 0), 1))
	for range r.IntN(2) * 40 { // so that the surface is made of many rectangles
		require.NoError(t, ground.Set(image.Pt(r.IntN(64)-32, -2-r.IntN(10)), terrain.Tile(r.IntN(3))))
	}
	for x := -31.0; x < 30; {
		half := 0.2 + 0.9*r.Float64()
		shapes := []shape.Support{
			shape.Box(half, 0.3), shape.Circle{Radius: half}, shape.Capsule{A: mgl64.Vec2{0.1 - half, 0}, B: mgl64.Vec2{half - 0.1, 0}, Radius: 0.1},
			shape.RegularPolygon(6, half), shape.Compound{Parts: []shape.Support{shape.OffsetBox(0.1, 0.2, mgl64.Vec2{-half + 0.1, 0}, 0), shape.OffsetBox(half, 0.1, mgl64.Vec2{0, 0.2}, 0)}},
		}
		s := shapes[r.IntN(len(shapes))]
		bodies = append(bodies, addBody(t, w, body.Def{Position: mgl64.Vec2{x + half, 1.2}, AngularDamping: 5}, s))
		x += 2*half + 0.2
	}
	for range 900 {
		if w.Tick(); w.Counters().Awake == 0 {
			return w, ground, bodies
		}
	}
	t.Fatal("some bodies do not sleep")
	return nil, nil, nil
}

// requireFileTicksAlike requires that a fork and a world from a file tick to the same bits, without
// a tick of the world itself.
func requireFileTicksAlike(t *testing.T, w *world.World) {
	var s world.Snapshot
	var file bytes.Buffer
	require.NoError(t, w.Save(&s))
	require.NoError(t, s.Encode(&file, nil))
	decoded := world.Must(world.DecodeSnapshot(&file, nil))
	read, fork := world.Must(decoded.NewWorld()), world.Must(w.Fork())
	defer read.Close()
	defer fork.Close()
	for range 3 {
		read.Tick()
		fork.Tick()
		require.Empty(t, fork.StateHashes().Differences(read.StateHashes()))
	}
}

// lying is where a body lies on the ground: from where to where, by contact.
type lying map[world.ContactID][2]float64

func lyingOf(b world.Body) lying {
	l := lying{}
	for c := range b.Contacts() {
		first, last := c.Points()[0].Position[0], c.Points()[len(c.Points())-1].Position[0]
		l[c.ID()] = [2]float64{min(first, last), max(first, last)}
	}
	return l
}

// on reports whether the body lies on the tile from x to x + 1. Just beside the tile it is unsure.
func (l lying) on(x float64) (on, sure bool) {
	sure = true
	for _, at := range l {
		on = on || at[0] < x+1 && at[1] > x
		sure = sure && math.Abs(at[0]-x-1) > 1e-3 && math.Abs(at[1]-x) > 1e-3
	}
	return on, sure
}

// Random edits of flat ground wake the bodies that lie on a changed tile and no others, though the
// rectangles of many tiles change with each edit. The others keep a contact, and lie still when
// they are woken.
func TestEditsWakeOnlyWhatLiesOnThem(t *testing.T) {
	for _, kind := range []terrain.Kind{{}, {Collider: world.ColliderDef{OneWay: mgl64.Vec2{0, 1}}}} {
		edits, woken := 0, 0
		for seed := range long.Pick[uint64](8, 100) {
			r := rand.New(rand.NewPCG(seed, 31))
			w, ground, bodies := sleepersOnTiles(t, r, kind)
			for range 100 {
				cell, tile := image.Pt(r.IntN(64)-32, -1-r.IntN(12)), terrain.Tile(r.IntN(3))
				if old := ground.At(cell); old == tile || cell.Y == -1 && old == 0 {
					continue
				}
				var before []lying
				for _, b := range bodies {
					before = append(before, lyingOf(b))
				}
				require.NoError(t, ground.Set(cell, tile))
				edits++
				rest := bodies[:0]
				for i, b := range bodies {
					if on, sure := before[i].on(float64(cell.X)); cell.Y == -1 && (on || !sure) {
						require.Equal(t, on, b.Awake() || on && !sure, "%+v, seed %d: %v on %v", kind.Collider.OneWay, seed, before[i], cell)
						woken++
						require.NoError(t, b.Destroy())
						continue
					}
					require.False(t, b.Awake(), "%v, seed %d: %v beside %v", kind.Collider.OneWay, seed, before[i], cell)
					now := lyingOf(b)
					require.NotEmpty(t, now)
					for id := range now {
						require.Contains(t, before[i], id)
					}
					rest = append(rest, b)
				}
				bodies = rest
				if edits%20 == 0 {
					requireFileTicksAlike(t, w)
				}
			}
			for _, b := range bodies {
				at := b.Position()
				require.NoError(t, b.Wake())
				runTicks(w, 2)
				require.Less(t, b.Position().Sub(at).Len(), 1e-4, "%v, seed %d", kind.Collider.OneWay, seed)
				require.NoError(t, b.Sleep())
			}
			w.Close()
		}
		require.Greater(t, edits, 400)
		require.Greater(t, woken, 20)
	}
}
