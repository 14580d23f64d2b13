package wsconn_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/world/rollback"
	"github.com/carom2d/carom/world/rollback/wsconn"
	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
)

// newRoom keeps a room at an address of this machine.
func newRoom(t testing.TB, members int) (room *wsconn.Room, address string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		leftout.Installable(t, "sockets")
	}
	listener.Close()
	room = wsconn.NewRoom(members)
	server := httptest.NewServer(room)
	t.Cleanup(server.Close)
	t.Cleanup(room.Close)
	return room, "ws" + strings.TrimPrefix(server.URL, "http")
}

func dial(t testing.TB, address string, p rollback.Player) *wsconn.Conn {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	c, err := wsconn.Dial(ctx, address, p)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

// next waits for a packet.
func next(t testing.TB, c *wsconn.Conn) (rollback.Player, string) {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		for from, packet := range c.Packets() {
			return from, string(packet)
		}
	}
	t.Fatal("nothing came")
	return 0, ""
}

func requireNext(t testing.TB, c *wsconn.Conn, from rollback.Player, packet string) {
	t.Helper()
	p, got := next(t, c)
	require.Equal(t, from, p)
	require.Equal(t, packet, got)
}

// Packets go to whom they are meant for, with the name of the sender, between members in the
// process of the room and others.
func TestRoomPassesPacketsOn(t *testing.T) {
	room, address := newRoom(t, 3)
	host, err := room.Join(0)
	require.NoError(t, err)
	a, b := dial(t, address, 1), dial(t, address, 2)
	host.Send(1, []byte("0 to 1"))
	requireNext(t, a, 0, "0 to 1")
	a.Send(2, []byte("1 to 2"))
	a.Send(0, []byte("1 to 0"))
	requireNext(t, b, 1, "1 to 2")
	requireNext(t, host, 1, "1 to 0")
	b.Send(2, []byte("to himself, which goes nowhere"))
	b.Send(7, []byte("to nobody"))
	b.Send(-1, []byte("to nobody"))
	b.Send(1, make([]byte, rollback.MaxPacket+1)) // is lost
	b.Send(1, make([]byte, rollback.MaxPacket))
	requireNext(t, a, 2, string(make([]byte, rollback.MaxPacket)))
	b.Send(0, []byte("last"))
	requireNext(t, host, 2, "last")
	for range b.Packets() {
		t.Fatal("a packet came back")
	}
}

func TestPacketsKeepTheRestForTheNextLoop(t *testing.T) {
	room := wsconn.NewRoom(2)
	a, b := join(t, room, 0), join(t, room, 1)
	buffer := []byte("1")
	a.Send(1, buffer)
	buffer[0] = '2' // Send has copied
	a.Send(1, buffer)
	requireNext(t, b, 0, "1")
	requireNext(t, b, 0, "2")
}

// A member who takes nothing loses what comes, and costs no memory.
func TestFullQueueLosesPackets(t *testing.T) {
	room := wsconn.NewRoom(2)
	a, b := join(t, room, 0), join(t, room, 1)
	for range 10_000 {
		a.Send(1, []byte("x"))
	}
	n := 0
	for range b.Packets() {
		n++
	}
	require.Equal(t, 256, n)
}

func join(t testing.TB, room *wsconn.Room, p rollback.Player) *wsconn.Conn {
	c, err := room.Join(p)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

func TestSeatsAreTakenOnce(t *testing.T) {
	room, address := newRoom(t, 2)
	first := dial(t, address, 1)
	_, err := room.Join(1)
	require.ErrorIs(t, err, wsconn.ErrTaken)
	_, err = wsconn.Dial(context.Background(), address, 1)
	require.ErrorContains(t, err, "409")
	_, err = wsconn.Dial(context.Background(), address, 2)
	require.ErrorContains(t, err, "404")
	_, err = room.Join(-1)
	require.ErrorIs(t, err, wsconn.ErrNoSeat)
	require.Panics(t, func() { wsconn.NewRoom(33) })
	require.Panics(t, func() { wsconn.NewRoom(0) })

	require.True(t, room.Present(1))
	require.False(t, room.Present(0))
	require.False(t, room.Present(2))
	first.Close()
	require.ErrorIs(t, first.Err(), wsconn.ErrClosed)
	require.Eventually(t, func() bool { return !room.Present(1) }, 10*time.Second, time.Millisecond)
	dial(t, address, 1)
}

// What was sent before Close arrives: it may be the goodbye.
func TestCloseSendsWhatIsQueued(t *testing.T) {
	room, address := newRoom(t, 2)
	host := join(t, room, 0)
	a := dial(t, address, 1)
	a.Send(0, []byte("goodbye"))
	a.Close()
	requireNext(t, host, 1, "goodbye")
	a.Send(0, []byte("too late"))
	require.Eventually(t, func() bool { return !room.Present(1) }, 10*time.Second, time.Millisecond)
	for range host.Packets() {
		t.Fatal("a closed connection has sent")
	}
}

func TestClosedRoom(t *testing.T) {
	room, address := newRoom(t, 2)
	host, a := join(t, room, 0), dial(t, address, 1)
	require.NoError(t, host.Err())
	require.NoError(t, a.Err())
	room.Close()
	require.ErrorIs(t, host.Err(), wsconn.ErrClosed)
	require.Eventually(t, func() bool { return a.Err() != nil }, 10*time.Second, time.Millisecond)
	require.ErrorIs(t, a.Err(), wsconn.ErrClosed)
	_, err := room.Join(0)
	require.ErrorIs(t, err, wsconn.ErrClosed)
	_, err = wsconn.Dial(context.Background(), address, 0)
	require.Error(t, err)
	_, err = wsconn.Dial(context.Background(), "::", 0)
	require.Error(t, err)
}

// A member who sends what no Conn sends is thrown out or not heeded, and the others play on.
func TestHostileMembers(t *testing.T) {
	room, address := newRoom(t, 3)
	host, a := join(t, room, 0), dial(t, address, 1)
	raw := func() *websocket.Conn {
		ws, _, err := websocket.Dial(context.Background(), address+"?player=2", nil)
		require.NoError(t, err)
		return ws
	}
	ws := raw()
	for _, message := range [][]byte{{}, {200}, {2, 1}, {0}} {
		require.NoError(t, ws.Write(context.Background(), websocket.MessageBinary, message))
	}
	requireNext(t, host, 2, "") // the last one, whose packet is empty
	require.NoError(t, ws.Write(context.Background(), websocket.MessageBinary, make([]byte, 1<<16)))
	_, _, err := ws.Read(context.Background())
	require.Equal(t, websocket.StatusMessageTooBig, websocket.CloseStatus(err))
	require.Eventually(t, func() bool { return !room.Present(2) }, 10*time.Second, time.Millisecond)
	a.Send(0, []byte("still here"))
	requireNext(t, host, 1, "still here")

	_, response, err := websocket.Dial(context.Background(), address+"?player=two", nil)
	require.Error(t, err)
	require.Equal(t, http.StatusBadRequest, response.StatusCode)
	_, response, err = websocket.Dial(context.Background(), address+"?player=2", &websocket.DialOptions{
		HTTPHeader: http.Header{"Origin": {"https://elsewhere.example"}},
	})
	require.Error(t, err)
	require.Equal(t, http.StatusForbidden, response.StatusCode)
	require.False(t, room.Present(2))
}
