package world

import (
	"fmt"
	"iter"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// Body is a handle to a rigid body: small, comparable, usable as a map key. The zero Body is no
// body. Methods other than Valid, ID and World panic with "world: use of a destroyed body" once it
// is gone.
type Body struct {
	w  *World
	id BodyID
}

// CreateBody makes a body. It returns a *geom.FieldError for a definition that
// cannot be used, and then the world is unchanged.
func (w *World) CreateBody(def body.Def) (Body, error) {
	if err := w.beginChange(recording.CreateBody, 0, func(r callRecorder) { r.value(def) }); err != nil {
		return Body{}, err
	}
	defer w.endChange()
	if err := w.checkBody(&def); err != nil {
		return Body{}, err
	}
	return w.createBody(&def), nil
}

func (w *World) checkBody(def *body.Def) error {
	if err := def.Validate(); err != nil {
		return err
	}
	if err := w.checkPosition("Position", geom.From(def.Position)); err != nil {
		return err
	}
	for _, f := range [...]struct {
		field string
		value float64
	}{
		{"LinearVelocity.X", def.LinearVelocity[0]}, {"LinearVelocity.Y", def.LinearVelocity[1]},
		{"AngularVelocity", def.AngularVelocity}, {"GravityScale", def.GravityScale},
		{"LinearDamping", def.LinearDamping}, {"AngularDamping", def.AngularDamping},
	} {
		if err := checkFloat32Range(f.field, f.value); err != nil {
			return err
		}
	}
	if err := checkGravity(def.Gravity); err != nil {
		return err
	}
	return w.checkKey(def.Key)
}

// createBody makes a body of a definition that was checked.
func (w *World) createBody(def *body.Def) Body {
	b := w.bodyAt(w.builder.Create(def))
	w.keys.add(def.Key, b.id)
	return b
}

// checkFloat32Range rejects numbers that the engine's float32 columns cannot hold with
// room for sums and products.
func checkFloat32Range(field string, x float64) error {
	if err := geom.CheckFinite(field, x); err != nil {
		return err
	}
	if math.Abs(x) > 1e18 {
		return geom.NewFieldError(field, x, geom.ErrOutOfRange)
	}
	return nil
}

// checkPosition rejects points so far out that float64 no longer resolves a slop.
func (s *space) checkPosition(field string, p geom.Vec2) error {
	if err := geom.CheckPoint(field, p); err != nil {
		return err
	}
	limit := maxPosition * s.lengthUnit
	if math.Abs(p.X) > limit || math.Abs(p.Y) > limit {
		return geom.NewFieldError(field, p, geom.ErrOutOfRange)
	}
	return nil
}

// checkPlace rejects a position and an angle that a body or an area cannot have.
func (s *space) checkPlace(position mgl64.Vec2, angle float64) error {
	if err := s.checkPosition("Position", geom.From(position)); err != nil {
		return err
	}
	return geom.CheckFinite("Angle", angle)
}

// Valid reports whether the body exists.
func (b Body) Valid() bool {
	if b.w == nil {
		return false
	}
	b.w.checkReadable()
	return b.alive()
}

// alive is Valid for the world's own use.
func (b Body) alive() bool { return b.w.bodies.Alive(b.id) }

// ID returns the body's identity within its world.
func (b Body) ID() BodyID { return b.id }

// World returns the world the body was made in.
func (b Body) World() *World { return b.w }

// slot returns the body's slot for reading, after checking that the handle may be used.
func (b Body) slot() state.BodySlot {
	if b.w == nil {
		panic("world: use of the zero Body")
	}
	b.w.checkReadable()
	if !b.alive() {
		panic("world: use of a destroyed body")
	}
	return b.w.bodies.SlotOf(b.id)
}

func (b Body) row() state.BodyRow { return b.w.bodies.Row(b.slot()) }

// beginChange begins a change of the world for a call that changes the body. It returns the slot
// too.
func (b Body) beginChange(c recording.Call, arguments func(callRecorder)) (state.BodySlot, error) {
	slot := b.slot()
	if err := b.w.beginChange(c, uint64(b.id), arguments); err != nil {
		return slot, err
	}
	if slot == state.Ground {
		b.w.endChange()
		return slot, ErrGround
	}
	return slot, nil
}

// String names the body for messages.
func (b Body) String() string {
	if !b.Valid() {
		return invalidHandle("body", b.w)
	}
	if name := b.Name(); name != "" {
		return fmt.Sprintf("body(%s)", name)
	}
	return fmt.Sprintf("body(%d)", uint32(b.id))
}

// invalidHandle names a handle without an object: the zero handle, which has no world, or the
// handle of a destroyed object.
func invalidHandle(kind string, w *World) string {
	if w == nil {
		return kind + "(zero)"
	}
	return kind + "(gone)"
}

// Type returns how the body moves.
func (b Body) Type() body.Type { return b.w.bodies.Meta[b.slot()].Type }

// SetType changes how the body moves. The body and the bodies that it touches wake up, its contacts
// end and are created again, and its mass is computed again from its colliders. The body keeps its
// velocity unless it becomes static.
func (b Body) SetType(t body.Type) error {
	slot, err := b.beginChange(recording.BodySetType, func(r callRecorder) { r.uint(uint64(t)) })
	if err != nil {
		return err
	}
	defer b.w.endChange()
	if t > body.Static {
		return geom.NewFieldError("Type", t, geom.ErrOutOfRange)
	}
	m := &b.w.bodies.Meta[slot]
	if m.Type == t {
		return nil
	}
	w := b.w
	if t == body.Dynamic {
		if err := w.builder.NoteMasses(slot); err != nil {
			return err
		}
	}
	enabled, oldState := !m.Disabled, w.bodies.State[w.bodies.Row(slot)]
	if enabled {
		w.linking.Wake(slot)
		w.builder.Disable(slot)
		if t != body.Static {
			st := &w.bodies.State[w.bodies.Row(slot)]
			st.VX, st.VY, st.W = oldState.VX, oldState.VY, oldState.W
		}
	}
	m.Type = t
	m.MassOverride = false
	if t != body.Dynamic { // which alone bear loads
		motion := &w.bodies.Motion[w.bodies.Row(slot)]
		motion.LoadTicks, motion.HeavyTicks, motion.OverconstrainedTicks, motion.RefusedTicks = 0, 0, 0, 0
	}
	w.builder.UpdateMass(slot)
	if enabled {
		w.builder.Enable(slot)
	}
	return nil
}

// Enabled reports whether the body takes part in the world.
func (b Body) Enabled() bool { return !b.w.bodies.Meta[b.slot()].Disabled }

// SetEnabled takes the body out of the world or puts it back, at rest and awake. A disabled body
// keeps its colliders and joints, but it neither moves nor collides, no query finds it, and its
// velocity stays zero. Disabling wakes the bodies that it touched. Enabling wakes the bodies that
// sleep where it lies.
func (b Body) SetEnabled(on bool) error {
	slot, err := b.beginChange(recording.BodySetEnabled, func(r callRecorder) { r.bool(on) })
	if err != nil {
		return err
	}
	defer b.w.endChange()
	switch disabled := b.w.bodies.Meta[slot].Disabled; {
	case on && disabled:
		b.w.builder.Enable(slot)
	case !on && !disabled:
		b.w.builder.Disable(slot)
	}
	return nil
}

// Name returns the body's name, which messages and pictures show.
func (b Body) Name() string { return b.w.bodies.Meta[b.slot()].GameData().Name }

// SetName changes the name.
func (b Body) SetName(name string) {
	m := &b.w.bodies.Meta[b.slot()]
	if r := b.w.dataRecorder(); r != nil {
		r.call(recording.BodySetName).uint(uint64(b.id)).text(name)
	}
	data := m.GameData()
	data.Name = name
	b.w.changeData(func() { m.SetGameData(data) })
}

// UserData returns the game's own data.
func (b Body) UserData() any { return b.w.bodies.Meta[b.slot()].GameData().UserData }

// SetUserData changes the game's own data.
func (b Body) SetUserData(data any) {
	m := &b.w.bodies.Meta[b.slot()]
	all := m.GameData()
	all.UserData = data
	b.w.changeData(func() { m.SetGameData(all) })
}

// Colliders yields the body's colliders, the newest first. The collider just
// yielded may be destroyed; the list must not change otherwise.
func (b Body) Colliders() iter.Seq[Collider] {
	return func(yield func(Collider) bool) { b.eachCollider(yield) }
}

func (b Body) eachCollider(yield func(Collider) bool) {
	for c := b.w.bodies.FirstCollider(b.slot()); c != state.None; {
		next, slot := b.w.shapes.Link[c].Next, state.ColliderSlot(c)
		if b.w.shapes.WholeOf(slot) == slot && !yield(b.w.colliderAt(slot)) {
			return
		}
		b.w.checkReadable()
		c = next
	}
}

// Position returns the position of the body's origin, in metres.
func (b Body) Position() mgl64.Vec2 { return b.w.bodies.Origin(b.slot()).P.Mgl() }

// Angle returns the body's orientation in radians, in (-pi, pi].
func (b Body) Angle() float64 { return b.w.bodies.Pose[b.row()].R.Angle() }

// Rotation returns the cosine and sine of the body's orientation.
func (b Body) Rotation() (cos, sin float64) {
	r := b.w.bodies.Pose[b.row()].R
	return r.C, r.S
}

// SetTransform places the body, in metres and radians, and wakes it with the bodies that it touched
// and those that sleep at its new place. The body jumps: it touches nothing between the old place
// and the new one. MoveTo moves a kinematic body along a path instead.
func (b Body) SetTransform(position mgl64.Vec2, angle float64) error {
	slot, err := b.beginChange(recording.BodySetTransform, func(r callRecorder) { r.vec(position).float(angle) })
	if err != nil {
		return err
	}
	defer b.w.endChange()
	if err := b.w.checkPlace(position, angle); err != nil {
		return err
	}
	b.w.builder.Place(slot, geom.Transform{P: geom.From(position), R: geom.RotFromAngle(angle)})
	return nil
}

// RenderPose returns position (metres) and angle (radians) between the last two
// ticks, by World.Alpha: the pose to draw at any refresh rate.
func (b Body) RenderPose() (position mgl64.Vec2, angle float64) {
	slot := b.slot()
	row := b.w.bodies.Row(slot)
	last, pose := b.w.bodies.LastPose[row], b.w.bodies.Pose[row]
	t := b.w.Alpha()
	if t == 1 {
		last = pose
	}
	deltaAngle := last.R.InverseMul(pose.R).Angle()
	r := last.R.Mul(geom.RotFromAngle(t * deltaAngle))
	renderPose := geom.Transform{P: last.P.Lerp(pose.P, t), R: r}
	return state.OriginOf(renderPose, b.w.bodies.Meta[slot].LocalCenter).P.Mgl(), r.Angle()
}

// WorldPoint maps a point of the body's frame to the world.
func (b Body) WorldPoint(local mgl64.Vec2) mgl64.Vec2 {
	return b.w.bodies.Origin(b.slot()).Apply(geom.From(local)).Mgl()
}

// LocalPoint maps a point of the world to the body's frame.
func (b Body) LocalPoint(world mgl64.Vec2) mgl64.Vec2 {
	return b.w.bodies.Origin(b.slot()).ApplyInverse(geom.From(world)).Mgl()
}

// WorldVector turns a vector of the body's frame to the world's axes.
func (b Body) WorldVector(local mgl64.Vec2) mgl64.Vec2 {
	return b.w.bodies.Pose[b.row()].R.Apply(geom.From(local)).Mgl()
}

// LocalVector turns a vector of the world to the body's axes.
func (b Body) LocalVector(world mgl64.Vec2) mgl64.Vec2 {
	return b.w.bodies.Pose[b.row()].R.ApplyInverse(geom.From(world)).Mgl()
}

// WorldCenter returns the centre of mass in the world.
func (b Body) WorldCenter() mgl64.Vec2 { return b.w.bodies.Pose[b.row()].P.Mgl() }

// LocalCenter returns the centre of mass in the body's frame.
func (b Body) LocalCenter() mgl64.Vec2 { return b.w.bodies.Meta[b.slot()].LocalCenter.Mgl() }

// Ground returns the static body that every world has, at the origin and
// without colliders: the other body of joints to the world.
func (w *World) Ground() Body {
	w.checkReadable()
	return w.bodyAt(state.Ground)
}

// BodyCount returns the number of bodies, the ground not counted.
func (w *World) BodyCount() int {
	w.checkReadable()
	return w.bodies.Len() - 1
}

// Bodies yields the bodies in ascending order of their slots, without the
// ground. The world must not change meanwhile, but for the body just yielded.
func (w *World) Bodies() iter.Seq[Body] {
	return func(yield func(Body) bool) {
		w.checkReadable()
		for slot := 1; slot < w.bodies.Cap(); slot++ {
			if i := w.bodies.Meta[slot].ID; i != 0 && !yield(Body{w, i}) {
				return
			}
			w.checkReadable()
		}
	}
}
