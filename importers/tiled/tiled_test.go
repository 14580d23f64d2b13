package tiled_test

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"image"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/importers/tiled"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	gotiled "github.com/lafriks/go-tiled"
	"github.com/stretchr/testify/require"
)

func build(t *testing.T, name string, options tiled.Options) (*world.World, *tiled.Level) {
	t.Helper()
	m := world.Must(tiled.Read(os.DirFS("testdata"), name))
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	t.Cleanup(w.Close)
	level := world.Must(m.Build(w, options))
	return w, level
}

func texts(list []tiled.Warning) (all []string) {
	for _, w := range list {
		all = append(all, w.String())
	}
	return all
}

// Every encoding of the editor gives the same tiles: full blocks, slopes and their mirror images,
// platforms, and outlines that are clipped to their cell with a warning.
func TestTileLayer(t *testing.T) {
	for _, name := range []string{"level.tmx", "level_zlib.tmx", "level_gzip.tmx", "level_zstd.tmx", "level_plain.tmx"} {
		t.Run(name, func(t *testing.T) {
			w, level := build(t, name, tiled.Options{Properties: []string{"loot"}})
			require.Len(t, level.Terrains, 1)
			columns, rows := world.Must(tiled.Read(os.DirFS("testdata"), name)).Size()
			require.Equal(t, []int{20, 10}, []int{columns, rows})
			require.Equal(t, "ground", level.Terrains[0].Name)
			ground := level.Terrains[0].Terrain
			require.Equal(t, mgl64.Vec2{8.5 / 16, 0}, ground.Def().Origin)
			kind := func(x, y int) terrain.Kind { return ground.Kind(ground.At(image.Pt(x, y))) }
			floor := kind(0, -10)
			require.Equal(t, []any{terrain.Full, uint64(1), 0.9}, []any{floor.Shape, floor.Number, floor.Collider.Material.Friction})
			up, down := kind(5, -9), kind(7, -9)
			require.Equal(t, []any{terrain.Slope, terrain.Slope}, []any{up.Shape, down.Shape})
			require.NotEqual(t, up.Flip, down.Flip)
			require.Equal(t, up.Number, down.Number)
			require.Equal(t, mgl64.Vec2{0, 1}, kind(10, -7).Collider.OneWay)
			require.Len(t, kind(15, -4).Outlines, 2)
			require.Equal(t, terrain.Tile(0), ground.At(image.Pt(15, -3)), "a tile without a collision shape")
			require.Equal(t, []string{
				"layer ground: object tile 3 of ground: the collision shape #3 has no area and was left out",
				"layer ground: object tile 3 of ground: the collision shape reaches out of its cell and was clipped",
			}, texts(level.Warnings))
			for _, hit := range []struct{ x, y float64 }{{5.75, -8.25}, {5.25, -8.75}, {7.25, -8.25}, {10.5, -6.25}, {15.5, -3.5}, {0.5, -9}} {
				got, ok := w.RayCast(mgl64.Vec2{hit.x + 8.5/16, hit.y + 0.6}, mgl64.Vec2{0, -0.7}, world.QueryFilter{})
				require.True(t, ok, "%v", hit)
				if hit.x != 15.5 {
					require.InDelta(t, hit.y, got.Point[1], 0.26, "%v", hit)
				}
			}
		})
	}
}

// The layers are those that another reader finds in the same files.
func TestTilesAgainstGoTiled(t *testing.T) {
	for _, name := range []string{"level.tmx", "level_zlib.tmx", "level_gzip.tmx", "level_plain.tmx"} {
		file, err := os.ReadFile("testdata/" + name)
		require.NoError(t, err)
		// go-tiled reads offsets that are whole numbers only.
		whole := strings.Replace(string(file), `offsetx="8.5"`, `offsetx="8"`, 1)
		other := world.Must(gotiled.LoadReader("testdata", strings.NewReader(whole)))
		_, level := build(t, name, tiled.Options{Properties: []string{"loot"}})
		ground := level.Terrains[0].Terrain
		solid := 0
		for i, tile := range other.Layers[0].Tiles {
			here := ground.At(image.Pt(i%other.Width, -1-i/other.Width))
			if tile.IsNil() || tile.ID == 4 { // tile 4 has no collision shape
				require.Zero(t, here)
				continue
			}
			solid++
			require.Equal(t, uint64(tile.ID+tile.Tileset.FirstGID), ground.Kind(here).Number)
		}
		require.Equal(t, 28, solid)
	}
}

