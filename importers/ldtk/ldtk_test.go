package ldtk_test

import (
	"errors"
	"fmt"
	"image"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/importers/ldtk"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/solarlune/ldtkgo"
	"github.com/stretchr/testify/require"
)

var rules = []ldtk.Rule{
	{Name: "ground"},
	{Name: "ramp", Layer: "Other", Kind: terrain.Kind{Shape: terrain.Half}},
	{Name: "ramp", Layer: "Collisions", Kind: terrain.Kind{Shape: terrain.Slope, Number: 77}},
	{Name: "ladder", Ignore: true},
}

func build(t *testing.T, options ldtk.Options) (*world.World, *ldtk.Level) {
	t.Helper()
	p := world.Must(ldtk.Read(os.DirFS("testdata"), "castle.ldtk"))
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	t.Cleanup(w.Close)
	level := world.Must(p.Build(w, options))
	return w, level
}

func texts(list []ldtk.Warning) (all []string) {
	for _, w := range list {
		all = append(all, w.String())
	}
	return all
}

// Rules make tiles of the values of a layer, in both levels: the level in the project's file and
// the level in a file of its own, which lies where the editor has it.
func TestIntGrid(t *testing.T) {
	w, level := build(t, ldtk.Options{Tiles: rules, Fields: []string{"loot"}})
	require.Len(t, level.Terrains, 2)
	castle, cellar := level.Terrains[0].Terrain, level.Terrains[1].Terrain
	kind := func(x, y int) terrain.Kind { return castle.Kind(castle.At(image.Pt(x, y))) }
	require.Equal(t, []any{terrain.Full, uint64(1)}, []any{kind(0, -6).Shape, kind(0, -6).Number})
	require.Equal(t, []any{terrain.Slope, uint64(77)}, []any{kind(6, -5).Shape, kind(6, -5).Number})
	require.Zero(t, castle.At(image.Pt(3, -5)), "ladder")
	require.Zero(t, castle.At(image.Pt(9, -2)), "a value without a rule")
	require.Equal(t, mgl64.Vec2{10.5, 2}, cellar.Def().Origin)
	require.Equal(t, "Cellar", level.Terrains[1].Level)
	hit, ok := w.RayCast(mgl64.Vec2{12, 1}, mgl64.Vec2{0, -9}, world.QueryFilter{})
	require.True(t, ok)
	require.InDelta(t, -1, hit.Point[1], 1e-9)

	_, level = build(t, ldtk.Options{Otherwise: &terrain.Kind{}, PixelsPerUnit: 8, Origin: mgl64.Vec2{1, 2}, Levels: []string{"Castle"}})
	require.Len(t, level.Terrains, 1)
	ground := level.Terrains[0].Terrain
	require.Equal(t, []any{mgl64.Vec2{1, 2}, 2.0}, []any{ground.Def().Origin, ground.Def().Side})
	require.Equal(t, uint64(5), ground.Kind(ground.At(image.Pt(9, -2))).Number)

	_, level = build(t, ldtk.Options{Tiles: []ldtk.Rule{{Name: "grond"}, {Name: "ground"}, {Value: 99}}, Otherwise: &terrain.Kind{}})
	require.Equal(t, `no value is called "grond", so its rule has no effect`, level.Warnings[0].String())
	require.NotContains(t, fmt.Sprint(level.Warnings[1:]), "so its rule")
}

// The cells are those that another reader finds in the same file.
func TestCellsAgainstLDtkGo(t *testing.T) {
	other := world.Must(ldtkgo.Open("testdata/castle.ldtk"))
	_, level := build(t, ldtk.Options{Otherwise: &terrain.Kind{}})
	layer := other.LevelByIdentifier("Castle").LayerByIdentifier("Collisions")
	ground := level.Terrains[0].Terrain
	cells := 0
	for y := range layer.CellHeight {
		for x := range layer.CellWidth {
			tile := ground.At(image.Pt(x, -1-y))
			value := layer.IntegerAt(x, y)
			require.Equal(t, value != nil, tile != 0, "%d, %d", x, y)
			if value != nil {
				cells++
				require.Equal(t, uint64(value.Value), ground.Kind(tile).Number)
			}
		}
	}
	require.Equal(t, 15, cells)
	for _, e := range other.LevelByIdentifier("Castle").LayerByIdentifier("Entities").Entities {
		own, ok := level.Entity(e.Identifier)
		require.True(t, ok, e.Identifier)
		require.InDeltaSlice(t, []float64{float64(e.Position[0]) / 16, -float64(e.Position[1]) / 16}, own.Position[:], 1e-12)
	}
}

