package scene

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
)

// Version is the version of the format that this package reads and writes.
const Version = 1

// walk describes the document.
func (s *Scene) walk(f fields) {
	version := float64(Version)
	f.number("version", &version, span{least: 0, most: maxPlace}.must())
	if version != Version {
		f.refuse("version", fmt.Errorf("%v %w: it knows %d", version, ErrVersion, Version))
	}
	f.text("description", &s.Description, MaxText)
	f.number("seconds", &s.Seconds, span{most: maxSeconds})
	f.object("view", s.View != View{}, s.View.walk)
	f.object("world", !sameSettings(&s.Config, &world.Config{}), func(f fields) { walkConfig(f, &s.Config) })
	list(f, "materials", &s.Materials, MaxMaterials, walkMaterial)
	list(f, "bodies", &s.Bodies, MaxBodies, func(f fields, b *Body) { walkBody(f, b, s.Shapes) })
	list(f, "joints", &s.Joints, MaxJoints, walkJoint)
}

func (v *View) walk(f fields) {
	f.point("min", &v.Min, anyPlace.must())
	f.point("max", &v.Max, anyPlace.must())
	f.made(func() error {
		if !(v.Min[0] < v.Max[0] && v.Min[1] < v.Max[1]) {
			return fmt.Errorf("%w: max must lie above and to the right of min", geom.ErrDegenerate)
		}
		return nil
	})
}

// setting is a field of world.Config that a document may hold.
type setting struct {
	key   string
	value *float64
	most  float64
}

// settings lists the numbers; a zero means the engine's default.
func settings(c *world.Config) []setting {
	return []setting{
		{"timestep", &c.Timestep, 1},
		{"lengthUnit", &c.LengthUnit, maxLength},
		{"contactHertz", &c.ContactHertz, maxRate},
		{"contactDamping", &c.ContactDamping, maxRate},
		{"contactPush", &c.ContactPush, maxRate},
		{"jointHertz", &c.JointHertz, maxRate},
		{"jointDamping", &c.JointDamping, maxRate},
		{"restitutionThreshold", &c.RestitutionThreshold, maxRate},
		{"hitThreshold", &c.HitThreshold, maxRate},
		{"maxSpeed", &c.MaxSpeed, maxRate},
		{"sleepSpeed", &c.SleepSpeed, maxRate},
		{"sleepTime", &c.SleepTime, maxSeconds},
	}
}

// sameSettings reports whether a document would say the same of both.
func sameSettings(a, b *world.Config) bool {
	if a.Gravity != b.Gravity || a.SubSteps != b.SubSteps ||
		a.NoSleep != b.NoSleep || a.NoContinuous != b.NoContinuous {
		return false
	}
	theirs := settings(b)
	for i, s := range settings(a) {
		if *s.value != *theirs[i].value {
			return false
		}
	}
	return true
}

func walkConfig(f fields, c *world.Config) {
	f.point("gravity", &c.Gravity, anyRate)
	f.integer("subSteps", &c.SubSteps, 64)
	f.flag("noSleep", &c.NoSleep)
	f.flag("noContinuous", &c.NoContinuous)
	for _, s := range settings(c) {
		f.number(s.key, s.value, span{most: s.most})
	}
	f.made(func() error {
		// A tick of almost no length has no reciprocal; units far from one leave
		// tolerances that float32 cannot hold.
		if c.Timestep != 0 && c.Timestep < 1e-5 {
			return geom.Refuse("Timestep", c.Timestep, geom.ErrOutOfRange)
		}
		if c.LengthUnit != 0 && c.LengthUnit < 1/maxLength {
			return geom.Refuse("LengthUnit", c.LengthUnit, geom.ErrOutOfRange)
		}
		return nil
	})
}

func walkMaterial(f fields, m *Material) {
	f.text("name", &m.Name, MaxText)
	f.number("friction", &m.Friction, coefficient.orElse(shape.DefaultMaterial().Friction))
	f.number("restitution", &m.Restitution, fraction)
	f.number("rollingResistance", &m.RollingResistance, coefficient)
	f.number("tangentSpeed", &m.TangentSpeed, anyRate)
	f.bits("id", &m.ID)
	f.made(m.Validate)
}

