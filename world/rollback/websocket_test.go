package rollback_test

import (
	"context"
	"fmt"
	"net"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/world/rollback"
	"github.com/carom2d/carom/world/rollback/wsconn"
	"github.com/stretchr/testify/require"
)

// requireSockets skips a test on a machine that has none, which CI may not be.
func requireSockets(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		leftout.Installable(t, "sockets")
	}
	listener.Close()
}

// dialRoom connects players to a room: the first is in its process, the others call it.
func dialRoom(t *testing.T, players int) []*wsconn.Conn {
	requireSockets(t)
	room := wsconn.NewRoom(players)
	server := httptest.NewServer(room)
	t.Cleanup(server.Close)
	t.Cleanup(room.Close)
	conns := make([]*wsconn.Conn, players)
	for p := range conns {
		var err error
		if p == 0 {
			conns[p], err = room.Join(0)
		} else {
			address := strings.Replace(server.URL, "http", "ws", 1)
			conns[p], err = wsconn.Dial(context.Background(), address, rollback.Player(p))
		}
		require.NoError(t, err)
		t.Cleanup(conns[p].Close)
	}
	return conns
}

// carryOverSockets takes packets that are due over real sockets to the members. WebSocket neither
// loses nor reorders packets, so only the simulated network delays, loses and doubles them. The
// simulated time stands still while packets are on the sockets.
func carryOverSockets(t *testing.T, n *network, conns []*wsconn.Conn, due []flight) {
	missing := make([]int, len(conns))
	for _, f := range due {
		conns[f.from].Send(f.to, f.data)
		missing[f.to]++
	}
	begin := time.Now()
	for to, conn := range conns {
		for missing[to] > 0 {
			for from, packet := range conn.Packets() {
				n.delivered[rollback.Player(to)] = append(n.delivered[rollback.Player(to)], flight{from: from, data: packet})
				missing[to]--
			}
			if missing[to] > 0 && time.Since(begin) > 10*time.Millisecond {
				require.Less(t, time.Since(begin), time.Minute, "a packet is lost on a socket")
				time.Sleep(50 * time.Microsecond)
			}
		}
	}
}

// The worlds of members who are connected by WebSocket agree on every tick, and have the hashes
// of a world that nobody rolls back, although the network delays, loses and doubles.
func TestWorldsOverWebSocket(t *testing.T) {
	socketTicks := long.Pick[rollback.Tick](150, 10_000)
	for players := 2; players <= 4; players++ {
		t.Run(fmt.Sprintf("%d players", players), func(t *testing.T) {
			conns := dialRoom(t, players)
			m := &match{t: t, net: badNetwork(uint64(60 + players))}
			m.net.carry = func(due []flight) { carryOverSockets(t, m.net, conns, due) }
			for p := range players {
				a := newArena(t, players, 10)
				m.add(rollback.Player(p), players, 0, a.state, a.advance)
			}
			m.run(time.Hour, m.confirmed(socketTicks))
			want := arenaHashes(t, players, socketTicks, 2)
			for _, x := range m.members {
				t.Log(describe(x))
				require.Equal(t, want, x.hashes[:socketTicks+1])
				require.Empty(t, x.errs)
				require.Empty(t, eventsOf(x, rollback.Desynchronized))
				require.Empty(t, eventsOf(x, rollback.Dropped))
				require.Greater(t, x.Counters().Resimulated, uint64(socketTicks/4))
			}
			for _, conn := range conns {
				require.NoError(t, conn.Err())
			}
		})
	}
}

// arenaHashes simulates an arena without a network: hashes of every state from tick 0 on.
func arenaHashes(t testing.TB, players int, ticks, delay rollback.Tick) []uint64 {
	a := newArena(t, players, 10)
	hashes := []uint64{a.state.Hash()}
	f := rollback.Frame[pad]{Inputs: make([]pad, players)}
	for ; f.Tick < ticks; f.Tick++ {
		for p := range f.Inputs {
			if f.Tick >= delay {
				f.Inputs[p] = padAt(rollback.Player(p), f.Tick-delay)
			}
		}
		a.advance(f)
		hashes = append(hashes, a.state.Hash())
	}
	return hashes
}
