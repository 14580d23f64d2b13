package world

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// BodyParts is a body with its colliders, for CreateBodies.
type BodyParts struct {
	Def       body.Def
	Colliders []ColliderParts
}

// CreateBodies makes bodies with their colliders, in order, as CreateBody and Attach do, and
// appends them to dst. It makes all or none. The error is a *geom.FieldError whose field begins
// with the index in the list, such as Parts[3].Colliders[0].Radius.
func (w *World) CreateBodies(dst []Body, parts []BodyParts) ([]Body, error) {
	if err := w.beginChange(recording.CreateBodies, 0, func(r callRecorder) { r.value(parts) }); err != nil {
		return dst, err
	}
	defer w.endChange()
	w.scratch.masses = w.scratch.masses[:0]
	for i := range parts {
		if err := w.checkParts(&parts[i]); err != nil {
			return dst, inField(err, "Parts[%d]", i)
		}
	}
	if i := w.duplicateKey(parts); i >= 0 {
		return dst, inField(geom.NewFieldError("Key", parts[i].Def.Key, ErrDuplicateKey), "Parts[%d]", i)
	}
	first, whole := len(dst), false
	defer func() {
		if !whole { // the code of a custom shape that passed the check has panicked or refused
			for _, b := range dst[first:] {
				w.destroyBody(w.bodies.SlotOf(b.id))
			}
		}
	}()
	masses := w.scratch.masses
	for i := range parts {
		b := w.createBody(&parts[i].Def)
		dst = append(dst, b)
		for k := range parts[i].Colliders {
			c := &parts[i].Colliders[k]
			if _, err := w.attachMass(w.bodies.SlotOf(b.id), c.Shape, &c.Def, state.None, masses[k]); err != nil {
				return dst[:first], inField(inField(err, "Colliders[%d]", k), "Parts[%d]", i)
			}
		}
		masses = masses[len(parts[i].Colliders):]
	}
	whole = true
	return dst, nil
}

// checkParts returns the error that creating a body or one of its colliders would return, and
// stores the masses of the colliders.
func (w *World) checkParts(p *BodyParts) error {
	if err := w.checkBody(&p.Def); err != nil {
		return err
	}
	for k := range p.Colliders {
		c := &p.Colliders[k]
		if c.Shape == nil {
			return inField(geom.NewFieldError("Shape", c.Shape, geom.ErrDegenerate), "Colliders[%d]", k)
		}
		m, err := w.checkCollider(p.Def.Type, c)
		if err != nil {
			return inField(err, "Colliders[%d]", k)
		}
		w.scratch.masses = append(w.scratch.masses, m)
	}
	return nil
}

func (w *World) checkCollider(t body.Type, c *ColliderParts) (m foundMass, err error) {
	if err := c.Def.validate(); err != nil {
		return m, err
	}
	if m, err = w.findMass(t, c.Shape, &c.Def); err == nil && (m.density == 0 || t != body.Dynamic) {
		_, err = w.shapes.MassOf(c.Shape, 0) // which refuses a shape that cannot be compiled
	}
	return m, err
}

// inField adds the index in a list to the field of an error.
func inField(err error, format string, i int) error { return geom.InField(err, fmt.Sprintf(format, i)) }

// Pose is where a body is.
type Pose struct {
	Body     BodyID
	Position mgl64.Vec2 // of the body's origin, m
	Cos, Sin float64    // of its orientation
}

// Angle returns the orientation in radians, in (-pi, pi].
func (p Pose) Angle() float64 { return geom.Rot{C: p.Cos, S: p.Sin}.Angle() }

// Velocity is how a body moves.
type Velocity struct {
	Body    BodyID
	Linear  mgl64.Vec2 // of the centre of mass, m/s
	Angular float64    // rad/s
}

// AppendPoses appends the poses of all bodies but the ground to dst, in the order of Bodies. It
// allocates only to make dst larger: give it the list of the last frame, cut to length zero.
func (w *World) AppendPoses(dst []Pose) []Pose {
	w.checkReadable()
	n := len(dst)
	dst = grow.Resize(dst, n+w.BodyCount())
	for slot := state.BodySlot(1); n < len(dst); slot++ {
		if m := &w.bodies.Meta[slot]; m.ID != 0 {
			dst[n].set(m, &w.bodies.Pose[w.bodies.Rows[slot]])
			n++
		}
	}
	return dst
}

