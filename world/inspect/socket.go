package inspect

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/view"
	"github.com/coder/websocket"
)

// The limits of clients.
const (
	mostMessage  = 32 << 10 // bytes: a line drawn by hand has thousands of points
	mostUnsent   = 64       // messages
	messageRate  = 250      // messages a second,
	messageBurst = 500      // and so many at once

	mostWriteTime = 20 * time.Second
)

// socket is the connection of a client.
type socket struct {
	conn      *websocket.Conn
	limited   *limitedConn // below conn
	writeTime time.Duration
	cancel    context.CancelFunc
	out       chan message
	wake      chan struct{} // there is a frame in the mailbox
	watching  atomic.Pointer[client]
	past      atomic.Bool // it looks at earlier moments, not at live frames
	replica   replica
}

// message is a WebSocket message that is written besides frames.
type message struct {
	kind  websocket.MessageType
	bytes []byte
}

// client is a socket that watches a world.
type client struct {
	socket        *socket
	of            *Attached
	wish          atomic.Pointer[wish]
	mailbox       atomic.Pointer[frame] // the frame that is being written or waits for that
	needsKeyframe atomic.Bool
	ahead         int64 // so many frames are sent before it has read them; 0: any number
	sent, seen    atomic.Int64

	// The rest belongs to the goroutine that steps the world.
	behind     bool // it was left out of a frame
	followed   world.BodyID
	followedAt time.Time
}

// wish describes the frames that a client wants.
type wish struct {
	layers view.Layers
	hz     float64
}

// sockets are the connections of all servers.
var sockets struct {
	sync.Mutex
	list map[*socket]bool
}

// serve reads messages until the connection ends.
func (s *socket) serve(ctx context.Context) {
	ctx, s.cancel = context.WithCancel(ctx)
	defer s.cancel()
	s.conn.SetReadLimit(mostMessage)
	sockets.Lock()
	if sockets.list == nil {
		sockets.list = map[*socket]bool{}
	}
	sockets.list[s] = true
	sockets.Unlock()
	defer func() {
		sockets.Lock()
		delete(sockets.list, s)
		sockets.Unlock()
		s.leave()
		s.replica.close()
	}()
	list, edit := listWorlds()
	s.say(hello{"hello", view.Version, edit, list})
	go s.write(ctx)
	allowed, last := float64(messageBurst), time.Now()
	for {
		kind, text, err := s.conn.Read(ctx)
		if err != nil {
			if s.limited.isLong.Load() {
				s.conn.Close(websocket.StatusMessageTooBig, fmt.Sprintf("a message has at most %d bytes", mostMessage))
			}
			return
		}
		now := time.Now()
		allowed = min(messageBurst, allowed+float64(now.Sub(last).Seconds()*messageRate)) - 1
		last = now
		switch {
		case allowed < 0:
			s.conn.Close(websocket.StatusPolicyViolation, "too many messages")
			return
		case kind != websocket.MessageText:
			s.conn.Close(websocket.StatusUnsupportedData, "messages are text")
			return
		}
		s.carryOut(text)
	}
}

// write writes messages and frames until the connection ends.
func (s *socket) write(ctx context.Context) {
	defer s.cancel()
	send := func(kind websocket.MessageType, bytes []byte) bool {
		ctx, cancel := context.WithTimeout(ctx, s.writeTime)
		defer cancel()
		if c := s.watching.Load(); c != nil && kind == websocket.MessageBinary {
			c.sent.Add(1)
		}
		return s.conn.Write(ctx, kind, bytes) == nil
	}
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-s.out:
			if !send(m.kind, m.bytes) {
				return
			}
		case <-s.wake:
			c := s.watching.Load()
			if c == nil {
				continue
			}
			f := c.mailbox.Load()
			if f == nil {
				continue
			}
			switch {
			case s.past.Load():
				c.needsKeyframe.Store(true)
			case c.needsKeyframe.Load() && !view.IsKeyframe(f.bytes): // from before it looked at live frames again
			case !send(websocket.MessageBinary, f.bytes):
				return
			}
			c.mailbox.Store(nil)
			f.done()
		}
	}
}

// say queues a message. A client that does not read its messages is disconnected.
func (s *socket) say(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		text, _ = json.Marshal(failure(err.Error())) // of a number that JSON does not have
	}
	s.queue(message{websocket.MessageText, text})
}

func (s *socket) queue(m message) {
	select {
	case s.out <- m:
	default:
		s.cancel()
	}
}

// watch begins to send the frames of a world.
func (s *socket) watch(m *command) error {
	a := find(m.World)
	if a == nil {
		return errNoWorld
	}
	if m.Ahead < 0 {
		return fmt.Errorf("ahead: %d is negative", m.Ahead)
	}
	s.leave()
	c := &client{socket: s, of: a, ahead: int64(m.Ahead)}
	c.wish.Store(&wish{m.Layers & view.AllLayers, rateOf(m.Hz)})
	c.needsKeyframe.Store(true)
	s.past.Store(false)
	s.watching.Store(c)
	a.mu.Lock()
	a.clients = append(a.clients, c)
	a.mu.Unlock()
	a.watchers.Add(1)
	status := *a.status.Load()
	status.World = a.id
	s.say(status)
	return nil
}

// rateOf returns the frames a second that a client gets.
func rateOf(hz float64) float64 {
	if !(hz > 0) {
		return 60
	}
	return min(max(hz, 1), mostHz)
}

// leave ends watching.
func (s *socket) leave() {
	c := s.watching.Swap(nil)
	if c == nil {
		return
	}
	a := c.of
	a.mu.Lock()
	a.clients = slices.DeleteFunc(a.clients, func(x *client) bool { return x == c })
	a.mu.Unlock()
	a.watchers.Add(-1)
}

func (s *socket) unwatch(*command) error {
	s.leave()
	return nil
}

func (c *client) setLayers(m *command) error {
	c.wish.Store(&wish{m.Layers & view.AllLayers, c.wish.Load().hz})
	return nil
}

// countSeen counts the frames that the client has acknowledged.
func (c *client) countSeen(m *command) error {
	if m.Frames < 1 {
		return fmt.Errorf("frames: %d is less than one", m.Frames)
	}
	c.seen.Store(min(c.seen.Load()+int64(m.Frames), c.sent.Load())) // some may be of the world watched before
	return nil
}

func (c *client) wantKeyframe(*command) error {
	c.needsKeyframe.Store(true)
	return nil
}

// scrub sends a keyframe of an earlier moment, and no live frames until live.
func (c *client) scrub(m *command) error {
	bytes, err := c.socket.replica.show(c.of, m.Tick, c.wish.Load().layers)
	if err != nil {
		return err
	}
	c.socket.past.Store(true)
	c.socket.queue(message{websocket.MessageBinary, bytes})
	return nil
}

func (c *client) live(m *command) error {
	err := c.wantKeyframe(m)
	c.socket.past.Store(false)
	return err
}

// listWorlds lists the attached worlds, and whether each can be edited.
func listWorlds() (list []worldEntry, edit bool) {
	list = []worldEntry{}
	for _, a := range attached() {
		list = append(list, worldEntry{a.id, a.name, a.edit, a.document != nil})
		edit = edit || a.edit
	}
	return list, edit
}

// tellWorlds sends all clients the list of worlds.
func tellWorlds() {
	list, edit := listWorlds()
	sockets.Lock()
	defer sockets.Unlock()
	for s := range sockets.list {
		s.say(hello{"worlds", view.Version, edit, list})
	}
}
