package world

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// ColliderDef describes a collider but for its shape. The zero
// ColliderDef is a solid of density 1 and the default material that collides
// with everything and reports begin and end.
//
// A sensor reports the colliders of other bodies that overlap it, static and sleeping ones too, but
// other sensors only with SeesSensors. It misses nothing that flies through it between two ticks.
// The times follow from the motion of both bodies in the tick: straight, with a constant rotation,
// up to where a fast body was stopped. Sensors near which nothing moves cost nothing.
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

	// OneWay is a direction in the body's frame, of any length; zero means none. The
	// collider holds what came to it wholly from that side and is not there for anything
	// else: see Collider.SetOneWay.
	OneWay mgl64.Vec2

	// CrushThreshold is the force, N, from which on Events.Crushes reports that the body is
	// pressed together; see Body.CrushForce. Zero means never.
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

// Attach puts a shape on the body. The shape is given in the body's frame. It
// returns a *geom.FieldError for a shape or definition that cannot be used, and
// then the world is unchanged. A shape.Compound becomes one collider too, of several convex parts. A sleeping body sleeps on. A static one wakes the bodies that
// sleep where the shape lies, but for those made asleep since the last tick.
//
// The centre of mass moves, and the velocity of a turning body becomes the velocity of the
// new centre: the motion of its material stays as it was.
func (b Body) Attach(s shape.Support, def ColliderDef) (Collider, error) {
	if r := b.w.recorder(); r != nil {
		r.call(callBodyAttach).uint(uint64(b.id)).value(ColliderParts{s, def})
	}
	slot, err := b.beginChange()
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
	density, mass, err := w.findMass(w.bodies.Meta[slot].Type, s, def)
	if err != nil {
		return Collider{}, err
	}
	return w.attachMass(slot, s, def, chain, density, mass)
}

// attachMass is attach for a shape whose density and mass are known.
func (w *World) attachMass(slot state.BodySlot, s shape.Support, def *ColliderDef, chain uint32, density float64, mass shape.Mass) (Collider, error) {
	if parts, ok := partsOf(s); ok {
		return w.attachParts(slot, parts, def, density)
	}
	m := &w.bodies.Meta[slot]
	c, err := w.addCollider(slot, s, def, chain, density)
	if err != nil {
		return Collider{}, err
	}
	w.shapes.SetMass(c, mass)
	if m.Type == body.Dynamic && !m.MassOverride && density > 0 {
		// As updateMass would, but the mass of the new one is known: built-in shapes do not keep
		// it.
		w.applyMass(slot, w.addMasses(shape.Mass{}.Add(mass), w.shapes.Link[c].Next))
	} else {
		w.updateExtents(slot)
	}
	if !m.Disabled {
		w.insertProxy(slot, c)
		w.wakeUnder(c)
	}
	return w.colliderAt(c), nil
}

// addCollider makes a collider in the tables, at the head of its body's list. Its mass and its box
// are the caller's.
func (w *World) addCollider(slot state.BodySlot, s shape.Support, def *ColliderDef, chain uint32, density float64) (state.ColliderSlot, error) {
	c, err := w.shapes.Add(s, w.bodies.Meta[slot].LocalCenter)
	if err != nil {
		return 0, err
	}
	meta := &w.shapes.Meta[c]
	meta.UserData, meta.Chain = def.UserData, chain
	sd := state.MaterialAndDensity{Material: shape.DefaultMaterial(), Density: density, Mass: def.Mass, CrushThreshold: def.CrushThreshold}
	if def.Material != nil {
		sd.Material = *def.Material
	}
	meta.MaterialAndDensity = sd.Handle()
	w.shapes.SetFilter(c, def.Filter.Normalized())
	link := &w.shapes.Link[c]
	link.Owner = state.BodySlot(slot)
	link.Flags = w.withHitListener(c, def.flags())
	w.shapes.SetOneWay(c, unitDirection(def.OneWay))
	w.countListeners(link.Flags, +1)
	if def.CrushThreshold > 0 {
		w.crushable.add(c)
	}
	w.listCollider(slot, c, w.firstCollider(slot))
	return c, nil
}

