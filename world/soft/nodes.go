package soft

import (
	"cmp"
	"errors"
	"strings"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// maxNodes bounds the number of nodes of a Net.
const maxNodes = 1 << 16

// maxBlobNodes bounds the number of nodes of a Blob: its area joins each node with all others, so
// the time of a tick grows with the square of the number.
const maxBlobNodes = 1 << 10

// maxNumber is the largest number of a joint: see joint.Definition.Validate.
const maxNumber = 1e18

// checkNumber checks a number that a joint takes over, such as the frequency of a spring.
func checkNumber(field string, x float64) error {
	if err := geom.CheckNotNegative(field, x); err != nil {
		return err
	}
	if x > maxNumber {
		return geom.NewFieldError(field, x, geom.ErrOutOfRange)
	}
	return nil
}

// checkNodes checks a number of nodes, where zero is the default.
func checkNodes(field string, count, least, most int) error {
	if count != 0 && (count < least || count > most) {
		return geom.NewFieldError(field, count, geom.ErrOutOfRange)
	}
	return nil
}

// checkLength checks a length, where zero is the default.
func checkLength(field string, x float64) error {
	if x == 0 {
		return nil
	}
	return geom.CheckSize(field, x)
}

// checkHolder checks a body that holds an end, where the zero Body is none.
func checkHolder(w *world.World, field string, b world.Body) error {
	switch {
	case b == world.Body{}:
		return nil
	case b.World() != w:
		return geom.NewFieldError(field, b, world.ErrForeign)
	case !b.Valid():
		return geom.NewFieldError(field, b, world.ErrDestroyed)
	}
	return nil
}

// inField prefixes the field of an error with the name of another field.
func inField(field string, err error) error {
	var f *geom.FieldError
	if !errors.As(err, &f) {
		return err
	}
	return geom.NewFieldError(field+"."+f.Field, f.Value, f.Err)
}

// ofDefinition renames the field of an error of World.CreateBodies to the field of the definition
// here.
func ofDefinition(err error) error {
	var f *geom.FieldError
	if !errors.As(err, &f) {
		return err
	}
	_, field, ok := strings.Cut(f.Field, "].")
	if !ok {
		return err
	}
	if rest, ok := strings.CutPrefix(field, "Colliders[0]."); ok {
		return geom.NewFieldError("Collider."+rest, f.Value, f.Err)
	}
	return geom.NewFieldError("Body."+field, f.Value, f.Err)
}

// disc returns the parts of node i, a disc that does not turn.
func disc(def body.Def, collider *world.ColliderDef, i int, at mgl64.Vec2, radius float64) world.BodyParts {
	def.Position, def.Angle, def.LockRotation = at, 0, true
	return nodeParts(def, collider, i, shape.Circle{Radius: radius})
}

// nodeParts returns the parts of node i. Keys count on from the key of the definition.
func nodeParts(def body.Def, collider *world.ColliderDef, i int, s shape.Support) world.BodyParts {
	def.Type = body.Dynamic
	if def.Key != 0 {
		def.Key += uint64(i)
	}
	return world.BodyParts{Def: def, Colliders: []world.ColliderParts{{Shape: s, Def: *collider}}}
}

// spread returns the collider of each of n nodes that share an area evenly, m^2. Its mass is the
// density times its share, unless the definition has a mass.
func spread(d world.ColliderDef, area float64, n int) world.ColliderDef {
	if d.Mass == 0 && !d.Massless {
		d.Density = cmp.Or(d.Density, 1)
		d.Mass, d.Density = float64(d.Density*area)/float64(n), 0
	}
	return d
}
