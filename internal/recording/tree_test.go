package recording

import (
	"math"
	"reflect"
	"testing"

	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// flag stands for a handle of a world.
type flag struct{ number int64 }

func codec() (*Encoder, *Decoder) {
	e := &Encoder{Shapes: &Shapes{}, Handle: func(v reflect.Value) (any, bool) {
		f, ok := v.Interface().(flag)
		return f.number, ok
	}}
	d := &Decoder{Handle: func(v reflect.Value, tree any) (bool, error) {
		n, ok := tree.(int64)
		if v.Type() != reflect.TypeFor[flag]() {
			return false, nil
		}
		if !ok {
			return false, WrongTree(v, tree)
		}
		v.Set(reflect.ValueOf(flag{n}))
		return true, nil
	}}
	return e, d
}

// read sends a tree over a tape, as a recording does.
func read(tree any) any {
	items := tape.NewItems(tape.AppendTree(nil, tree))
	return items.Tree()
}

type definitions struct {
	On     flag
	Shapes []shape.Support
	Joint  joint.Definition
	Zero   float64
	Mask   [2]uint32
	Name   string
}

func TestDefinitionsComeBack(t *testing.T) {
	given := definitions{
		On: flag{-3}, Joint: &joint.Revolute{LocalAnchorA: mgl64.Vec2{1, 2}, MotorSpeed: 3}, Zero: math.Copysign(0, -1),
		Mask: [2]uint32{1, math.MaxUint32}, Name: "x",
		Shapes: []shape.Support{shape.Circle{Radius: 2}, shape.Box(1, 2), shape.RoundedBox(1, 2, 0.25), shape.Segment{B: mgl64.Vec2{1, 0}}, nil},
	}
	e, d := codec()
	var back definitions
	require.NoError(t, d.Assign(reflect.ValueOf(&back).Elem(), read(e.Tree(given))))
	require.Equal(t, given, back)
	require.True(t, math.Signbit(back.Zero))
}

// Trees that do not fit are errors, whatever they hold.
func TestTreesThatDoNotFit(t *testing.T) {
	_, d := codec()
	for name, tree := range map[string]any{
		"no map": []any{1.0}, "text for a number": map[string]any{"Zero": "1"}, "too many": map[string]any{"Mask": []any{uint64(1)}},
		"too large": map[string]any{"Mask": []any{uint64(1), uint64(1) << 40}}, "no such shape": map[string]any{"Shapes": []any{map[string]any{"is": "cube"}}},
		"no such joint": map[string]any{"Joint": map[string]any{"is": "glue"}}, "no handle": map[string]any{"On": "x"},
		"negative skin": map[string]any{"Shapes": []any{map[string]any{"is": "custom", "Shape": uint64(1), "Skin": -1.0}}},
	} {
		var back definitions
		require.ErrorIs(t, d.Assign(reflect.ValueOf(&back).Elem(), read(tree)), tape.ErrItem, name)
	}
}

// diamond is a shape of the game's own.
type diamond struct{ size float64 }

func (s diamond) Support(d mgl64.Vec2) mgl64.Vec2 {
	if math.Abs(d[0]) > math.Abs(d[1]) {
		return mgl64.Vec2{math.Copysign(s.size, d[0]), 0}
	}
	return mgl64.Vec2{0, math.Copysign(s.size, d[1])}
}

// What a shape of the game's own answered is answered again, and the hull of it stands in for what
// was not asked.
func TestAnswersComeBack(t *testing.T) {
	e, d := codec()
	tree := e.Shape(diamond{2})
	standIn := e.Shapes.Wrap(diamond{2})
	require.Equal(t, standIn, e.Shapes.Wrap(standIn))
	require.Equal(t, diamond{2}, Unwrapped(standIn))
	asked := []mgl64.Vec2{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {0.3, 0.1}}
	for _, direction := range asked {
		standIn.Support(direction)
	}
	log := e.Shapes.Take()
	require.Empty(t, e.Shapes.Take())

	require.NoError(t, d.Answers.Read(log))
	back, err := d.Custom(read(tree))
	require.NoError(t, err)
	for _, direction := range append(asked, mgl64.Vec2{5, 1}, mgl64.Vec2{-1, 2}) {
		require.Equal(t, diamond{2}.Support(direction), back.Support(direction), "%v", direction)
	}
	require.Error(t, d.Answers.Read(log[:len(log)-3]))

	standIn.Support(asked[0])
	require.Empty(t, e.Shapes.Take(), "an answer is noted once")
	e.Shapes.Forget()
	standIn.Support(asked[0])
	require.NotEmpty(t, e.Shapes.Take())
}