// AppendAwakePoses appends the poses of the bodies that are awake to dst. All other bodies are
// where they were: static and disabled bodies, and sleeping bodies, which Events.Sleeps lists when
// they fall asleep. The order is the order in memory. It is the same on every platform, but may
// change from tick to tick.
func (w *World) AppendAwakePoses(dst []Pose) []Pose {
	w.checkReadable()
	slots, n := w.bodies.Slots[:w.bodies.Awake()], len(dst)
	dst = grow.Resize(dst, n+len(slots))
	for row, slot := range slots {
		dst[n+row].set(&w.bodies.Meta[slot], &w.bodies.Pose[row])
	}
	return dst
}

// set writes the pose of a body, whose centre of mass has the given one.
func (p *Pose) set(m *state.BodyMeta, pose *geom.Transform) {
	x, y := m.LocalCenter.X, m.LocalCenter.Y
	c, s := pose.R.C, pose.R.S
	p.Body, p.Cos, p.Sin = m.ID, c, s
	p.Position[0] = pose.P.X - (float64(c*x) - float64(s*y))
	p.Position[1] = pose.P.Y - (float64(s*x) + float64(c*y))
}

// AppendVelocities appends the velocities of all bodies but the ground to dst, in the order of
// Bodies.
func (w *World) AppendVelocities(dst []Velocity) []Velocity {
	w.checkReadable()
	n := len(dst)
	dst = grow.Resize(dst, n+w.BodyCount())
	for slot := state.BodySlot(1); n < len(dst); slot++ {
		if id := w.bodies.Meta[slot].ID; id != 0 {
			dst[n].set(id, &w.bodies.State[w.bodies.Rows[slot]])
			n++
		}
	}
	return dst
}

// AppendAwakeVelocities appends the velocities of the bodies that are awake to dst, in the order of
// AppendAwakePoses. All others are at rest.
func (w *World) AppendAwakeVelocities(dst []Velocity) []Velocity {
	w.checkReadable()
	slots, n := w.bodies.Slots[:w.bodies.Awake()], len(dst)
	dst = grow.Resize(dst, n+len(slots))
	for row, slot := range slots {
		dst[n+row].set(w.bodies.Meta[slot].ID, &w.bodies.State[row])
	}
	return dst
}

func (v *Velocity) set(id BodyID, s *state.BodyState) {
	*v = Velocity{Body: id, Linear: mgl64.Vec2{float64(s.VX), float64(s.VY)}, Angular: float64(s.W)}
}

// SetPoses places bodies, as SetTransform does, all or none. It restores poses from AppendPoses bit
// for bit for bodies whose centre of mass is their origin, and to rounding for other bodies. The
// error names the index in the list.
func (w *World) SetPoses(poses []Pose) error {
	if err := w.beginChange(recording.SetPoses, 0, func(r callRecorder) { r.value(poses) }); err != nil {
		return err
	}
	defer w.endChange()
	for i := range poses {
		if err := w.checkPose(&poses[i]); err != nil {
			return inField(err, "Poses[%d]", i)
		}
	}
	for i := range poses {
		p := &poses[i]
		w.builder.Place(w.bodies.SlotOf(p.Body), geom.Transform{P: geom.From(p.Position), R: geom.Rot{C: p.Cos, S: p.Sin}})
	}
	return nil
}

func (w *World) checkPose(p *Pose) error {
	const unitTolerance = 1e-12
	switch {
	case !w.bodies.Alive(p.Body):
		return geom.NewFieldError("Body", p.Body, ErrDestroyed)
	case w.bodies.SlotOf(p.Body) == state.Ground:
		return geom.NewFieldError("Body", p.Body, ErrGround)
	case !(math.Abs(float64(p.Cos*p.Cos)+float64(p.Sin*p.Sin)-1) <= unitTolerance):
		return geom.NewFieldError("Cos, Sin", mgl64.Vec2{p.Cos, p.Sin}, geom.ErrOutOfRange)
	}
	return w.checkPosition("Position", geom.From(p.Position))
}

// duplicateKey returns the index of the first body in a list with the key of a body before it, or
// -1.
func (w *World) duplicateKey(parts []BodyParts) int {
	if !w.config.Stable {
		return -1
	}
	seen := map[uint64]bool{}
	for i := range parts {
		if key := parts[i].Def.Key; key != 0 {
			if seen[key] {
				return i
			}
			seen[key] = true
		}
	}
	return -1
}