// listCollider puts a collider into its body's list, before another one or None.
func (w *World) listCollider(slot state.BodySlot, c state.ColliderSlot, next uint32) {
	first := &w.bodies.Motion[w.bodies.Row(slot)].FirstCollider
	prev := state.None
	if next != state.None {
		prev = w.shapes.Meta[next].Prev
		w.shapes.Meta[next].Prev = uint32(c)
	}
	w.shapes.Link[c].Next, w.shapes.Meta[c].Prev = next, prev
	if prev == state.None {
		*first = uint32(c)
	} else {
		w.shapes.Link[prev].Next = uint32(c)
	}
	w.bodies.Meta[slot].ColliderCount++
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

// countListeners counts the colliders with hit events, with pre-solve, one-way ones, and parts.
func (w *World) countListeners(f state.ColliderFlags, n int) {
	if f&state.ColliderWantsHits != 0 {
		w.listeners.hits += n
	}
	if f&state.ColliderPreSolve != 0 {
		w.listeners.preSolve += n
		w.pipeline.PreSolveColliders += n
	}
	if f&state.ColliderOneWay != 0 {
		w.pipeline.OneWayColliders += n
	}
	if f&state.ColliderPart != 0 {
		w.listeners.parts += n
	}
}

// insertProxy adds a collider to the broadphase.
func (w *World) insertProxy(slot state.BodySlot, c state.ColliderSlot) {
	link := &w.shapes.Link[c]
	class := broadphase.Immovable
	link.Flags |= state.ColliderStatic
	if w.bodies.Meta[slot].Type == body.Dynamic {
		class = broadphase.Moving
	}
	if w.bodies.Meta[slot].Type != body.Static {
		link.Flags &^= state.ColliderStatic
	}
	if link.Flags&state.ColliderSensor != 0 {
		class = broadphase.QueryOnly
		if w.shapes.WholeOf(c) == c {
			w.sensors.Add(c)
		}
	}
	link.Margin = w.pipeline.MarginOf(c)
	box := w.pipeline.FatBox(c, w.bodies.Pose[w.bodies.Row(slot)])
	w.pipeline.Broadphase.Insert(broadphase.Proxy{
		ID: uint32(c), Class: class, Category: w.shapes.Filter(c).Category, Box: box,
	})
	w.sensing.MarkNear(box)
}

// removeProxy takes a collider out of the broadphase and ends its contacts.
func (w *World) removeProxy(slot state.BodySlot, c state.ColliderSlot) {
	w.destroyContactsOf(slot, c)
	if w.shapes.Link[c].Flags&state.ColliderSensor != 0 {
		w.removeSensor(c)
	}
	w.sensing.MarkNear(w.pipeline.Broadphase.Box(uint32(c)))
	w.pipeline.Broadphase.Remove(uint32(c))
}

// updateProxies refreshes the boxes of a body that jumped.
func (w *World) updateProxies(slot state.BodySlot) {
	if w.bodies.Meta[slot].Disabled {
		return
	}
	pose := w.bodies.Pose[w.bodies.Row(slot)]
	for c := w.firstCollider(slot); c != state.None; c = w.shapes.Link[c].Next {
		box := w.pipeline.FatBox(state.ColliderSlot(c), pose)
		w.sensing.MarkNear(w.pipeline.Broadphase.Box(c))
		w.pipeline.Broadphase.Move(c, box)
		w.sensing.MarkNear(box)
	}
}

// removeCollider takes a collider off its body and destroys it. The caller updates the
// body's mass.
func (w *World) removeCollider(c state.ColliderSlot) {
	if slot := w.ownerOf(c); !w.bodies.Meta[slot].Disabled {
		w.removeProxy(slot, c)
	}
	w.forgetCollider(c)
}

// forgetCollider is removeCollider for one without a box.
func (w *World) forgetCollider(c state.ColliderSlot) {
	if w.isChained(c) {
		w.chains.release(w.shapes.Meta[c].Chain, w.shapes.Meta[c].ID)
	}
	w.unlistCollider(c)
	w.countListeners(w.shapes.Link[c].Flags, -1)
	w.crushable.remove(c)
	w.subscriptions.drop(uint64(w.shapes.Meta[c].ID), false)
	w.shapes.Remove(c)
}

// unlistCollider undoes listCollider.
func (w *World) unlistCollider(c state.ColliderSlot) {
	next, prev, owner := w.shapes.Link[c].Next, w.shapes.Meta[c].Prev, w.ownerOf(c)
	if prev != state.None {
		w.shapes.Link[prev].Next = next
	} else {
		w.bodies.Motion[w.bodies.Row(owner)].FirstCollider = next
	}
	if next != state.None {
		w.shapes.Meta[next].Prev = prev
	}
	w.bodies.Meta[owner].ColliderCount--
}

func (w *World) firstCollider(slot state.BodySlot) uint32 {
	return w.bodies.Motion[w.bodies.Row(slot)].FirstCollider
}

// Valid reports whether the collider exists.
func (c Collider) Valid() bool {
	if c.w == nil {
		return false
	}
	c.w.checkReadable()
	return c.alive()
}

// alive is Valid for the world's own use.
func (c Collider) alive() bool { return c.w.shapes.Alive(c.id) }

// ID returns the collider's identity within its world.
func (c Collider) ID() ColliderID { return c.id }

// World returns the world the collider was made in.
func (c Collider) World() *World { return c.w }

func (c Collider) slot() state.ColliderSlot {
	if c.w == nil {
		panic("world: use of the zero Collider")
	}
	c.w.checkReadable()
	if !c.alive() {
		panic("world: use of a destroyed collider")
	}
	return c.w.shapes.SlotOf(c.id)
}

// beginChange begins a change of the world for a call that changes the collider. It returns the
// slot too.
func (c Collider) beginChange() (state.ColliderSlot, error) {
	slot := c.slot()
	if err := c.w.beginChange(); err != nil {
		return slot, err
	}
	if c.w.isChained(slot) {
		c.w.endChange()
		return slot, ErrChained
	}
	return slot, nil
}

// String names the collider for messages.
func (c Collider) String() string {
	if !c.Valid() {
		return "collider(gone)"
	}
	return fmt.Sprintf("collider(%d of %v)", uint32(c.id), c.Body())
}

// Destroy takes the collider off its body. Touching contacts end, the bodies
// that touched it wake up, and the body's mass is computed again.
func (c Collider) Destroy() error {
	if r := c.w.recorder(); r != nil {
		r.call(callColliderDestroy).uint(uint64(c.id))
	}
	slot, err := c.beginChange()
	if err != nil {
		return err
	}
	defer c.w.endChange()
	owner := c.w.ownerOf(slot)
	if c.w.bodies.Meta[owner].Type == body.Static {
		c.w.wakeTouchingCollider(slot)
	} else {
		c.w.wakeTouching(owner)
		c.w.wake(owner)
	}
	c.w.removeWhole(slot)
	c.w.updateMass(owner)
	return nil
}

func (c Collider) owner() state.BodySlot { return c.w.ownerOf(c.slot()) }

// ownerOf returns the body that carries a collider.
func (w *World) ownerOf(c state.ColliderSlot) state.BodySlot {
	return state.BodySlot(w.shapes.Link[c].Owner)
}

// Body returns the body that carries the collider.
func (c Collider) Body() Body { return c.w.bodyAt(c.owner()) }

// Shape returns the shape as it was given, in the body's frame.
func (c Collider) Shape() shape.Support { return c.w.shapeOf(c.slot()) }

// SetShape replaces the shape, which is given in the body's frame. Its contacts end
// and start anew, the bodies that it touched wake up, and the body's mass is computed
// again.
func (c Collider) SetShape(s shape.Support) error {
	if r := c.w.recorder(); r != nil {
		r.call(callColliderSetShape).uint(uint64(c.id)).value(ColliderParts{Shape: s})
	}
	slot, err := c.beginChange()
	if err != nil {
		return err
	}
	defer c.w.endChange()
	if s == nil {
		return geom.NewFieldError("Shape", s, geom.ErrDegenerate)
	}
	w, owner := c.w, c.w.ownerOf(slot)
	var mass shape.Mass
	sd := w.shapes.Meta[slot].MaterialAndDensity.Value()
	if _, ok := partsOf(s); ok || w.shapes.Link[slot].Flags&state.ColliderPart != 0 {
		return w.replaceParts(slot, s)
	}
	if sd.Mass > 0 {
		if sd.Density, err = w.densityFor(s, sd.Mass); err != nil {
			return err
		}
	}
	if sd.Density > 0 && w.bodies.Meta[owner].Type == body.Dynamic {
		if mass, err = w.massOf(s, sd.Density); err != nil {
			return err
		}
	}
	if err := w.shapes.Replace(slot, s, w.bodies.Meta[owner].LocalCenter); err != nil {
		return err
	}
	w.shapeChanges++
	w.shapes.Meta[slot].MaterialAndDensity = sd.Handle()
	w.shapes.SetMass(slot, mass)
	c.reinsertProxy(slot, owner)
	w.updateMass(owner)
	return nil
}

// reinsertProxy ends the contacts of a collider and lets the pairs be found again.
func (c Collider) reinsertProxy(slot state.ColliderSlot, owner state.BodySlot) {
	w := c.w
	w.wakeTouching(owner)
	w.wake(owner)
	w.removeBoxes(slot)
	w.insertWhole(slot)
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
	if r := c.w.recorder(); r != nil {
		r.call(callColliderSetMaterial).uint(uint64(c.id)).value(m)
	}
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
	if err := w.beginChange(); err != nil {
		return err
	}
	defer w.endChange()
	if err := m.Validate(); err != nil {
		return err
	}
	old := w.shapes.Meta[slot].MaterialAndDensity.Value().Material
	w.setMaterialOfParts(slot, m)
	if w.shapes.Meta[slot].MaterialAndDensity.Value().Material == old {
		return nil
	}
	mixed := false
	defer func() {
		if !mixed {
			w.setMaterialOfParts(slot, old)
		}
	}()
	w.pipeline.UpdateMaterials(slot, w.contactsOf(w.ownerOf(slot)))
	mixed = true
	w.wakeTouchingCollider(slot)
	return nil
}

// Filter returns the bits that decide about collisions, with all bits in place of zeros.
func (c Collider) Filter() shape.Filter { return c.w.shapes.Filter(c.slot()) }

// SetFilter changes the bits that decide about collisions. The contacts start anew.
func (c Collider) SetFilter(f shape.Filter) error {
	if r := c.w.recorder(); r != nil {
		r.call(callColliderSetFilter).uint(uint64(c.id)).value(f)
	}
	slot, err := c.beginChange()
	if err != nil {
		return err
	}
	defer c.w.endChange()
	for p := uint32(slot); p != state.None; p = c.w.shapes.NextPart(p) {
		c.w.shapes.SetFilter(state.ColliderSlot(p), f.Normalized())
	}
	c.reinsertProxy(slot, c.w.ownerOf(slot))
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
	if r := c.w.recorder(); r != nil {
		r.call(callColliderSetDensity).uint(uint64(c.id)).float(density)
	}
	slot, err := c.beginChange()
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
	return c.w.setDensity(slot, density, 0)
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
	local, closest, least := pose.ApplyInverse(p), geom.Vec2{}, math.Inf(1)
	for part := uint32(slot); part != state.None; part = c.w.shapes.NextPart(part) {
		q := shape.ClosestPoint(c.w.shapes.Convex(state.ColliderSlot(part)), local)
		if d := q.Distance(local); d < least || part == uint32(slot) {
			closest, least = q, d
		}
	}
	return pose.Apply(closest).Mgl()
}

// maxQueryCoordinate keeps the products of a point's coordinates far inside float64.
const maxQueryCoordinate = 1e30