// The chunks of an infinite map lie where the editor shows them, also left of the origin.
func TestInfiniteMap(t *testing.T) {
	_, level := build(t, "infinite.tmx", tiled.Options{PixelsPerUnit: 8})
	require.Empty(t, level.Warnings)
	ground := level.Terrains[0].Terrain
	require.Equal(t, []any{2.0, mgl64.Vec2{2, 0}}, []any{ground.Def().Side, ground.Def().Origin}, "the offset is that of the group")
	for _, cell := range []image.Point{{-16, -21}, {15, -21}, {-10, -2}, {-10, -32}} {
		require.NotZero(t, ground.At(cell), "%v", cell)
	}
	for _, cell := range []image.Point{{-17, -21}, {16, -21}, {-10, -1}, {0, -20}} {
		require.Zero(t, ground.At(cell), "%v", cell)
	}
}

func TestObjects(t *testing.T) {
	w, level := build(t, "objects.tmx", tiled.Options{})
	get := func(name string) (tiled.Object, []world.Collider) {
		o, ok := level.Object(name)
		require.True(t, ok, name)
		var list []world.Collider
		if o.Body.Valid() {
			list = slices.Collect(o.Body.Colliders())
		}
		return o, list
	}
	floor, parts := get("floor")
	require.Equal(t, body.Static, floor.Body.Type())
	low, high := parts[0].Bounds()
	require.InDeltaSlice(t, []float64{0, -11, 20, -10}, []float64{low[0], low[1], high[0], high[1]}, 1e-9)

	ramp, parts := get("ramp")
	require.InDelta(t, -math.Pi/6, ramp.Body.Angle(), 1e-12)
	require.Len(t, parts, 2, "a concave polygon")
	require.Equal(t, []float64{0.1, 0.25}, []float64{parts[0].Material().Friction, parts[0].Material().Restitution})
	require.True(t, parts[0].Contains(mgl64.Vec2{10.4, -9.3}) || parts[1].Contains(mgl64.Vec2{10.4, -9.3}))

	ball, parts := get("ball")
	require.Equal(t, []any{body.Dynamic, true, "toy", "3"}, []any{ball.Body.Type(), ball.Body.Bullet(), ball.Class, ball.Properties["densty"]})
	require.Equal(t, shape.Circle{Center: mgl64.Vec2{0.5, -0.5}, Radius: 0.5}, parts[0].Shape())
	egg, parts := get("egg")
	require.Equal(t, body.Kinematic, egg.Body.Type())
	low, high = parts[0].Bounds() // turned clockwise about its upper left corner at 4, -2
	require.InDeltaSlice(t, []float64{2, -3, 4, -2}, []float64{low[0], low[1], high[0], high[1]}, 1e-6)
	_, parts = get("line")
	require.Len(t, parts, 2)
	spawn, parts := get("spawn")
	require.Empty(t, parts)
	require.Equal(t, mgl64.Vec2{3, -1}, spawn.Position)
	_, parts = get("goal")
	require.True(t, parts[0].Sensor())

	crate, _ := get("crate")
	require.InDelta(t, 8, crate.Body.Mass(), 1e-9, "2 by 2 m of density 2, from its template")
	require.Equal(t, "box", crate.Class)
	heavy, _ := get("heavy")
	require.InDelta(t, 20, heavy.Body.Mass(), 1e-9, "its own density")
	tile, parts := get("tile")
	require.Equal(t, 1, len(parts))
	low, high = parts[0].Bounds()
	require.InDeltaSlice(t, []float64{12.5, -4, 14.5, -2}, []float64{low[0], low[1], high[0], high[1]}, 1e-9)
	require.True(t, parts[0].Contains(tile.Position.Add(mgl64.Vec2{0.2, 1.5})), "the flipped slope is high on the left")

	require.Len(t, level.Joints, 2)
	hinge, ok := level.Joints[0].Revolute()
	require.True(t, ok)
	require.Equal(t, []world.Body{crate.Body, w.Ground()}, []world.Body{hinge.BodyA(), hinge.BodyB()})
	rod, ok := level.Joints[1].Distance()
	require.True(t, ok)
	require.InDelta(t, math.Hypot(120, 24)/16, rod.Length(), 1e-6)
	require.Equal(t, joint.KindDistance, rod.Kind())
	require.Equal(t, []string{
		`layer things: object ball: property "densty" is not known`,
		"layer things: object sign: a text has no body",
		"layer things: object bare: its tile has no collision shape, and so it has no body",
		`layer joints: object lost: no body is called "nobody", so the joint was left out`,
		`layer joints: object odd: a joint "magnet" is not known: it may be revolute, weld, distance, prismatic or wheel`,
	}, texts(level.Warnings))
	for range 60 {
		w.Tick()
	}
	require.NoError(t, level.Destroy())
	require.Zero(t, w.BodyCount())
}

