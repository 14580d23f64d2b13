package inspect

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/view"
)

// The limits of the past of a world, which is kept while a client watches.
const (
	mostMoments  = 100
	mostPast     = 64 << 20               // bytes
	momentPeriod = 100 * time.Millisecond // between two moments at the least
	saveShare    = 400                    // moments take at most this part of the time
)

// errNothingKept is the answer to a question about the past before there is one.
var errNothingKept = errors.New("tick: no moment is kept")

// past is a ring of snapshots. The game's goroutine saves into it, and the goroutines of clients
// show them.
type past struct {
	moments []*moment // by time
	spare   *moment
	last    time.Time
	period  time.Duration

	mu    sync.Mutex // of shown
	shown []*moment  // a copy of moments, for clients
}

// moment is a snapshot. A goroutine that uses it holds using.
type moment struct {
	using    sync.Mutex
	snapshot world.Snapshot
	ticks    atomic.Uint64 // of the snapshot
	document func() error  // restores the document, or nil: of the game's goroutine alone
}

// save keeps the present moment, if the moment before is old enough.
func (p *past) save(a *Attached, now time.Time) {
	w := a.world
	n := len(p.moments)
	if now.Sub(p.last) < max(momentPeriod, p.period) || n > 0 && p.moments[n-1].ticks.Load() == w.Ticks() {
		return
	}
	p.last = now
	m := p.spare
	p.spare = nil
	if m == nil {
		m = &moment{}
	}
	if !m.using.TryLock() {
		return // a client looks at it: drop it
	}
	err := w.Save(&m.snapshot)
	m.ticks.Store(w.Ticks())
	if a.document != nil {
		m.document = a.document.Keep()
	}
	m.using.Unlock()
	if err != nil {
		return
	}
	p.period = saveShare * time.Since(now)
	for n > 0 && p.moments[n-1].ticks.Load() > w.Ticks() { // the game went back by itself
		n--
	}
	p.moments = append(p.moments[:n], m)
	if most := max(2, min(mostMoments, mostPast/max(1, m.snapshot.Bytes()))); len(p.moments) > most {
		p.spare = p.moments[0]
		p.moments = append(p.moments[:0], p.moments[len(p.moments)-most:]...)
	}
	if p.mu.TryLock() {
		p.shown = append(p.shown[:0], p.moments...)
		p.mu.Unlock()
	}
}

// span returns the ticks of the first and the last moment.
func (p *past) span() []uint64 {
	if len(p.moments) == 0 {
		return nil
	}
	return []uint64{p.moments[0].ticks.Load(), p.moments[len(p.moments)-1].ticks.Load()}
}

// at returns the last moment at a tick or before, or the first.
func at(moments []*moment, tick uint64) *moment {
	var found *moment
	for _, m := range moments {
		if found == nil || m.ticks.Load() <= tick {
			found = m
		}
	}
	return found
}

// restore continues the game from an earlier moment.
func (a *Attached) restore(tick uint64) error {
	m := at(a.past.moments, tick)
	if m == nil {
		return errNothingKept
	}
	a.dropWhere(func(*client) bool { return true })
	if !m.using.TryLock() {
		return errors.New("tick: somebody looks at that moment, ask again")
	}
	defer m.using.Unlock()
	if err := a.world.Restore(&m.snapshot); err != nil {
		return err
	}
	a.past.moments = a.past.moments[:slices.Index(a.past.moments, m)+1]
	a.encoder.Reset()
	a.tellStatus()
	if m.document != nil {
		return m.document()
	}
	return nil
}

// replica is a world in which a client looks at earlier moments. It belongs to the client's
// goroutine.
type replica struct {
	world   *world.World
	encoder view.Encoder
}

// show returns a keyframe of an earlier moment.
func (r *replica) show(a *Attached, tick uint64, layers view.Layers) ([]byte, error) {
	a.past.mu.Lock()
	m := at(a.past.shown, tick)
	a.past.mu.Unlock()
	if m == nil {
		return nil, errNothingKept
	}
	m.using.Lock() // the game does not wait for it
	defer m.using.Unlock()
	if r.world == nil {
		w, err := world.New(world.Config{LengthUnit: a.lengthUnit, Broadphase: a.broadphase, Workers: 1})
		if err != nil {
			return nil, err
		}
		r.world = w
	}
	if err := r.world.Restore(&m.snapshot); err != nil {
		return nil, err
	}
	r.encoder.Layers = layers
	r.encoder.Reset()
	return r.encoder.AppendFrame(nil, r.world), nil
}

func (r *replica) close() {
	if r.world != nil {
		r.world.Close()
	}
}
