package shape

import (
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

var combineExpected = map[Combine]func(a, b float64) float64{
	CombineAverage:       func(a, b float64) float64 { return (a + b) / 2 },
	CombineGeometricMean: func(a, b float64) float64 { return math.Sqrt(a * b) },
	CombineMinimum:       math.Min,
	CombineProduct:       func(a, b float64) float64 { return a * b },
	CombineMaximum:       math.Max,
}

// Each rule on each pair of materials, in both orders: the higher priority decides, and at equal
// priority the later rule.
func TestCombine(t *testing.T) {
	for ruleA := range combineRules {
		for ruleB := range combineRules {
			for _, priorities := range [][2]int8{{0, 0}, {-128, 127}, {5, 4}, {-3, -3}} {
				a := Material{Friction: 0.5, Restitution: 0.25, FrictionCombine: ruleA, RestitutionCombine: ruleB, Priority: priorities[0]}
				b := Material{Friction: 0.9, Restitution: 0.75, FrictionCombine: ruleB, RestitutionCombine: ruleA, Priority: priorities[1]}
				friction, restitution := max(ruleA, ruleB), max(ruleA, ruleB)
				if priorities[0] > priorities[1] {
					friction, restitution = ruleA, ruleB
				}
				if priorities[0] < priorities[1] {
					friction, restitution = ruleB, ruleA
				}
				if friction == CombineDefault {
					friction = CombineGeometricMean
				}
				if restitution == CombineDefault {
					restitution = CombineMaximum
				}
				require.InDelta(t, combineExpected[friction](0.5, 0.9), CombineFriction(&a, &b), 1e-15)
				require.InDelta(t, combineExpected[restitution](0.25, 0.75), CombineRestitution(&a, &b), 1e-15)
				require.Equal(t, CombineFriction(&a, &b), CombineFriction(&b, &a))
				require.Equal(t, CombineRestitution(&a, &b), CombineRestitution(&b, &a))
			}
		}
	}
}

// No rule makes more of two materials than a material may have.
func TestCombineStaysInRange(t *testing.T) {
	for c := range combineRules {
		m := Material{Friction: maxCoefficient, Restitution: MaxRestitution, FrictionCombine: c, RestitutionCombine: c}
		require.Equal(t, maxCoefficient, CombineFriction(&m, &m))
		require.Equal(t, float64(MaxRestitution), CombineRestitution(&m, &m))
	}
	require.Equal(t, "combine(6)", combineRules.String())
	require.Equal(t, "minimum", CombineMinimum.String())
}

func TestMaterialFieldsAreChecked(t *testing.T) {
	for field, m := range map[string]Material{
		"StaticFriction":     {Friction: 0.5, StaticFriction: 0.4},
		"SlipLeft":           {SlipLeft: 1.01},
		"SlipRight":          {SlipRight: -0.1},
		"FrictionCombine":    {FrictionCombine: combineRules},
		"RestitutionCombine": {RestitutionCombine: 200},
	} {
		var fe *geom.FieldError
		require.ErrorAs(t, m.Validate(), &fe)
		require.Equal(t, field, fe.Field)
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), -1} {
		for _, m := range []Material{{StaticFriction: x}, {SlipLeft: x}, {SlipRight: x}} {
			require.Error(t, m.Validate())
		}
	}
	require.NoError(t, (&Material{Friction: 0.5, StaticFriction: 0.5, SlipLeft: 1, SlipRight: 1, Priority: -128}).Validate())
}