const header = `<map orientation="orthogonal" width="%d" height="%d" tilewidth="16" tileheight="16" infinite="0">` +
	`<tileset firstgid="1" name="own" tilewidth="16" tileheight="16"/>`

func layer(w, h int, data string) string {
	return fmt.Sprintf(header+`<layer id="1" name="ground" width="%d" height="%d">%s</layer></map>`, w, h, w, h, data)
}

func object(text string) string {
	return fmt.Sprintf(header+`<objectgroup id="2" name="things">%s</objectgroup></map>`, 1, 1, text)
}

// crowd is a map of objects that all show one tile of many corners.
func crowd(objects, corners int) string {
	var points strings.Builder
	for i := range corners {
		fmt.Fprintf(&points, "%d,%d ", i, i*i)
	}
	return `<map orientation="orthogonal" tilewidth="16" tileheight="16"><tileset firstgid="1" name="own" tilewidth="16" tileheight="16"><tile id="0"><objectgroup><object id="1"><polygon points="` +
		points.String() + `"/></object></objectgroup></tile></tileset><objectgroup>` + strings.Repeat(`<object gid="1"/>`, objects) + `</objectgroup></map>`
}

// chessboard is a map in which no two tiles can be merged.
func chessboard(side int) string {
	var data strings.Builder
	for i := range side * side {
		fmt.Fprintf(&data, "%d,", (i%side+i/side)%2)
	}
	return fmt.Sprintf(header+`<layer name="ground" width="%d" height="%d"><properties><property name="solid" value="true"/></properties><data encoding="csv">%s</data></layer></map>`,
		side, side, side, side, strings.TrimSuffix(data.String(), ","))
}

// Files that lie get an *Error with a reason and a place, and cost little.
func TestHostileFiles(t *testing.T) {
	var bomb bytes.Buffer
	packer := zlib.NewWriter(&bomb)
	zeros := make([]byte, 1<<20)
	for range 16 {
		world.Must(packer.Write(zeros))
	}
	require.NoError(t, packer.Close())
	for _, c := range []struct {
		name, text, message string
		reason              error
	}{
		{"empty", "", "level.tmx", tiled.ErrFormat},
		{"other", "<svg/>", "level.tmx", tiled.ErrFormat},
		{"isometric", `<map orientation="isometric" tilewidth="1" tileheight="1"/>`, "isometric", tiled.ErrUnsupported},
		{"no size", `<map orientation="orthogonal"/>`, "0 by 0", tiled.ErrFormat},
		{"huge", layer(1<<20, 1<<20, `<data encoding="csv">1</data>`), "layer ground", tiled.ErrTooLarge},
		{"negative", layer(-1, 5, `<data encoding="csv">1</data>`), "-1 by 5", tiled.ErrFormat},
		{"short", layer(3, 3, `<data encoding="csv">1,1</data>`), "2 tiles where 3 by 3", tiled.ErrFormat},
		{"long", layer(1, 1, `<data encoding="csv">1,1,1</data>`), "where 1 by 1", tiled.ErrFormat},
		{"words", layer(1, 1, `<data encoding="csv">one</data>`), "one", tiled.ErrFormat},
		{"bomb", layer(4, 4, `<data encoding="base64" compression="zlib">`+base64.StdEncoding.EncodeToString(bomb.Bytes())+`</data>`), "want 64", tiled.ErrFormat},
		{"encoding", layer(1, 1, `<data encoding="morse">-</data>`), "morse", tiled.ErrUnsupported},
		{"compression", layer(1, 1, `<data encoding="base64" compression="rar">AAAA</data>`), "rar", tiled.ErrUnsupported},
		{"no data", layer(1, 1, ""), "without data", tiled.ErrFormat},
		{"tileset", `<map orientation="orthogonal" tilewidth="1" tileheight="1"><tileset firstgid="1" source="gone.tsx"/></map>`, "gone.tsx", nil},
		{"outside", `<map orientation="orthogonal" tilewidth="1" tileheight="1"><tileset firstgid="1" source="../../etc/passwd"/></map>`, "passwd", nil},
		{"chunk", layer(1, 1, `<data encoding="csv"><chunk x="900000000" y="0" width="1" height="1">1</chunk></data>`), "chunk", tiled.ErrTooLarge},
		{"chunks far apart", layer(1, 1, `<data encoding="csv"><chunk x="-90000" y="-90000" width="1" height="1">1</chunk><chunk x="90000" y="90000" width="1" height="1">1</chunk></data>`), "180001", tiled.ErrTooLarge},
		{"chunk size", layer(1, 1, `<data encoding="csv"><chunk x="0" y="0" width="-4" height="-4">1</chunk></data>`), "-4", tiled.ErrFormat},
		{"place", object(`<object id="3" x="NaN" y="0" width="2" height="2"/>`), "object #3", tiled.ErrFormat},
		{"far", object(`<object id="3" x="1e300" y="0" width="2" height="2"/>`), "1e300", tiled.ErrFormat},
		{"points", object(`<object id="3" name="p" x="0" y="0"><polygon points="0,0 1"/></object>`), "object p", tiled.ErrFormat},
		{"many points", object(`<object id="3" x="0" y="0"><polygon points="` + strings.Repeat("0,0 ", 5000) + `"/></object>`), "5000", tiled.ErrTooLarge},
		{"body", object(`<object id="3" x="0" y="0" width="2" height="2"><properties><property name="body" value="ghost"/></properties></object>`), "ghost", tiled.ErrFormat},
		{"friction", object(`<object id="3" x="0" y="0" width="2" height="2"><properties><property name="friction" value="-1"/></properties></object>`), "Friction", geom.ErrNegative},
		{"number", object(`<object id="3" x="0" y="0" width="2" height="2"><properties><property name="density" value="much"/></properties></object>`), "much", tiled.ErrFormat},
		{"gid", object(`<object id="3" gid="4294967296" x="0" y="0" width="2" height="2"/>`), "gid", tiled.ErrFormat},
		{"template", object(`<object id="3" template="gone.tx"/>`), "gone.tx", nil},
		{"tilesets", `<map orientation="orthogonal" tilewidth="1" tileheight="1">` + strings.Repeat(`<tileset firstgid="1" tilewidth="1" tileheight="1"/>`, 2000) + `</map>`, "2000 tilesets", tiled.ErrTooLarge},
		{"properties", object(`<object id="3"><properties>` + strings.Repeat(`<property name="p" value="1"/>`, 1000) + `</properties></object>`), "1000 properties", tiled.ErrTooLarge},
		{"one tile of many corners everywhere", crowd(200, 4000), "points, properties and objects", tiled.ErrTooLarge},
		{"chessboard", chessboard(1200), "colliders", tiled.ErrTooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := world.Must(world.New(world.Config{}))
			defer w.Close()
			m, err := tiled.Read(fstest.MapFS{"level.tmx": {Data: []byte(c.text)}}, "level.tmx")
			if err == nil {
				_, err = m.Build(w, tiled.Options{})
			}
			var e *tiled.Error
			require.ErrorAs(t, err, &e)
			require.ErrorContains(t, err, c.message)
			require.ErrorContains(t, err, "tiled: ")
			if c.reason != nil {
				require.ErrorIs(t, err, c.reason)
			}
			require.Zero(t, w.BodyCount())
		})
	}
}

