package rollback_test

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

// udpTicks is the length of a match of worlds over UDP, by the true clock.
var udpTicks = long.Pick[rollback.Tick](120, 10_000)

// inbox is a queue of packets that came from a socket or a pipe.
type inbox struct {
	mutex   sync.Mutex
	packets []flight
}

func (b *inbox) put(f flight) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.packets = append(b.packets, f)
}

func (b *inbox) take() []flight {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	packets := b.packets
	b.packets = nil
	return packets
}

const (
	udpTimestep = time.Second / 60
	udpLimit    = 8 * time.Minute
)

// udpMember is a session with a socket and a clock of its own.
type udpMember struct {
	*member
	socket net.PacketConn
	inbox  inbox
}

// The worlds of members that each run on a goroutine with a socket of their own, by the true clock,
// agree on every tick, and have the hashes of a world that nobody rolls back, although each socket
// delays by 150 ms, with 50 ms of jitter, loses one packet in ten and doubles some.
func TestMatchesOverUDP(t *testing.T) {
	for players := 2; players <= 4; players++ {
		t.Run(fmt.Sprintf("%d players", players), func(t *testing.T) {
			t.Parallel()
			playOverUDP(t, players)
		})
	}
}

func playOverUDP(t *testing.T, players int) {
	members := make([]*udpMember, players)
	addresses := map[string]rollback.Player{}
	for p := range members {
		socket := world.Must(net.ListenPacket("udp", "127.0.0.1:0"))
		defer socket.Close()
		members[p] = &udpMember{socket: socket}
		addresses[socket.LocalAddr().String()] = rollback.Player(p)
	}
	for p, x := range members {
		rng := rand.New(rand.NewPCG(uint64(p), uint64(players)))
		a := newArena(t, players, 10)
		s := world.Must(rollback.New(rollback.Config[pad]{
			Players: players, Local: rollback.Player(p), HashEvery: 1, MaxPrediction: 24, InputDelay: 2,
			Timestep: udpTimestep, Advance: a.advance,
			DropAfter: udpLimit, // a busy machine may be silent for long
			Send: func(to rollback.Player, data []byte) {
				if rng.Float64() < 0.1 {
					return
				}
				delay := time.Duration((150 + 50*(2*rng.Float64()-1)) * float64(time.Millisecond))
				data = append([]byte(nil), data...)
				copies := 1 + rng.IntN(20)/19
				time.AfterFunc(delay, func() {
					for range copies {
						x.socket.WriteTo(data, members[to].socket.LocalAddr()) // an error is a loss
					}
				})
			},
		}, a.state))
		x.member = &member{Session: s, state: a.state, player: rollback.Player(p)}
		go x.listen(addresses)
	}
	var wait sync.WaitGroup
	var running atomic.Int64
	running.Store(int64(players))
	for _, x := range members {
		wait.Go(func() {
			begin, done := time.Now(), false
			for frame := 1; running.Load() > 0 && time.Since(begin) < udpLimit; frame++ {
				if x.frame(t, time.Since(begin)) && !done {
					done = true // the others still need its packets
					running.Add(-1)
				}
				time.Sleep(time.Until(begin.Add(time.Duration(frame) * udpTimestep)))
			}
		})
	}
	wait.Wait()
	want := arenaHashes(t, players, udpTicks, 2)
	for _, x := range members {
		t.Log(describe(x.member))
		require.Greater(t, len(x.hashes), int(udpTicks))
		require.Equal(t, want, x.hashes[:udpTicks+1])
		require.Empty(t, eventsOf(x.member, rollback.Desynchronized))
		require.Empty(t, eventsOf(x.member, rollback.Dropped))
		require.Positive(t, x.Counters().Rollbacks)
	}
}

func (x *udpMember) listen(addresses map[string]rollback.Player) {
	buffer := make([]byte, 1<<16) // no datagram is longer
	for {
		n, address, err := x.socket.ReadFrom(buffer)
		if err != nil {
			return // the socket is closed
		}
		if from, known := addresses[address.String()]; known {
			x.inbox.put(flight{from: from, data: append([]byte(nil), buffer[:n]...)})
		}
	}
}

// frame runs the session and reports whether it has reached the end.
func (x *udpMember) frame(t *testing.T, now time.Duration) bool {
	for _, f := range x.inbox.take() {
		if err := x.Receive(f.from, f.data); err != nil {
			t.Error(err)
		}
	}
	if _, err := x.Update(now, padAt(x.player, x.Tick())); err != nil {
		t.Error(err)
		return true
	}
	x.events = append(x.events, x.Events()...)
	for {
		h, ok := x.HashAt(rollback.Tick(len(x.hashes)))
		if !ok {
			return len(x.hashes) > int(udpTicks)
		}
		x.hashes = append(x.hashes, h)
	}
}
