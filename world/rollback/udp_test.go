package rollback_test

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

// inbox is a queue of packets that came from a socket.
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

// udpMember is a session with a socket and a clock of its own.
type udpMember struct {
	*member
	socket net.PacketConn
	inbox  inbox
}

// Members that each run on a goroutine with a socket of their own, by the true clock, agree on
// every tick although each socket delays, loses and doubles. The times are those of an ocean,
// shortened together with the timestep.
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
		socket, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			require.Empty(t, os.Getenv("CI"), "no sockets here: %v", err)
			t.Skip("no sockets here: ", err)
		}
		defer socket.Close()
		members[p] = &udpMember{socket: socket}
		addresses[socket.LocalAddr().String()] = rollback.Player(p)
	}
	for p, x := range members {
		rng := rand.New(rand.NewPCG(uint64(p), uint64(players)))
		state := &toy{}
		s, err := rollback.New(rollback.Config[pad]{
			Players: players, Local: rollback.Player(p), HashEvery: 1, MaxPrediction: 24, InputDelay: 2,
			Timestep: udpTimestep, Advance: state.advance,
			Send: func(to rollback.Player, data []byte) {
				if rng.Float64() < 0.1 {
					return
				}
				// 150 ms and 50 ms of jitter in a game of 60 ticks a second.
				delay := time.Duration((9 + 3*(2*rng.Float64()-1)) * float64(udpTimestep))
				data = append([]byte(nil), data...)
				copies := 1 + rng.IntN(20)/19
				time.AfterFunc(delay, func() {
					for range copies {
						x.socket.WriteTo(data, members[to].socket.LocalAddr()) // an error is a loss
					}
				})
			},
		}, state)
		require.NoError(t, err)
		x.member = &member{Session: s, state: state, player: rollback.Player(p)}
		go x.listen(addresses)
	}
	var wait sync.WaitGroup
	done := make([]bool, players)
	var mutex sync.Mutex
	everyone := func(p int) bool {
		mutex.Lock()
		defer mutex.Unlock()
		done[p] = true
		for _, d := range done {
			if !d {
				return false
			}
		}
		return true
	}
	for p, x := range members {
		wait.Go(func() {
			begin := time.Now()
			for frame := range 4 * udpTicks {
				if x.frame(t, time.Since(begin)) && everyone(p) {
					return
				}
				time.Sleep(time.Until(begin.Add(time.Duration(frame) * udpTimestep)))
			}
		})
	}
	wait.Wait()
	want := oracle(players, udpTicks, 2)
	for _, x := range members {
		t.Log(describe(x.member))
		require.Greater(t, len(x.hashes), udpTicks)
		require.Equal(t, want, x.hashes[:udpTicks+1])
		require.Empty(t, eventsOf(x.member, rollback.Desynchronized))
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
			return len(x.hashes) > udpTicks
		}
		x.hashes = append(x.hashes, h)
	}
}
