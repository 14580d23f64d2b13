package inspect

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/view"
)

// Option is a choice of Attach.
type Option func(*Attached)

// Edit lets clients change the world: pause, step, slow motion, dragging, numbers, earlier moments.
func Edit(a *Attached) { a.edit = true }

// Style gives bodies colours of the game's own: see view.Encoder. The function runs on the
// goroutine that steps the world.
func Style(style func(world.Body) uint32) Option {
	return func(a *Attached) { a.encoder.Style = style }
}

// Document answers the page that edits a scene document: it is an edit.Page of package
// world/scene/edit. Its answers are JSON objects.
type Document interface {
	Answer(do string, message []byte) (answer any, err error)
	Changes(do string) bool       // the command needs Edit
	Keep() (restore func() error) // see live.Document.Keep
}

// OfDocument lets clients read the scene document of the world and the changes to it, and with Edit
// change it. The methods run on the goroutine that steps the world, and each change checks the
// whole document again. When the game goes back to an earlier moment, so does the document, and the
// later changes are made again.
func OfDocument(d Document) Option { return func(a *Attached) { a.document = d } }

// Attached is a world that clients can watch.
type Attached struct {
	id    int
	name  string
	world *world.World
	edit  bool

	document   Document // or nil
	lengthUnit float64
	broadphase world.BroadphaseKind

	watchers atomic.Int32 // clients that get frames
	commands chan func()  // of clients, for the goroutine that steps the world
	detached atomic.Bool
	status   atomic.Pointer[status]

	mu      sync.Mutex // of the list; held for a moment, and the game only tries to take it
	clients []*client

	// The rest belongs to the goroutine that steps the world.
	encoder   view.Encoder
	listening []*client     // a copy of clients
	last      time.Time     // of the last frame
	cost      time.Duration // of the last frame
	began     time.Time     // of this step
	stepped   time.Duration // time in steps since the last frame
	told      time.Time     // of the last status
	control   control
	past      past
	recording *recorder
}

// mostCommands is the number of commands that wait for a step. Further ones are refused.
const mostCommands = 64

// registry holds the worlds that are attached.
var registry struct {
	sync.Mutex
	list   []*Attached
	lastID int
}

// Attach shows a world to clients under a name, until Detach or World.Close. It must be called
// between steps.
func Attach(w *world.World, name string, options ...Option) *Attached {
	config := w.Config()
	a := &Attached{name: name, world: w, lengthUnit: config.LengthUnit, broadphase: config.Broadphase, commands: make(chan func(), mostCommands), control: control{speed: 1}}
	for _, o := range options {
		o(a)
	}
	a.status.Store(&status{Type: "status", Speed: 1, Edit: a.edit})
	registry.Lock()
	registry.lastID++
	a.id = registry.lastID
	registry.list = append(registry.list, a)
	registry.Unlock()
	w.Observe((*observer)(a))
	tellWorlds()
	return a
}

// Detach hides the world again. It must be called between steps. A second call does nothing.
func (a *Attached) Detach() {
	if a.remove() {
		a.release()
		a.world.StopObserving((*observer)(a))
	}
}

// remove takes the world from the registry.
func (a *Attached) remove() bool {
	if a.detached.Swap(true) {
		return false
	}
	registry.Lock()
	registry.list = slices.DeleteFunc(registry.list, func(x *Attached) bool { return x == a })
	registry.Unlock()
	if a.recording != nil {
		a.stopRecording()
	}
	tellWorlds()
	return true
}

func attached() []*Attached {
	registry.Lock()
	defer registry.Unlock()
	return slices.Clone(registry.list)
}

// find returns the world with an id, or nil.
func find(id int) *Attached {
	for _, a := range attached() {
		if a.id == id {
			return a
		}
	}
	return nil
}

// post queues a function to run between the next two steps. It reports whether there was room.
func (a *Attached) post(f func()) bool {
	if a.detached.Load() {
		return false
	}
	select {
	case a.commands <- f:
		return true
	default:
		return false
	}
}

// observer is an Attached as a world.Observer.
type observer Attached

// BeforeStep runs the commands of clients, and slows or stops the time.
func (o *observer) BeforeStep(w *world.World, dt float64) float64 {
	a := (*Attached)(o)
	if a.recording != nil && a.recording.over.Load() {
		a.stopRecording()
	}
	for range len(a.commands) {
		select {
		case f := <-a.commands:
			f()
		default:
		}
	}
	a.dropGone()
	if !a.control.active {
		if a.watchers.Load() > 0 {
			a.began = time.Now()
		}
		return dt
	}
	a.began = time.Now()
	if a.watchers.Load() == 0 {
		a.release()
		return dt
	}
	return a.control.scale(dt, w.Config())
}

// AfterStep sends a frame if one is due.
func (o *observer) AfterStep(w *world.World) {
	if a := (*Attached)(o); a.watchers.Load() > 0 {
		a.sendFrames(w)
	}
}

// Closed detaches the world.
func (o *observer) Closed(*world.World) { (*Attached)(o).remove() }
