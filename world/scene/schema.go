package scene

import (
	"cmp"
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
)

// Version is the version of the format that this package reads and writes.
const Version = 1

// surroundings holds the data on which the rules of a field may depend besides its object.
type surroundings struct {
	shapes      *Shapes
	limits      Limits
	maxPosition float64 // in the scene's unit of length
	unit        float64 // the scene's unit of length
}

func (s *Scene) walk(f visitor) {
	in := surroundings{shapes: s.Shapes, limits: s.limits.normalized()}
	version := float64(Version)
	f.number("version", &version, numberRange{max: maxPosition, fallback: Version}.asRequired())
	if version != Version {
		f.fail("version", fmt.Errorf("%v %w: it knows %d", version, ErrVersion, Version))
	}
	f.text("description", &s.Description, MaxText)
	f.number("seconds", &s.Seconds, numberRange{max: maxSeconds})
	f.object("view", s.View != Camera{}, s.View.walk)
	f.object("world", !sameSettings(&s.Config, &world.Config{}), func(f visitor) { walkConfig(f, &s.Config) })
	in.maxPosition = maxPosition
	in.unit = 1
	if unit := s.Config.LengthUnit; unit > 0 {
		in.unit = unit
		in.maxPosition *= min(unit, 1) // as in a world
	}
	list(f, "materials", &s.Materials, in.limits.Materials, walkMaterial)
	list(f, "bodies", &s.Bodies, in.limits.Bodies, func(f visitor, b *Body) { walkBody(f, b, &in) })
	list(f, "joints", &s.Joints, in.limits.Joints, walkJoint)
	list(f, "areas", &s.Areas, in.limits.Areas, func(f visitor, a *Area) { walkArea(f, a, &in) })
	list(f, "characters", &s.Characters, in.limits.Characters, func(f visitor, c *Character) { walkCharacter(f, c, &in) })
}

func (v *Camera) walk(f visitor) {
	f.point("min", &v.Min, worldPosition.asRequired())
	f.point("max", &v.Max, worldPosition.asRequired())
	f.finish(func() error {
		if !(v.Min[0] < v.Max[0] && v.Min[1] < v.Max[1]) {
			return fmt.Errorf("%w: max must lie above and to the right of min", geom.ErrDegenerate)
		}
		return nil
	})
}

// setting is a field of world.Config that a document may hold.
type setting struct {
	key       string
	value     *float64
	max       float64
	zeroMeans float64 // at a LengthUnit of 1
}

// settings lists the numbers; a zero means the engine's default.
func settings(c *world.Config) []setting {
	return []setting{
		{"timestep", &c.Timestep, 1000, 1.0 / 60},
		{"lengthUnit", &c.LengthUnit, maxLength, 1},
		{"contactHertz", &c.ContactHertz, maxRate, 30},
		{"contactDamping", &c.ContactDamping, maxRate, 10},
		{"contactPushSpeed", &c.ContactPushSpeed, maxRate, 3},
		{"jointHertz", &c.JointHertz, maxRate, 60},
		{"jointDamping", &c.JointDamping, maxRate, 2},
		{"restitutionThreshold", &c.RestitutionThreshold, maxRate, 1},
		{"hitThreshold", &c.HitThreshold, maxRate, 1},
		{"maxSpeed", &c.MaxSpeed, maxRate, 400},
		{"sleepSpeed", &c.SleepSpeed, maxRate, 0.05},
		{"sleepTime", &c.SleepTime, maxSeconds, 0.5},
	}
}

func walkConfig(f visitor, c *world.Config) {
	f.point("gravity", &c.Gravity, anyRate)
	f.integer("subSteps", &c.SubSteps, 64)
	f.flag("noSleep", &c.NoSleep)
	f.flag("noContinuous", &c.NoContinuous)
	f.flag("stable", &c.Stable)
	for _, s := range settings(c) {
		f.number(s.key, s.value, numberRange{max: s.max, zeroMeans: s.zeroMeans})
	}
	f.finish(func() error {
		// The rest of a configuration is not in the document.
		var inDocument world.Config
		inDocument.Gravity, inDocument.SubSteps = c.Gravity, c.SubSteps
		for i, s := range settings(&inDocument) {
			*s.value = *settings(c)[i].value
		}
		return inDocument.Validate()
	})
}

