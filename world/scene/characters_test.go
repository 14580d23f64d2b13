package scene

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

const heroDocument = `{
	"version": 1, "world": {"gravity": [0, -10]}, "materials": [{"name": "soles", "friction": 0.9}],
	"bodies": [{"type": "static", "colliders": [{"type": "box", "halfExtents": [20, 0.5]}]}],
	"characters": [
		{"name": "hero", "position": [0, 1.3005], "material": "soles", "run": {"speed": 6}, "jump": {"height": 2, "rise": 0.5}},
		{"position": [-5, 0.9005], "shape": {"type": "circle", "radius": 0.4}, "mass": 30}
	]
}`

// A character of a document runs and jumps as its numbers say once the game moves it, and the world
// is described with it.
func TestCharactersOfScenes(t *testing.T) {
	s := world.Must(Parse([]byte(heroDocument)))
	w, c := start(t, s)
	require.Len(t, c.Bodies, 1)
	require.Len(t, c.Characters, 2)
	hero := c.Characters[0]
	require.Equal(t, 0.9, hero.Collider().Material().Friction)
	for range 60 {
		require.NoError(t, hero.Tick(1, false))
		w.Tick()
	}
	require.InDelta(t, 6, hero.Velocity()[0], 1e-9)
	require.True(t, hero.OnFloor())
	ground, top := hero.Position()[1], 0.0
	for range 60 {
		require.NoError(t, hero.Tick(0, true))
		w.Tick()
		top = max(top, hero.Position()[1])
	}
	require.InDelta(t, 2, top-ground, 0.02)

	again := world.Must(FromWorld(w, c.Characters...))
	require.Equal(t, s.Bodies, again.Bodies)
	require.Equal(t, hero.Position(), again.Characters[0].Position)
	for i := range again.Characters {
		again.Characters[i].Position = s.Characters[i].Position
		again.Characters[i].Material = s.Characters[i].Material
	}
	require.Equal(t, s.Characters, again.Characters)
	again = world.Must(FromWorld(w))
	require.Equal(t, character.Run{}, again.Characters[0].Run, "nobody told the controller")
}

// A character that is more than a document can say of it is described as the body that it is.
func TestCharactersThatAreDescribedAsBodies(t *testing.T) {
	for name, change := range map[string]func(*world.World, *character.Character) error{
		"aslant": func(_ *world.World, c *character.Character) error { return c.Body().SetTransform(c.Position(), 0.5) },
		"two colliders": func(_ *world.World, c *character.Character) error {
			_, err := c.Body().Attach(shape.Circle{Radius: 2}, world.ColliderDef{})
			return err
		},
		"an area": func(w *world.World, c *character.Character) error {
			_, err := w.CreateArea(world.AreaDef{Body: c.Body(), Shape: shape.Circle{Radius: 2}})
			return err
		},
	} {
		w := world.Must(world.New(world.Config{Workers: 1}))
		c := world.Must(character.New(w, character.Def{}, mgl64.Vec2{1, 2}))
		require.NoError(t, change(w, c), name)
		s, err := FromWorld(w)
		require.NoError(t, err, name)
		require.Empty(t, s.Characters, name)
		require.Len(t, s.Bodies, 1, name)
		require.Equal(t, body.Kinematic, s.Bodies[0].Def.Type, name)
		w.Close()
	}
}

// A fork shares the user data of its world: a character moves in one of them.
func TestCharactersInAFork(t *testing.T) {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
	defer w.Close()
	c := world.Must(character.New(w, character.Def{}, mgl64.Vec2{1, 2}))
	fork := world.Must(w.Fork())
	defer fork.Close()
	require.NoError(t, c.Teleport(mgl64.Vec2{9, 9}))
	s := world.Must(FromWorld(fork))
	require.Empty(t, s.Characters)
	require.Equal(t, mgl64.Vec2{1, 2}, s.Bodies[0].Def.Position)

	b := fork.BodyByID(c.Body().ID())
	world.Must(character.Restore(b, c.Def(), c.State()))
	s = world.Must(FromWorld(fork))
	require.Equal(t, mgl64.Vec2{1, 2}, s.Characters[0].Position)
	for collider := range b.Colliders() {
		own, ok := character.Of(collider)
		require.True(t, ok)
		require.Equal(t, b, own.Body())
	}
}

func TestErrorsOfCharacters(t *testing.T) {
	for field, want := range map[string]struct {
		path string
		err  error
	}{
		`"up": [1e-320, 0]`:  {"characters[0].up", geom.ErrDegenerate},
		`"slopeLimit": 2`:    {"characters[0].slopeLimit", geom.ErrOutOfRange},
		`"material": "felt"`: {"characters[0].material", ErrUnknownName},
		`"shape": {"type": "halfPlane", "normal": [0, 1]}`:       {"characters[0].shape", geom.ErrOutOfRange},
		`"shape": {"type": "segment", "a": [0, 0], "b": [0, 1]}`: {"characters[0].shape", geom.ErrOutOfRange},
		`"shape": {"type": "circle"}`:                            {"characters[0].shape.radius", ErrMissing},
		`"run": {"air": 2}`:                                      {"characters[0].run.air", geom.ErrOutOfRange},
		`"jump": {"rise": 1e-300}`:                               {"characters[0].jump.rise", geom.ErrOutOfRange},
		`"jump": {"heigth": 1}`:                                  {"characters[0].jump.heigth", ErrUnknownField},
		`"position": [2e9, 0]`:                                   {"characters[0].position[0]", geom.ErrOutOfRange},
	} {
		_, err := Parse([]byte(`{"version": 1, "characters": [{` + field + `}]}`))
		var located *Error
		require.ErrorAs(t, err, &located, field)
		require.Equal(t, want.path, located.Path, field)
		require.ErrorIs(t, err, want.err, field)
	}
}

// A world that cannot take all characters keeps none.
func TestCharactersAreTakenBack(t *testing.T) {
	s := &Scene{Characters: []Character{{}, {Position: mgl64.Vec2{1e6, 0}}}}
	small := world.Must(world.New(world.Config{LengthUnit: 1e-4, Workers: 1}))
	defer small.Close()
	_, err := s.Load(small)
	require.ErrorContains(t, err, "characters[1].position")
	require.Zero(t, small.BodyCount())
}
