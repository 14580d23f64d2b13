package inspect

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"log"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/carom2d/carom/web"
	"github.com/coder/websocket"
)

// Server gives access to the attached worlds. The zero Server is ready.
type Server struct {
	// Token opens the server to other machines and under other names, by a link that ends in
	// ?token= and the token. Without a token, only programs on this machine have access.
	Token string

	MaxClients int // connections at once; zero means 8

	clients atomic.Int32

	writeTime time.Duration // for which a client may keep a write waiting; zero means mostWriteTime
}

// standard is the server of Handler and ListenAndServe.
var standard = &Server{Token: newToken()}

// Token returns the token that gives other machines access to the server of Handler and
// ListenAndServe. It differs in every run.
func Token() string { return standard.Token }

func newToken() string {
	b := make([]byte, 18)
	rand.Read(b) // never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

// Handler serves the page below the pattern for which it is registered, such as "/debug/carom/".
func Handler() http.Handler { return standard.Handler() }

// ListenAndServe serves the page at an address until it fails. Without a host, as in ":6061", it
// serves this machine alone. Other machines that can reach the address need the link in the log.
func ListenAndServe(address string) error { return standard.ListenAndServe(address) }

// ListenAndServe serves the page at an address, as the function does.
func (s *Server) ListenAndServe(address string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	host = cmp.Or(host, "localhost")
	listener, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return err
	}
	link := "http://" + listener.Addr().String() + "/"
	if !isLoopback(host) && s.Token != "" {
		link += "?token=" + url.QueryEscape(s.Token)
	}
	log.Print("inspect: ", link)
	server := http.Server{Handler: s.Handler(), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10}
	return server.Serve(listener)
}

// Handler serves the page, below the pattern it is registered for.
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("X-Frame-Options", "DENY")
		header.Set("Referrer-Policy", "no-referrer") // the token is in the link
		header.Set("Cache-Control", "no-cache")
		path := below(r)
		if isFile := path != "ws" && path != "record" && path != "profile"; !s.admits(r, isFile) {
			http.Error(w, "inspect: this link is for the machine that the game runs on, or needs its token", http.StatusForbidden)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "inspect: only GET", http.StatusMethodNotAllowed)
			return
		}
		switch path {
		case "ws":
			s.serveSocket(w, r)
		case "record":
			s.serveRecording(w, r)
		case "profile":
			s.serveProfile(w, r)
		default:
			http.ServeFileFS(w, r, web.Files, path)
		}
	})
}

// below returns the part of the path below the pattern of the handler.
func below(r *http.Request) string {
	prefix := "/"
	if _, pattern, ok := strings.Cut(r.Pattern, "/"); ok && strings.HasSuffix(r.Pattern, "/") && !strings.Contains(pattern, "{") {
		prefix = "/" + pattern
	}
	path := strings.TrimPrefix(r.URL.Path, prefix)
	return cmp.Or(strings.TrimPrefix(path, "/"), "index.html")
}

// admits reports whether a request is allowed.
//
// With the token, it is allowed from anywhere. Without the token, it must come from this machine
// and use this machine's name: a page of another site whose name was rebound to this machine still
// sends its own name. A page of another site that uses this machine's name sends its Origin, or
// that it is another site, with every request that is for more than a file.
//
// The files contain nothing of the game. The page requests its own modules without the token, which
// is only in the link of the page, so these files are open to everyone.
func (s *Server) admits(r *http.Request, isFile bool) bool {
	if isFile {
		return true
	}
	given := r.URL.Query().Get("token")
	hasToken := s.Token != "" && subtle.ConstantTimeCompare([]byte(given), []byte(s.Token)) == 1
	remote, err := netip.ParseAddrPort(r.RemoteAddr)
	if !hasToken && (err != nil || !remote.Addr().Unmap().IsLoopback() || !isLoopback(hostOf(r.Host))) {
		return false
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		return err == nil && strings.EqualFold(u.Host, r.Host)
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "" || site == "same-origin" || site == "none"
}

// hostOf returns the host of a host and a port.
func hostOf(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}

// isLoopback reports whether a host is this machine.
func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.Unmap().IsLoopback()
}

// serveSocket connects a client.
func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	most := s.MaxClients
	if most <= 0 {
		most = 8
	}
	defer s.clients.Add(-1)
	if int(s.clients.Add(1)) > most {
		http.Error(w, "inspect: too many clients", http.StatusServiceUnavailable)
		return
	}
	// The origin is checked above. Frames are compact, and compressing them costs more than sending
	// them.
	upgrade := &limitedUpgrade{ResponseWriter: w, limit: mostMessage}
	conn, err := websocket.Accept(upgrade, r, &websocket.AcceptOptions{InsecureSkipVerify: true, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return
	}
	defer conn.CloseNow()
	// The context of a request ends when its client has sent all: with the first frame, perhaps.
	ctx := context.WithoutCancel(r.Context())
	(&socket{conn: conn, limited: upgrade.conn, writeTime: cmp.Or(s.writeTime, mostWriteTime), out: make(chan message, mostUnsent), wake: make(chan struct{}, 1)}).serve(ctx)
}