// The error of a number names its attribute and its layer, and the error of a tile's property or
// collision shape names the tile.
func TestErrorsNameTheirPlace(t *testing.T) {
	const tile = `<map orientation="orthogonal" tilewidth="16" tileheight="16"><tileset firstgid="1" name="own" tilewidth="16" tileheight="16"><tile id="0">%s</tile></tileset>%s</map>`
	const cell, crate = `<layer name="ground" width="1" height="1"><data encoding="csv">1</data></layer>`, `<objectgroup name="things"><object name="crate" gid="1"/></objectgroup>`
	const far = `<objectgroup><object id="7" name="star"><polygon points="0,0 9,9e9 9,0"/></object></objectgroup>`
	for _, c := range []struct{ text, message string }{
		{`<map orientation="orthogonal" width="4.5" tilewidth="1" tileheight="1"/>`, `width "4.5"`},
		{`<map orientation="orthogonal" tilewidth="1" tileheight="1"><tileset firstgid="-1" name="own"/></map>`, `layer tileset own: is not a map of Tiled: firstgid "-1"`},
		{`<map orientation="orthogonal" tilewidth="1" tileheight="1"><tileset name="own" tilewidth="9x"/></map>`, `layer tileset own: is not a map of Tiled: tilewidth "9x"`},
		{strings.Replace(fmt.Sprintf(tile, "", ""), `id="0"`, `id="z"`, 1), `layer tileset own: is not a map of Tiled: id "z"`},
		{strings.Replace(layer(1, 1, ""), `name="ground" width="1"`, `name="ground" width="all"`, 1), `layer ground: is not a map of Tiled: width "all"`},
		{strings.Replace(object(""), `name="things"`, `name="things" offsetx="1,5"`, 1), `layer things: is not a map of Tiled: offsetx "1,5"`},
		{strings.Replace(object(`<object><point/></object>`), `name="things"`, `name="things" offsety="NaN"`, 1), `layer things: is not a map of Tiled: offsety "NaN"`},
		{layer(1, 1, `<data><tile gid="x"/></data>`), `layer ground: is not a map of Tiled: gid "x"`},
		{layer(1, 1, `<data encoding="csv"><chunk x="q" y="0" width="1" height="1">1</chunk></data>`), `layer ground: is not a map of Tiled: x "q"`},
		{fmt.Sprintf(tile, far, crate), "layer things: object crate: collision shape star: is not a map"},
		{fmt.Sprintf(tile, far, cell), "layer ground: object tile 0 of own: collision shape star: is not a map"},
		{fmt.Sprintf(tile, `<properties><property name="solid" value="perhaps"/></properties>`, cell), `layer ground: object tile 0 of own: is not a map of Tiled: property "solid": "perhaps"`},
	} {
		m, err := tiled.Read(fstest.MapFS{"level.tmx": {Data: []byte(c.text)}}, "level.tmx")
		if err == nil {
			w := world.Must(world.New(world.Config{}))
			_, err = m.Build(w, tiled.Options{})
			w.Close()
		}
		require.ErrorIs(t, err, tiled.ErrFormat)
		require.ErrorContains(t, err, "tiled: level.tmx: ")
		require.ErrorContains(t, err, c.message)
	}
}

