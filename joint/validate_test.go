package joint

import (
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestRevoluteValidate(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	require.NoError(t, (&Revolute{}).Validate())
	require.NoError(t, (&Revolute{Limit: true, Lower: -20, Upper: 20}).Validate())
	require.NoError(t, (&Revolute{Lower: 2, Upper: 1}).Validate(), "limits that are off may be anything finite")
	for _, c := range []struct {
		field string
		def   Revolute
		err   error
	}{
		{"Hertz", Revolute{Base: Base{Hertz: -1}}, geom.ErrNegative},
		{"Damping", Revolute{Base: Base{Damping: nan}}, geom.ErrNotFinite},
		{"MaxForce", Revolute{Base: Base{MaxForce: inf}}, geom.ErrNotFinite},
		{"MaxTorque", Revolute{Base: Base{MaxTorque: -1}}, geom.ErrNegative},
		{"BreakForce", Revolute{Base: Base{BreakForce: -1}}, geom.ErrNegative},
		{"BreakTorque", Revolute{Base: Base{BreakTorque: nan}}, geom.ErrNotFinite},
		{"LocalAnchorA", Revolute{LocalAnchorA: mgl64.Vec2{nan, 0}}, geom.ErrNotFinite},
		{"LocalAnchorB", Revolute{LocalAnchorB: mgl64.Vec2{0, inf}}, geom.ErrNotFinite},
		{"LocalAngleA", Revolute{LocalAngleA: nan}, geom.ErrNotFinite},
		{"LocalAngleB", Revolute{LocalAngleB: inf}, geom.ErrNotFinite},
		{"Lower", Revolute{Limit: true, Lower: 1, Upper: 0.5}, geom.ErrOutOfRange},
		{"Upper", Revolute{Upper: nan}, geom.ErrNotFinite},
		{"MotorSpeed", Revolute{MotorSpeed: inf}, geom.ErrNotFinite},
		{"TargetAngle", Revolute{TargetAngle: nan}, geom.ErrNotFinite},
		{"MaxMotorTorque", Revolute{MaxMotorTorque: -1}, geom.ErrNegative},
		{"SpringHertz", Revolute{SpringHertz: -1}, geom.ErrNegative},
		{"SpringDamping", Revolute{SpringDamping: -1}, geom.ErrNegative},
	} {
		err := c.def.Validate()
		var field *geom.FieldError
		require.ErrorAs(t, err, &field, c.field)
		require.Equal(t, c.field, field.Field)
		require.ErrorIs(t, err, c.err)
	}
}

func TestKindsKnowTheirDefinitions(t *testing.T) {
	require.Nil(t, NoKind.New())
	require.Nil(t, Kinds.New())
	names := map[string]bool{}
	for kind := NoKind; kind < Kinds; kind++ {
		require.False(t, names[kind.String()], "%v", kind)
		names[kind.String()] = true
		if kind == NoKind {
			continue
		}
		require.Equal(t, kind, kind.New().Kind())
		require.NotSame(t, kind.New(), kind.New(), "%v", kind)
	}
}
