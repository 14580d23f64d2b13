package rollback_test

import (
	"container/heap"
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

// network carries packets between members with delay, jitter, loss and doubling. Jitter puts
// packets out of order. Its time is simulated and its chance is seeded.
type network struct {
	now       time.Duration
	rng       *rand.Rand
	delay     time.Duration
	jitter    time.Duration // added or taken away, evenly distributed
	loss      float64
	doubling  float64
	inFlight  flights
	sequence  int
	bytes     int
	packets   int
	severed   map[[2]rollback.Player]bool // links that carry nothing
	delivered map[rollback.Player][]flight
	carry     func(due []flight) // takes packets over sockets, if not nil
}

type flight struct {
	at       time.Duration
	sequence int
	from, to rollback.Player
	data     []byte
}

type flights []flight

func (f flights) Len() int      { return len(f) }
func (f flights) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f flights) Less(i, j int) bool {
	return f[i].at < f[j].at || f[i].at == f[j].at && f[i].sequence < f[j].sequence
}
func (f *flights) Push(x any) { *f = append(*f, x.(flight)) }
func (f *flights) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}

// badNetwork is what the players of a match across an ocean have on a bad day.
func badNetwork(seed uint64) *network {
	return &network{
		rng: rand.New(rand.NewPCG(seed, 16)), delay: 150 * time.Millisecond, jitter: 50 * time.Millisecond,
		loss: 0.1, doubling: 0.05, severed: map[[2]rollback.Player]bool{}, delivered: map[rollback.Player][]flight{},
	}
}

func goodNetwork(delay time.Duration) *network {
	n := badNetwork(1)
	n.delay, n.jitter, n.loss, n.doubling = delay, 0, 0, 0
	return n
}

func (n *network) send(from, to rollback.Player, data []byte) {
	n.packets++
	n.bytes += len(data)
	if n.severed[[2]rollback.Player{from, to}] || n.rng.Float64() < n.loss {
		return
	}
	copies := 1
	if n.rng.Float64() < n.doubling {
		copies = 2
	}
	for range copies {
		at := n.now + n.delay + time.Duration((2*n.rng.Float64()-1)*float64(n.jitter))
		n.sequence++
		heap.Push(&n.inFlight, flight{at, n.sequence, from, to, append([]byte(nil), data...)})
	}
}

func (n *network) deliver() {
	var due []flight
	for len(n.inFlight) > 0 && n.inFlight[0].at <= n.now {
		due = append(due, heap.Pop(&n.inFlight).(flight))
	}
	if n.carry != nil {
		n.carry(due)
		return
	}
	for _, f := range due {
		n.delivered[f.to] = append(n.delivered[f.to], f)
	}
}

// pad is the input of the tests.
type pad struct {
	Stick   int8
	Buttons uint8
}

// padAt is what a player presses when his session is at a tick: something else every few
// ticks.
func padAt(p rollback.Player, t rollback.Tick) pad {
	rng := rand.New(rand.NewPCG(uint64(p)+1, uint64(t)/7))
	return pad{Stick: int8(rng.Uint32()), Buttons: uint8(rng.Uint32())}
}

// toy is a state that no input leaves as it was, and that forgets none.
type toy struct {
	places [4]uint64
	saved  [][4]uint64
}

func (s *toy) Save(slot int) {
	for len(s.saved) <= slot {
		s.saved = append(s.saved, [4]uint64{})
	}
	s.saved[slot] = s.places
}

func (s *toy) Restore(slot int) error {
	s.places = s.saved[slot]
	return nil
}

func (s *toy) Hash() uint64 {
	var b [8]byte
	h := fnv.New64a()
	for _, x := range s.places {
		binary.LittleEndian.PutUint64(b[:], x)
		h.Write(b[:])
	}
	return h.Sum64()
}

func (s *toy) AppendParts(dst []rollback.PartHash) []rollback.PartHash {
	for i, name := range []string{"north", "east", "south", "west"} {
		dst = append(dst, rollback.PartHash{Name: name, Hash: s.places[i]})
	}
	return dst
}

func (s *toy) advance(f rollback.Frame[pad]) {
	for i := range s.places {
		x := s.places[i] + uint64(f.Tick)
		for p, in := range f.Inputs {
			x = x*6364136223846793005 + uint64(uint8(in.Stick))<<8 + uint64(in.Buttons) + uint64(p)
			if f.Absent(rollback.Player(p)) {
				x = x*31 + 7
			}
		}
		s.places[i] = x ^ x>>29
	}
}

