package rollback_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

// session is a random match: its members have settings of their own, and some of them leave, fall
// silent, are dropped, cannot hear each other for a while or come late.
type session struct {
	*match
	r          *rand.Rand
	players    int
	spectators int
	late       int // spectators who have not come yet
	remaining  int // players
	luggage    int
	hashEvery  int
	kept       []flight
	healAt     map[[2]rollback.Player]time.Duration
	history    string
}

func newSession(t *testing.T, seed uint64) *session {
	r := rand.New(rand.NewPCG(seed, 5))
	net := badNetwork(seed)
	net.delay = time.Duration(r.IntN(200)) * time.Millisecond
	net.jitter = time.Duration(r.Float64() * float64(net.delay))
	net.loss, net.doubling = 0.35*r.Float64()*r.Float64(), 0.4*r.Float64()
	s := &session{match: &match{t: t, net: net}, r: r, healAt: map[[2]rollback.Player]time.Duration{}}
	s.players, s.spectators = 1+r.IntN(6), r.IntN(3)
	s.hashEvery, s.luggage, s.remaining = 1+r.IntN(40), r.IntN(20000), s.players
	for p := range s.players {
		s.join(rollback.Player(p))
	}
	for p := range s.spectators {
		if r.IntN(2) == 0 {
			s.join(rollback.Player(s.players + p))
		} else {
			s.late++
		}
	}
	net.carry = s.carry
	return s
}

func (s *session) join(p rollback.Player, options ...option) {
	state := &bulky{luggage: s.luggage}
	s.add(p, s.players, s.spectators, state, state.advance, append(options, s.configure)...)
	x := s.members[len(s.members)-1]
	x.next = s.net.now + time.Duration(s.r.IntN(500))*time.Millisecond
	x.from = x.next
}

func (s *session) configure(_ rollback.Player, c *rollback.Config[pad]) {
	c.HashEvery = s.hashEvery
	c.MaxPrediction = 1 + s.r.IntN(30)
	c.InputDelay = s.r.IntN(16)
	c.Lockstep = s.r.IntN(6) == 0
	c.KeepPace = s.r.IntN(4) == 0
	if s.r.IntN(3) == 0 {
		c.Predict = func(_ rollback.Player, last pad, ahead int) pad { return pad{last.Stick + int8(ahead), last.Buttons} }
	}
}

// carry delivers packets, with some older packets and some damaged copies among them.
func (s *session) carry(due []flight) {
	put := func(f flight) { s.net.delivered[f.to] = append(s.net.delivered[f.to], f) }
	for _, f := range due {
		if s.r.IntN(50) == 0 && len(s.kept) > 0 {
			if old := s.kept[s.r.IntN(len(s.kept))]; s.net.now-old.at < 2*time.Second {
				put(old)
			}
		}
		if len(s.kept) < 500 {
			s.kept = append(s.kept, f)
		} else if s.r.IntN(20) == 0 {
			s.kept[s.r.IntN(500)] = f
		}
		if s.r.IntN(60) == 0 {
			damaged := f
			damaged.data = append([]byte(nil), f.data...)
			damaged.data[s.r.IntN(len(f.data))] ^= 1 << s.r.IntN(8)
			put(damaged)
		}
		put(f)
	}
}

func (s *session) note(format string, arguments ...any) {
	s.history += fmt.Sprintf("%v: ", s.net.now) + fmt.Sprintf(format, arguments...) + "\n"
}

// remove silences a player, unless he is the last.
func (s *session) remove(x *member, how string, first func()) {
	if int(x.player) < s.players && s.remaining > 1 && !x.silent {
		s.note("%s %d", how, x.player)
		s.remaining--
		first()
		x.silent = true
	}
}

// disturb does something to a member, or nothing.
func (s *session) disturb(x *member) {
	switch s.r.IntN(9) {
	case 0:
		if int(x.player) < s.players && s.remaining > 1 && s.r.IntN(2) == 0 {
			s.remove(x, "silent", func() {})
		}
	case 1:
		if int(x.player) < s.players && s.remaining > 1 && s.r.IntN(2) == 0 {
			s.remove(x, "leaves", x.Leave)
		}
	case 2:
		q := rollback.Player(s.r.IntN(s.players))
		if q != x.player && int(x.player) < s.players && s.remaining > 1 && s.r.IntN(3) == 0 {
			s.remove(s.members[q], "dropped", func() { x.Drop(q) })
		}
	case 3, 4:
		link := [2]rollback.Player{rollback.Player(s.r.IntN(s.players + s.spectators)), rollback.Player(s.r.IntN(s.players + s.spectators))}
		s.net.severed[link] = true
		s.healAt[link] = s.net.now + time.Duration(s.r.IntN(2500))*time.Millisecond
		s.note("severed %v until %v", link, s.healAt[link])
	case 5:
		require.NoError(s.t, x.SetInputDelay(s.r.IntN(20)))
	case 6:
		s.comeLate()
	}
}

// comeLate lets the first spectator who has not come join, if nobody who came has his number.
func (s *session) comeLate() {
	p := rollback.Player(s.players)
	for _, x := range s.members {
		if x.player == p {
			p++
		}
	}
	for _, x := range s.members {
		if x.player == p {
			return
		}
	}
	if s.late > 0 && int(p) < s.players+s.spectators {
		s.late--
		s.join(p, late)
		s.note("late %d", p)
	}
}

// play runs the match for some seconds with disturbances and then undisturbed, until all who remain
// have the hash of a later tick. Who was removed by the others does not remain.
func (s *session) play() {
	for s.net.now < 12*time.Second {
		stop := s.net.now + time.Duration(100+s.r.IntN(900))*time.Millisecond
		s.run(time.Minute, func() bool { return s.net.now >= stop })
		for link, at := range s.healAt {
			if s.net.now >= at {
				delete(s.healAt, link)
				delete(s.net.severed, link)
			}
		}
		if s.net.now < 2*time.Second {
			continue
		}
		if x := s.members[s.r.IntN(len(s.members))]; !x.silent {
			s.disturb(x)
		}
	}
	clear(s.net.severed)
	target := rollback.Tick(0)
	for _, x := range s.members {
		target = max(target, x.Tick())
	}
	done := s.confirmed((target + 60) / s.every * s.every)
	s.run(time.Minute, func() bool {
		for _, x := range s.members {
			x.silent = x.silent || len(eventsOf(x, rollback.Removed)) > 0
		}
		return done()
	})
}

// However players leave and packets are lost, late, doubled and damaged, all who remain have the
// same states, spectators too, and get on. In the first seeds a spectator had simulated inputs of a
// dropped player that the remaining players lacked, or he never got the state.
func TestRandomSessions(t *testing.T) {
	for _, seed := range append([]uint64{534, 826, 1023, 1265, 1271, 2158}, randomSeeds()...) {
		s := newSession(t, seed)
		s.play()
		var first *member
		for _, x := range s.members {
			if x.silent {
				continue
			}
			if first == nil {
				first = x
			}
			require.Empty(t, eventsOf(x, rollback.Desynchronized), "seed %d, player %d\n%s", seed, x.player, s.history)
			for i := range min(len(x.hashes), len(first.hashes)) {
				if own, other := x.hashes[i], first.hashes[i]; own != other && own != 0 && other != 0 {
					t.Fatalf("seed %d, hash %d of %d and %d\n%s", seed, i, x.player, first.player, s.history)
				}
			}
		}
	}
}

func randomSeeds() (seeds []uint64) {
	for seed := range long.Pick[uint64](4, 10_000) {
		seeds = append(seeds, seed)
	}
	return seeds
}
