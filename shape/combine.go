package shape

import (
	"fmt"
	"math"
)

// Combine is a rule by which a coefficient of two materials becomes the coefficient of their
// contact.
type Combine uint8

// The rules. For two materials with equal Priority, the rule that is later in this list decides.
const (
	// CombineDefault is the geometric mean for friction, so that either surface can be made
	// frictionless, and the maximum for restitution, so that a ball bounces on any floor.
	CombineDefault       Combine = iota
	CombineAverage               // (a + b) / 2
	CombineGeometricMean         // square root of a b
	CombineMinimum               // the smaller one
	CombineProduct               // a b
	CombineMaximum               // the larger one
	combineRules
)

var combineNames = [combineRules]string{
	"default", "average", "geometricMean", "minimum", "product", "maximum",
}

// String returns the name used in scene files.
func (c Combine) String() string {
	if c < combineRules {
		return combineNames[c]
	}
	return fmt.Sprintf("combine(%d)", uint8(c))
}

// of combines two coefficients. The default is one of the other rules.
func (c Combine) of(a, b float64, byDefault Combine) float64 {
	if c == CombineDefault {
		c = byDefault
	}
	switch c {
	case CombineAverage:
		return float64(a/2) + float64(b/2)
	case CombineMinimum:
		return min(a, b)
	case CombineProduct:
		return a * b
	case CombineMaximum:
		return max(a, b)
	default:
		return math.Sqrt(float64(a * b))
	}
}

// rule returns the rule that decides for two materials.
func rule(a, b *Material, ruleA, ruleB Combine) Combine {
	switch {
	case a.Priority > b.Priority:
		return ruleA
	case b.Priority > a.Priority:
		return ruleB
	default:
		return max(ruleA, ruleB)
	}
}

// CombineRestitution returns the restitution of a contact of two materials, at most MaxRestitution.
func CombineRestitution(a, b *Material) float64 {
	c := rule(a, b, a.RestitutionCombine, b.RestitutionCombine)
	return min(c.of(a.Restitution, b.Restitution, CombineMaximum), MaxRestitution)
}

// CombineFriction returns the friction of a contact of two materials, from their Friction and their
// rules alone.
func CombineFriction(a, b *Material) float64 {
	c := rule(a, b, a.FrictionCombine, b.FrictionCombine)
	return min(c.of(a.Friction, b.Friction, CombineGeometricMean), maxCoefficient)
}
