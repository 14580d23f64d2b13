package wsconn

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/carom2d/carom/world/rollback"
	"github.com/coder/websocket"
)

// ErrClosed is the error of a Conn that was closed, or whose room was closed.
var ErrClosed = errors.New("wsconn: the connection is closed")

// writeTimeout is the longest time for passing a message to the network before the connection
// counts as dead.
const writeTimeout = 10 * time.Second

// Conn is the connection of one member of a match. Its methods may be called from several
// goroutines.
type Conn struct {
	in    queue
	send  func(to rollback.Player, packet []byte)
	close func()

	mutex sync.Mutex
	err   error
}

// Dial connects to the room at an address that begins with ws:// or wss:// and takes the seat of a
// player. The context limits the time until the connection is established, and has no effect later.
// If the room refuses, because the seat is taken or does not exist, the error says so.
func Dial(ctx context.Context, address string, p rollback.Player) (*Conn, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("wsconn: %w", err)
	}
	query := u.Query()
	query.Set("player", strconv.Itoa(int(p)))
	u.RawQuery = query.Encode()
	ws, _, err := websocket.Dial(ctx, u.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("wsconn: %w", err)
	}
	out := newQueue()
	alive, end := context.WithCancel(context.Background())
	c := &Conn{in: newQueue(), send: out.put, close: end}
	go func() {
		err := carry(alive, ws, out, func(message []byte) {
			c.in.put(rollback.Player(message[0]), message[1:])
		})
		end()
		c.fail(err)
	}()
	return c, nil
}

// Send sends a packet to another member, in the manner of rollback.Config.Send: it copies the
// packet and does not wait. Packets are lost while the network takes fewer than are sent, and
// after the connection has ended.
func (c *Conn) Send(to rollback.Player, packet []byte) {
	if to >= 0 && to < maxMembers && len(packet) <= rollback.MaxPacket && c.Err() == nil {
		c.send(to, packet)
	}
}

// Packets yields the packets that have come, with their senders, and does not wait for more. If a
// loop ends early, the next loop gets the other packets.
func (c *Conn) Packets() iter.Seq2[rollback.Player, []byte] {
	return func(yield func(rollback.Player, []byte) bool) {
		for range queued { // so that a flood does not hold the frame
			message := c.in.take()
			if message == nil || !yield(rollback.Player(message[0]), message[1:]) {
				return
			}
		}
	}
}

// Err returns why the connection has ended, or nil while it stands.
func (c *Conn) Err() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.err
}

// Close ends the connection after its queue is sent. It does not wait for that.
func (c *Conn) Close() {
	c.fail(ErrClosed)
	c.close()
}

// fail keeps the first reason.
func (c *Conn) fail(err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.err == nil {
		c.err = err
	}
}

// carry sends the messages of a queue and passes on received messages, until the context or the
// connection ends, and returns the reason.
func carry(ctx context.Context, ws *websocket.Conn, out queue, take func(message []byte)) error {
	ws.SetReadLimit(maxMessage)
	ctx, end := context.WithCancel(ctx)
	var writer sync.WaitGroup
	writer.Go(func() { write(ctx, ws, out) })
	var err error
	for err == nil {
		var message []byte
		if _, message, err = ws.Read(context.Background()); err == nil && len(message) > 0 {
			take(message)
		}
	}
	end()
	writer.Wait()
	return fmt.Errorf("%w: %w", ErrClosed, err)
}

// write sends until the context ends, then sends the rest of the queue and closes. Closing ends the
// reader.
func write(ctx context.Context, ws *websocket.Conn, out queue) {
	for {
		var message []byte
		select {
		case message = <-out:
		case <-ctx.Done():
			if message = out.take(); message == nil {
				ws.Close(websocket.StatusNormalClosure, "")
				return
			}
		}
		limited, cancel := context.WithTimeout(context.Background(), writeTimeout)
		err := ws.Write(limited, websocket.MessageBinary, message)
		cancel()
		if err != nil {
			ws.CloseNow()
			return
		}
	}
}
