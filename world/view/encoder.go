package view

import (
	"encoding/binary"
	"math"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/internal/tools"
)

var le = binary.LittleEndian

// Encoder writes the frames of a world. The zero Encoder is ready. It reads the world between
// steps.
//
// All readers of one Encoder see the same frames. A reader that begins later, or has missed a
// frame, begins with a keyframe from AppendKeyframe for it alone.
type Encoder struct {
	Layers Layers // of the next frame

	// Style returns the colour of a body, 0xRRGGBBAA, or 0 for the colour of its state. It is
	// called when the body appears, and again after Restyle.
	Style func(world.Body) uint32

	world    *world.World
	sequence uint32
	quantum  float64
	versions tools.Versions
	layers   Layers // of the last frame
	restyle  bool

	settings  settingsWriter
	shapes    shapeTable
	bodies    bodyWriter
	colliders colliderWriter
	extras    extraWriter
	events    eventWriter
	readings  readingWriter
}

// AppendFrame appends a frame of the world to dst: the changes since the last frame. The first
// frame is a keyframe, and so is the first frame of another world.
func (e *Encoder) AppendFrame(dst []byte, w *world.World) []byte {
	key := e.world != w || e.shapes.crowded(e.colliders.count)
	if key {
		e.forget(w)
	}
	e.sequence++
	e.find(w, key)
	start := len(dst)
	dst = e.appendHeader(dst, key)
	if key || e.settings.changed {
		dst = e.settings.append(dst)
	}
	dst = appendSlots(dst, sectionRemovedColliders, e.colliders.removed)
	dst = appendSlots(dst, sectionRemovedBodies, e.bodies.removed)
	dst = e.shapes.append(dst, e.shapes.told)
	e.shapes.told = e.shapes.count
	dst = e.bodies.appendRecords(dst, e.bodies.changed)
	dst = e.colliders.appendRecords(dst, e.colliders.changed)
	dst = e.bodies.appendPoses(dst, e.bodies.jumped)
	if key || e.bodies.movingChanged {
		dst = appendSlots(dst, sectionMoving, e.bodies.moving)
	}
	if !key {
		dst = e.bodies.appendMoves(dst)
		dst = e.bodies.appendStates(dst)
	}
	dst = e.appendLayers(dst, key)
	e.layers = e.Layers
	return finishFrame(dst, start)
}

// AppendKeyframe appends a keyframe that leads to the same picture as the last frame of
// AppendFrame, and has its sequence. The world must not have changed since.
func (e *Encoder) AppendKeyframe(dst []byte, w *world.World) []byte {
	if e.world != w {
		return e.AppendFrame(dst, w)
	}
	start := len(dst)
	dst = e.appendHeader(dst, true)
	dst = e.settings.append(dst)
	dst = e.shapes.append(dst, 0)
	dst = e.bodies.appendRecords(dst, e.bodies.all())
	dst = e.colliders.appendRecords(dst, e.colliders.all())
	dst = e.bodies.appendPoses(dst, e.bodies.all())
	dst = appendSlots(dst, sectionMoving, e.bodies.moving)
	dst = e.appendLayers(dst, true)
	return finishFrame(dst, start)
}

// Gather keeps the events of the last Step for the next frame. A program that steps more often than
// it writes frames calls it after every Step. Without the layer Events it does nothing.
func (e *Encoder) Gather(w *world.World) {
	if e.Layers&Events != 0 {
		e.events.gather(w)
	}
}

// Reset makes the next frame a keyframe for all readers.
func (e *Encoder) Reset() { e.world = nil }

// Restyle makes the next frame call Style for every body.
func (e *Encoder) Restyle() { e.restyle = true }

// forget drops the record of sent data.
func (e *Encoder) forget(w *world.World) {
	e.world, e.layers = w, 0
	_, exponent := math.Frexp(w.Config().LengthUnit)
	e.quantum = math.Ldexp(1, exponent-1-16)
	e.bodies.forget()
	e.colliders.forget()
	e.shapes.forget()
	e.extras.forget()
}

// find compares the world with the sent data.
func (e *Encoder) find(w *world.World, key bool) {
	v := w.Tables().Versions()
	calls := key || v.Calls != e.versions.Calls || v.Rows != e.versions.Rows
	reshaped := v.Shapes != e.versions.Shapes
	e.settings.find(w)
	e.bodies.begin()
	if calls || e.restyle {
		e.bodies.findRecords(w, e.Style, e.restyle)
		e.restyle = false
	}
	e.bodies.findMoves(w, e.quantum)
	if calls {
		e.bodies.findJumps(w, e.quantum)
	}
	e.colliders.begin()
	if key || reshaped || v.Colliders != e.versions.Colliders {
		e.colliders.find(w, &e.shapes, reshaped)
	}
	e.extras.find(w, e.Layers, e.layers, extraChanges{calls, calls || v.Islands != e.versions.Islands, reshaped}, &e.shapes)
	e.events.begin(w, e.Layers)
	e.versions = v
}

func (e *Encoder) appendHeader(dst []byte, key bool) []byte {
	flags := uint16(0)
	if key {
		flags = keyframeFlag
	}
	w := e.world
	dst = le.AppendUint32(dst, magic)
	dst = le.AppendUint16(dst, Version)
	dst = le.AppendUint16(dst, flags)
	dst = le.AppendUint32(dst, e.sequence)
	dst = le.AppendUint32(dst, 0) // length, see finishFrame
	dst = appendFloats(dst, float64(w.Ticks()), w.Time(), e.quantum, e.settings.timestep, w.Alpha())
	dst = le.AppendUint32(dst, uint32(e.Layers))
	return le.AppendUint32(dst, 0) // number of sections
}

// appendLayers appends the sections of the layers; whole includes unchanged layers.
func (e *Encoder) appendLayers(dst []byte, whole bool) []byte {
	w, l := e.world, e.Layers
	r := &e.readings
	if l&Velocities != 0 {
		dst = r.appendVelocities(dst, w)
	}
	if l&(Contacts|Depth) != 0 {
		r.findContacts(w)
	}
	if l&Contacts != 0 {
		dst = r.appendContacts(dst)
	}
	if l&Joints != 0 {
		dst = r.appendJoints(dst, w)
	}
	if l&(Boxes|Broadphase) != 0 {
		r.findBounds(w)
	}
	if l&Boxes != 0 {
		dst = r.appendBounds(dst, sectionBoxes)
	}
	if l&Broadphase != 0 {
		dst = r.appendBounds(dst, sectionBroadphase)
	}
	dst = e.extras.append(dst, l, whole)
	if l&Events != 0 {
		dst = e.events.append(dst)
	}
	if l&Stages != 0 {
		dst = appendStages(dst, w)
	}
	if l&Counters != 0 {
		dst = appendCounters(dst, w)
	}
	if l&Energy != 0 {
		dst = appendEnergy(dst, w)
	}
	if l&Depth != 0 {
		dst = r.appendDepth(dst, e.bodies.poses)
	}
	return dst
}

// settingsWriter keeps the section of the world.
type settingsWriter struct {
	sent     [3]float64 // length unit, gravity
	timestep float64
	changed  bool
}

func (s *settingsWriter) find(w *world.World) {
	c := w.Config()
	now := [3]float64{c.LengthUnit, c.Gravity[0], c.Gravity[1]}
	s.changed = now != s.sent
	s.sent, s.timestep = now, c.Timestep
}

func (s *settingsWriter) append(dst []byte) []byte {
	dst, at := beginSection(dst, sectionWorld)
	dst = appendFloats(dst, s.sent[0], s.sent[1], s.sent[2], 0)
	return endSection(dst, at, 1)
}