// A tile higher than its cell stands on the cell's lower left corner, also when it lies on its
// side.
func TestTallTilesOnTheirSide(t *testing.T) {
	const right, left = 0xA0000000, 0x60000000 // a quarter clockwise, and a quarter back
	for flags, y := range map[uint32]int{0: 16, right: 16, left: 0} {
		_, level := buildText(t, fmt.Sprintf(`<map orientation="orthogonal" tilewidth="16" tileheight="16"><tileset firstgid="1" name="own" tilewidth="16" tileheight="32">
			<tile id="0"><objectgroup><object id="1" x="0" y="%d" width="16" height="16"/></objectgroup></tile></tileset>
			<layer name="ground" width="1" height="1"><data encoding="csv">%d</data></layer></map>`, y, 1|flags))
		require.Empty(t, level.Warnings, "%x", flags)
		ground := level.Terrains[0].Terrain
		require.Equal(t, terrain.Full, ground.Kind(ground.At(image.Pt(0, -1))).Shape, "%x", flags)
		require.NotZero(t, ground.At(image.Pt(0, -1)), "%x", flags)
	}
}

// The editor flips empty cells too.
func TestFlippedEmptyCells(t *testing.T) {
	_, level := buildText(t, layer(2, 1, `<properties><property name="solid" value="true"/></properties><data encoding="csv">2147483648,1</data>`))
	ground := level.Terrains[0].Terrain
	require.Zero(t, ground.At(image.Pt(0, -1)))
	require.NotZero(t, ground.At(image.Pt(1, -1)))
}

// An object from a template keeps the outline that was changed in the map.
func TestOwnOutlineOverTemplate(t *testing.T) {
	m, err := tiled.Read(fstest.MapFS{
		"level.tmx": {Data: []byte(object(`<object id="1" template="rock.tx" x="0" y="0"/><object id="2" template="rock.tx" x="0" y="0"><polygon points="0,0 32,0 32,32"/></object>`))},
		"rock.tx":   {Data: []byte(`<template><object name="rock"><polygon points="0,0 16,0 16,16"/></object></template>`)},
	}, "level.tmx")
	require.NoError(t, err)
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	level := world.Must(m.Build(w, tiled.Options{}))
	require.Len(t, level.Objects, 2)
	for i, side := range []float64{1, 2} {
		for c := range level.Objects[i].Body.Colliders() {
			low, high := c.Bounds()
			require.InDeltaSlice(t, []float64{0, -side, side, 0}, []float64{low[0], low[1], high[0], high[1]}, 1e-9)
		}
	}
}

// A tile of a collection of images has the size of its own picture, or of its part of the picture:
// the tileset has the size of the largest.
func TestCollectionsOfImages(t *testing.T) {
	const shape = `<objectgroup><object id="1" width="10" height="10"/></objectgroup>`
	const form = `<map orientation="orthogonal" width="1" height="1" tilewidth="10" tileheight="10">
		<tileset firstgid="1" name="all" tilewidth="40" tileheight="80"><tile id="0"><image width="40" height="80"/></tile>
		<tile id="1">` + `<image width="10" height="10"/>` + shape + `</tile>
		<tile id="2" x="5" y="5" width="10" height="10"><image width="30" height="60"/>` + shape + `</tile></tileset>
		<layer name="ground" width="1" height="1"><data encoding="csv">%[1]d</data></layer>
		<objectgroup name="things"><object id="1" name="crate" gid="%[1]d" x="20" y="30" width="20" height="10"/></objectgroup></map>`
	for _, gid := range []uint32{2, 3, 2 | 1<<31, 3 | 1<<30} {
		_, level := buildText(t, fmt.Sprintf(form, gid))
		require.Empty(t, level.Warnings)
		require.NotZero(t, level.Terrains[0].Terrain.At(image.Pt(0, -1)))
		require.Equal(t, terrain.Full, level.Terrains[0].Terrain.Def().Kinds[0].Shape)
		for c := range level.Objects[0].Body.Colliders() {
			low, high := c.Bounds()
			require.InDeltaSlice(t, []float64{2, -3, 4, -2}, []float64{low[0], low[1], high[0], high[1]}, 1e-9, "%d", gid)
		}
	}
}

