package terrain

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Wait reports that a body begins to wait for its ground, or ends to wait. Bodies that sleep
// because they are connected with it are not reported.
type Wait struct {
	Body  world.Body
	Ended bool
}

// wait is a body that waits asleep, with the velocity that it had.
type wait struct {
	body      world.BodyID
	velocity  mgl64.Vec2
	spin      float64
	connected bool // the body has its ground, and sleeps because it is connected with a body that waits
}

// chunked is ground whose chunks are loaded and unloaded.
type chunked interface {
	isLoaded(at image.Point) bool
	appendLoaded(dst []image.Point) []image.Point // in any order
	read(places []image.Point) error              // makes the chunks that load brings into the world
	load(n int) error                             // n is the number of places
	unload(at image.Point) error
}

// stream loads and unloads the chunks of a ground around points, and makes bodies wait for their
// chunks.
type stream struct {
	w      *world.World
	ground chunked
	origin mgl64.Vec2 // the lower left corner of chunk 0, 0
	side   float64    // of a chunk, m
	streamState
	places []image.Point // scratch: to load
	far    []image.Point // scratch: to unload
	poses  []world.Pose

	stopping []wait // awake bodies, before some of them are put to sleep
}

// streamState is the saved state of a stream.
type streamState struct {
	waiting []wait
	waits   []Wait
}

// copyFrom copies another state, with the bodies of a world.
func (s *streamState) copyFrom(from *streamState, w *world.World) {
	s.waiting = append(s.waiting[:0], from.waiting...)
	s.waits = append(s.waits[:0], from.waits...)
	for i := range s.waits {
		s.waits[i].Body = w.BodyByID(s.waits[i].Body.ID())
	}
}

// focus unloads the chunks that are farther from all points than a distance and a chunk's side, and
// loads the chunks within the distance. Then bodies begin and end to wait.
func (s *stream) focus(distance float64, points []mgl64.Vec2) error {
	if err := geom.CheckNotNegative("Distance", distance); err != nil {
		return err
	}
	if chunks := float64(distance/s.side*2) + 1; chunks*chunks > maxCells/chunkTiles {
		return geom.NewFieldError("Distance", distance, geom.ErrOutOfRange)
	}
	for i, p := range points {
		if err := geom.CheckPoint(fmt.Sprintf("Points[%d]", i), geom.From(p)); err != nil {
			return err
		}
	}
	if err := s.exchange(distance, points); err != nil {
		return err
	}
	if len(s.waiting)+len(s.waits) > 0 {
		if err := mayChange(s.w); err != nil {
			return err
		}
	}
	s.waits = s.waits[:0]
	if err := s.endWaits(); err != nil {
		return err
	}
	return s.beginWaits()
}

// exchange unloads and loads chunks. The source is read and the world is asked first, so a refused
// call has no effect.
func (s *stream) exchange(distance float64, points []mgl64.Vec2) error {
	s.far = slices.DeleteFunc(s.ground.appendLoaded(s.far[:0]), func(at image.Point) bool {
		return s.distanceTo(at, points) <= distance+s.side
	})
	slices.SortFunc(s.far, comparePlaces)
	s.places = s.places[:0]
	for i := range points {
		s.appendNear(distance, points, i)
	}
	if len(s.far)+len(s.places) == 0 {
		return nil
	}
	if err := s.ground.read(s.places); err != nil {
		return err
	}
	if err := mayChange(s.w); err != nil {
		return err
	}
	for _, at := range s.far {
		if err := s.ground.unload(at); err != nil {
			return err
		}
	}
	return s.ground.load(len(s.places))
}

// mayChange returns the error of calls that change the world, such as world.ErrStepping.
func mayChange(w *world.World) error {
	_, err := w.CreateBodies(nil, nil)
	return err
}

// checkGround returns an error for a chunk of which the game has destroyed the body or a piece.
// Chunks without a body have no pieces.
func checkGround[P any](w *world.World, place any, body world.BodyID, pieces []P, colliderOf func(P) world.ColliderID) error {
	gone := body != 0 && !w.BodyByID(body).Valid()
	for _, p := range pieces {
		id := colliderOf(p)
		gone = gone || id != 0 && !w.ColliderByID(id).Valid()
	}
	if gone {
		return fmt.Errorf("terrain: the ground of chunk %v %w", place, world.ErrDestroyed)
	}
	return nil
}

// destroyGround destroys the body of a chunk, unless the chunk has none or the game has destroyed
// it.
func destroyGround(w *world.World, body world.BodyID) error {
	if b := w.BodyByID(body); b.Valid() {
		return b.Destroy()
	}
	return nil
}

func comparePlaces(a, b image.Point) int {
	return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X))
}