func TestEntities(t *testing.T) {
	var spawned []ldtk.Entity
	w, level := build(t, ldtk.Options{Tiles: rules, Spawn: map[string]func(ldtk.Entity) error{"Player": func(e ldtk.Entity) error {
		spawned = append(spawned, e)
		return nil
	}}})
	require.Len(t, spawned, 1)
	player := spawned[0]
	require.Equal(t, []any{mgl64.Vec2{1.5, -5}, mgl64.Vec2{1.5, -4.25}, mgl64.Vec2{0.75, 1.5}}, []any{player.Position, player.Center, player.Size})
	lives := 0
	require.NoError(t, player.Fields["Lives"].Into(&lives))
	require.Equal(t, 3, lives)

	crate, _ := level.Entity("Crate")
	require.Equal(t, []any{body.Dynamic, mgl64.Vec2{4, -2}}, []any{crate.Body.Type(), crate.Body.Position()})
	require.InDelta(t, 5, crate.Body.Mass(), 1e-9, "2 by 1 m of density 2.5")
	for c := range crate.Body.Colliders() {
		require.True(t, c.Contains(mgl64.Vec2{5.9, -2.9}))
	}
	ball, _ := level.Entity("Ball")
	require.True(t, ball.Body.Bullet())
	for c := range ball.Body.Colliders() {
		require.Equal(t, shape.Circle{Radius: 0.5}, c.Shape())
	}
	require.Len(t, level.Joints, 2)
	hinge, ok := level.Joints[0].Revolute()
	require.True(t, ok)
	require.Equal(t, []world.Body{crate.Body, w.Ground()}, []world.Body{hinge.BodyA(), hinge.BodyB()})
	rope, ok := level.Joints[1].Distance()
	require.True(t, ok)
	require.InDelta(t, 2, rope.Length(), 1e-9, "from the ball to the middle of cell 7, 0")
	require.Equal(t, []string{
		`level Castle: layer Entities: entity Crate e-crate: field "loot" is not known`,
		`level Castle: layer Entities: entity Sign e-sign: field "density" has no effect without the field body`,
		`level Castle: layer Collisions: value 5 "" has no rule, so its cells hold nothing`,
		`level Castle: layer Entities: entity Lost e-lost: no body is called "e-nobody", so the joint was left out`,
	}, texts(level.Warnings))
	for range 60 {
		w.Tick()
	}
	require.NoError(t, level.Destroy())
	require.Zero(t, w.BodyCount())
}

// A function of the game that fails is an *Error with the entity, and nothing of the project
// stays in the world.
func TestSpawnFails(t *testing.T) {
	p := world.Must(ldtk.Read(os.DirFS("testdata"), "castle.ldtk"))
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	full := errors.New("the game is full")
	_, err := p.Build(w, ldtk.Options{Tiles: rules, Spawn: map[string]func(ldtk.Entity) error{"Player": func(ldtk.Entity) error { return full }}})
	var e *ldtk.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "Player", e.Entity)
	require.ErrorIs(t, err, full)
	require.Zero(t, w.BodyCount())
}

func project(layout, levels string) string {
	return `{"jsonVersion":"1.5.3","worldLayout":"` + layout + `","levels":[` + levels + `]}`
}

func grid(w, h int, csv string) string {
	return project("Free", fmt.Sprintf(`{"identifier":"L","layerInstances":[{"__identifier":"G","__type":"IntGrid","__gridSize":16,"__cWid":%d,"__cHei":%d,"intGridCsv":[%s]}]}`, w, h, csv))
}

func entity(fields string) string {
	return project("Free", `{"identifier":"L","layerInstances":[{"__identifier":"E","__type":"Entities","__gridSize":16,"entityInstances":[`+
		`{"__identifier":"Thing","px":[1,1],"width":16,"height":16,"fieldInstances":[`+fields+`]}]}]}`)
}

// In linear worlds, where the editor writes no places, levels follow one another.
func TestLinearWorlds(t *testing.T) {
	two := `{"identifier":"A","worldX":-1,"worldY":-1,"pxWid":32,"pxHei":48,"layerInstances":[{"__identifier":"G","__type":"IntGrid","__gridSize":16,"__cWid":1,"__cHei":1,"intGridCsv":[1]}]}`
	for layout, want := range map[string]mgl64.Vec2{"LinearHorizontal": {2, 0}, "LinearVertical": {0, -3}} {
		p := world.Must(ldtk.Read(fstest.MapFS{"p.ldtk": {Data: []byte(project(layout, two+","+strings.Replace(two, `"A"`, `"B"`, 1)))}}, "p.ldtk"))
		w := world.Must(world.New(world.Config{}))
		defer w.Close()
		level := world.Must(p.Build(w, ldtk.Options{Otherwise: &terrain.Kind{}}))
		require.Equal(t, want, level.Terrains[1].Terrain.Def().Origin, layout)
	}
}

