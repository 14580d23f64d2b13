package worlds

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
)

// Pool steps worlds. Its methods and the methods of its members are for one goroutine at a time.
// During a Step, the code of a world may only read them: changes are refused.
type Pool struct {
	config  Config
	members []*Member
	closed  bool
	inStep  atomic.Bool

	// The round: the members of a Step, or of Each, and the progress of the workers. The queue does
	// not change from its publication until every place that was taken has been read.
	queue     []*Member
	cursor    atomic.Uint64 // round, next place and number of places: see take
	_         [cacheLine]byte
	remaining atomic.Uint64 // round, and members that are not done
	_         [cacheLine]byte
	fetched   atomic.Int64 // places that were taken and read
	round     uint64       // its number, of which 32 bits are used
	heavy     atomic.Int64 // members that are taken one by one
	deadline  atomic.Int64 // ns since processStart; zero for none
	each      func(*Member)

	workers []worker
	exited  sync.WaitGroup
	done    chan struct{} // all members of the round are done
	expired chan struct{} // a worker has seen the deadline pass
	timer   *time.Timer

	worlds   map[*world.World]bool // of the members
	failures failures
	order    order
	report   Report
	counts   counts
}

// cacheLine keeps words that different cores write apart: two cache lines, because processors fetch
// them in pairs.
const cacheLine = 128

// failures are the members that have failed since the last report.
type failures struct {
	mu      sync.Mutex
	members []*Member
}

// processStart is the time from which times are counted.
var processStart = time.Now()

func now() time.Duration { return time.Since(processStart) }

// New returns an empty pool, or a *geom.FieldError for a configuration that cannot be used. Close
// it when it is no longer needed: its workers run until then.
func New(c Config) (*Pool, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	p := &Pool{config: c, workers: make([]worker, c.Workers), done: make(chan struct{}, 1), expired: make(chan struct{}, 1)}
	p.worlds = map[*world.World]bool{}
	first := 1 // worker 0 is the caller
	if c.Budget > 0 {
		first = 0
		p.timer = time.NewTimer(time.Hour)
		p.timer.Stop()
	}
	for i := range p.workers {
		p.workers[i].wake = make(chan struct{}, 1)
	}
	for i := first; i < c.Workers; i++ {
		p.exited.Add(1)
		go p.workerMain(&p.workers[i])
	}
	return p, nil
}

// Workers returns the number of workers.
func (p *Pool) Workers() int { return p.config.Workers }

// Add puts a world into the pool. From then on only the pool may tick it. The error is a
// *geom.FieldError that names World or Rate, ErrClosed or ErrFull.
func (p *Pool) Add(d Def) (*Member, error) {
	p.requireIdle()
	if err := d.validate(); err != nil {
		return nil, err
	}
	switch {
	case p.closed:
		return nil, ErrClosed
	case len(p.members) == maxMembers:
		return nil, ErrFull
	}
	if p.worlds[d.World] {
		return nil, geom.NewFieldError("World", d.Name, ErrTwice)
	}
	p.worlds[d.World] = true
	m := &Member{pool: p, def: d, place: len(p.members), phase: d.Rate.Steps - 1}
	p.members = append(p.members, m)
	return m, nil
}

// Remove removes a member from the pool. Its world belongs to the caller again. The last member
// moves to its place in Members.
func (p *Pool) Remove(m *Member) error {
	switch {
	case m.pool != p || m.place < 0:
		return ErrRemoved
	case m.busy():
		return ErrRunning
	}
	p.requireIdle()
	delete(p.worlds, m.def.World)
	last := len(p.members) - 1
	p.members[m.place] = p.members[last]
	p.members[m.place].place = m.place
	p.members[last] = nil
	p.members = p.members[:last]
	m.place = -1
	return nil
}

// Len returns the number of members, including failed members.
func (p *Pool) Len() int { return len(p.members) }

// Members returns the members. The slice belongs to the pool, and is valid until the next Add,
// Remove or Close.
func (p *Pool) Members() []*Member { return p.members }

// Close waits for the workers and ends them. The members leave the pool; their worlds stay open.
// Closing twice is harmless.
func (p *Pool) Close() {
	if p.closed {
		return
	}
	p.enter()
	defer p.leave()
	p.closed = true
	for i := range p.workers {
		close(p.workers[i].wake)
	}
	p.exited.Wait()
	for _, m := range p.members {
		m.place = -1
	}
	p.members = nil
	clear(p.worlds)
}

