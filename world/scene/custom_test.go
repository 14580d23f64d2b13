package scene

import (
	"errors"
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// superellipse is |x/a|^n + |y/b|^n <= 1.
type superellipse struct{ a, b, n float64 }

func (s superellipse) Support(dir mgl64.Vec2) mgl64.Vec2 {
	x := math.Pow(s.a*math.Abs(dir[0]), 1/(s.n-1))
	y := math.Pow(s.b*math.Abs(dir[1]), 1/(s.n-1))
	l := math.Pow(math.Pow(x, s.n)+math.Pow(y, s.n), 1/s.n)
	return mgl64.Vec2{math.Copysign(s.a*x/l, dir[0]), math.Copysign(s.b*y/l, dir[1])}
}

func newSuperellipse(p []float64) (shape.Support, error) {
	if p[0] <= 0 {
		return nil, geom.NewFieldError("a", p[0], geom.ErrNotPositive)
	}
	if p[1] <= 0 {
		return nil, geom.NewFieldError("b", p[1], geom.ErrNotPositive)
	}
	if p[2] < 1.1 || p[2] > 100 {
		return nil, geom.NewFieldError("n", p[2], geom.ErrOutOfRange)
	}
	return superellipse{p[0], p[1], p[2]}, nil
}

// testShapes has the superellipse, and custom, which has no parameters.
var testShapes = NewShapes(
	CustomShape{
		Name: "superellipse", Parameters: []string{"a", "b", "n"}, New: newSuperellipse,
		Describe: func(s shape.Support) ([]float64, bool) {
			e, ok := s.(superellipse)
			return []float64{e.a, e.b, e.n}, ok
		},
	},
	CustomShape{
		Name: "disc",
		New:  func([]float64) (shape.Support, error) { return customDisc{}, nil },
		Describe: func(s shape.Support) ([]float64, bool) {
			_, ok := s.(customDisc)
			return nil, ok
		},
	},
)

func TestCustomShapeRoundTrip(t *testing.T) {
	s := &Scene{Shapes: testShapes, Bodies: []Body{{Colliders: []Collider{
		{Shape: superellipse{2, 1, 4}},
		{Shape: shape.Transformed(customDisc{}, 0.5, mgl64.Vec2{1, 0})},
	}}}}
	document := world.Must(s.Encode())
	require.Equal(t, `{
  "version": 1,
  "bodies": [
    {
      "colliders": [
        {"type": "custom", "name": "superellipse", "parameters": {"a": 2, "b": 1, "n": 4}},
        {"type": "custom", "name": "disc", "center": [1, 0], "angle": 0.5}
      ]
    }
  ]
}
`, string(document))
	again := world.Must(testShapes.Parse(document))
	require.Equal(t, s, again)
}

func TestInvalidCustomShapes(t *testing.T) {
	at := "bodies[3].colliders[0]"
	for _, c := range []struct {
		fields, want string
		reason       error
	}{
		{`"type": "custom"`, ".name: is missing", ErrMissing},
		{`"type": "custom", "name": "blob"`, `.name: "blob" names no custom shape that is registered`, ErrUnknownShape},
		{`"type": "custom", "name": 3`, `.name: 3 has the wrong type: must be a string`, ErrWrongType},
		{`"type": "custom", "name": "superellipse"`, ".parameters: is missing", ErrMissing},
		{`"type": "custom", "name": "superellipse", "parameters": [1, 2, 3]`, ".parameters: a list has the wrong type: must be an object", ErrWrongType},
		{`"type": "custom", "name": "superellipse", "parameters": {"a": 1, "b": 1}`, ".parameters.n: is missing", ErrMissing},
		{`"type": "custom", "name": "superellipse", "parameters": {"a": 1, "b": 1, "n": 2, "m": 2}`, ".parameters.m: is not a field of the format", ErrUnknownField},
		{`"type": "custom", "name": "superellipse", "parameters": {"a": -1, "b": 1, "n": 2}`, ".parameters.a: -1 must be positive", geom.ErrNotPositive},
		{`"type": "custom", "name": "superellipse", "parameters": {"a": 1, "b": 1, "n": 1e10}`, ".parameters.n: 1e+10 is out of range", geom.ErrOutOfRange},
		{`"type": "custom", "name": "superellipse", "parameters": {"a": 1, "b": "1", "n": 2}`, `.parameters.b: "1" has the wrong type: must be a number`, ErrWrongType},
		{`"type": "custom", "name": "disc", "parameters": {"r": 1}`, ".parameters: is not a field of the format", ErrUnknownField},
		{`"type": "custom", "name": "disc", "radius": 1`, ".radius: is not a field of the format", ErrUnknownField},
		{`"type": "custom", "name": "disc", "center": [1e8, 0]`, ".center[0]: 1e+08 is out of range", geom.ErrOutOfRange},
	} {
		_, err := testShapes.Parse([]byte(inCollider(c.fields)))
		require.ErrorIs(t, err, c.reason, c.fields)
		var located *Error
		require.True(t, errors.As(err, &located))
		require.Contains(t, err.Error(), at+c.want)
	}
	// Without the registry every name is unknown.
	_, err := Parse([]byte(inCollider(`"type": "custom", "name": "disc"`)))
	require.EqualError(t, err, at+`.name: "disc" names no custom shape that is registered`)
}

func TestInvalidCustomShapesInGo(t *testing.T) {
	for _, c := range []struct {
		shape shape.Support
		want  string
	}{
		{superellipse{math.NaN(), 1, 2}, "bodies[0].colliders[0].parameters.a: NaN must be finite"},
		{superellipse{1, -1, 2}, "bodies[0].colliders[0].parameters.b: -1 must be positive"},
		{shape.Transformed(customDisc{}, math.Inf(1), mgl64.Vec2{}), "bodies[0].colliders[0].angle: +Inf must be finite"},
		{notConvexShape{}, "bodies[0].colliders[0].type: scene.notConvexShape cannot be written into a scene"},
	} {
		s := &Scene{Shapes: testShapes, Bodies: []Body{{Colliders: []Collider{{Shape: c.shape}}}}}
		require.ErrorContains(t, s.Validate(), c.want)
		_, err := s.Encode()
		require.ErrorContains(t, err, c.want)
	}
}

// notConvexShape returns points that no convex shape has.
type notConvexShape struct{}

func (notConvexShape) Support(dir mgl64.Vec2) mgl64.Vec2 { return dir.Normalize().Mul(-1) }

func TestCustomShapeThatIsNotConvex(t *testing.T) {
	shapes := NewShapes(CustomShape{
		Name:     "hollow",
		New:      func([]float64) (shape.Support, error) { return notConvexShape{}, nil },
		Describe: func(shape.Support) ([]float64, bool) { return nil, true },
	}, CustomShape{
		Name:     "nothing",
		New:      func([]float64) (shape.Support, error) { return nil, nil },
		Describe: func(shape.Support) ([]float64, bool) { return nil, false },
	})
	_, err := shapes.Parse([]byte(inCollider(`"type": "custom", "name": "hollow"`)))
	require.ErrorIs(t, err, shape.ErrBadSupport)
	_, err = shapes.Parse([]byte(inCollider(`"type": "custom", "name": "nothing"`)))
	require.ErrorIs(t, err, shape.ErrNoShape)
}

func TestRegistryMisusePanics(t *testing.T) {
	good := CustomShape{
		Name:     "good",
		New:      func([]float64) (shape.Support, error) { return customDisc{}, nil },
		Describe: func(shape.Support) ([]float64, bool) { return []float64{1}, true },
	}
	with := func(change func(*CustomShape)) CustomShape {
		c := good
		change(&c)
		return c
	}
	require.PanicsWithValue(t, "scene: two custom shapes called good", func() { NewShapes(good, good) })
	require.PanicsWithValue(t, "scene: a custom shape without a name", func() {
		NewShapes(with(func(c *CustomShape) { c.Name = "" }))
	})
	require.PanicsWithValue(t, "scene: the custom shape good lacks a function", func() {
		NewShapes(with(func(c *CustomShape) { c.Describe = nil }))
	})
	require.PanicsWithValue(t, `scene: the parameter "a" of the custom shape good is empty or there twice`, func() {
		NewShapes(with(func(c *CustomShape) { c.Parameters = []string{"a", "a"} }))
	})
	require.PanicsWithValue(t, "scene: Describe of the custom shape good returned 1 parameters, not 0", func() {
		_ = (&Scene{Shapes: NewShapes(good), Bodies: []Body{{Colliders: []Collider{{Shape: customDisc{}}}}}}).Validate()
	})
}
