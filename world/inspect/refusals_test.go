package inspect_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/inspect"
	"github.com/carom2d/carom/world/view"
	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
)

// Who may come in: from which machine, to which name, from which page, with which token.
func TestWhoMayComeIn(t *testing.T) {
	const token = "a-secret"
	with := (&inspect.Server{Token: token}).Handler()
	without := (&inspect.Server{}).Handler()
	for _, c := range []struct {
		name, remote, host, query string
		header                    map[string]string
		in, inWithout             bool
	}{
		{"this machine", "127.0.0.1:5000", "localhost:6061", "", nil, true, true},
		{"this machine by number", "127.0.0.1:5000", "127.0.0.1:6061", "", nil, true, true},
		{"this machine by IPv6", "[::1]:5000", "[::1]:6061", "", nil, true, true},
		{"its own page", "127.0.0.1:5000", "localhost:6061", "", map[string]string{"Origin": "http://localhost:6061", "Sec-Fetch-Site": "same-origin"}, true, true},
		{"a rebound name", "127.0.0.1:5000", "evil.example:6061", "", nil, false, false},
		{"a rebound name with its origin", "127.0.0.1:5000", "evil.example", "", map[string]string{"Origin": "http://evil.example"}, false, false},
		{"a page of another site", "127.0.0.1:5000", "localhost:6061", "", map[string]string{"Origin": "http://evil.example"}, false, false},
		{"a page at another port", "127.0.0.1:5000", "localhost:6061", "", map[string]string{"Origin": "http://localhost:7000"}, false, false},
		{"a page without an origin", "127.0.0.1:5000", "localhost:6061", "", map[string]string{"Origin": "null"}, false, false},
		{"an image on another site", "127.0.0.1:5000", "localhost:6061", "", map[string]string{"Sec-Fetch-Site": "cross-site"}, false, false},
		{"another machine", "10.0.0.9:5000", "localhost:6061", "", nil, false, false},
		{"another machine, wrong token", "10.0.0.9:5000", "game.local:6061", "&token=a-secreT", nil, false, false},
		{"another machine, empty token", "10.0.0.9:5000", "game.local:6061", "&token=", nil, false, false},
		{"another machine, token", "10.0.0.9:5000", "game.local:6061", "&token=" + token, nil, true, false},
		{"token, page of another site", "10.0.0.9:5000", "game.local:6061", "&token=" + token, map[string]string{"Origin": "http://evil.example"}, false, false},
	} {
		for i, handler := range []http.Handler{with, without} {
			in := [...]bool{c.in, c.inWithout}[i]
			for _, path := range []string{"/ws", "/profile", "/record"} {
				r := httptest.NewRequest(http.MethodGet, path+"?seconds=bad"+c.query, nil)
				r.RemoteAddr, r.Host = c.remote, c.host
				for k, v := range c.header {
					r.Header.Set(k, v)
				}
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, r)
				require.Equal(t, in, w.Code != http.StatusForbidden, "%s: %s: %d", c.name, path, w.Code)
			}
		}
	}
}

// Other requests that are refused.
func TestRequestsAreRefused(t *testing.T) {
	server := newServer(t, &inspect.Server{MaxClients: 2})
	get := func(path string) *http.Response {
		r := world.Must(http.Get(server.URL + "/debug/carom/" + path))
		t.Cleanup(func() { r.Body.Close() })
		return r
	}
	require.Equal(t, http.StatusBadRequest, get("profile?seconds=1e9").StatusCode)
	require.Equal(t, http.StatusBadRequest, get("profile?seconds=-1").StatusCode)
	require.Equal(t, http.StatusBadRequest, get("record?seconds=x").StatusCode)
	require.Equal(t, http.StatusNotFound, get("record?world=99999").StatusCode)
	require.Equal(t, http.StatusNotFound, get("none").StatusCode)
	require.Equal(t, http.StatusBadRequest, get("..%2fgo.mod").StatusCode)
	require.Equal(t, http.StatusUpgradeRequired, get("ws").StatusCode)
	r, err := http.Post(server.URL+"/debug/carom/ws", "", nil)
	require.NoError(t, err)
	r.Body.Close()
	require.Equal(t, http.StatusMethodNotAllowed, r.StatusCode)

	dial(t, server)
	dial(t, server)
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	_, r, err = websocket.Dial(ctx, server.URL+"/debug/carom/ws", nil)
	require.Error(t, err)
	require.Equal(t, http.StatusServiceUnavailable, r.StatusCode)
}