// An object has the properties and the class of the tile that it shows, after its own and before
// the properties of its layer. The picture of a solid tile without collision shapes collides.
func TestObjectsHaveThePropertiesOfTheirTile(t *testing.T) {
	_, level := buildText(t, `<map orientation="orthogonal" tilewidth="16" tileheight="16"><tileset firstgid="1" name="own" tilewidth="16" tileheight="16">
		<tile id="0" type="Crate"><properties><property name="body" value="dynamic"/><property name="density" value="3"/><property name="friction" value="0.1"/></properties>
		<objectgroup><object id="1" width="16" height="16"/></objectgroup></tile>
		<tile id="1" class="Stone"><properties><property name="solid" value="true"/></properties></tile></tileset>
		<layer name="ground" width="1" height="1"><data encoding="csv">1</data></layer>
		<objectgroup name="things"><properties><property name="friction" value="0.7"/><property name="restitution" value="0.4"/></properties>
		<object id="1" name="crate" gid="1" width="32" height="32"/><object id="2" name="heavy" type="Safe" gid="1"><properties><property name="density" value="5"/></properties></object>
		<object id="3" name="stone" gid="2" x="64" y="32" width="32" height="16"/></objectgroup></map>`)
	for i, want := range []struct {
		class                       string
		mass, friction, restitution float64
	}{{"Crate", 12, 0.1, 0.4}, {"Safe", 5, 0.1, 0.4}, {"Stone", 0, 0.7, 0.4}} {
		o := level.Objects[i]
		require.Equal(t, want.class, o.Class)
		require.Equal(t, want.mass, o.Body.Mass())
		for c := range o.Body.Colliders() {
			require.Equal(t, []float64{want.friction, want.restitution}, []float64{c.Material().Friction, c.Material().Restitution})
		}
	}
	for c := range level.Objects[2].Body.Colliders() {
		low, high := c.Bounds()
		require.InDeltaSlice(t, []float64{4, -2, 6, -1}, []float64{low[0], low[1], high[0], high[1]}, 1e-6)
	}
	require.Equal(t, "3", level.Objects[0].Properties["density"])
	require.Equal(t, []string{`layer ground: object tile 0 of own: property "body" has no effect in a layer of tiles`}, texts(level.Warnings))
}

// A reference of a joint to no object, which the editor writes as 0, is the ground.
func TestReferenceToNoObjectIsTheGround(t *testing.T) {
	_, level := buildText(t, object(`<object id="1" name="crate" width="16" height="16"><properties><property name="body" value="dynamic"/></properties></object>
		<object id="2" name="hinge"><properties><property name="joint" value="revolute"/><property name="a" type="object" value="1"/><property name="b" type="object" value="0"/></properties><point/></object>`))
	require.Empty(t, level.Warnings)
	require.Len(t, level.Joints, 1)
}

// Only layers of objects and tiles pass their properties on. Others are warnings.
func TestPropertiesWithoutBodiesAreWarnings(t *testing.T) {
	const list = `<properties><property name="friction" value="0"/><property name="loot" value="1"/></properties>`
	text := `<map orientation="orthogonal" tilewidth="16" tileheight="16"><tileset firstgid="1" name="own" tilewidth="16" tileheight="16">` + list + `</tileset>` +
		`<imagelayer name="sky">` + list + `</imagelayer><group name="all">` + list + `<objectgroup name="things"><object id="1" width="16" height="16"/></objectgroup></group></map>`
	m := world.Must(tiled.Read(fstest.MapFS{"m.tmx": {Data: []byte(text)}}, "m.tmx"))
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	level := world.Must(m.Build(w, tiled.Options{Properties: []string{"loot"}}))
	require.Equal(t, []string{
		`layer tileset own: tileset property "friction" is not known`, `layer sky: imagelayer property "friction" is not known`, `layer all: group property "friction" is not known`,
	}, texts(level.Warnings))
}

