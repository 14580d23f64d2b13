package world_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

type enemy struct {
	Health int
	Target *enemy `cbor:"-"`
}

var enemies = &enemy{Health: 100}

func acceptAll(_, _ world.Collider) bool { return true }

// decoded reads a file into a new world.
func decoded(t testing.TB, file []byte, n *world.Names) *world.World {
	t.Helper()
	s := world.Must(world.DecodeSnapshot(bytes.NewReader(file), n))
	w := world.Must(s.NewWorld())
	t.Cleanup(w.Close)
	return w
}

func TestTypesThatCannotBeWrittenHaveNoName(t *testing.T) {
	require.PanicsWithValue(t, "world: NameType of struct { Run func() }, which has no MarshalBinary: "+
		"struct { Run func() }.Run: item: a value of type func() cannot be written", func() {
		world.NameType[struct{ Run func() }](new(world.Names), "runner")
	})
}

func TestNameErrorTellsWhoseValueItIs(t *testing.T) {
	for owner, build := range map[string]func(w *world.World){
		"body(hero)": func(w *world.World) {
			addBody(t, w, body.Def{Name: "other"}, shape.Circle{Radius: 1}, world.ColliderDef{})
			addBody(t, w, body.Def{Name: "hero", UserData: &enemy{}}, shape.Circle{Radius: 1}, world.ColliderDef{})
		},
		"collider(0 of body(hero))": func(w *world.World) {
			addBody(t, w, body.Def{Name: "hero"}, shape.Circle{Radius: 1}, world.ColliderDef{UserData: &enemy{}})
		},
		"weld(0)": func(w *world.World) {
			a := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
			world.Must(w.CreateWeld(w.Ground(), a, joint.Weld{Base: joint.Base{UserData: &enemy{}}}))
		},
		"area(pond)": func(w *world.World) {
			world.Must(w.CreateArea(world.AreaDef{Name: "pond", UserData: &enemy{}}))
		},
		"area(whirl)": func(w *world.World) { // the third effect, of the second area
			world.Must(w.CreateArea(world.AreaDef{Name: "lake", Effects: []area.Effect{area.Damping{Linear: 1}}}))
			world.Must(w.CreateArea(world.AreaDef{Name: "whirl", Effects: []area.Effect{
				area.Damping{Linear: 1}, area.Gravity{}, world.AreaField{Force: func(world.FieldPoint) mgl64.Vec2 { return mgl64.Vec2{} }},
			}}))
		},
		"collider(2 of body(star))": func(w *world.World) { // the only custom shape, on the third collider
			star := addBody(t, w, body.Def{Name: "star"}, shape.Circle{Radius: 1}, world.ColliderDef{})
			world.Must(star.Attach(shape.Circle{Radius: 1}, world.ColliderDef{}))
			world.Must(star.Attach(customBox{1, 1}, world.ColliderDef{}))
		},
	} {
		w := newWorld(t, world.Config{})
		build(w)
		var s world.Snapshot
		require.NoError(t, w.Save(&s))
		err := s.Encode(io.Discard, nil)
		var name *world.NameError
		require.ErrorAs(t, err, &name)
		require.Equal(t, owner, name.Owner)
		require.ErrorContains(t, err, owner+", ")
	}
}

func TestNamesOfUserData(t *testing.T) {
	w := newWorld(t, world.Config{ShouldCollide: acceptAll})
	shared := &enemy{Health: 7}
	plain := []any{nil, true, 3, int8(-3), uint64(1) << 63, float32(0.5), 1e300, "text", []byte{}, []byte{1}, complex64(2i), complex(1, 2)}
	values := append(plain, enemy{Health: 5}, shared, shared, enemies)
	var bodies []world.Body
	for _, v := range values {
		bodies = append(bodies, addBody(t, w, body.Def{UserData: v}, shape.Circle{Radius: 1}, world.ColliderDef{}))
	}
	var s world.Snapshot
	require.NoError(t, w.Save(&s))
	err := s.Encode(io.Discard, nil)
	var name *world.NameError
	require.ErrorAs(t, err, &name)
	require.ErrorIs(t, err, world.ErrNoName)
	require.Equal(t, "clock/config.ShouldCollide[0]", name.Where)

	n := new(world.Names).Value("accept all", acceptAll).Value("all enemies", enemies)
	world.NameType[enemy](n, "enemy")
	world.NameType[*enemy](n, "enemy pointer")
	file := encoded(t, w, n)
	got := decoded(t, file, n)
	require.NotNil(t, got.Config().ShouldCollide)
	for i, b := range bodies {
		require.Equal(t, values[i], got.BodyByID(b.ID()).UserData(), "%d", i)
	}
	k := len(plain)
	first, second := got.BodyByID(bodies[k+1].ID()).UserData(), got.BodyByID(bodies[k+2].ID()).UserData()
	require.Same(t, first, second, "one value stays one")
	require.NotSame(t, shared, first)
	require.Same(t, enemies, got.BodyByID(bodies[k+3].ID()).UserData())

	_, err = world.DecodeSnapshot(bytes.NewReader(file), nil)
	require.ErrorAs(t, err, &name)
	require.ErrorIs(t, err, world.ErrUnknownName)
	require.Equal(t, "accept all", name.Name)

	// Without the game's code: what is not known is kept, and written again.
	partial := &world.Names{Partial: true}
	tool := decoded(t, file, partial)
	require.Nil(t, tool.Config().ShouldCollide)
	require.IsType(t, world.UnknownValue{}, tool.BodyByID(bodies[k].ID()).UserData())
	again := decoded(t, encoded(t, tool, partial), n)
	require.Equal(t, enemy{Health: 5}, again.BodyByID(bodies[k].ID()).UserData())
}

// mark has no content.
type mark struct{}

func (mark) MarshalBinary() ([]byte, error)     { return nil, nil }
func (*mark) UnmarshalBinary(data []byte) error { return nil }

func TestNamedValueWithoutContent(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(t, w, body.Def{UserData: mark{}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	n := &world.Names{}
	world.NameType[mark](n, "mark")
	require.Equal(t, mark{}, decoded(t, encoded(t, w, n), n).BodyByID(b.ID()).UserData())
}

func TestNamesAreUnique(t *testing.T) {
	n := new(world.Names).Value("a", acceptAll)
	world.NameType[enemy](n, "b")
	for want, f := range map[string]func(){
		`world: the name "a" is taken`:                                          func() { n.Value("a", 1) },
		`world: the name "b" is taken`:                                          func() { n.Value("b", 1) },
		`world: Names.Value names a function "a" and "c"`:                       func() { n.Value("c", acceptAll) },
		`world: the type world_test.enemy is named "b" and "c"`:                 func() { world.NameType[enemy](n, "c") },
		`world: Names.Value of a []int, which cannot be compared; see NameType`: func() { n.Value("d", []int{}) },
		`world: Names.Value without a name or a value`:                          func() { n.Value("d", nil) },
	} {
		require.PanicsWithValue(t, want, f)
	}
}
