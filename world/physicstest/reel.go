package physicstest

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
)

// The film: its length, its pictures per second, and their size in pixels.
const (
	filmSeconds = 4.0
	filmFPS     = 15.0
	filmWidth   = 480
	filmHeight  = 360
	filmMargin  = 24
)

// reel is a ring of snapshots from which a film is made on demand.
type reel struct {
	every     uint64 // ticks from one to the next
	snapshots []*world.Snapshot
	taken     int
	last      uint64 // tick of the newest
}

// start begins with the present state.
func (r *reel) start(w *world.World) {
	step := w.Config().Timestep
	r.every = uint64(max(1, math.Round(1/(filmFPS*step))))
	n := int(math.Ceil(filmSeconds/(float64(r.every)*step))) + 1
	r.snapshots = make([]*world.Snapshot, min(max(n, 2), 2*filmSeconds*filmFPS))
	r.save(w)
}

func (r *reel) take(w *world.World) {
	if w.Ticks()-r.last >= r.every {
		r.save(w)
	}
}

// finish takes the last picture, whenever it was due.
func (r *reel) finish(w *world.World) {
	if w.Ticks() != r.last {
		r.save(w)
	}
}

// save leaves out a state that cannot be saved, such as the state of a broken world: the film ends
// before it.
func (r *reel) save(w *world.World) {
	i := r.taken % len(r.snapshots)
	if r.snapshots[i] == nil {
		r.snapshots[i] = &world.Snapshot{}
	}
	if w.Save(r.snapshots[i]) == nil {
		r.taken++
		r.last = w.Ticks()
	}
}

func (r *reel) frames() (frames []*world.Snapshot) {
	for i := max(0, r.taken-len(r.snapshots)); i < r.taken; i++ {
		frames = append(frames, r.snapshots[i%len(r.snapshots)])
	}
	return frames
}

// length returns the time from the first picture to the last.
func (r *reel) length() time.Duration {
	frames := r.frames()
	if len(frames) == 0 {
		return 0
	}
	seconds := frames[len(frames)-1].Time() - frames[0].Time()
	return time.Duration(seconds * float64(time.Second)).Round(10 * time.Millisecond)
}

// develop draws the film. The bodies that the errors are about have a ring around them. The states
// are restored into a fork, because Restore ends subscriptions.
func (r *reel) develop(w *world.World, marked []world.Body, broken []error) (*draw.Movie, error) {
	frames := r.frames()
	if len(frames) == 0 {
		return nil, errors.New("no state could be saved")
	}
	stage, err := w.Fork()
	if err != nil {
		return nil, err
	}
	defer stage.Close()
	camera, err := r.frame(stage, frames, marked)
	if err != nil {
		return nil, err
	}
	palette := draw.DefaultPalette()
	image := draw.NewImage(camera)
	movie := draw.NewMovie(1/(float64(r.every)*w.Config().Timestep), &palette)
	for i, s := range frames {
		if err := stage.Restore(s); err != nil {
			return nil, err
		}
		image.Clear(palette.Background)
		image.DrawGrid(&palette)
		draw.World(stage, image, draw.Options{Palette: &palette, Joints: true, Contacts: true, Names: true})
		ring := draw.Style{Stroke: palette.Contact.Fill, Width: 2}
		for _, c := range marked {
			if center, radius, ok := extent(stage, c); ok {
				image.Circle(center, radius+6/camera.Scale, ring)
			}
		}
		image.Caption(caption(broken, i == len(frames)-1), fmt.Sprintf("%.2f s", stage.Time()), palette.Text)
		movie.Add(image)
	}
	for range int(filmFPS) { // the last one stays for a while
		movie.Add(image)
	}
	return movie, nil
}

// caption writes the error into the last picture.
func caption(broken []error, last bool) string {
	if !last || len(broken) == 0 {
		return ""
	}
	text, _, _ := strings.Cut(broken[0].Error(), ":")
	if runes := []rune(text); len(runes) > 52 {
		text = string(runes[:51]) + "…"
	}
	return text
}

// frame returns the camera that sees all moving bodies in all pictures. If one flies so far
// that nothing else could be recognized, it sees the surroundings of the marked bodies.
func (r *reel) frame(stage *world.World, frames []*world.Snapshot, marked []world.Body) (draw.Camera, error) {
	all, near, size := newBounds(), newBounds(), 0.0
	for _, s := range frames {
		if err := stage.Restore(s); err != nil {
			return draw.Camera{}, err
		}
		for b := range stage.Bodies() {
			if b.Type() != body.Static {
				all.add(stage, b)
			}
		}
		for _, c := range marked {
			_, radius, _ := extent(stage, c)
			size = max(size, radius)
			near.add(stage, c)
		}
	}
	const smallest = 6.0 // pixels of the radius of a marked body
	box := all
	if box.empty() {
		box = newBounds()
		box.lower, box.upper = draw.Bounds(stage)
	}
	camera := draw.Fit(box.lower, box.upper, filmWidth, filmHeight, filmMargin)
	if !near.empty() && size*camera.Scale < smallest && size < math.Inf(1) {
		around := mgl64.Vec2{8 * size, 8 * size}
		camera = draw.Fit(near.lower.Sub(around), near.upper.Add(around), filmWidth, filmHeight, filmMargin)
	}
	camera.Scale = min(camera.Scale, 200/stage.Config().LengthUnit)
	return camera, nil
}

// bounds is a box around bodies.
type bounds struct{ lower, upper mgl64.Vec2 }

func newBounds() bounds {
	inf := math.Inf(1)
	return bounds{mgl64.Vec2{inf, inf}, mgl64.Vec2{-inf, -inf}}
}

func (b *bounds) empty() bool { return !(b.lower[0] <= b.upper[0]) }

// add widens the box by a body of the stage, named by a body of another world.
func (b *bounds) add(stage *world.World, named world.Body) {
	center, radius, ok := extent(stage, named)
	if !ok || math.IsInf(radius, 1) {
		return
	}
	for axis := range 2 {
		b.lower[axis] = min(b.lower[axis], center[axis]-radius)
		b.upper[axis] = max(b.upper[axis], center[axis]+radius)
	}
}

// extent returns a circle around a body.
func extent(stage *world.World, named world.Body) (center mgl64.Vec2, radius float64, ok bool) {
	b := stage.BodyByID(named.ID())
	if !b.Valid() {
		return center, 0, false
	}
	lower, upper := b.Position(), b.Position()
	for c := range b.Colliders() {
		l, u := c.Bounds()
		for axis := range 2 {
			lower[axis] = min(lower[axis], l[axis])
			upper[axis] = max(upper[axis], u[axis])
		}
	}
	return lower.Add(upper).Mul(0.5), upper.Sub(lower).Len() / 2, true
}
