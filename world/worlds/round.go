package worlds

import (
	"math/bits"
	"runtime"
	"time"
)

// The words of a round. The cursor has the lower 16 bits of the number of the round, then the next
// place of the queue and the number of places, 24 bits each. The worker that advances the cursor by
// one place owns that place. Remaining has the number of the round and the number of members that
// are not done, 32 bits each. If the round is over when a worker ends a member, it finds another
// number there, and does not count the member.
const (
	roundShift     = 48
	nextShift      = 24
	placeMask      = 1<<24 - 1
	remainingShift = 32
	countMask      = 1<<32 - 1
)

// spinLimit is the number of times that a goroutine looks for work, or for the end of a round,
// before it parks: some microseconds.
const spinLimit = 4000

// job is a range of places in the queue that a worker has taken, with the function of their round.
type job struct {
	first   *Member   // the only one
	members []*Member // or all, of a round that the caller does not end
	round   uint64
	each    func(*Member) // nil: its due ticks
}

// While many members are left, a worker takes a run of them at once. Neighbours were often made one
// after the other and then lie side by side in memory, which saves a tenth of the time once the
// worlds do not fit into the cache. The runs are short at the end, where workers would wait for
// each other. Workers take slow members one by one, and with a budget all members.
const (
	maxRun        = 16
	runsPerWorker = 16
)

func (p *Pool) runLength(next, count uint64) uint64 {
	if p.timer != nil || next < uint64(p.heavy.Load()) {
		return 1
	}
	return max(min((count-next)/uint64(runsPerWorker*len(p.workers)), maxRun), 1)
}

// publish begins a round with the members of the queue.
func (p *Pool) publish(count int) {
	p.round++
	p.fetched.Store(0)
	p.remaining.Store(p.round<<remainingShift | uint64(count))
	p.cursor.Store(p.round<<roundShift | uint64(count))
}

// take takes the next members of the queue, if there are any.
func (p *Pool) take() (j job, ok bool) {
	for {
		c := p.cursor.Load()
		next, count := c>>nextShift&placeMask, c&placeMask
		if next == count {
			return job{}, false
		}
		n := p.runLength(next, count)
		if p.cursor.CompareAndSwap(c, c+n<<nextShift) {
			j = job{round: p.remaining.Load() >> remainingShift, each: p.each}
			if n > 1 {
				j.members = p.queue[next : next+n]
			} else {
				j.first = p.queue[next]
				j.first.state.Store(running)
			}
			p.fetched.Add(int64(n)) // from here on the caller may end the round
			return j, true
		}
	}
}

// finish counts a member as done.
func (p *Pool) finish(round uint64) {
	for {
		r := p.remaining.Load()
		if r>>remainingShift != round {
			return
		}
		if p.remaining.CompareAndSwap(r, r-1) {
			if (r-1)&countMask == 0 {
				p.done <- struct{}{}
			}
			return
		}
	}
}

// endRound ends a round before all members are done: no worker takes another member, and nobody
// waits for running members.
func (p *Pool) endRound() {
	taken := uint64(0)
	for {
		c := p.cursor.Load()
		taken = c >> nextShift & placeMask
		if p.cursor.CompareAndSwap(c, c&^placeMask|taken) {
			break
		}
	}
	for p.fetched.Load() != int64(taken) { // between two lines of take
		runtime.Gosched()
	}
	p.round++
	for {
		r := p.remaining.Load()
		if r&countMask == 0 {
			<-p.done // the last one ended just now
			break
		}
		if p.remaining.CompareAndSwap(r, p.round<<remainingShift) {
			break
		}
	}
	for _, m := range p.queue[taken:] {
		m.starved++
		m.state.Store(idle)
	}
}

// order puts the urgent members first: first the members to which no worker came in the last Steps,
// the longest wait first, and then the slow members, so that no worker is left with a large world
// at the end. It sorts by counting. All other members keep their order.
type order struct {
	ends   [starvedClasses + costClasses + 1]int
	sorted []*Member
}

const (
	starvedClasses = 64
	costClasses    = 64
	normalClass    = starvedClasses + costClasses
	heavyParts     = 16 // a member is heavy if it takes as long as that part of a worker's share
)

// sort sorts the queue, and returns the number of members before the normal members.
func (o *order) sort(queue []*Member, workers int) (heavy int) {
	total := time.Duration(0)
	for _, m := range queue {
		total += m.cost
	}
	limit := max(total/time.Duration(heavyParts*workers), 1)
	clear(o.ends[:])
	for _, m := range queue {
		o.ends[m.class(limit)]++
	}
	if o.ends[normalClass] == len(queue) {
		return 0
	}
	end := 0
	for c := range o.ends {
		end, o.ends[c] = end+o.ends[c], end
	}
	heavy = o.ends[normalClass]
	if cap(o.sorted) < len(queue) {
		o.sorted = make([]*Member, len(queue), cap(queue))
	}
	o.sorted = o.sorted[:len(queue)]
	for _, m := range queue {
		c := m.class(limit)
		o.sorted[o.ends[c]] = m
		o.ends[c]++
	}
	copy(queue, o.sorted)
	clear(o.sorted)
	return heavy
}

// class returns the class of a member. Members that cost less than the limit are normal.
func (m *Member) class(limit time.Duration) int {
	switch {
	case m.starved > 0:
		return max(starvedClasses-m.starved, 0)
	case m.cost < limit:
		return normalClass
	}
	return normalClass - 1 - min(bits.Len64(uint64(m.cost)), costClasses-1)
}