func walkBody(f fields, b *Body, known *Shapes) {
	d := &b.Def
	f.text("name", &d.Name, MaxText)
	kind := d.Type.String()
	f.choice("type", &kind, false, body.Dynamic.String(), body.Kinematic.String(), body.Static.String())
	if f.reading() {
		d.Type = typeOf(kind)
	}
	f.point("position", &d.Position, anyPlace)
	f.number("angle", &d.Angle, anyAngle)
	f.point("linearVelocity", &d.LinearVelocity, anyRate)
	f.number("angularVelocity", &d.AngularVelocity, anyRate)
	f.number("linearDamping", &d.LinearDamping, someRate)
	f.number("angularDamping", &d.AngularDamping, someRate)
	f.number("gravityScale", &d.GravityScale, anyRate)
	f.number("sleepSpeed", &d.SleepSpeed, someRate)
	f.flag("weightless", &d.Weightless)
	f.flag("lockX", &d.LockX)
	f.flag("lockY", &d.LockY)
	f.flag("lockRotation", &d.LockRotation)
	f.flag("neverSleep", &d.NeverSleep)
	f.flag("asleep", &d.Asleep)
	f.flag("bullet", &d.Bullet)
	f.flag("fastRotation", &d.FastRotation)
	f.flag("disabled", &d.Disabled)
	f.object("mass", b.Mass != world.MassData{}, func(f fields) { walkMass(f, &b.Mass) })
	f.made(d.Validate)
	list(f, "colliders", &b.Colliders, MaxColliders, func(f fields, c *Collider) { walkCollider(f, c, d.Type, known) })
	list(f, "chains", &b.Chains, MaxColliders, walkChain)
}

func typeOf(name string) body.Type {
	for _, t := range []body.Type{body.Kinematic, body.Static} {
		if name == t.String() {
			return t
		}
	}
	return body.Dynamic
}

func walkMass(f fields, m *world.MassData) {
	f.number("mass", &m.Mass, span{least: 1 / maxAmount, most: maxAmount}.must())
	f.point("center", &m.Center, localPlace)
	f.number("inertia", &m.Inertia, span{most: maxAmount * maxAmount})
}

func walkCollider(f fields, c *Collider, on body.Type, known *Shapes) {
	walkShape(f, &c.Shape, known)
	f.text("material", &c.Material, MaxText)
	walkColliderDef(f, &c.Def)
	f.made(func() error {
		density := c.Def.Density
		if density == 0 {
			density = 1
		}
		if on != body.Dynamic || c.Def.Massless || c.Def.Sensor {
			return nil
		}
		_, err := shape.MassOf(c.Shape, density)
		return err
	})
}

func walkColliderDef(f fields, d *world.ColliderDef) {
	f.number("density", &d.Density, amount)
	f.flag("massless", &d.Massless)
	f.flag("sensor", &d.Sensor)
	f.flag("hitEvents", &d.HitEvents)
	f.flag("noContactEvents", &d.NoContactEvents)
	f.flag("preSolve", &d.PreSolve)
	f.flag("unseen", &d.Unseen)
	f.object("filter", d.Filter != shape.Filter{}, func(f fields) { walkFilter(f, &d.Filter) })
	f.made(func() error {
		if d.Density > 0 && d.Density < 1/maxAmount {
			return geom.Refuse("Density", d.Density, geom.ErrOutOfRange)
		}
		if d.Material != nil {
			return geom.Refuse("Material", "a pointer", ErrNotInScene)
		}
		return nil
	})
}

func walkFilter(f fields, x *shape.Filter) {
	f.bits("category", &x.Category)
	f.bits("mask", &x.Mask)
	group := float64(x.Group)
	f.number("group", &group, span{least: -1 << 31, most: 1<<31 - 1})
	if f.reading() {
		x.Group = int32(group)
		if float64(x.Group) != group {
			f.refuse("group", fmt.Errorf("%v %w: must be a whole number", group, ErrWrongType))
		}
	}
	f.flag("ghost", &x.Ghost)
}

func walkChain(f fields, c *Chain) {
	f.points("points", &c.Points, localPlace.must(), MaxPoints)
	f.flag("closed", &c.Closed)
	f.text("material", &c.Material, MaxText)
	f.names("materials", &c.Materials, MaxPoints)
	walkColliderDef(f, &c.Def)
	f.made(func() error {
		chain := shape.Chain{Points: c.Points, Closed: c.Closed}
		if err := chain.Validate(); err != nil {
			return err
		}
		if n := len(c.Materials); n != 0 && n != chain.Len() {
			return geom.Refuse("Materials", n, fmt.Errorf("%w: want none or %d", geom.ErrOutOfRange, chain.Len()))
		}
		return nil
	})
}
