package scene

import (
	"cmp"
	"errors"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
)

// maxReachColliders is the largest number of colliders of a body for which checkMotorSpeeds
// computes its largest spin. New checks other bodies.
const maxReachColliders = 64

// checkMotorSpeeds checks that no motor has a speed that its bodies can never reach. The reach
// depends on the shapes and their masses, so the bodies of the few joints with high speeds are
// built in a scratch world with the settings of the scene.
func (s *Scene) checkMotorSpeeds(first *firstError) {
	if first.err != nil {
		return
	}
	var b *builder
	var bodies map[string]*Body
	top := &docPath{}
	for i := range s.Joints {
		j := &s.Joints[i]
		if !s.asksForMuch(j) {
			continue
		}
		if b == nil {
			config := world.Config{Timestep: s.Config.Timestep, LengthUnit: s.Config.LengthUnit, MaxSpeed: s.Config.MaxSpeed, Workers: 1}
			w, err := world.New(config)
			if err != nil {
				return
			}
			defer w.Close()
			b, bodies = s.newBuilder(w), make(map[string]*Body, len(s.Bodies))
			for k := range s.Bodies {
				bodies[s.Bodies[k].Def.Name] = &s.Bodies[k]
			}
		}
		if !b.buildToReach(bodies, j.A) || !b.buildToReach(bodies, j.B) {
			continue
		}
		_, err := b.joint(j)
		var field *geom.FieldError
		if errors.As(err, &field) && (field.Field == "MotorSpeed" || field.Field == "AngularVelocity") {
			at, err := locateError(top.field("joints").item(i), err)
			if first.record(at, err); first.err != nil {
				return
			}
		}
	}
}

// asksForMuch reports whether a joint has a motor speed that some bodies do not reach.
func (s *Scene) asksForMuch(j *Joint) bool {
	timestep := cmp.Or(s.Config.Timestep, 1.0/60)
	d := j.Definition().Drive()
	if d.Linear {
		return d.Speed != 0 && math.Abs(d.Speed) >= s.Config.MaxSpeed
	}
	return math.Abs(float64(d.Speed*timestep)) > 3
}

// buildToReach adds the body with a name unless it exists, and reports whether it exists now.
// Bodies that nothing moves need no colliders.
func (b *builder) buildToReach(bodies map[string]*Body, name string) bool {
	if _, ok := b.contents.byName[name]; ok || name == "" {
		return true
	}
	d := bodies[name]
	if d.Def.Type != body.Dynamic {
		d = &Body{Def: d.Def}
	}
	return len(d.Colliders) <= maxReachColliders && len(d.Chains) == 0 && b.body(&docPath{}, d) == nil
}