// The page is served with its files, and a profile can be downloaded.
func TestPageAndProfile(t *testing.T) {
	server := newServer(t, &inspect.Server{})
	for path, want := range map[string]string{"": "<!doctype html", "js/viewer.js": "export"} {
		r := world.Must(http.Get(server.URL + "/debug/carom/" + path))
		text, _ := io.ReadAll(r.Body)
		r.Body.Close()
		require.Equal(t, http.StatusOK, r.StatusCode)
		require.Contains(t, strings.ToLower(string(text)), want)
		require.Equal(t, "DENY", r.Header.Get("X-Frame-Options"))
	}
	r := world.Must(http.Get(server.URL + "/debug/carom/profile?seconds=0.1"))
	defer r.Body.Close()
	profile := world.Must(io.ReadAll(r.Body))
	require.Equal(t, "\x1f\x8b", string(profile[:2])) // gzip
}

// Messages that are refused: the connection stays, but for those that are too large, too many or
// not text.
func TestMessagesAreRefused(t *testing.T) {
	newGame(t, "stern", inspect.Edit)
	server := newServer(t, &inspect.Server{})
	p := dial(t, server)
	p.watch("stern", 0)
	for _, text := range []string{"", "{", "[]", `{"do":1}`, `{"do":"watch","world":"x"}`, `{"do":"layers","layers":-1}`, `"x"`, `{"id":` + strings.Repeat("1", 200) + `,"do":"pause"}`} {
		require.NoError(t, p.conn.Write(p.ctx, websocket.MessageText, []byte(text)))
		require.Equal(t, false, p.await("reply")["ok"], text)
	}
	p.refused("explode", nil, "explode")
	p.refused("body", nil, "no such body")
	p.refused("body", map[string]any{"body": [2]int{0, 1}}, "no such body")
	p.refused("speed", nil, "between")

	for name, spoil := range map[string]func(p *page){
		"large": func(p *page) {
			p.conn.Write(p.ctx, websocket.MessageText, make([]byte, 40000))
		},
		"binary": func(p *page) { p.conn.Write(p.ctx, websocket.MessageBinary, []byte("{}")) },
		"many": func(p *page) {
			for range 3000 {
				if p.conn.Write(p.ctx, websocket.MessageText, []byte(`{"do":"drop"}`)) != nil {
					return
				}
			}
		},
	} {
		p := dial(t, server)
		go spoil(p)
		for {
			if _, _, err := p.conn.Read(p.ctx); err != nil {
				require.NoError(t, p.ctx.Err(), name)
				break
			}
		}
	}
}

// Any message gets an answer and leaves the game whole.
func FuzzMessages(f *testing.F) {
	for _, do := range []string{"watch", "unwatch", "layers", "keyframe", "body", "follow", "pick", "pause", "resume", "step", "speed", "grab", "drag", "drop", "set", "scrub", "live", "restore"} {
		text, _ := json.Marshal(map[string]any{"do": do, "world": 1, "body": [2]int{1, 1}, "x": 1, "tick": 3, "ticks": 2, "speed": 1, "field": "Angle", "value": 1, "layers": view.AllLayers})
		f.Add(string(text))
	}
	g := newGame(f, "fuzzed", inspect.Edit)
	server := newServer(f, &inspect.Server{MaxClients: 1 << 20})
	f.Fuzz(func(t *testing.T, text string) {
		p := dial(t, server)
		p.watch("fuzzed", 0)
		if len(text) > 4000 {
			text = text[:4000]
		}
		require.NoError(t, p.conn.Write(p.ctx, websocket.MessageText, []byte(text)))
		p.await("reply")
		p.conn.CloseNow()
		g.between(func() { g.world.Validate() })
	})
}

// A frame that claims to be longer than a message may be is refused by its header: none of its
// payload comes.
func TestLongFrameIsRefusedByItsHeader(t *testing.T) {
	server := newServer(t, &inspect.Server{})
	for name, length := range map[string][]byte{
		"16 bits": {0x80 | 126, 0xff, 0xff}, "64 bits": {0x80 | 127, 0, 0, 1, 0, 0, 0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			require.NoError(t, err)
			defer conn.Close()
			require.NoError(t, conn.SetDeadline(time.Now().Add(timeout)))
			_, err = fmt.Fprintf(conn, "GET /debug/carom/ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
				"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", server.Listener.Addr())
			require.NoError(t, err)
			frame := append([]byte{0x81}, length...)
			_, err = conn.Write(append(frame, 1, 2, 3, 4)) // the mask, and nothing more
			require.NoError(t, err)
			// A server that waits for the payload ends here without a status.
			require.NoError(t, conn.(*net.TCPConn).CloseWrite())
			answer, err := io.ReadAll(conn)
			require.NoError(t, err, "the server ends the connection")
			require.Contains(t, string(answer), "\x03\xf1", "status 1009: the message is too big")
		})
	}
}