// member is one session with a clock of its own.
type member struct {
	*rollback.Session[pad]
	state  rollback.State
	player rollback.Player
	next   time.Duration // of the next frame, by the time of the network
	frame  time.Duration
	from   time.Duration // when its clock began
	events []rollback.Event
	hashes []uint64 // of every final tick that is compared, in order
	silent bool     // is not run any more
	errs   []error
}

// match runs members over a network.
type match struct {
	t       *testing.T
	net     *network
	members []*member
	every   rollback.Tick
}

type option func(p rollback.Player, c *rollback.Config[pad])

// newMatch makes sessions whose clocks differ by up to two thousandths and that start up to a
// third of a second apart.
func newMatch(t *testing.T, net *network, players, spectators int, options ...option) *match {
	m := &match{t: t, net: net}
	for i := range players + spectators {
		state := &toy{}
		m.add(rollback.Player(i), players, spectators, state, state.advance, options...)
	}
	return m
}

func (m *match) add(p rollback.Player, players, spectators int, state rollback.State, advance func(rollback.Frame[pad]), options ...option) {
	c := rollback.Config[pad]{
		Players: players, Spectators: spectators, Local: p, Match: 77, HashEvery: 1, MaxPrediction: 24, InputDelay: 2,
		Advance: advance,
		Send:    func(to rollback.Player, data []byte) { m.net.send(p, to, data) },
	}
	for _, o := range options {
		o(p, &c)
	}
	s, err := rollback.New(c, state)
	require.NoError(m.t, err)
	start := time.Duration(p) * 110 * time.Millisecond
	m.members = append(m.members, &member{
		Session: s, state: state, player: p, next: start, from: start,
		frame: time.Second/60 + time.Duration(p%3-1)*33*time.Microsecond,
	})
	m.every = rollback.Tick(c.HashEvery)
}

// run lets time pass until a condition holds, or fails after a while.
func (m *match) run(limit time.Duration, done func() bool) {
	for end := m.net.now + limit; !done(); m.net.now += time.Millisecond {
		if m.net.now >= end {
			m.t.Fatalf("the match does not get on: %v", m)
		}
		m.net.deliver()
		for _, x := range m.members {
			if !x.silent && m.net.now >= x.next {
				m.frame(x)
				x.next += x.frame
			}
		}
	}
}

func (m *match) frame(x *member) {
	for _, f := range m.net.delivered[x.player] {
		if err := x.Receive(f.from, f.data); err != nil {
			x.errs = append(x.errs, err)
		}
	}
	m.net.delivered[x.player] = m.net.delivered[x.player][:0]
	_, err := x.Update(m.net.now-x.from, padAt(x.player, x.Tick()))
	if err != nil {
		m.t.Fatal(err)
	}
	x.events = append(x.events, x.Events()...)
	for _, e := range x.Events() {
		if e.Kind == rollback.Joined {
			x.hashes = make([]uint64, e.Tick/m.every) // which he does not have
		}
	}
	for {
		h, ok := x.HashAt(rollback.Tick(len(x.hashes)) * m.every)
		if !ok {
			break
		}
		x.hashes = append(x.hashes, h)
	}
}

// confirmed returns a condition: all who run have a final hash of the tick.
func (m *match) confirmed(t rollback.Tick) func() bool {
	return func() bool {
		for _, x := range m.members {
			if !x.silent && rollback.Tick(len(x.hashes)-1)*m.every < t {
				return false
			}
		}
		return true
	}
}

func (m *match) String() string {
	s := ""
	for _, x := range m.members {
		s += "\n" + describe(x)
	}
	return s
}

func encodePad(dst []byte, in pad) []byte { return append(dst, uint8(in.Stick), in.Buttons) }

func decodePad(b []byte) (pad, error) { return pad{Stick: int8(b[0]), Buttons: b[1]}, nil }

// pipe is a queue of packets for one session that owns its memory.
type pipe struct {
	packets [16][]byte
	put     int
	got     int
}

func (q *pipe) send(data []byte) {
	q.packets[q.put%16] = append(q.packets[q.put%16][:0], data...)
	q.put++
}