// An error in an entity leaves the world in the same state, to the bit.
func TestAnErrorChangesNothing(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	before := w.StateHash()
	cells := `{"identifier":"A","layerInstances":[{"__identifier":"G","__type":"IntGrid","__gridSize":16,"__cWid":1,"__cHei":1,"intGridCsv":[1]}]}`
	bad := entity(`{"__identifier":"body","__value":"liquid"}`)
	p := world.Must(ldtk.Read(fstest.MapFS{"p.ldtk": {Data: []byte(strings.Replace(bad, `"levels":[`, `"levels":[`+cells+`,`, 1))}}, "p.ldtk"))
	_, err := p.Build(w, ldtk.Options{Otherwise: &terrain.Kind{}})
	require.ErrorContains(t, err, "liquid")
	require.Equal(t, before, w.StateHash())
}

// Levels of all depths lie in one world, and layers that the editor shifts lie where they are, with
// a warning. Pictures have no bodies that could lie elsewhere.
func TestDepthAndParallaxAreWarnings(t *testing.T) {
	layers := `[{"__identifier":"Far","__type":"Entities","__gridSize":16,"layerDefUid":7},{"__identifier":"Sky","__type":"Tiles","__gridSize":16,"layerDefUid":7},
		{"__identifier":"Near","__type":"Entities","__gridSize":16,"layerDefUid":8}]`
	text := project("Free", `{"identifier":"A","layerInstances":`+layers+`},{"identifier":"Cellar","worldDepth":-1}`)
	text = strings.Replace(text, `"levels":[`, `"defs":{"layers":[{"uid":7,"parallaxFactorX":0.25},{"uid":8}]},"levels":[`, 1)
	p := world.Must(ldtk.Read(fstest.MapFS{"p.ldtk": {Data: []byte(text)}}, "p.ldtk"))
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	level := world.Must(p.Build(w, ldtk.Options{}))
	require.Len(t, level.Warnings, 2)
	require.Equal(t, "level A: layer Far: parallax has no effect on bodies", level.Warnings[0].String())
	require.Equal(t, "level Cellar: world depth -1 has no effect: the bodies of all depths meet", level.Warnings[1].String())
}

// Files that lie get an *Error with a reason and a place, and cost little.
func TestHostileFiles(t *testing.T) {
	field := func(name, value string) string { return `{"__identifier":"` + name + `","__value":` + value + `}` }
	var board strings.Builder
	for i := range 1200 * 1200 {
		fmt.Fprintf(&board, "%d,", (i%1200+i/1200)%2)
	}
	for _, c := range []struct {
		name, text, message string
		reason              error
	}{
		{"empty", "", "p.ldtk", ldtk.ErrFormat},
		{"other", `{"levels":[]}`, "jsonVersion", ldtk.ErrFormat},
		{"list of lists", project("Free", strings.Repeat("[],", 1000)+"[]"), "objects belong", ldtk.ErrFormat},
		{"list of nulls", project("Free", "null"), "objects belong", ldtk.ErrFormat},
		{"many levels", project("Free", strings.Repeat("{},", 1<<18)+"{}"), "more than", ldtk.ErrTooLarge},
		{"deep", strings.Repeat(`{"defs":`, 20000), "p.ldtk", ldtk.ErrFormat},
		{"layout", project("Spiral", ""), "Spiral", ldtk.ErrUnsupported},
		{"huge", grid(1<<20, 1<<20, "1"), "level L: layer G", ldtk.ErrTooLarge},
		{"negative", grid(-1, -1, "1"), "-1 by -1", ldtk.ErrFormat},
		{"before version 0.8", grid(3, 3, ""), "since version 0.8", ldtk.ErrUnsupported},
		{"short", grid(3, 3, "1,1"), "2 cells where 3 by 3", ldtk.ErrFormat},
		{"value", grid(1, 1, "99999999999"), "p.ldtk", ldtk.ErrFormat},
		{"grid size", strings.Replace(grid(1, 1, "1"), ":16,", ":0,", 1), "grid 0", ldtk.ErrFormat},
		{"chessboard", grid(1200, 1200, strings.TrimSuffix(board.String(), ",")), "colliders", ldtk.ErrTooLarge},
		{"place", strings.Replace(entity(""), "[1,1]", "[1e300,1]", 1), "entity Thing", ldtk.ErrFormat},
		{"body", entity(field("body", `"ghost"`)), "ghost", ldtk.ErrFormat},
		{"shape", entity(field("body", `"static"`) + "," + field("shape", `"star"`)), "star", ldtk.ErrFormat},
		{"number", entity(field("body", `"static"`) + "," + field("density", `[1]`)), "density", ldtk.ErrFormat},
		{"point", entity(field("joint", `"distance"`) + "," + field("to", `"here"`)), "to", ldtk.ErrFormat},
		{"fields", entity(strings.Repeat(field("x", "1")+",", 999) + field("x", "1")), "1000 fields", ldtk.ErrTooLarge},
		{"own file", project("Free", `{"identifier":"L","externalRelPath":"gone.ldtkl"}`), "gone.ldtkl", nil},
		{"outside", project("Free", `{"identifier":"L","externalRelPath":"../../etc/passwd"}`), "passwd", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := world.Must(world.New(world.Config{}))
			defer w.Close()
			p, err := ldtk.Read(fstest.MapFS{"p.ldtk": {Data: []byte(c.text)}}, "p.ldtk")
			if err == nil {
				_, err = p.Build(w, ldtk.Options{Otherwise: &terrain.Kind{}})
			}
			var e *ldtk.Error
			require.ErrorAs(t, err, &e)
			require.ErrorContains(t, err, c.message)
			if c.reason != nil {
				require.ErrorIs(t, err, c.reason)
			}
			require.Zero(t, w.BodyCount())
		})
	}
}

