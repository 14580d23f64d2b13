package view

import (
	"math"
	"time"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/internal/tools"
	"github.com/go-gl/mathgl/mgl64"
)

// readingWriter writes the layers that are complete in every frame.
type readingWriter struct {
	velocities []world.Velocity
	contacts   []tools.Contact
	bounds     []tools.Bounds
}

func (r *readingWriter) appendVelocities(dst []byte, w *world.World) []byte {
	r.velocities = w.AppendAwakeVelocities(r.velocities[:0])
	dst, at := beginSection(dst, sectionVelocities)
	dst, payload := extend(dst, velocitySize*len(r.velocities))
	for i := range r.velocities {
		v := &r.velocities[i]
		p := payload[velocitySize*i:][:velocitySize]
		le.PutUint32(p, math.Float32bits(float32(v.Linear[0])))
		le.PutUint32(p[4:], math.Float32bits(float32(v.Linear[1])))
		le.PutUint32(p[8:], math.Float32bits(float32(v.Angular)))
	}
	return endSection(dst, at, len(r.velocities))
}

func (r *readingWriter) findContacts(w *world.World) {
	r.contacts = w.Tables().AppendContacts(r.contacts[:0])
}

func (r *readingWriter) appendContacts(dst []byte) []byte {
	dst, at := beginSection(dst, sectionContacts)
	dst, payload := extend(dst, contactSize*len(r.contacts))
	for i := range r.contacts {
		c, p := &r.contacts[i], payload[contactSize*i:][:contactSize]
		flags := uint32(c.Count)
		if c.Asleep {
			flags |= contactAsleep
		}
		if c.Touching {
			flags |= contactTouching
		}
		le.PutUint32(p, c.ColliderA)
		le.PutUint32(p[4:], c.ColliderB)
		le.PutUint32(p[8:], c.Body)
		le.PutUint32(p[12:], flags)
		le.PutUint32(p[16:], math.Float32bits(c.Normal[0]))
		le.PutUint32(p[20:], math.Float32bits(c.Normal[1]))
		for k := range c.Points {
			o, q := &c.Points[k], p[24+20*k:][:20]
			le.PutUint32(q, math.Float32bits(o.X))
			le.PutUint32(q[4:], math.Float32bits(o.Y))
			le.PutUint32(q[8:], math.Float32bits(o.Separation))
			le.PutUint32(q[12:], math.Float32bits(o.NormalImpulse))
			le.PutUint32(q[16:], math.Float32bits(o.TangentImpulse))
		}
	}
	return endSection(dst, at, len(r.contacts))
}

func (r *readingWriter) appendJoints(dst []byte, w *world.World) []byte {
	dst, at := beginSection(dst, sectionJoints)
	n := 0
	for j := range w.Joints() {
		dst = appendJoint(dst, j)
		n++
	}
	return endSection(dst, at, n)
}

func appendJoint(dst []byte, j world.Joint) []byte {
	id, kind, force := uint64(j.ID()), j.Kind(), j.Force()
	flags, extra := looksOf(j)
	if !j.Enabled() {
		flags |= jointDisabled
	}
	dst = appendNumbers(dst, uint32(id), uint32(id>>32), uint32(kind), flags, uint32(j.BodyA().ID()), uint32(j.BodyB().ID()))
	dst = appendFloats32(dst, float32(force[0]), float32(force[1]), float32(j.Torque()), 0)
	a, b := j.Anchors()
	return appendFloats(dst, a[0], a[1], b[0], b[1], extra[0][0], extra[0][1], extra[1][0], extra[1][1])
}

// looksOf returns the flags of a joint, and the two points of its picture in the world.
func looksOf(j world.Joint) (flags uint32, points [2]mgl64.Vec2) {
	picture := j.Picture()
	points = picture.Points
	switch picture.Line {
	case joint.LineSlot:
		points[0], points[1] = j.BodyA().WorldPoint(points[0]), j.BodyA().WorldPoint(points[1])
	case joint.LineSpring:
		flags = jointSpring
	case joint.LineNone:
		flags = jointNoAnchors
	}
	return flags, points
}

func (r *readingWriter) findBounds(w *world.World) {
	r.bounds = w.Tables().AppendBounds(r.bounds[:0])
}

func (r *readingWriter) appendBounds(dst []byte, kind uint32) []byte {
	dst, at := beginSection(dst, kind)
	for i := range r.bounds {
		b := &r.bounds[i]
		box := &b.Tight
		if kind == sectionBroadphase {
			box = &b.Fat
		}
		dst = appendNumbers(dst, uint32(b.Collider), uint32(b.Body))
		dst = appendFloats32(dst, float32(box[0]-b.Center[0]), float32(box[1]-b.Center[1]), float32(box[2]-b.Center[0]), float32(box[3]-b.Center[1]))
	}
	return endSection(dst, at, len(r.bounds))
}

func appendStages(dst []byte, w *world.World) []byte {
	p := w.Profile()
	dst, at := beginSection(dst, sectionStages)
	for _, d := range [stageCount]time.Duration{
		p.Pairs, p.Evaluate, p.Transition, p.Areas, p.Solve, p.Finalize, p.Continuous, p.Refit, p.Bullets, p.Sensors, p.Sleep, p.Publish, p.Total,
	} {
		dst = appendFloats32(dst, float32(d.Seconds()*1e3))
	}
	return endSection(dst, at, stageCount)
}

func appendCounters(dst []byte, w *world.World) []byte {
	c := w.Counters()
	dst, at := beginSection(dst, sectionCounters)
	for _, n := range [counterCount]int{
		c.Bodies, c.Awake, c.Asleep, c.Static, c.Colliders, c.Contacts, c.Touching, c.Joints, c.Islands, c.Colors,
	} {
		dst = appendFloats(dst, float64(n))
	}
	return endSection(dst, at, counterCount)
}

func appendEnergy(dst []byte, w *world.World) []byte {
	e := w.Energy()
	dst, at := beginSection(dst, sectionEnergy)
	dst = appendFloats(dst, e.Kinetic, e.Potential, e.Momentum[0], e.Momentum[1], e.Angular, e.Mass)
	return endSection(dst, at, energyCount)
}

// appendDepth appends the deepest overlap of the contacts that were found.
func (r *readingWriter) appendDepth(dst []byte, bodies []sentPose) []byte {
	numbers := [depthCount]float64{3: float64(none), 4: float64(none)}
	for i := range r.contacts {
		c := &r.contacts[i]
		for _, p := range c.Points[:c.Count] {
			if overlap := -float64(p.Separation); overlap > numbers[0] {
				center := &bodies[c.Body]
				numbers = [depthCount]float64{overlap, center.x + float64(p.X), center.y + float64(p.Y), float64(c.ColliderA), float64(c.ColliderB)}
			}
		}
	}
	dst, at := beginSection(dst, sectionDepth)
	return endSection(appendFloats(dst, numbers[:]...), at, depthCount)
}
