package worlds

import (
	"runtime/debug"
	"sync/atomic"
	"time"
)

// worker is a goroutine of the pool. Only the worker writes its counters.
type worker struct {
	wake  chan struct{}
	ticks atomic.Uint64
	busy  atomic.Int64 // ns in worlds
	_     [cacheLine]byte
}

// signal makes a worker look for work.
func (k *worker) signal() {
	select {
	case k.wake <- struct{}{}:
	default: // it is about to look
	}
}

// workerMain works until the pool is closed.
func (p *Pool) workerMain(k *worker) {
	returned := false
	defer func() {
		if !returned { // the game's code has ended the goroutine
			go p.workerMain(k)
			return
		}
		p.exited.Done()
	}()
	for open := true; open; _, open = <-k.wake {
		for spin := 0; spin < spinLimit; spin++ {
			if c := p.cursor.Load(); c>>nextShift&placeMask == c&placeMask {
				continue
			}
			if !p.work(k) {
				break // to park lets the caller run, where there are no more processors than workers
			}
			spin = 0
		}
	}
	returned = true
}

// work runs members until there are none. It reports false when the deadline has passed.
func (p *Pool) work(k *worker) bool {
	for {
		if d := p.deadline.Load(); d != 0 && int64(now()) >= d {
			select {
			case p.expired <- struct{}{}:
			default:
			}
			return false
		}
		j, ok := p.take()
		if !ok {
			return true
		}
		if j.first != nil {
			p.runMember(k, j.first, &j)
		}
		p.runAll(k, j)
	}
}

// runAll runs the members of a run. If the game's code ends the goroutine in one of them, another
// goroutine runs the rest.
func (p *Pool) runAll(k *worker, j job) {
	next := 0
	defer func() {
		if next < len(j.members) {
			go p.runAll(k, job{members: j.members[next:], round: j.round, each: j.each})
		}
	}()
	for next < len(j.members) {
		m := j.members[next]
		next++
		m.state.Store(running)
		p.runMember(k, m, &j)
	}
}

// runMember runs the due ticks of a member. Whatever the code of the world does, the member is
// counted as done.
func (p *Pool) runMember(k *worker, m *Member, j *job) {
	began := now()
	returned := false
	defer func() {
		took := now() - began
		k.busy.Add(int64(took))
		if returned {
			if j.each == nil {
				m.noteCost(took)
			}
			m.state.Store(idle)
		} else {
			p.fail(m, recover())
		}
		p.finish(j.round)
	}()
	if j.each != nil {
		j.each(m)
	} else {
		p.tickMember(k, m)
	}
	returned = true
}

// tickMember runs the due ticks until the deadline.
func (p *Pool) tickMember(k *worker, m *Member) {
	deadline := p.deadline.Load()
	m.starved = 0
	for {
		m.def.World.Tick()
		m.owed--
		k.ticks.Add(1)
		if m.def.AfterTick != nil {
			m.def.AfterTick(m.def.World)
		}
		if m.owed == 0 || deadline != 0 && int64(now()) >= deadline {
			return
		}
	}
}

// fail excludes a member from the rounds until it is reset.
func (p *Pool) fail(m *Member, value any) {
	m.failure = &PanicError{Name: m.def.Name, Tick: m.def.World.Ticks(), Value: value, Stack: string(debug.Stack())}
	m.owed = 0
	p.failures.mu.Lock()
	p.failures.members = append(p.failures.members, m)
	m.state.Store(failed)
	p.failures.mu.Unlock()
}

// noteCost updates the mean over the last Steps: each new time has a weight of an eighth.
func (m *Member) noteCost(took time.Duration) {
	if m.cost == 0 {
		m.cost = took
	}
	m.cost += (took - m.cost) / 8
}