// distanceTo returns the distance of a chunk to the nearest of some points.
func (s *stream) distanceTo(at image.Point, points []mgl64.Vec2) float64 {
	low, high := s.corner(at), s.corner(at.Add(image.Pt(1, 1)))
	nearest := math.Inf(1)
	for _, p := range points {
		x := max(0, low[0]-p[0], p[0]-high[0])
		y := max(0, low[1]-p[1], p[1]-high[1])
		nearest = min(nearest, geom.Vec2{X: x, Y: y}.Length())
	}
	return nearest
}

// corner returns the lower left corner of a chunk in the world.
func (s *stream) corner(at image.Point) mgl64.Vec2 {
	x, y := float64(float64(at.X)*s.side), float64(float64(at.Y)*s.side)
	return s.origin.Add(mgl64.Vec2{x, y})
}

// chunkAt returns the chunk in which a point of the world lies.
func (s *stream) chunkAt(point mgl64.Vec2) image.Point {
	p, side := point.Sub(s.origin), float64(s.side/ChunkSide)
	return chunkOf(image.Pt(cellCoordinate(p[0]/side), cellCoordinate(p[1]/side)))
}

// appendNear appends to the places the chunks within a distance of a point of a list that are not
// loaded. It leaves out the chunks within the distance of an earlier point, which are in the places
// already.
func (s *stream) appendNear(distance float64, points []mgl64.Vec2, i int) {
	reach := mgl64.Vec2{distance, distance}
	for at := range placesIn(through(s.chunkAt(points[i].Sub(reach)), s.chunkAt(points[i].Add(reach)))) {
		if !s.ground.isLoaded(at) && s.distanceTo(at, points[i:i+1]) <= distance && s.distanceTo(at, points[:i]) > distance {
			s.places = append(s.places, at)
		}
	}
}

// endWaits wakes the waiting bodies whose ground has come, with all that is connected with them,
// and gives every body that is awake then the velocity with which it fell asleep. Bodies without
// ground stay in the list, and so do disabled bodies.
func (s *stream) endWaits() error {
	for _, w := range s.waiting {
		b := s.w.BodyByID(w.body)
		if w.connected || !b.Valid() || !b.Enabled() || !s.hasGround(b) {
			continue
		}
		if err := b.Wake(); err != nil {
			return err
		}
	}
	s.waiting = slices.DeleteFunc(s.waiting, func(w wait) bool {
		b := s.w.BodyByID(w.body)
		if !b.Valid() {
			return true
		}
		ended := !w.connected && b.Enabled() && s.hasGround(b)
		if !b.Awake() && !ended {
			return false
		}
		world.Check(b.SetLinearVelocity(w.velocity))
		world.Check(b.SetAngularVelocity(w.spin))
		if ended {
			s.waits = append(s.waits, Wait{Body: b, Ended: true})
		}
		return ended || w.connected
	})
	return nil
}

// beginWaits puts awake bodies to sleep whose ground is not loaded, and stores their velocities and
// the velocities of all bodies that fall asleep with them. A body that waited ends to wait
// when it cannot sleep any longer.
func (s *stream) beginWaits() error {
	s.poses = s.w.AppendAwakePoses(s.poses[:0])
	s.stopping = s.stopping[:0]
	missing := false
	for _, pose := range s.poses {
		b := s.w.BodyByID(pose.Body)
		w := wait{b.ID(), b.LinearVelocity(), b.AngularVelocity(), s.hasGround(b)}
		missing = missing || !w.connected
		s.stopping = append(s.stopping, w)
	}
	if !missing {
		return nil
	}
	for _, w := range s.stopping {
		if b := s.w.BodyByID(w.body); !w.connected && b.Awake() {
			if err := b.Sleep(); err != nil {
				return err
			}
		}
	}
	for _, w := range s.stopping {
		b := s.w.BodyByID(w.body)
		if b.Awake() || slices.ContainsFunc(s.waiting, func(x wait) bool { return x.body == w.body }) {
			continue // it cannot sleep, or something woke it that waits already
		}
		s.waiting = append(s.waiting, w)
		if !w.connected {
			s.waits = append(s.waits, Wait{Body: b})
		}
	}
	s.waiting = slices.DeleteFunc(s.waiting, func(w wait) bool {
		b := s.w.BodyByID(w.body)
		if b.Awake() {
			s.waits = append(s.waits, Wait{Body: b, Ended: true})
		}
		return b.Awake()
	})
	return nil
}

// hasGround reports whether all chunks are loaded into which a body reaches.
func (s *stream) hasGround(b world.Body) bool {
	for c := range b.Colliders() {
		low, high := c.Bounds()
		if !s.areLoaded(s.chunkAt(low), s.chunkAt(high)) {
			return false
		}
	}
	return true
}

// areLoaded reports whether all chunks from first to last are loaded, both included.
func (s *stream) areLoaded(first, last image.Point) bool {
	for at := range placesIn(through(first, last)) {
		if !s.ground.isLoaded(at) {
			return false
		}
	}
	return true
}