func walkMaterial(f visitor, m *Material) {
	f.text("name", &m.Name, MaxText)
	f.number("friction", &m.Friction, nonNegativeFactor.withFallback(shape.DefaultMaterial().Friction))
	f.number("restitution", &m.Restitution, restitution)
	f.number("rollingResistance", &m.RollingResistance, nonNegativeFactor)
	f.number("tangentSpeed", &m.TangentSpeed, anyRate)
	f.bits("id", &m.ID)
	f.number("staticFriction", &m.StaticFriction, nonNegativeFactor)
	f.number("slipLeft", &m.SlipLeft, numberRange{max: 1})
	f.number("slipRight", &m.SlipRight, numberRange{max: 1})
	combineRules.visit(f, "frictionCombine", &m.FrictionCombine)
	combineRules.visit(f, "restitutionCombine", &m.RestitutionCombine)
	whole(f, "priority", &m.Priority, math.MinInt8, math.MaxInt8)
	f.finish(m.Validate)
}

var combineRules = enumerate(
	shape.CombineDefault, shape.CombineAverage, shape.CombineGeometricMean, shape.CombineMinimum,
	shape.CombineProduct, shape.CombineMaximum,
)

func walkBody(f visitor, b *Body, in *surroundings) {
	d := &b.Def
	f.text("name", &d.Name, MaxText)
	bodyTypes.visit(f, "type", &d.Type)
	f.point("position", &d.Position, numberRange{min: -in.maxPosition, max: in.maxPosition})
	f.number("angle", &d.Angle, anyAngle)
	f.point("linearVelocity", &d.LinearVelocity, anyRate)
	f.number("angularVelocity", &d.AngularVelocity, anyRate)
	f.number("linearDamping", &d.LinearDamping, nonNegativeRate)
	f.number("angularDamping", &d.AngularDamping, nonNegativeRate)
	f.number("gravityScale", &d.GravityScale, anyRate)
	f.number("sleepSpeed", &d.SleepSpeed, nonNegativeRate)
	f.point("gravity", &d.Gravity, anyRate)
	f.flag("zeroGravity", &d.ZeroGravity)
	f.flag("weightless", &d.Weightless)
	f.flag("lockX", &d.LockX)
	f.flag("lockY", &d.LockY)
	f.flag("lockRotation", &d.LockRotation)
	f.flag("neverSleep", &d.NeverSleep)
	f.flag("asleep", &d.Asleep)
	f.flag("bullet", &d.Bullet)
	f.flag("fastRotation", &d.FastRotation)
	f.flag("disabled", &d.Disabled)
	whole(f, "dominance", &d.Dominance, math.MinInt8, math.MaxInt8)
	f.bits("key", &d.Key)
	f.object("mass", b.Mass != world.MassData{}, func(f visitor) { walkMass(f, &b.Mass, in) })
	f.finish(d.Validate)
	list(f, "colliders", &b.Colliders, in.limits.Colliders, func(f visitor, c *Collider) { walkCollider(f, c, d.Type, in) })
	list(f, "chains", &b.Chains, in.limits.Colliders, func(f visitor, c *Chain) { walkChain(f, c, in) })
}

var bodyTypes = enumerate(body.Dynamic, body.Kinematic, body.Static)

func walkMass(f visitor, m *world.MassData, in *surroundings) {
	f.number("mass", &m.Mass, numberRange{min: 1 / maxAmount, max: maxAmount}.asRequired())
	reach := min(maxLength, in.maxPosition)
	f.point("center", &m.Center, numberRange{min: -reach, max: reach})
	f.number("inertia", &m.Inertia, numberRange{max: maxAmount * maxAmount})
}

func walkCollider(f visitor, c *Collider, bodyType body.Type, in *surroundings) {
	walkShape(f, &c.Shape, in)
	f.text("material", &c.Material, MaxText)
	walkColliderDef(f, &c.Def)
	f.finish(func() error {
		if c.Def.Mass > 0 {
			return checkColliderMass(c)
		}
		density := cmp.Or(c.Def.Density, 1)
		if bodyType != body.Dynamic || c.Def.Massless || c.Def.Sensor {
			return nil
		}
		mass, err := shape.MassOf(c.Shape, density)
		if err == nil && !(mass.Mass <= maxColliderMass && mass.Inertia <= maxColliderInertia) {
			err = geom.NewFieldError("Density", density, fmt.Errorf("%w: its mass is %v", geom.ErrOutOfRange, mass.Mass))
		}
		return err
	})
}

