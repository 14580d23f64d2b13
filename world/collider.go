package world

import (
	"errors"
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/collision/bodies"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// ColliderDef describes a collider without its shape. The zero ColliderDef is a solid of density 1
// and the default material that collides with everything and reports begin and end.
//
// A sensor reports the colliders of other bodies that overlap it, static and sleeping ones too, but
// other sensors only with SeesSensors. It misses no collider that flies through it between two
// ticks. The times follow from the motion of both bodies in the tick: straight, with a constant
// rotation, up to the pose at which continuous collision stopped the body. A sensor costs nothing
// while nothing moves near it.
type ColliderDef struct {
	Density  float64 // kg/m^2; zero means 1, see Mass and Massless
	Mass     float64 // kg, instead of the density; zero means by the density
	Massless bool    // the collider adds nothing to the body's mass
	Material *shape.Material
	Filter   shape.Filter

	Sensor          bool // reports the colliders that overlap it and collides with nothing
	HitEvents       bool // impacts are reported
	NoContactEvents bool // begin and end are not reported, unless the other collider wants them
	PreSolve        bool // Config.PreSolve decides in each tick
	NoSensorEvents  bool // sensors do not report it
	SeesSensors     bool // as a sensor, it reports other sensors too, whether these report it or not

	// OneWay is a direction in the body's frame, of any length; zero means none. The collider holds
	// shapes that came to it wholly from that side and ignores all others: see Collider.SetOneWay.
	OneWay mgl64.Vec2

	// CrushThreshold is the crush force, N, above which Events.Crushes reports the body; see
	// Body.CrushForce. Zero means never.
	CrushThreshold float64

	UserData any
}

// validate rejects numbers that cannot be used.
func (d *ColliderDef) validate() error {
	if err := geom.CheckNotNegative("Density", d.Density); err != nil {
		return err
	}
	if err := d.validateMass(); err != nil {
		return err
	}
	if err := geom.CheckNotNegative("CrushThreshold", d.CrushThreshold); err != nil {
		return err
	}
	if err := geom.CheckPoint("OneWay", geom.From(d.OneWay)); err != nil {
		return err
	}
	if d.Material != nil {
		return d.Material.Validate()
	}
	return nil
}

// Collider is a handle to a shape on a body: small, comparable. The zero
// Collider is none. Methods other than Valid, ID and World panic with "world:
// use of a destroyed collider" once it is gone.
type Collider struct {
	w  *World
	id ColliderID
}

// Attach puts a shape on the body. The shape is given in the body's frame. It returns a
// *geom.FieldError for a shape or definition that cannot be used, and then the world is unchanged.
// A sleeping body sleeps on. A static body wakes the bodies that sleep where the shape lies, except
// bodies created asleep since the last tick.
//
// A shape.Compound becomes one collider: it begins and ends to touch another collider once,
// whichever parts touch, and queries and sensors find it once.
//
// The centre of mass moves, and the velocity of a turning body becomes the velocity of the
// new centre: the motion of its material stays as it was.
func (b Body) Attach(s shape.Support, def ColliderDef) (Collider, error) {
	slot, err := b.beginChange(recording.BodyAttach, func(r callRecorder) { r.value(ColliderParts{s, def}) })
	if err != nil {
		return Collider{}, err
	}
	defer b.w.endChange()
	if s == nil {
		return Collider{}, geom.NewFieldError("Shape", s, geom.ErrDegenerate)
	}
	if err := def.validate(); err != nil {
		return Collider{}, err
	}
	return b.w.attach(slot, s, &def, state.None)
}

// attach makes a collider of a shape or of a segment of a chain.
func (w *World) attach(slot state.BodySlot, s shape.Support, def *ColliderDef, chain uint32) (Collider, error) {
	m, err := w.findMass(w.bodies.Meta[slot].Type, s, def)
	if err != nil {
		return Collider{}, err
	}
	return w.attachMass(slot, s, def, chain, m)
}

// attachMass is attach for a shape whose density and mass are known.
func (w *World) attachMass(slot state.BodySlot, s shape.Support, def *ColliderDef, chain uint32, m foundMass) (Collider, error) {
	c := w.compiledDef(slot, def, chain, m)
	collider, err := w.builder.Attach(slot, s, &c)
	if err != nil {
		return Collider{}, err
	}
	return w.colliderAt(collider), nil
}

// compiledDef returns a definition as the builder takes it.
func (w *World) compiledDef(slot state.BodySlot, def *ColliderDef, chain uint32, m foundMass) bodies.Collider {
	c := bodies.Collider{
		Surface: state.MaterialAndDensity{Material: shape.DefaultMaterial(), Density: m.density, Mass: def.Mass, CrushThreshold: def.CrushThreshold},
		Mass:    m.mass, Filter: def.Filter, Flags: w.withHitListener(def.flags(), 0, slot),
		OneWay: unitDirection(def.OneWay), Chain: chain, UserData: def.UserData,
	}
	if def.Material != nil {
		c.Surface.Material = *def.Material
	}
	return c
}

// flags packs the booleans of a definition.
func (d *ColliderDef) flags() state.ColliderFlags {
	var f state.ColliderFlags
	for _, x := range []struct {
		on   bool
		flag state.ColliderFlags
	}{
		{d.Sensor, state.ColliderSensor},
		{d.HitEvents, state.ColliderHitEvents},
		{!d.NoContactEvents, state.ColliderContactEvents},
		{d.PreSolve, state.ColliderPreSolve},
		{!d.NoSensorEvents, state.ColliderSensorEvents},
		{d.SeesSensors, state.ColliderSeesSensors},
	} {
		if x.on {
			f |= x.flag
		}
	}
	return f
}

// Valid reports whether the collider exists.
func (c Collider) Valid() bool {
	if c.w == nil {
		return false
	}
	c.w.checkReadable()
	return c.alive()
}

// ID returns the collider's identity within its world.
func (c Collider) ID() ColliderID { return c.id }

// World returns the world the collider was made in.
func (c Collider) World() *World { return c.w }

// beginChange begins a change of the world for a call that changes the collider. It returns the
// slot too.
func (c Collider) beginChange(call recording.Call, arguments func(callRecorder)) (state.ColliderSlot, error) {
	slot := c.slot()
	if err := c.w.beginChange(call, uint64(c.id), arguments); err != nil {
		return slot, err
	}
	if c.w.shapes.IsChained(slot) {
		c.w.endChange()
		return slot, ErrChained
	}
	return slot, nil
}

// String names the collider for messages.
func (c Collider) String() string {
	if !c.Valid() {
		return invalidHandle("collider", c.w)
	}
	return fmt.Sprintf("collider(%d of %v)", uint32(c.id), c.Body())
}

// Destroy takes the collider off its body. Touching contacts end, the bodies
// that touched it wake up, and the body's mass is computed again.
func (c Collider) Destroy() error {
	slot, err := c.beginChange(recording.ColliderDestroy, nil)
	if err != nil {
		return err
	}
	defer c.w.endChange()
	owner := c.w.shapes.OwnerOf(slot)
	if c.w.bodies.Meta[owner].Type == body.Static {
		c.w.linking.WakeTouchingCollider(slot)
	} else {
		c.w.linking.WakeTouching(owner)
		c.w.linking.Wake(owner)
	}
	c.w.builder.RemoveWhole(slot)
	return nil
}

func (c Collider) owner() state.BodySlot { return c.w.shapes.OwnerOf(c.slot()) }

// Body returns the body that carries the collider.
func (c Collider) Body() Body { return c.w.bodyAt(c.owner()) }

// Shape returns the shape as it was given, in the body's frame.
func (c Collider) Shape() shape.Support { return c.w.builder.ShapeOf(c.slot()) }

// SetShape replaces the shape, which is given in the body's frame. Its contacts end
// and start anew, the bodies that it touched wake up, and the body's mass is computed
// again.
func (c Collider) SetShape(s shape.Support) error {
	slot, err := c.beginChange(recording.ColliderSetShape, func(r callRecorder) { r.value(ColliderParts{Shape: s}) })
	if err != nil {
		return err
	}
	defer c.w.endChange()
	if s == nil {
		return geom.NewFieldError("Shape", s, geom.ErrDegenerate)
	}
	w, owner := c.w, c.w.shapes.OwnerOf(slot)
	var mass shape.Mass
	sd := w.shapes.Meta[slot].MaterialAndDensity.Value()
	if sd.Mass > 0 {
		if sd.Density, err = w.builder.DensityFor(s, sd.Mass); err != nil {
			return err
		}
	}
	if _, ok := bodies.PartsOf(s); ok || w.shapes.Link[slot].Flags&state.ColliderPart != 0 {
		def := w.colliderDef(slot)
		compiled := w.compiledDef(owner, &def, state.None, foundMass{density: sd.Density})
		compiled.Flags = w.withHitListener(def.flags(), c.id, owner)
		if err := w.builder.ReplaceParts(slot, s, &compiled); err != nil {
			return err
		}
		w.shapeChanges++
		return nil
	}
	if sd.Density > 0 && w.bodies.Meta[owner].Type == body.Dynamic {
		if mass, err = w.builder.MassOf(s, sd.Density); err != nil {
			return err
		}
	}
	if err := w.shapes.Replace(slot, s, w.bodies.Meta[owner].LocalCenter); err != nil {
		return err
	}
	w.shapeChanges++
	w.shapes.SetMaterialAndDensity(slot, sd)
	w.shapes.SetMass(slot, mass)
	c.w.builder.Reinsert(slot)
	w.builder.UpdateMass(owner)
	return nil
}

// Bounds returns the corners of the smallest box around the collider, in metres.
func (c Collider) Bounds() (lower, upper mgl64.Vec2) {
	slot := c.slot()
	box, pose := geom.EmptyBox(), c.w.bodies.Pose[c.w.bodies.Row(c.owner())]
	for p := uint32(slot); p != state.None; p = c.w.shapes.NextPart(p) {
		box = box.Union(shape.BoxOf(c.w.shapes.Convex(state.ColliderSlot(p)), pose))
	}
	return box.Min.Mgl(), box.Max.Mgl()
}

// Material returns how the surface behaves.
func (c Collider) Material() shape.Material { return c.surfaceAndDensity().Material }

// SetMaterial changes how the surface behaves, in existing contacts too, and wakes the bodies
// that touch. A panic in a mixer of the game leaves the material as it was.
func (c Collider) SetMaterial(m shape.Material) error {
	slot := c.slot()
	if err := c.setMaterial(slot, m); err != nil {
		return err
	}
	if !c.w.runningDeferred { // else runDeferred reaches them
		c.w.runDeferred()
	}
	return nil
}

func (c Collider) setMaterial(slot state.ColliderSlot, m shape.Material) error {
	w := c.w
	if err := w.beginChange(recording.ColliderSetMaterial, uint64(c.id), func(r callRecorder) { r.value(m) }); err != nil {
		return err
	}
	defer w.endChange()
	if err := m.Validate(); err != nil {
		return err
	}
	meta := &w.shapes.Meta[slot]
	old := meta.MaterialAndDensity
	w.builder.SetMaterial(slot, m)
	if meta.MaterialAndDensity.Value() == old.Value() {
		return nil
	}
	mixed := false
	defer func() {
		if !mixed {
			w.builder.SetMaterial(slot, old.Value().Material)
		}
	}()
	w.pipeline.UpdateMaterials(slot, w.linking.ContactsOf(w.shapes.OwnerOf(slot)))
	mixed = true
	w.linking.WakeTouchingCollider(slot)
	return nil
}

// Filter returns the bits that decide about collisions, with all bits in place of zeros.
func (c Collider) Filter() shape.Filter { return c.w.shapes.Filter(c.slot()) }

// SetFilter changes the bits that decide about collisions. The contacts start anew.
func (c Collider) SetFilter(f shape.Filter) error {
	slot, err := c.beginChange(recording.ColliderSetFilter, func(r callRecorder) { r.value(f) })
	if err != nil {
		return err
	}
	defer c.w.endChange()
	for p := uint32(slot); p != state.None; p = c.w.shapes.NextPart(p) {
		c.w.shapes.SetFilter(state.ColliderSlot(p), f.Normalized())
	}
	c.w.builder.Reinsert(slot)
	return nil
}

// Density returns the density in kg/m^2; zero for massless colliders and sensors.
func (c Collider) Density() float64 { return c.surfaceAndDensity().Density }

func (c Collider) surfaceAndDensity() state.MaterialAndDensity {
	return c.w.shapes.Meta[c.slot()].MaterialAndDensity.Value()
}

// SetDensity changes the density, kg/m^2, at least zero, and the body's mass, and wakes the
// body. Zero makes the collider massless, unlike the zero of a definition. A sensor has no
// mass, so any other density is an error.
func (c Collider) SetDensity(density float64) error {
	slot, err := c.beginChange(recording.ColliderSetDensity, func(r callRecorder) { r.float(density) })
	if err != nil {
		return err
	}
	defer c.w.endChange()
	if err := geom.CheckNotNegative("Density", density); err != nil {
		return err
	}
	if density > 0 && c.w.shapes.Link[slot].Flags&state.ColliderSensor != 0 {
		return geom.NewFieldError("Density", density, geom.ErrOutOfRange)
	}
	return c.w.builder.SetDensity(slot, density, 0)
}

// Sensor reports whether the collider is a sensor.
func (c Collider) Sensor() bool { return c.w.shapes.Link[c.slot()].Flags&state.ColliderSensor != 0 }

// UserData returns the game's own data.
func (c Collider) UserData() any { return c.w.shapes.Meta[c.slot()].UserData }

// SetUserData changes the game's own data.
func (c Collider) SetUserData(data any) {
	m := &c.w.shapes.Meta[c.slot()]
	c.w.changeData(func() { m.UserData = data })
}

// Contains reports whether a point of the world lies in the shape.
func (c Collider) Contains(point mgl64.Vec2) bool {
	slot := c.slot()
	local := c.w.bodies.Pose[c.w.bodies.Row(c.owner())].ApplyInverse(geom.From(point))
	for p := uint32(slot); p != state.None; p = c.w.shapes.NextPart(p) {
		if shape.Contains(c.w.shapes.Convex(state.ColliderSlot(p)), local) {
			return true
		}
	}
	return false
}

// ClosestPoint returns the point of the shape that is nearest to a point of the
// world: that point itself when it lies inside. The result is finite. Coordinates beyond
// 1e30 count as 1e30, and a point with a NaN gives the point nearest to the body's origin.
func (c Collider) ClosestPoint(point mgl64.Vec2) mgl64.Vec2 {
	slot := c.slot()
	pose := c.w.bodies.Pose[c.w.bodies.Row(c.owner())]
	p := pose.P
	if point[0] == point[0] && point[1] == point[1] {
		limit := geom.Vec2{X: maxQueryCoordinate, Y: maxQueryCoordinate}
		p = geom.From(point).Min(limit).Max(limit.Neg())
	}
	local := pose.ApplyInverse(p)
	closest := shape.ClosestPoint(c.w.shapes.Convex(slot), local)
	for part := c.w.shapes.NextPart(uint32(slot)); part != state.None; part = c.w.shapes.NextPart(part) {
		if q := shape.ClosestPoint(c.w.shapes.Convex(state.ColliderSlot(part)), local); q.Distance(local) < closest.Distance(local) {
			closest = q
		}
	}
	return pose.Apply(closest).Mgl()
}

// maxQueryCoordinate keeps the products of a point's coordinates far inside float64.
const maxQueryCoordinate = 1e30

// unitDirection returns a vector of length one, or zero for the zero vector.
func unitDirection(v mgl64.Vec2) geom.Vec2 {
	const isUnit = 0x1p-50 // so that a direction that was read back is the same when it is set
	if math.Abs(geom.From(v).LengthSquared()-1) <= isUnit {
		return geom.From(v)
	}
	largest := max(math.Abs(v[0]), math.Abs(v[1]))
	if largest == 0 {
		return geom.Vec2{}
	}
	d, _ := geom.Vec2{X: v[0] / largest, Y: v[1] / largest}.Unit() // its square may overflow or vanish
	return d
}

// Def returns a definition that attaches a collider like this one as it is now.
func (c Collider) Def() ColliderDef { return c.w.colliderDef(c.slot()) }

func (w *World) colliderDef(slot state.ColliderSlot) ColliderDef {
	flags := w.shapes.Link[slot].Flags
	meta := &w.shapes.Meta[slot]
	sd := meta.MaterialAndDensity.Value()
	massless := sd.Density == 0
	if sd.Mass > 0 {
		sd.Density = 0 // it follows
	}
	return ColliderDef{
		Density: sd.Density, Mass: sd.Mass, Massless: massless, Material: &sd.Material, Filter: w.shapes.Filter(slot),
		Sensor:          flags&state.ColliderSensor != 0,
		HitEvents:       flags&state.ColliderHitEvents != 0,
		NoContactEvents: flags&state.ColliderContactEvents == 0,
		PreSolve:        flags&state.ColliderPreSolve != 0,
		NoSensorEvents:  flags&state.ColliderSensorEvents == 0,
		SeesSensors:     flags&state.ColliderSeesSensors != 0,
		CrushThreshold:  sd.CrushThreshold,
		OneWay:          w.shapes.OneWayOf(slot).Mgl(),
		UserData:        meta.UserData,
	}
}

// ErrMassTwice is wrapped when a definition gives the mass of a collider and also its density, or
// says that it has none.
var ErrMassTwice = errors.New("is given besides Density, Massless or Sensor")

// validateMass rejects a mass that cannot be used, and a definition with both a mass and a density,
// Massless or Sensor.
func (d *ColliderDef) validateMass() error {
	if err := geom.CheckNotNegative("Mass", d.Mass); err != nil {
		return err
	}
	if d.Mass > bodies.MaxMass {
		return geom.NewFieldError("Mass", d.Mass, geom.ErrOutOfRange)
	}
	if d.Mass > 0 && (d.Density != 0 || d.Massless || d.Sensor) {
		return geom.NewFieldError("Mass", d.Mass, ErrMassTwice)
	}
	return nil
}

// foundMass is the result of findMass.
type foundMass struct {
	_       [0]func() // not comparable, so no program has code for a comparison
	density float64
	mass    shape.Mass
}

// findMass returns the density of a shape, and its mass on a dynamic body.
func (w *World) findMass(t body.Type, s shape.Support, def *ColliderDef) (m foundMass, err error) {
	m.density = def.Density
	switch {
	case def.Massless || def.Sensor:
		m.density = 0
	case def.Mass > 0:
		if m.density, err = w.builder.DensityFor(s, def.Mass); err != nil {
			return foundMass{}, err
		}
	case m.density == 0:
		m.density = 1
	}
	if m.density > 0 && t == body.Dynamic {
		m.mass, err = w.builder.MassOf(s, m.density)
	}
	return m, err
}

// ColliderParts is a collider of BodyParts: a shape in the body's frame.
type ColliderParts struct {
	Shape shape.Support
	Def   ColliderDef
}
