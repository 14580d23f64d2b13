package wsconn

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"github.com/carom2d/carom/world/rollback"
	"github.com/coder/websocket"
)

// maxMembers is the number of seats that a room may have.
const maxMembers = rollback.MaxPlayers + rollback.MaxSpectators

// Reasons for which a room refuses a member. Match them with errors.Is.
var (
	ErrNoSeat = errors.New("wsconn: the room has no such seat")
	ErrTaken  = errors.New("wsconn: the seat is taken")
)

// Room passes packets between the members of a match. It is an http.Handler that members call.
type Room struct {
	// Origins are the hosts whose pages may connect besides the host of the room, such as
	// "example.org" or "*.example.org". It must not change after the first call.
	Origins []string

	mutex  sync.Mutex
	seats  []*seat // nil if the seat is free
	closed bool
}

// seat is a connected member.
type seat struct {
	out queue // of messages to him
	end func()
}

// NewRoom makes a room with a number of seats, from 1 to 32, for the players and the spectators
// after them. It panics for another number.
func NewRoom(members int) *Room {
	if members < 1 || members > maxMembers {
		panic(fmt.Sprintf("wsconn: a room of %d members", members))
	}
	return &Room{seats: make([]*seat, members)}
}

// Join takes a seat for a member in the same process, who needs no socket.
func (r *Room) Join(p rollback.Player) (*Conn, error) {
	c := &Conn{in: newQueue()}
	s := &seat{out: c.in, end: func() { c.fail(ErrClosed) }}
	c.send = func(to rollback.Player, packet []byte) {
		if c.Err() == nil {
			r.forward(p, to, packet)
		}
	}
	c.close = func() { r.leave(p, s) }
	if err := r.take(p, s); err != nil {
		return nil, err
	}
	return c, nil
}

// ServeHTTP accepts the connection of a member, whose number is the parameter player, and returns
// when the connection ends. A taken seat gives 409 Conflict, a seat that does not exist 404 Not
// Found.
func (r *Room) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	number, err := strconv.Atoi(request.URL.Query().Get("player"))
	if err != nil {
		http.Error(w, "wsconn: the parameter player is no number", http.StatusBadRequest)
		return
	}
	p := rollback.Player(number)
	ctx, end := context.WithCancel(context.Background())
	defer end()
	s := &seat{out: newQueue(), end: end}
	if err := r.take(p, s); err != nil {
		status := http.StatusConflict
		if errors.Is(err, ErrNoSeat) {
			status = http.StatusNotFound
		}
		http.Error(w, err.Error(), status)
		return
	}
	defer r.leave(p, s)
	ws, err := websocket.Accept(w, request, &websocket.AcceptOptions{OriginPatterns: r.Origins})
	if err != nil {
		return // Accept has answered
	}
	_ = carry(ctx, ws, s.out, func(message []byte) { // the end of a call is nothing unusual
		r.forward(p, rollback.Player(message[0]), message[1:])
	})
}

// Present reports whether a seat is taken.
func (r *Room) Present(p rollback.Player) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return p >= 0 && int(p) < len(r.seats) && r.seats[p] != nil
}

// Close ends all connections and refuses later ones.
func (r *Room) Close() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.closed = true
	for p, s := range r.seats {
		if s != nil {
			s.end()
			r.seats[p] = nil
		}
	}
}

func (r *Room) take(p rollback.Player, s *seat) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	switch {
	case r.closed:
		return ErrClosed
	case p < 0 || int(p) >= len(r.seats):
		return ErrNoSeat
	case r.seats[p] != nil:
		return ErrTaken
	}
	r.seats[p] = s
	return nil
}

// leave frees a seat if the leaving player still has it.
func (r *Room) leave(p rollback.Player, s *seat) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.seats[p] == s {
		r.seats[p] = nil
	}
}

func (r *Room) forward(from, to rollback.Player, packet []byte) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if to >= 0 && int(to) < len(r.seats) && to != from && r.seats[to] != nil {
		r.seats[to].out.put(from, packet)
	}
}
