package level_test

import (
	"cmp"
	"encoding/xml"
	"errors"
	"image"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/importers/level"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Terrain never makes more colliders than Pieces says.
func TestPiecesBoundTerrain(t *testing.T) {
	const width, height = 50, 37
	for _, pattern := range []func(x, y int) bool{
		func(int, int) bool { return true },
		func(x, y int) bool { return (x+y)%2 == 0 },
		func(x, y int) bool { return x%3 == 0 },
		func(x, y int) bool { return y%5 < 2 && x > 3 },
		func(x, y int) bool { return x*y%7 > 2 },
		func(int, int) bool { return false },
	} {
		tiles := make([]terrain.Tile, width*height)
		for i := range tiles {
			if pattern(i%width, i/width) {
				tiles[i] = 1
			}
		}
		w := world.Must(world.New(world.Config{Workers: 1}))
		ground := world.Must(terrain.New(w, terrain.Def{Kinds: make([]terrain.Kind, 1)}))
		require.NoError(t, ground.SetTiles(image.Rect(0, 0, width, height), tiles))
		colliders := 0
		for b := range w.Bodies() {
			for range b.Colliders() {
				colliders++
			}
		}
		require.LessOrEqual(t, colliders, level.Pieces(width, tiles))
		require.LessOrEqual(t, level.Pieces(width, tiles), 8*colliders)
		w.Close()
	}
	require.Zero(t, level.Pieces(0, nil))
}

func TestBudgetEnds(t *testing.T) {
	var b level.Budget
	require.NoError(t, b.Work(level.MaxWork))
	require.ErrorIs(t, b.Work(1), level.ErrTooLarge)
	require.NoError(t, b.Colliders(level.MaxColliders))
	require.ErrorIs(t, b.Colliders(1), level.ErrTooLarge)
}

func TestProperties(t *testing.T) {
	var d body.Def
	s := level.NewSurface()
	for _, p := range [][2]string{{"body", "kinematic"}, {"gravity_scale", "0"}, {"velocity_y", "-2"}, {"lock_rotation", "true"}} {
		known := world.Must(level.SetBody(&d, p[0], p[1]))
		require.True(t, known, p[0])
	}
	require.Equal(t, body.Def{Type: body.Kinematic, Weightless: true, LinearVelocity: mgl64.Vec2{0, -2}, LockRotation: true}, d)
	for _, p := range [][2]string{{"density", "3"}, {"friction", "0.25"}, {"one_way", "true"}, {"sensor", "false"}} {
		known := world.Must(s.Set(p[0], p[1]))
		require.True(t, known, p[0])
	}
	c := s.Collider()
	require.Equal(t, []any{3.0, 0.25, mgl64.Vec2{0, 1}, false}, []any{c.Density, c.Material.Friction, c.OneWay, c.Sensor})
	known := world.Must(s.Set("density", "0"))
	require.True(t, known && s.Collider().Massless)
	known = world.Must(s.Set("colour", "red"))
	require.False(t, known)
	for _, p := range [][2]string{{"density", "NaN"}, {"sensor", "maybe"}, {"friction", "1e999"}} {
		_, err := s.Set(p[0], p[1])
		require.ErrorIs(t, err, level.ErrValue, p[0])
	}
	_, err := level.SetBody(&d, "body", "ghost")
	require.ErrorIs(t, err, level.ErrValue)
}

// A sliver without width is counted, and a corner that is too flat costs the corner only.
func TestPolygonsCountThinParts(t *testing.T) {
	list, thin := level.Polygons([][]mgl64.Vec2{{{0, 0}, {1, 0}, {0, 1}}, {{0, 0}, {1, 0}, {2, 1e-13}}, {{0, 0}, {1, 0}, {2, 1e-13}, {1, 1}}})
	require.Len(t, list, 2)
	require.Equal(t, 1, thin)
}

// An outline that crosses itself is solid wherever it surrounds something, with a warning, and
// holes are cut out of it. Too many crossings are too much work.
func TestOutlinesThatCrossThemselves(t *testing.T) {
	square := []mgl64.Vec2{{0, 0}, {9, 0}, {9, 9}, {0, 9}}
	bow := []mgl64.Vec2{{1, 1}, {3, 3}, {3, 1}, {1, 3}}
	r := rand.New(rand.NewPCG(1, 2))
	scribble := make([]mgl64.Vec2, 1000)
	for i := range scribble {
		scribble[i] = mgl64.Vec2{r.Float64(), r.Float64()}
	}
	for name, c := range map[string]struct {
		loops    [][]mgl64.Vec2
		area     float64
		warnings int
		reason   error
	}{
		"simple":             {[][]mgl64.Vec2{square, {{0, 0}, {1, 0}, {0, 1}}}, 80.5, 0, nil},
		"bow tie":            {[][]mgl64.Vec2{bow}, 2, 1, nil},
		"twice around":       {[][]mgl64.Vec2{append(square, []mgl64.Vec2{{0, 0}, {4, 0}, {4, 4}, {0, 4}}...)}, 81, 1, nil},
		"spike":              {[][]mgl64.Vec2{{{0, 0}, {9, 0}, {4, 0}, {4, 4}}}, 8, 1, nil},
		"hole":               {[][]mgl64.Vec2{square, bow}, 79, 1, nil},
		"hole over the side": {[][]mgl64.Vec2{square, {{8, 1}, {10, 1}, {10, 2}, {8, 2}}}, 80, 0, nil},
		"there and back":     {[][]mgl64.Vec2{{{0, 0}, {1, 0}, {1, 1}, {1, 0}}}, 0, 0, nil},
		"scribble":           {[][]mgl64.Vec2{scribble}, 0, 0, level.ErrTooLarge},
		"far":                {[][]mgl64.Vec2{{{0, 0}, {1e300, 0}, {0, 1}}}, 0, 0, geom.ErrOutOfRange},
	} {
		b := &level.Builder{Parts: &level.Parts{}}
		parts, err := b.ConvexParts(level.Place{Object: name}, c.loops[0], c.loops[1:]...)
		require.ErrorIs(t, err, c.reason, name)
		list, thin := level.Polygons(parts)
		require.Zero(t, thin, name)
		area := 0.0
		for _, s := range list {
			area += world.Must(shape.MassOf(s, 1)).Mass
		}
		require.InDelta(t, c.area, area, 1e-9, name)
		require.Len(t, b.Parts.Warnings, c.warnings, name)
	}
}

// A place is named once in an error, by whoever knows it best, and a refused value has the
// importer's own reason.
func TestPlaces(t *testing.T) {
	at := level.Place{File: "cave.tmx", Layer: "things", Object: "crate"}
	require.Equal(t, "cave.tmx: layer things: object crate: ", at.String())
	require.Equal(t, "level Castle: entity Door: is odd", level.Warning{Place: level.Place{Level: "Castle", Entity: "Door"}, Text: "is odd"}.String())
	own := errors.New("is no map")
	_, value := level.Float("density", "much")
	err := level.Error{Importer: "tiled", Place: at}.Located(value, own)
	require.EqualError(t, err, `tiled: cave.tmx: layer things: object crate: is no map: property "density": "much" is no value of the property: not a number`)
	require.ErrorIs(t, err, own)
	require.ErrorIs(t, err, level.ErrValue)
	require.Equal(t, err, level.Error{Importer: "tiled", Place: level.Place{File: "cave.tmx"}}.Located(err, own))
	require.NotErrorIs(t, level.Error{Importer: "svg"}.Located(fs.ErrNotExist, own), own)
	require.NoError(t, level.Error{}.Located(nil, own))
}

func TestReadFileIsBounded(t *testing.T) {
	files := fstest.MapFS{"a": {Data: []byte("12345")}}
	data := world.Must(level.ReadFile(files, "a", 5))
	require.Equal(t, "12345", string(data))
	_, err := level.ReadFile(files, "a", 4)
	require.ErrorIs(t, err, level.ErrTooLarge)
	_, err = level.ReadFile(files, "b", 4)
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = level.ReadFile(files, "../a", 4)
	require.ErrorContains(t, err, "the file lies outside the folder from which files may be read")
}

// A file that begins with a byte order mark is UTF-8 afterwards. The half of a character at the end
// of a file and a half surrogate become the replacement character.
func TestByteOrderMarks(t *testing.T) {
	for text, want := range map[string]string{
		"\xef\xbb\xbfü": "ü", "\xff\xfe\xfc\x00=\xd8\x80\xde": "ü🚀", "\xfe\xff\x00\xfc\xd8=\xde\x80": "ü🚀",
		"\xff\xfea\x00\x00\xd8": "a\ufffd", "\xff\xfea\x00b": "a\ufffd", "\xff\xfe": "", "": "",
	} {
		data := world.Must(level.ReadFile(fstest.MapFS{"a": {Data: []byte(text)}}, "a", 99))
		require.Equal(t, want, string(data))
	}
}

// The letters of texts in other encodings are kept. An unknown encoding is an error.
func TestCharsets(t *testing.T) {
	for encoding, text := range map[string]string{
		"utf8": "Hügel", "ISO-8859-1": "H\xfcgel\x80", "latin1": "H\xfcgel", "Windows-1252": "H\xfcgel\x80\x99\x9f", "cp1252": "\x81",
	} {
		want := map[string]string{"ISO-8859-1": "Hügel\u0080", "Windows-1252": "Hügel€™Ÿ", "cp1252": "\u0081"}[encoding]
		var read string
		d := xml.NewDecoder(strings.NewReader(`<?xml version="1.0" encoding="` + encoding + `"?><name>` + text + `</name>`))
		d.CharsetReader = level.Charset
		require.NoError(t, d.Decode(&read), encoding)
		require.Equal(t, cmp.Or(want, "Hügel"), read, encoding)
	}
	_, err := level.Charset("KOI8-R", nil)
	require.EqualError(t, err, "want UTF-8, UTF-16, ISO-8859-1, Windows-1252 or US-ASCII")
}

// Undo brings the world back to the state of Begin. Within a step it only removes the parts.
func TestUndo(t *testing.T) {
	undo := func(w *world.World) {
		b := &level.Builder{World: w, Parts: &level.Parts{}}
		require.NoError(t, b.Begin())
		world.Must(b.AddBody(world.BodyParts{}))
		require.NoError(t, b.Undo())
		require.Zero(t, w.BodyCount())
	}
	calls := 0
	w := world.Must(world.New(world.Config{Workers: 1, BeforeTick: func(w *world.World) { calls++; undo(w) }}))
	defer w.Close()
	before := w.StateHash()
	undo(w)
	require.Equal(t, before, w.StateHash())
	w.Tick()
	require.Equal(t, 1, calls)
}

// Each value is asked once, rows go up, and Destroy leaves nothing. What fails half way can be
// destroyed too.
func TestBuilder(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	var parts level.Parts
	b := &level.Builder{World: w, Parts: &parts, PixelsPerUnit: 16, Origin: mgl64.Vec2{1, 2}, Known: []string{"loot"}}
	require.NoError(t, b.Check())
	require.Equal(t, mgl64.Vec2{2, 1}, b.Point(16, 16))
	asked := map[uint32]int{}
	cells := level.Cells[uint32]{X: 2, Y: 1, Width: 2, Height: 2, Values: []uint32{7, 0, 7, 9}, Corner: b.Origin, Side: 1}
	ground, err := level.AddCells(b, cells, func(v uint32) (terrain.Kind, bool, error) {
		asked[v]++
		return terrain.Kind{Number: uint64(v)}, v == 7, nil
	})
	require.NoError(t, err)
	require.Equal(t, map[uint32]int{7: 1, 9: 1}, asked)
	require.Equal(t, []terrain.Tile{1, 0, 1, 0}, []terrain.Tile{
		ground.At(image.Pt(2, -2)), ground.At(image.Pt(3, -2)), ground.At(image.Pt(2, -3)), ground.At(image.Pt(3, -3)),
	})
	cells.MostValues = 1
	_, err = level.AddCells(b, cells, func(uint32) (terrain.Kind, bool, error) { return terrain.Kind{}, true, nil })
	require.ErrorIs(t, err, level.ErrTooLarge)

	crate := world.Must(b.AddBody(world.BodyParts{Colliders: []world.ColliderParts{{Shape: shape.Box(1, 1)}}}))
	wall := world.Must(b.AddBody(world.BodyParts{Def: body.Def{Type: body.Static}}))
	named := func(name string) (world.Body, bool) {
		made, ok := map[string]world.Body{"crate": crate, "wall": wall}[name]
		return made, ok
	}
	here := level.Place{Object: "hinge"}
	for _, c := range []struct {
		joint   level.Joint
		made    bool
		warning string
	}{
		{level.Joint{Kind: "revolute", A: "crate"}, true, ""},
		{level.Joint{Kind: "revolute", A: "crate", B: "box"}, false, `object hinge: no body is called "box", so the joint was left out`},
		{level.Joint{Kind: "revolute", A: "crate", B: "crate"}, false, "object hinge: its two bodies are the same, so the joint was left out"},
		{level.Joint{Kind: "weld", A: "wall"}, false, "object hinge: neither of its bodies is dynamic, so the joint was left out"},
		{level.Joint{Kind: "distance", A: "crate"}, false, "object hinge: its ends are at the same place, so the joint was left out"},
		{level.Joint{Kind: "glue", A: "crate"}, false, `object hinge: a joint "glue" is not known: it may be ` + level.JointKinds},
	} {
		made := world.Must(b.AddJoint(here, &c.joint, named))
		require.Equal(t, c.made, made)
		if c.warning != "" {
			require.Equal(t, c.warning, parts.Warnings[len(parts.Warnings)-1].String())
		}
	}
	require.Len(t, parts.Joints, 1)
	n := len(parts.Warnings)
	b.WarnUnknown(here, "property", "loot")
	require.Len(t, parts.Warnings, n)
	for range 2 * level.MaxWarnings {
		b.WarnUnknown(here, "property", "luck")
	}
	require.Len(t, parts.Warnings, level.MaxWarnings+1)
	require.Equal(t, "there are more than these 1000 warnings", parts.Warnings[level.MaxWarnings].String())
	require.NoError(t, parts.Destroy())
	require.Zero(t, w.BodyCount())
	require.Error(t, (&level.Builder{PixelsPerUnit: -1}).Check())
}
