package world

import (
	"sync"
	"sync/atomic"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// space holds the shapes and poses that queries read: of a world now, or of a View. World and View
// have its queries as methods.
type space struct {
	bodies *state.Bodies      `column:"part"`
	shapes *state.Colliders   `column:"part"`
	boxes  broadphase.Queries `column:"part"`

	lengthUnit float64     `column:"fixed"`
	world      *World      `column:"fixed"`   // of the handles in the results
	door       *door       `column:"fixed"`   // of a world that may change during a query; nil in a View, which does not change
	queryPool  sync.Pool   `column:"scratch"` // of *query
	released   atomic.Bool `column:"fixed"`   // a View that was given back
}

// beginQuerying panics when the space may not be queried now. Its result is for endQuerying.
func (s *space) beginQuerying() uint64 {
	if s.door == nil {
		s.check()
		return 0
	}
	return s.door.beginQuerying()
}

// check panics when the space is a View that was released.
func (s *space) check() {
	if s.released.Load() {
		panic("world: use of a view that was released")
	}
}

// endQuerying panics when the space has changed since.
func (s *space) endQuerying(began uint64) {
	if s.door != nil {
		s.door.endQuerying(began)
	}
}

// colliderAt and bodyAt return the handles of a slot. All parts of a compound have one.
func (s *space) colliderAt(c state.ColliderSlot) Collider {
	return Collider{s.world, s.shapes.Meta[s.shapes.WholeOf(c)].ID}
}

func (s *space) bodyAt(slot state.BodySlot) Body { return Body{s.world, s.bodies.Meta[slot].ID} }

// colliderAt and bodyAt of a world read the generations of slots, which lie closer together than
// the records. A View has none.
func (w *World) colliderAt(c state.ColliderSlot) Collider {
	if w.pipeline.PartColliders > 0 {
		c = w.shapes.WholeOf(c)
	}
	return Collider{w, w.shapes.At(c)}
}

func (w *World) bodyAt(slot state.BodySlot) Body { return Body{w, w.bodies.At(slot)} }

// poseOf returns the pose of the body that carries a collider.
func (s *space) poseOf(c state.ColliderSlot) *geom.Transform {
	return &s.bodies.Pose[s.bodies.Row(s.shapes.Link[c].Owner)]
}

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

// alive is Valid for the world's own use.
func (c Collider) alive() bool { return c.w.shapes.Alive(c.id) }

func (s *space) init(world *World, bodies *state.Bodies, shapes *state.Colliders, boxes broadphase.Queries) {
	s.world, s.lengthUnit = world, world.config.LengthUnit
	s.bodies, s.shapes, s.boxes = bodies, shapes, boxes
}
