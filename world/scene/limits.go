package scene

import "math"

// Limits bounds the cost of a document. A zero field has the default in parentheses. Parsing stops
// at the first exceeded limit, with an *Error that wraps ErrTooMany or ErrTooDeep.
//
// With the defaults no document of 32 MiB, however hostile, takes half a second or 100 MB.
// A scene that Parse has read keeps its limits for Validate, Encode, New and Load.
type Limits struct {
	Bytes      int // of the document (MaxBytes); at most 1 GiB
	Depth      int // nested lists and objects (9); at most 100
	Values     int // numbers, strings, lists, objects and so on (1.5 million)
	Bodies     int // (MaxBodies)
	Colliders  int // of all bodies; a chain counts as its points (MaxColliders)
	Points     int // of a polygon or chain (MaxPoints); at most MaxPoints
	Joints     int // (MaxJoints)
	Materials  int // (MaxMaterials)
	Areas      int // (MaxAreas)
	Characters int // (MaxCharacters)
	Memory     int // estimated bytes of the scene that is made (64 MiB)
}

// Option changes how a document is parsed.
type Option func(*Limits)

// WithLimits sets the limits of a document.
func WithLimits(l Limits) Option { return func(to *Limits) { *to = l } }

// normalized fills in the defaults.
func (l Limits) normalized() Limits {
	for _, f := range []struct {
		value              *int
		fallback, greatest int
	}{
		{&l.Bytes, MaxBytes, 1 << 30}, {&l.Depth, maxDepth, 100}, {&l.Values, maxValues, 1 << 30},
		{&l.Bodies, MaxBodies, 1 << 30}, {&l.Colliders, MaxColliders, 1 << 30}, {&l.Points, MaxPoints, MaxPoints},
		{&l.Joints, MaxJoints, 1 << 30}, {&l.Materials, MaxMaterials, 1 << 30}, {&l.Areas, MaxAreas, 1 << 30}, {&l.Characters, MaxCharacters, 1 << 30},
		{&l.Memory, maxMemory, math.MaxInt},
	} {
		if *f.value <= 0 {
			*f.value = f.fallback
		}
		*f.value = min(*f.value, f.greatest)
	}
	return l
}

// The defaults that are not limits of Go values too.
const (
	maxDepth  = 9 // of a point of a polygon that is a part of a compound
	maxValues = 3 << 19
	maxMemory = 64 << 20
)
