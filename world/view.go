package world

import (
	"iter"
	"sync"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// View is a picture of a world as it was between two ticks: poses, velocities and shapes. It
// never changes, so any number of goroutines may query it while the world steps on: game logic
// and drawing beside the step. Its queries give the results that the world's gave then.
//
// The handles that it yields belong to the world. A View tells Pose and velocities by them; their
// own methods tell the present state, and may not be called while the world steps. The support
// functions of custom shapes are called by the goroutines that query.
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

// View takes a picture of the world as it is now. It costs a copy of the poses and boxes of all
// bodies, and of the shapes too when these have changed; a world whose views are given back by
// Release allocates none.
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

// Release gives the view's memory back to the world, whose next View takes it. Nobody may use the
// view any more. A view that is not released is collected like any other value. Releasing it twice
// panics.
func (v *View) Release() {
	if v.released.Swap(true) {
		panic("world: a view is released twice")
	}
	p := &v.world.views
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, v)
}

// World returns the world that the view is of.
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

// row returns the row that a body had, and whether it existed.
func (v *View) row(b Body) (state.BodyRow, bool) {
	v.check()
	slot := v.bodies.SlotOf(b.id)
	if b.w != v.world || int(slot) >= len(v.bodies.Meta) || b.id == 0 || v.bodies.Meta[slot].ID != b.id {
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
	if c.w != v.world || int(slot) >= len(v.shapes.Meta) || c.id == 0 || v.shapes.Meta[slot].ID != c.id {
		return Body{}, false
	}
	return v.bodyAt(v.shapes.Link[slot].Owner), true
}
