package inspect_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/inspect"
	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
)

// fill sends commands until no more of them may wait for the next step.
func (p *page) fill() {
	for i := range 100 {
		text := fmt.Sprintf(`{"id": "fill%d", "do": "pick"}`, i)
		require.NoError(p.t, p.conn.Write(p.ctx, websocket.MessageText, []byte(text)))
	}
	p.refused("pick", nil, "too many commands")
}

// A client that goes while the game rests and many commands wait lets go of the body that it pulls,
// though another client stays.
func TestClientThatGoesWhileTheGameIsBusyLetsGo(t *testing.T) {
	g := newGame(t, "pulled", inspect.Edit)
	server := newServer(t, &inspect.Server{})
	stays, goes := dial(t, server), dial(t, server)
	stays.watch("pulled", 0)
	goes.watch("pulled", 0)
	goes.ok("grab", map[string]any{"body": bodyID(g.crate), "x": 38, "y": 0.5})
	g.between(func() {
		stays.fill()
		goes.conn.CloseNow()
		time.Sleep(50 * time.Millisecond) // until the server has noticed: a later step has room again
	})
	require.Eventually(t, func() (free bool) {
		free = true
		g.between(func() {
			for range g.world.Joints() {
				free = false
			}
		})
		return free
	}, 10*time.Second, time.Millisecond)
}

// A download that is broken off while many commands wait ends its recording, and another one can
// begin.
func TestRecordingEndsWithItsDownload(t *testing.T) {
	g := newGame(t, "broken off")
	server := newServer(t, &inspect.Server{})
	p := dial(t, server)
	p.watch("broken off", 0)
	address := server.URL + "/debug/carom/record?world=" + fmt.Sprint(p.idOf("broken off"))
	ctx, cancel := context.WithCancel(t.Context())
	request := world.Must(http.NewRequestWithContext(ctx, http.MethodGet, address+"&seconds=30", nil))
	r := world.Must(http.DefaultClient.Do(request))
	require.Equal(t, http.StatusOK, r.StatusCode)
	g.between(func() {
		p.fill()
		cancel()
		r.Body.Close()
		time.Sleep(50 * time.Millisecond)
	})
	require.Eventually(t, func() bool {
		r := world.Must(http.Get(address + "&seconds=0.05"))
		r.Body.Close()
		return r.StatusCode == http.StatusOK
	}, 10*time.Second, time.Millisecond)
}