// The largest mass and moment of inertia that package world accepts of a collider.
const (
	maxColliderMass    = 1e18 // kg
	maxColliderInertia = 1e60 // kg m^2
)

func checkColliderMass(c *Collider) error {
	unit, err := shape.MassOf(c.Shape, 1)
	if err == nil && !(unit.Mass > 0 && geom.Finite(c.Def.Mass/unit.Mass) && unit.Inertia*(c.Def.Mass/unit.Mass) <= maxColliderInertia) {
		err = geom.NewFieldError("Mass", c.Def.Mass, fmt.Errorf("%w: its area is %v", geom.ErrOutOfRange, unit.Mass))
	}
	return err
}

func walkColliderDef(f visitor, d *world.ColliderDef) {
	f.number("density", &d.Density, nonNegativeAmount.withZero(1))
	f.number("mass", &d.Mass, nonNegativeAmount)
	f.flag("massless", &d.Massless)
	f.flag("sensor", &d.Sensor)
	f.flag("hitEvents", &d.HitEvents)
	f.flag("noContactEvents", &d.NoContactEvents)
	f.flag("preSolve", &d.PreSolve)
	f.flag("noSensorEvents", &d.NoSensorEvents)
	f.flag("seesSensors", &d.SeesSensors)
	f.number("crushThreshold", &d.CrushThreshold, nonNegativeAmount)
	f.point("oneWay", &d.OneWay, localPosition)
	f.object("filter", d.Filter != shape.Filter{}, func(f visitor) { walkFilter(f, &d.Filter) })
	f.finish(func() error {
		if d.Density > 0 && d.Density < 1/maxAmount {
			return geom.NewFieldError("Density", d.Density, geom.ErrOutOfRange)
		}
		if d.Mass > 0 && (d.Density != 0 || d.Massless || d.Sensor) {
			return geom.NewFieldError("Mass", d.Mass, world.ErrMassTwice)
		}
		if d.Mass > 0 && d.Mass < 1/maxAmount {
			return geom.NewFieldError("Mass", d.Mass, geom.ErrOutOfRange)
		}
		if d.Material != nil {
			return geom.NewFieldError("Material", "a pointer", ErrNotInScene)
		}
		return nil
	})
}

func walkFilter(f visitor, x *shape.Filter) {
	f.bits("category", &x.Category)
	f.bits("mask", &x.Mask)
	whole(f, "group", &x.Group, math.MinInt32, math.MaxInt32)
	f.flag("ghost", &x.Ghost)
}

func walkChain(f visitor, c *Chain, in *surroundings) {
	f.points("points", &c.Points, localPosition.asRequired(), in.limits.Points)
	f.flag("closed", &c.Closed)
	f.text("material", &c.Material, MaxText)
	f.names("materials", &c.Materials, MaxPoints)
	walkColliderDef(f, &c.Def)
	f.finish(func() error {
		if c.Def.Mass > 0 {
			return geom.NewFieldError("Mass", c.Def.Mass, geom.ErrOutOfRange)
		}
		chain := shape.Chain{Points: c.Points, Closed: c.Closed}
		if err := chain.Validate(); err != nil {
			return err
		}
		if n := len(c.Materials); n != 0 && n != chain.Len() {
			return geom.NewFieldError("Materials", n, fmt.Errorf("%w: want none or %d", geom.ErrOutOfRange, chain.Len()))
		}
		return nil
	})
}

// sameSettings reports whether a document would be the same for both configurations.
func sameSettings(a, b *world.Config) bool {
	if a.Gravity != b.Gravity || a.SubSteps != b.SubSteps ||
		a.NoSleep != b.NoSleep || a.NoContinuous != b.NoContinuous || a.Stable != b.Stable {
		return false
	}
	others := settings(b)
	for i, s := range settings(a) {
		if *s.value != *others[i].value {
			return false
		}
	}
	return true
}