// Errors of values and of syntax have the names of the file, with level, layer and entity.
func TestErrorsNameTheFieldsOfTheFile(t *testing.T) {
	const format = ` is not a project of LDtk: `
	for _, c := range []struct{ text, old, changed, want string }{
		{grid(1, 1, "1"), `"__gridSize":16`, `"__gridSize":"16"`, `level L: layer G:` + format + `"__gridSize": string where a number belongs`},
		{grid(1, 1, "1"), `[1]`, `[1.5]`, `level L: layer G:` + format + `"intGridCsv": number 1.5 where a whole number belongs`},
		{grid(1, 1, "1"), `[1]`, `[[1]]`, `level L: layer G:` + format + `"intGridCsv": array where a whole number belongs`},
		{entity(""), `[1,1]`, `{}`, `level L: layer E: entity Thing:` + format + `"px": object where an array belongs`},
		{entity(`{"__identifier":"body"}`), `"body"`, `3`, `level L: layer E: entity Thing:` + format + `"fieldInstances.__identifier": number where a string belongs`},
		{grid(1, 1, "1"), `"identifier":"L"`, `"worldX":true`, `level #1:` + format + `"worldX": bool where a number belongs`},
		{grid(1, 1, "1"), `"levels":[`, `"defs":[],"levels":[`, format[1:] + `"defs": array where an object belongs`},
		{grid(1, 1, "1"), `"levels":[`, `"levels":[3,`, format[1:] + `a list holds 3 where objects belong`},
		{grid(1, 1, "1"), `"levels":[`, "\n\n}", format[1:] + `line 3: invalid character '}' looking for beginning of object key string`},
		{`[]`, "", "", format[1:] + `the value array where an object belongs`},
	} {
		require.Contains(t, c.text, c.old)
		_, err := ldtk.Read(fstest.MapFS{"p.ldtk": {Data: []byte(strings.Replace(c.text, c.old, c.changed, 1))}}, "p.ldtk")
		require.EqualError(t, err, "ldtk: p.ldtk: "+c.want)
	}
}

// Whatever the bytes are, Read and Build give a level or an *Error, and a refused one leaves
// nothing in the world.
func FuzzRead(f *testing.F) {
	data, err := os.ReadFile("testdata/castle.ldtk")
	require.NoError(f, err)
	f.Add(data)
	f.Add([]byte(grid(2, 2, "1,0,2,1")))
	f.Add([]byte(entity(`{"__identifier":"body","__value":"dynamic"}`)))
	own, err := os.ReadFile("testdata/castle/Cellar.ldtkl")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, data []byte) {
		w := world.Must(world.New(world.Config{Workers: 1}))
		defer w.Close()
		p, err := ldtk.Read(fstest.MapFS{"p.ldtk": {Data: data}, "castle/Cellar.ldtkl": {Data: own}}, "p.ldtk")
		if err == nil {
			_, err = p.Build(w, ldtk.Options{Otherwise: &terrain.Kind{}})
		}
		if err != nil {
			var e *ldtk.Error
			require.ErrorAs(t, err, &e)
			require.Zero(t, w.BodyCount())
		}
	})
}