// An error in the last object leaves the world in the same state, to the bit.
func TestAnErrorChangesNothing(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	before := w.StateHash()
	text := layer(1, 1, `<data encoding="csv">1</data>`)
	text = strings.Replace(text, "</map>", `<objectgroup name="things"><object id="1" width="16" height="16"/><object id="2" x="all"/></objectgroup></map>`, 1)
	m := world.Must(tiled.Read(fstest.MapFS{"level.tmx": {Data: []byte(text)}}, "level.tmx"))
	_, err := m.Build(w, tiled.Options{})
	require.ErrorContains(t, err, "object #2")
	require.Equal(t, before, w.StateHash())
}

// A point that a double click has left twice makes no segment.
func TestRepeatedPointOfPolyline(t *testing.T) {
	_, level := buildText(t, object(`<object id="1" name="wire"><polyline points="0,0 0,0 16,0 16,16 16,16"/></object><object id="2" name="dot"><polyline points="0,0 0,0"/></object>`))
	wire, _ := level.Object("wire")
	n := 0
	for range wire.Body.Colliders() {
		n++
	}
	require.Equal(t, 2, n)
	require.Equal(t, []string{"layer things: object dot: a polyline of one point has no body"}, texts(level.Warnings))
}

// A shape that the editor has shrunk to a point is a warning, and the rest of the object is there.
func TestShapesWithoutASizeAreWarnings(t *testing.T) {
	for _, c := range []struct {
		content, reason string
		colliders       int
	}{
		{`width="1e-9" height="9">`, "hx: 3.125e-11 is degenerate", 0},
		{`width="1e-9" height="1e-9"><ellipse/>`, "Radius: 3.125e-11 is degenerate", 0},
		{`width="1e-9" height="9"><ellipse/>`, "RX: 3.125e-11 is degenerate", 0},
		{`width="1e-9" height="9"><capsule/>`, "Radius: 3.125e-11 is degenerate", 0},
		{`><polyline points="0,0 1e-10,0 16,0"/>`, "B: {6.25e-12 -0} repeats A", 1},
	} {
		w, level := buildText(t, object(`<object id="3" `+c.content+`</object><object id="4" width="16" height="16"/>`))
		require.Equal(t, []string{"layer things: object #3: a shape without a size was left out: " + c.reason}, texts(level.Warnings))
		require.Equal(t, 1+c.colliders, w.BodyCount())
	}
}

// A polygon without an area is a warning, in a layer of objects and in a tile.
func TestFlatPolygonsAreWarnings(t *testing.T) {
	for _, points := range []string{"0,0 16,16", "0,0 8,0 16,0", "0,0 16,0 0,0"} {
		flat := `<polygon points="` + points + `"/>`
		_, level := buildText(t, `<map orientation="orthogonal" tilewidth="16" tileheight="16"><tileset firstgid="1" name="own" tilewidth="16" tileheight="16"><tile id="0"><objectgroup><object id="7">`+flat+
			`</object><object id="8" width="16" height="16"/></objectgroup></tile></tileset><layer name="ground" width="1" height="1"><data encoding="csv">1</data></layer><objectgroup name="things"><object id="3">`+flat+`</object></objectgroup></map>`)
		require.Equal(t, []string{
			"layer ground: object tile 0 of own: the collision shape #7 has no area and was left out", "layer things: object #3: a polygon without an area has no body",
		}, texts(level.Warnings), points)
		ground := level.Terrains[0].Terrain
		require.NotZero(t, ground.At(image.Pt(0, -1)), "the other shape of the tile is there")
	}
}

