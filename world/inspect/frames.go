package inspect

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/view"
)

// The limits of frames.
const (
	mostHz       = 120
	mostFrame    = 32 << 20 // bytes; larger frames are not sent
	statusPeriod = time.Second
	followPeriod = 100 * time.Millisecond
)

// frame is a frame for clients, used again when all have written it.
type frame struct {
	bytes []byte
	users atomic.Int32
}

// framePool holds frames that nobody writes any more.
type framePool struct{ free chan *frame }

func (p *framePool) take() *frame {
	select {
	case f := <-p.free:
		f.bytes = f.bytes[:0]
		return f
	default:
		return &frame{}
	}
}

var frames = framePool{make(chan *frame, 16)}

// done is called by each client that has written the frame.
func (f *frame) done() {
	if f.users.Add(-1) > 0 {
		return
	}
	select {
	case frames.free <- f:
	default:
	}
}

// sendFrames writes a frame if one is due and a watcher has room for it: a slower watcher gets
// fewer frames. All watchers of a world share an encoder. A watcher that is new, or did not get the
// last frame, gets a keyframe.
func (a *Attached) sendFrames(w *world.World) {
	if a.mu.TryLock() { // otherwise somebody comes or goes, and the list is the list of the step before
		if !slices.Equal(a.listening, a.clients) {
			a.listening = append(a.listening[:0], a.clients...)
		}
		a.mu.Unlock()
	}
	a.encoder.Gather(w)
	now := time.Now()
	a.stepped += now.Sub(a.began)
	rate, layers, room := 1, view.Layers(0), false
	for _, c := range a.listening {
		wish := c.wish.Load()
		rate, layers = max(rate, int(wish.hz)), layers|wish.layers
		room = room || c.hasRoom()
	}
	if period := time.Second / time.Duration(rate); !room || now.Sub(a.last) < period-period/8 || !a.affordable(now) {
		return
	}
	a.last, a.stepped = now, 0
	defer func() { a.cost = min(time.Since(now), 2*a.cost+smallFrame/4) }() // not much more for a pause of the machine
	a.encoder.Layers = layers
	a.deliver(w)
	a.past.save(a, now)
	a.tellFollowers(w, now)
	if now.Sub(a.told) >= statusPeriod {
		a.told = now
		a.tellStatus()
	}
}

// A frame costs at most 1/stepShare of the time of the steps since the last frame, so large worlds
// get fewer frames. Frames that cost less than smallFrame may cost 1/timeShare of the elapsed time,
// however short the steps are. At the latest a frame comes after longestWait.
const (
	stepShare  = 80
	timeShare  = 100
	smallFrame = 200 * time.Microsecond

	longestWait = 100 * time.Millisecond
)

// affordable reports whether the next frame will cost little enough, if it costs as much as the
// last one.
func (a *Attached) affordable(now time.Time) bool {
	wait := now.Sub(a.last)
	return wait >= longestWait || a.cost*stepShare <= a.stepped || a.cost <= smallFrame && a.cost*timeShare <= wait
}

// deliver encodes the frame and puts it into the mailboxes.
func (a *Attached) deliver(w *world.World) {
	f := frames.take()
	f.bytes = a.encoder.AppendFrame(f.bytes, w)
	whole := view.IsKeyframe(f.bytes)
	var key *frame
	f.users.Store(1) // this function
	for _, c := range a.listening {
		switch {
		case !c.hasRoom():
			c.behind = true
			continue
		case c.needsKeyframe.Swap(false) && !whole || c.behind && !whole:
			if key == nil {
				key = frames.take()
				key.bytes = a.encoder.AppendKeyframe(key.bytes, w)
				key.users.Store(1)
			}
			c.put(key)
		default:
			c.put(f)
		}
		c.behind = false
	}
	f.done()
	if key != nil {
		key.done()
	}
}

// hasRoom reports whether the client can take a frame: the frame before is written, and the number
// of frames that the client has not seen is within its limit.
func (c *client) hasRoom() bool {
	return c.mailbox.Load() == nil && (c.ahead == 0 || c.sent.Load()-c.seen.Load() < c.ahead)
}

// put hands a frame to the goroutine that writes to the client.
func (c *client) put(f *frame) {
	if len(f.bytes) > mostFrame {
		c.socket.say(failure("frames are too large, ask for fewer layers"))
		return
	}
	f.users.Add(1)
	c.mailbox.Store(f)
	select {
	case c.socket.wake <- struct{}{}:
	default:
	}
}

// tellFollowers describes the bodies that clients follow.
func (a *Attached) tellFollowers(w *world.World, now time.Time) {
	for _, c := range a.listening {
		if c.followed == 0 || now.Sub(c.followedAt) < followPeriod {
			continue
		}
		c.followedAt = now
		d := view.Describe(w, w.BodyByID(c.followed))
		d.Body = idOf(c.followed)
		if d.Missing {
			c.followed = 0
		}
		c.socket.say(d)
	}
}
