package world

import (
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/id"
	"github.com/go-gl/mathgl/mgl64"
)

// columns adds the columns of the events to a list, under names that begin with a prefix.
func (e *Events) columns(w *World, l *column.List, prefix string) {
	l.State(prefix+"ContactBegins", column.Slice(&e.ContactBegins).HashedBy(column.Fold(&e.ContactBegins, hashContactBegins)))
	l.State(prefix+"ContactEnds", column.Slice(&e.ContactEnds).HashedBy(column.Fold(&e.ContactEnds, hashContactEnds)))
	l.State(prefix+"Hits", column.Slice(&e.Hits).HashedBy(column.Fold(&e.Hits, hashHits)))
	l.State(prefix+"SensorBegins", column.Slice(&e.SensorBegins).HashedBy(column.Fold(&e.SensorBegins, hashSensorEvents)))
	l.State(prefix+"SensorEnds", column.Slice(&e.SensorEnds).HashedBy(column.Fold(&e.SensorEnds, hashSensorEvents)))
	l.State(prefix+"AreaBegins", column.Slice(&e.AreaBegins).HashedBy(column.Fold(&e.AreaBegins, hashAreaEvents)))
	l.State(prefix+"AreaEnds", column.Slice(&e.AreaEnds).HashedBy(column.Fold(&e.AreaEnds, hashAreaEvents)))
	l.State(prefix+"Crushes", column.Slice(&e.Crushes).HashedBy(column.Fold(&e.Crushes, hashCrushes)))
	l.State(prefix+"JointStresses", column.Slice(&e.JointStresses).HashedBy(column.Fold(&e.JointStresses, hashStresses)))
	l.State(prefix+"Sleeps", column.Slice(&e.Sleeps).HashedBy(column.Fold(&e.Sleeps, hashBodies)))
	l.State(prefix+"Wakes", column.Slice(&e.Wakes).HashedBy(column.Fold(&e.Wakes, hashBodies)))
	l.State(prefix+"Quarantines", column.Slice(&e.Quarantines).HashedBy(column.Fold(&e.Quarantines, hashQuarantines)))
	for kind := range e.owners {
		owners := column.Slice(&e.owners[kind])
		if w.config.Stable {
			owners.HashedBy(column.Fold(&e.owners[kind], w.hashOwners))
		}
		l.State(fmt.Sprint(prefix, "owners.", kind), owners)
	}
}

// rebind makes the handles of the events refer to a world.
func (e *Events) rebind(w *World) {
	for i := range e.ContactBegins {
		x := &e.ContactBegins[i]
		x.ColliderA.w, x.ColliderB.w = w, w
	}
	for i := range e.ContactEnds {
		x := &e.ContactEnds[i]
		x.ColliderA.w, x.ColliderB.w = w, w
	}
	for i := range e.Hits {
		x := &e.Hits[i]
		x.ColliderA.w, x.ColliderB.w = w, w
	}
	for _, list := range [...][]SensorEvent{e.SensorBegins, e.SensorEnds} {
		for i := range list {
			list[i].Sensor.w, list[i].Visitor.w = w, w
		}
	}
	for _, list := range [...][]AreaEvent{e.AreaBegins, e.AreaEnds} {
		for i := range list {
			list[i].Area.w, list[i].Body.w = w, w
		}
	}
	for i := range e.Crushes {
		e.Crushes[i].Body.w, e.Crushes[i].Collider.w = w, w
	}
	for i := range e.JointStresses {
		x := &e.JointStresses[i]
		x.Joint.w, x.BodyA.w, x.BodyB.w = w, w, w
	}
	for _, list := range [...][]Body{e.Sleeps, e.Wakes} {
		for i := range list {
			list[i].w = w
		}
	}
	for i := range e.Quarantines {
		e.Quarantines[i].Body.w = w
	}
}

func hashPoint(h *column.Hasher, p geom.Vec2) {
	h.Float64(p.X)
	h.Float64(p.Y)
}

// hashBodyID and hashColliderID fold in the part of an ID that does not depend on the order in
// which a world with Config.Stable was built.
func (w *World) hashBodyID(h *column.Hasher, b BodyID) {
	h.Uint64(uint64(w.bodies.Canonical(id.ID(b))))
}

func (w *World) hashColliderID(h *column.Hasher, c ColliderID) {
	h.Uint64(uint64(w.shapes.Canonical(id.ID(c))))
}

func hashBody(h *column.Hasher, b Body)         { b.w.hashBodyID(h, b.id) }
func hashCollider(h *column.Hasher, c Collider) { c.w.hashColliderID(h, c.id) }

func hashVec2(h *column.Hasher, v mgl64.Vec2) {
	h.Float64(v[0])
	h.Float64(v[1])
}

func hashPair(h *column.Hasher, a, b Collider) {
	hashCollider(h, a)
	hashCollider(h, b)
}

func hashMeeting(h *column.Hasher, position, normal mgl64.Vec2, speed, fraction float64) {
	hashVec2(h, position)
	hashVec2(h, normal)
	h.Float64(speed)
	h.Float64(fraction)
}

func hashContactBegins(h *column.Hasher, list []ContactBegin) {
	for i := range list {
		x := &list[i]
		hashPair(h, x.ColliderA, x.ColliderB)
		hashMeeting(h, x.Position, x.Normal, x.ApproachSpeed, x.Fraction)
		h.Uint64(uint64(x.Contact))
		h.Uint64(x.UserNumber)
	}
}

func hashContactEnds(h *column.Hasher, list []ContactEnd) {
	for i := range list {
		x := &list[i]
		hashPair(h, x.ColliderA, x.ColliderB)
		h.Uint64(uint64(x.Contact))
		h.Uint64(x.UserNumber)
	}
}

func hashHits(h *column.Hasher, list []Hit) {
	for i := range list {
		x := &list[i]
		hashPair(h, x.ColliderA, x.ColliderB)
		hashMeeting(h, x.Position, x.Normal, x.ApproachSpeed, x.Fraction)
		h.Float64(x.Impulse)
		h.Uint64(x.UserNumber)
	}
}

func hashSensorEvents(h *column.Hasher, list []SensorEvent) {
	for i := range list {
		hashPair(h, list[i].Sensor, list[i].Visitor)
		h.Float64(list[i].Fraction)
	}
}

func hashAreaEvents(h *column.Hasher, list []AreaEvent) {
	for i := range list {
		h.Uint64(uint64(list[i].Area.id))
		hashBody(h, list[i].Body)
	}
}

func hashCrushes(h *column.Hasher, list []Crush) {
	for i := range list {
		x := &list[i]
		hashBody(h, x.Body)
		hashCollider(h, x.Collider)
		h.Float64(x.Force)
		hashVec2(h, x.Direction)
	}
}

func hashStresses(h *column.Hasher, list []JointStress) {
	for i := range list {
		h.Uint64(uint64(list[i].Joint.w.joints.Canonical(id.ID(list[i].Joint.id))))
		h.Float64(list[i].Force)
		h.Float64(list[i].Torque)
		h.Bool(list[i].Broke)
	}
}

func hashBodies(h *column.Hasher, list []Body) {
	for _, b := range list {
		hashBody(h, b)
	}
}

func hashQuarantines(h *column.Hasher, list []Quarantine) {
	for _, q := range list {
		hashBody(h, q.Body)
	}
}

func (w *World) hashOwners(h *column.Hasher, list []eventOwners) {
	for i := range list {
		w.hashBodyID(h, list[i][0])
		w.hashBodyID(h, list[i][1])
	}
}