// An object that shows a tile lies where the alignment of the tileset says, at any size, and what
// moves pictures alone is a warning.
func TestObjectAlignment(t *testing.T) {
	for alignment, want := range map[string][4]float64{
		"": {2, -2, 4, -1}, "unspecified": {2, -2, 4, -1}, "topleft": {2, -3, 4, -2}, "top": {1, -3, 3, -2}, "topright": {0, -3, 2, -2}, "left": {2, -2.5, 4, -1.5},
		"center": {1, -2.5, 3, -1.5}, "right": {0, -2.5, 2, -1.5}, "bottomleft": {2, -2, 4, -1}, "bottom": {1, -2, 3, -1}, "bottomright": {0, -2, 2, -1},
	} {
		for gid, factor := range map[uint32]float64{1: 1, 1 | 0x80000000: 1, 2: 1} {
			size := fmt.Sprintf(`width="%g" height="%g"`, 20*factor, 10*factor)
			if gid == 2 {
				size = "" // as large as the tile
			}
			w, level := buildText(t, fmt.Sprintf(`<map orientation="orthogonal" width="1" height="1" tilewidth="10" tileheight="10">
				<tileset firstgid="1" name="crates" tilewidth="20" tileheight="10" objectalignment=%q><tile id="0"><objectgroup><object id="1" width="20" height="10"/></objectgroup></tile>
				<tile id="1"><objectgroup><object id="1" width="20" height="10"/></objectgroup></tile></tileset>
				<objectgroup name="things"><object id="1" name="crate" gid="%d" x="20" y="20" %s/></objectgroup></map>`, alignment, gid, size))
			crate, ok := level.Object("crate")
			require.True(t, ok)
			for c := range crate.Body.Colliders() {
				low, high := c.Bounds()
				require.InDeltaSlice(t, want[:], []float64{low[0], low[1], high[0], high[1]}, 1e-9, "%s %d", alignment, gid)
			}
			require.Empty(t, level.Warnings)
			w.Close()
		}
	}
	_, level := buildText(t, `<map orientation="orthogonal" width="1" height="1" tilewidth="10" tileheight="10">
		<tileset firstgid="1" name="odd" tilewidth="20" tileheight="10" objectalignment="above" tilerendersize="grid"><tileoffset x="0" y="4"/></tileset>
		<tileset firstgid="9" name="fitted" tilewidth="20" tileheight="10" fillmode="preserve-aspect-fit"/></map>`)
	const fitted = "pictures that are fitted to a size have the bodies of stretched ones, and in layers of tiles their own size"
	require.Equal(t, []string{
		`layer tileset odd: an object alignment "above" is not known`, "layer tileset odd: the drawing offset has no effect on bodies", "layer tileset odd: " + fitted, "layer tileset fitted: " + fitted,
	}, texts(level.Warnings))
}

// buildText builds the world of a map that is one text.
func buildText(t *testing.T, text string) (*world.World, *tiled.Level) {
	m := world.Must(tiled.Read(fstest.MapFS{"map.tmx": {Data: []byte(text)}}, "map.tmx"))
	w := world.Must(world.New(world.Config{}))
	t.Cleanup(w.Close)
	built := world.Must(m.Build(w, tiled.Options{}))
	return w, built
}

// A part too thin for a polygon is named with its layer and object, and the rest of the outline
// is there.
func TestThinPartsAreWarnings(t *testing.T) {
	const needle = `<polygon points="0,0 8,0 8,8 16,8.00000000001 8,8.00000000002 8,16 0,16"/>`
	for _, c := range []struct{ name, text, warning string }{
		{"object", object(`<object id="3" name="blade" x="0" y="0">` + needle + `</object>`),
			"layer things: object blade: 1 of the 2 convex parts of its outline are too thin for a polygon and were left out"},
		{"tile", `<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16">` +
			`<tileset firstgid="1" name="own" tilewidth="16" tileheight="16"><tile id="0"><objectgroup><object id="1" x="0" y="0">` + needle +
			`</object></objectgroup></tile></tileset><layer name="ground" width="1" height="1"><data encoding="csv">1</data></layer></map>`,
			"layer ground: object tile 0 of own: a part of the collision shape is too thin for a polygon and was left out"},
	} {
		m := world.Must(tiled.Read(fstest.MapFS{"level.tmx": {Data: []byte(c.text)}}, "level.tmx"))
		w := world.Must(world.New(world.Config{}))
		defer w.Close()
		level := world.Must(m.Build(w, tiled.Options{}))
		require.Equal(t, []string{c.warning}, texts(level.Warnings), c.name)
		require.Equal(t, 1, w.BodyCount())
	}
}

// Whatever the bytes are, Read and Build give a level or an *Error, and a refused one leaves
// nothing in the world.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"level.tmx", "level_zlib.tmx", "infinite.tmx", "objects.tmx"} {
		data, err := os.ReadFile("testdata/" + name)
		require.NoError(f, err)
		f.Add(data)
	}
	files := fstest.MapFS{}
	for _, name := range []string{"ground.tsx", "crate.tx"} {
		data, err := os.ReadFile("testdata/" + name)
		require.NoError(f, err)
		files[name] = &fstest.MapFile{Data: data}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		own := fstest.MapFS{"level.tmx": {Data: data}}
		for name, file := range files {
			own[name] = file
		}
		w := world.Must(world.New(world.Config{Workers: 1}))
		defer w.Close()
		m, err := tiled.Read(own, "level.tmx")
		if err == nil {
			_, err = m.Build(w, tiled.Options{})
		}
		var e *tiled.Error
		if err != nil {
			require.ErrorAs(t, err, &e)
			require.Zero(t, w.BodyCount())
		}
	})
}