// useDuringStep is the panic of calls that need a pool between two Steps.
const useDuringStep = "worlds: use of a pool during its Step, by another goroutine or by the code of a world"

// enter takes the pool for a Step, and panics when another one is under way.
func (p *Pool) enter() {
	if !p.inStep.CompareAndSwap(false, true) {
		panic(useDuringStep)
	}
}

// requireIdle panics when a Step is under way.
func (p *Pool) requireIdle() {
	if p.inStep.Load() {
		panic(useDuringStep)
	}
}

func (p *Pool) leave() { p.inStep.Store(false) }

// Step runs the due ticks, until all are done or the budget is used up, and returns a report. The
// report belongs to the pool, and is valid until the next Step.
func (p *Pool) Step() *Report {
	p.enter()
	defer p.leave()
	if p.closed {
		panic("worlds: Step of a closed pool")
	}
	began := now()
	p.each = nil
	p.gather()
	p.heavy.Store(int64(p.order.sort(p.queue, len(p.workers))))
	p.run(began)
	return p.makeReport(began)
}

// Each calls f once for every member that has not failed and is not running, on the workers, and
// waits for all. So a thousand worlds are reset, observed or changed on all processors. A panic in
// f counts as a panic of that member's world.
func (p *Pool) Each(f func(*Member)) {
	if f == nil {
		panic("worlds: Each without a function")
	}
	p.enter()
	defer p.leave()
	if p.closed {
		panic("worlds: Each of a closed pool")
	}
	p.each = f
	p.heavy.Store(0)
	p.queue = p.queue[:0]
	for _, m := range p.members {
		if m.state.Load() == idle {
			p.queue = append(p.queue, m)
		}
	}
	p.run(-1)
}

// gather puts the members with due ticks into the queue. Members that still run get their ticks
// later.
func (p *Pool) gather() {
	p.queue = p.queue[:0]
	for _, m := range p.members {
		n := m.dueTicks()
		switch m.state.Load() {
		case failed:
			continue
		case running:
			m.gained += n
			continue
		}
		m.owed += m.gained + n
		m.gained = 0
		if most := max(p.config.MaxBehind, n); m.owed > most {
			m.lost += uint64(m.owed - most)
			m.owed = most
		}
		if m.owed > 0 {
			p.queue = append(p.queue, m)
		}
	}
}

// dueTicks returns how many ticks the rate gives in this Step.
func (m *Member) dueTicks() int {
	r := m.def.Rate
	if r.Ticks == r.Steps {
		return 1
	}
	m.phase += r.Ticks
	n := m.phase / r.Steps
	m.phase -= n * r.Steps
	return n
}

// run publishes the queue and returns when the round is over. With a negative beginning there is no
// deadline.
func (p *Pool) run(began time.Duration) {
	count := len(p.queue)
	if count == 0 {
		return
	}
	p.deadline.Store(0)
	budgeted := p.config.Budget > 0 && began >= 0
	if budgeted {
		p.deadline.Store(int64(began + p.config.Budget))
	}
	for _, m := range p.queue {
		m.state.Store(queued)
	}
	p.publish(count)
	first := 0
	if p.config.Budget == 0 {
		first = 1 // worker 0 is this goroutine
	}
	for i := first; i < min(len(p.workers), count); i++ {
		p.workers[i].signal()
	}
	if p.config.Budget == 0 {
		p.work(&p.workers[0])
	}
	p.await(budgeted)
}

func (p *Pool) await(budgeted bool) {
	if !budgeted {
		for spin := 0; p.remaining.Load()&countMask != 0 && spin < spinLimit; spin++ {
		}
		<-p.done
		return
	}
	deadline := time.Duration(p.deadline.Load())
	for {
		p.timer.Reset(max(deadline-now(), 0))
		select {
		case <-p.done:
			p.timer.Stop()
			return
		case <-p.expired: // perhaps by one that was late in an earlier Step
		case <-p.timer.C:
		}
		if now() >= deadline {
			p.timer.Stop()
			p.endRound()
			return
		}
	}
}
