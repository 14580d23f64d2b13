package view

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/internal/tools"
	"github.com/go-gl/mathgl/mgl64"
)

// shapeTable holds the sent shapes, equal shapes once.
type shapeTable struct {
	records []byte // of all, one after the other
	numbers map[string]uint32
	count   int
	told    int // the readers know the first ones
	toldEnd int // where those end in records
	scratch []byte
}

func (t *shapeTable) forget() {
	clear(t.numbers)
	t.records, t.count, t.told, t.toldEnd = t.records[:0], 0, 0, 0
}

// crowded reports whether most shapes are no longer used.
func (t *shapeTable) crowded(colliders int) bool { return t.count > 1024+2*colliders }

func (t *shapeTable) number(s shape.Support) uint32 {
	t.scratch = appendShape(t.scratch[:0], s)
	if n, ok := t.numbers[string(t.scratch)]; ok {
		return n
	}
	if t.numbers == nil {
		t.numbers = map[string]uint32{}
	}
	n := uint32(t.count)
	t.numbers[string(t.scratch)] = n
	t.records = append(t.records, t.scratch...)
	t.count++
	return n
}

// append appends the shapes from an index on: from the first, or from the first that was not sent.
func (t *shapeTable) append(dst []byte, first int) []byte {
	dst, at := beginSection(dst, sectionShapes)
	from := 0
	if first > 0 {
		from = t.toldEnd
	}
	dst = append(dst, t.records[from:]...)
	le.PutUint32(dst[at+12:], uint32(first))
	t.toldEnd = len(t.records)
	return endSection(dst, at, t.count-first)
}

func appendShape(dst []byte, s shape.Support) []byte {
	switch s := s.(type) {
	case shape.Circle:
		return appendShapeRecord(dst, Circle, s.Center[0], s.Center[1], s.Radius)
	case shape.Capsule:
		return appendSausage(dst, s.A, s.B, s.Radius)
	case shape.Segment:
		if s.Radius > 0 {
			return appendSausage(dst, s.A, s.B, s.Radius)
		}
		return appendShapeRecord(dst, Segment, s.A[0], s.A[1], s.B[0], s.B[1])
	case shape.ChainSegment:
		return appendShapeRecord(dst, ChainSegment, s.A[0], s.A[1], s.B[0], s.B[1], s.Before[0], s.Before[1], s.After[0], s.After[1])
	case shape.HalfPlane:
		n := s.Normal.Mul(1 / geom.From(s.Normal).Length())
		return appendShapeRecord(dst, HalfPlane, s.Point[0], s.Point[1], n[0], n[1])
	case shape.Ellipse:
		if s.Skin == 0 {
			return appendShapeRecord(dst, Ellipse, s.Center[0], s.Center[1], s.RX, s.RY, s.Angle)
		}
	case shape.Polygon:
		points := s.Points()
		dst = appendNumbers(dst, uint32(Polygon), uint32(1+2*len(points)))
		return appendPoints(appendFloats(dst, s.SkinRadius()), points)
	}
	points := shape.Outline(s, 0)
	dst = appendNumbers(dst, uint32(Outline), uint32(2*len(points)))
	return appendPoints(dst, points)
}

// appendSausage appends a capsule, or a circle if its ends are equal.
func appendSausage(dst []byte, a, b mgl64.Vec2, radius float64) []byte {
	if a == b {
		return appendShapeRecord(dst, Circle, a[0], a[1], radius)
	}
	return appendShapeRecord(dst, Capsule, a[0], a[1], b[0], b[1], radius)
}

func appendShapeRecord(dst []byte, kind ShapeKind, numbers ...float64) []byte {
	return appendFloats(appendNumbers(dst, uint32(kind), uint32(len(numbers))), numbers...)
}

func appendPoints(dst []byte, points []mgl64.Vec2) []byte {
	for _, p := range points {
		dst = appendFloats(dst, p[0], p[1])
	}
	return dst
}

// sentCollider holds the data of a collider that the readers have. A generation of zero is none.
type sentCollider struct {
	generation, body, shape, flags, chain uint32
	oneWay                                [2]float32
	seen                                  uint32
}

// colliderWriter compares colliders with the sent data.
type colliderWriter struct {
	sent             []sentCollider // by slot
	count            int
	changed, removed []uint32 // slots
	stamp            uint32
	list             []uint32
	summaries        []tools.Collider
}

func (c *colliderWriter) forget() {
	clear(c.sent)
	c.count = 0
}

func (c *colliderWriter) begin() { c.changed, c.removed = c.changed[:0], c.removed[:0] }

// find finds the colliders that were created or destroyed, or changed if some colliders got other
// shapes.
func (c *colliderWriter) find(w *world.World, shapes *shapeTable, reshaped bool) {
	c.summaries = w.Tables().AppendColliders(c.summaries[:0])
	c.count = len(c.summaries)
	c.stamp++
	for i := range c.summaries {
		s := &c.summaries[i]
		slot, generation := uint32(s.ID), uint32(s.ID>>32)
		if int(slot) >= len(c.sent) {
			c.sent = growZero(c.sent, int(slot)+1)
		}
		sent := &c.sent[slot]
		sent.seen = c.stamp
		if sent.generation == generation && !reshaped {
			continue
		}
		now := sentCollider{generation: generation, body: uint32(s.Body), chain: none, seen: c.stamp, shape: shapes.number(s.Shape)}
		if s.Sensor {
			now.flags |= colliderSensor
		}
		if s.Chained {
			now.flags |= colliderChained
			now.chain = s.Chain
		}
		if s.OneWay != (mgl64.Vec2{}) {
			now.flags |= colliderOneWay
			now.oneWay = [2]float32{float32(s.OneWay[0]), float32(s.OneWay[1])}
		}
		if *sent != now {
			*sent = now
			c.changed = append(c.changed, slot)
		}
	}
	for slot := range c.sent {
		if sent := &c.sent[slot]; sent.generation != 0 && sent.seen != c.stamp {
			c.removed = append(c.removed, uint32(slot))
			*sent = sentCollider{}
		}
	}
}

// all returns the slots of all colliders.
func (c *colliderWriter) all() []uint32 {
	c.list = c.list[:0]
	for slot := range c.sent {
		if c.sent[slot].generation != 0 {
			c.list = append(c.list, uint32(slot))
		}
	}
	return c.list
}

func (c *colliderWriter) appendRecords(dst []byte, slots []uint32) []byte {
	dst, at := beginSection(dst, sectionColliders)
	for _, slot := range slots {
		s := &c.sent[slot]
		dst = appendNumbers(dst, slot, s.generation, s.body, s.shape, s.flags, s.chain)
		dst = appendFloats32(dst, s.oneWay[0], s.oneWay[1])
	}
	return endSection(dst, at, len(slots))
}
