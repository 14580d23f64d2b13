package wsconn_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/carom2d/carom/world/rollback"
	"github.com/carom2d/carom/world/rollback/wsconn"
)

// Score is the whole state of a game in which everyone adds up what all press.
type Score struct {
	now   int
	saved [32]int
}

func (s *Score) Save(slot int)          { s.saved[slot] = s.now }
func (s *Score) Restore(slot int) error { s.now = s.saved[slot]; return nil }
func (s *Score) Hash() uint64           { return uint64(s.now) }

// One player keeps the room, the other calls it.
func Example() {
	room := wsconn.NewRoom(2)
	server := httptest.NewServer(room) // a game has http.ListenAndServe here
	defer server.Close()
	defer room.Close()
	host, err := room.Join(0)
	if err != nil {
		panic(err)
	}
	guest, err := wsconn.Dial(context.Background(), strings.Replace(server.URL, "http", "ws", 1), 1)
	if err != nil {
		panic(err)
	}
	defer guest.Close()

	var sessions [2]*rollback.Session[int8]
	for p, conn := range []*wsconn.Conn{host, guest} {
		score := &Score{}
		sessions[p], err = rollback.New(rollback.Config[int8]{
			Local: rollback.Player(p), Send: conn.Send,
			Advance: func(f rollback.Frame[int8]) { score.now += int(f.Inputs[0]) + int(f.Inputs[1]) },
		}, score)
		if err != nil {
			panic(err)
		}
	}
	for start := time.Now(); min(sessions[0].Confirmed(), sessions[1].Confirmed()) <= 60; time.Sleep(time.Millisecond) {
		for p, conn := range []*wsconn.Conn{host, guest} {
			for from, packet := range conn.Packets() {
				if err := sessions[p].Receive(from, packet); err != nil {
					panic(err)
				}
			}
			if _, err := sessions[p].Update(time.Since(start), int8(p+1)); err != nil {
				panic(err)
			}
		}
	}
	score, ok := sessions[1].HashAt(60)
	fmt.Println(score, ok)
	// Output:
	// 180 true
}
