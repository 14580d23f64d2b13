package scene

import (
	"slices"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestInvalidAreas(t *testing.T) {
	for _, c := range []struct {
		area, want string
		reason     error
	}{
		{`"body": "b"`, `areas[0].body: "b" names nothing in the document: no such body`, ErrUnknownName},
		{`"priority": 0.5`, "areas[0].priority: 0.5 has the wrong type: must be a whole number", ErrWrongType},
		{`"priority": 1e7`, "areas[0].priority: 1e+07 is out of range: -1e+06 to 1e+06", geom.ErrOutOfRange},
		{`"shape": {"type": "circle"}`, "areas[0].shape.radius: is missing", ErrMissing},
		{`"shape": {"type": "circle", "radius": 0}`, "areas[0].shape.radius: 0 must be positive", geom.ErrNotPositive},
		{`"shape": {}`, "areas[0].shape.type: is missing", ErrMissing},
		{`"position": [2e9, 0]`, "areas[0].position[0]: 2e+09 is out of range: -1e+09 to 1e+09", geom.ErrOutOfRange},
		{`"effects": [{}]`, "areas[0].effects[0].type: is missing", ErrMissing},
		{`"effects": [{"type": "magic"}]`, `areas[0].effects[0].type: "magic" `, nil},
		{`"effects": [{"type": "damping", "linear": -1}]`, "areas[0].effects[0].linear: -1 must not be negative", geom.ErrNegative},
		{`"effects": [{"type": "gravity", "strength": 1}]`, "areas[0].effects[0].strength: is not a field of the format", ErrUnknownField},
		{`"effects": [{"type": "pointGravity", "falloff": "cubic"}]`, `areas[0].effects[0].falloff: "cubic" `, nil},
		{`"effects": [{"type": "pointGravity", "strength": 1e6, "distance": 1e6, "innerRadius": 1e-4}]`,
			"areas[0].effects[0].strength: 1e+06 is out of range", geom.ErrOutOfRange},
		{`"effects": [{"type": "fluid", "density": -1}]`, "areas[0].effects[0].density: -1 must not be negative", geom.ErrNegative},
		{`"effects": [{"type": "fluid", "surface": [[0, 1], [0, 2]]}]`,
			"areas[0].effects[0].surface[1]: [0 2] does not lie to the right of the point before", area.ErrNotAscending},
		{`"effects": [{"type": "fluid"}, {"type": "wind"}, {"type": "fluid"}]`, "areas[0].effects[2]: fluid is a second fluid", area.ErrSecondFluid},
		{`"effects": [{"type": "wind", "lift": -1}]`, "areas[0].effects[0].lift: -1 must not be negative", geom.ErrNegative},
	} {
		_, err := Parse([]byte(`{"version": 1, "areas": [{` + c.area + `}]}`))
		require.ErrorContains(t, err, c.want)
		if c.reason != nil {
			require.ErrorIs(t, err, c.reason)
		}
	}
	_, err := (&Scene{Areas: []Area{{Def: world.AreaDef{Effects: []area.Effect{world.AreaField{}}}}}}).Encode()
	require.ErrorIs(t, err, ErrNotInScene)
	_, err = (&Scene{Areas: []Area{{Def: world.AreaDef{Effects: make([]area.Effect, 65)}}}}).Encode()
	require.ErrorIs(t, err, ErrTooMany)
}

// A scene that cannot be added to a world leaves no area there, nor do the areas of a captured
// world differ.
func TestAreasOfScenes(t *testing.T) {
	gravity := []area.Effect{area.Gravity{Acceleration: mgl64.Vec2{0, -1}}}
	s := &Scene{
		Bodies: []Body{{Def: body.Def{Name: "b", Gravity: mgl64.Vec2{0, 3}}}, {Def: body.Def{ZeroGravity: true}}},
		Areas:  []Area{{Body: "b", Def: world.AreaDef{Shape: shape.Box(1, 2), Effects: gravity}}, {Def: world.AreaDef{Position: mgl64.Vec2{1e6, 0}}}},
	}
	small := world.Must(world.New(world.Config{LengthUnit: 1e-4, Workers: 1}))
	defer small.Close()
	_, err := s.Load(small)
	require.ErrorContains(t, err, "areas[1].position")
	require.Empty(t, slices.Collect(small.Areas()))
	require.Zero(t, small.BodyCount())

	w, c := start(t, s)
	require.Len(t, c.Areas, 2)
	require.Equal(t, c.Bodies[0], c.Areas[0].Body())
	again := world.Must(FromWorld(w))
	require.Equal(t, s.Bodies[0].Def, again.Bodies[0].Def)
	require.Equal(t, "b", again.Areas[0].Body)
	require.Equal(t, gravity, again.Areas[0].Def.Effects)
}
