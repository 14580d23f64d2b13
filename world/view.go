package world

import (
	"iter"
	"sync"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// View is a picture of a world as it was between two ticks: poses, velocities and shapes. It never
// changes, so any number of goroutines, such as game logic and drawing, may query it while the
// world steps. Its queries give the same results as the world's queries at that time.
//
// The handles that it yields belong to the world. Pose and Velocity of the View take them and
// return the state at that time. The handles' own methods return the present state and may not be
// called while the world steps. The support functions of custom shapes run on the goroutines that
// query.
type View struct {
	space
	mirror broadphase.Mirror
	ticks  uint64
	time   float64
}

// viewPool holds the views that were released, for the next ones.
type viewPool struct {
	mu   sync.Mutex
	free []*View
}

// View returns a view of the present world. It copies the poses and boxes of all bodies, and the
// shapes if these have changed. If the views of a world are released, View allocates nothing.
func (w *World) View() *View {
	began := w.beginQuerying()
	v := w.views.take()
	if v == nil {
		v = &View{}
		v.space.init(w, &state.Bodies{}, &state.Colliders{}, v.mirror.Queries())
	}
	v.bodies.CopyPlaces(w.bodies)
	v.shapes.CopyShapes(w.shapes)
	v.mirror.Copy(w.pipeline.Broadphase)
	v.ticks, v.time = w.ticks, w.Time()
	w.endQuerying(began)
	return v
}

func (p *viewPool) take() *View {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.free)
	if n == 0 {
		return nil
	}
	v := p.free[n-1]
	p.free = p.free[:n-1]
	v.released.Store(false)
	return v
}

// Release gives the view's memory back to the world, for its next View. The view must not be used
// after that. A view that is not released is garbage collected. Releasing it twice panics.
func (v *View) Release() {
	if v.released.Swap(true) {
		panic("world: a view is released twice")
	}
	p := &v.world.views
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, v)
}

// World returns the world that the view shows.
func (v *View) World() *World { return v.world }

// Ticks returns how many ticks had run.
func (v *View) Ticks() uint64 {
	v.check()
	return v.ticks
}

// Time returns the simulated time, s.
func (v *View) Time() float64 {
	v.check()
	return v.time
}

func (v *View) row(b Body) (state.BodyRow, bool) {
	v.check()
	slot := v.bodies.SlotOf(b.id)
	if b.w != v.world || uint(slot) >= uint(len(v.bodies.Meta)) || b.id == 0 || v.bodies.Meta[slot].ID != b.id {
		return 0, false
	}
	return v.bodies.Row(slot), true
}

// Pose returns the position (m) and the angle (rad) of a body, and whether the body existed.
func (v *View) Pose(b Body) (position mgl64.Vec2, angle float64, ok bool) {
	if _, ok = v.row(b); !ok {
		return mgl64.Vec2{}, 0, false
	}
	origin := v.bodies.Origin(v.bodies.SlotOf(b.id))
	return origin.P.Mgl(), origin.R.Angle(), true
}

// Velocity returns the velocity of a body's centre of mass (m/s) and its angular velocity (rad/s),
// and whether the body existed.
func (v *View) Velocity(b Body) (linear mgl64.Vec2, angular float64, ok bool) {
	row, ok := v.row(b)
	if !ok || int(row) >= v.bodies.Awake() {
		return mgl64.Vec2{}, 0, ok
	}
	st := &v.bodies.State[row]
	return mgl64.Vec2{float64(st.VX), float64(st.VY)}, float64(st.W), true
}

// Awake reports whether a body existed and was awake.
func (v *View) Awake(b Body) bool {
	row, ok := v.row(b)
	return ok && int(row) < v.bodies.Awake()
}

// Bodies yields the bodies in ascending order of their slots, without the ground.
func (v *View) Bodies() iter.Seq[Body] {
	return func(yield func(Body) bool) {
		v.check()
		for slot := 1; slot < len(v.bodies.Meta); slot++ {
			if id := v.bodies.Meta[slot].ID; id != 0 && !yield(Body{v.world, id}) {
				return
			}
		}
	}
}

// BodyOf returns the body that carried a collider, and whether the collider existed.
func (v *View) BodyOf(c Collider) (Body, bool) {
	v.check()
	slot := v.shapes.SlotOf(c.id)
	if c.w != v.world || uint(slot) >= uint(len(v.shapes.Meta)) || c.id == 0 || v.shapes.Meta[slot].ID != c.id {
		return Body{}, false
	}
	return v.bodyAt(v.shapes.Link[slot].Owner), true
}
