//go:build platforms

package rollback_test

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/rollback"
)

// haste is how much faster than a game the clock of the match of processes goes.
const haste = 4

// A process writes parcels to players, and these to the test.
const (
	toHashes rollback.Player = 100 + iota
	toLog
)

// parcel is a packet on a pipe: the other player, the length, the bytes.
func parcel(player rollback.Player, data []byte) []byte {
	return append(binary.LittleEndian.AppendUint16([]byte{byte(player)}, uint16(len(data))), data...)
}

func readParcel(r io.Reader) (rollback.Player, []byte, error) {
	var head [3]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	data := make([]byte, binary.LittleEndian.Uint16(head[1:]))
	_, err := io.ReadFull(r, data)
	return rollback.Player(head[0]), data, err
}

// TestMain is also the program of a player, if it is told which: his number, the number of
// players, and of ticks.
func TestMain(m *testing.M) {
	var local, players, ticks int
	if _, err := fmt.Sscan(os.Getenv("ROLLBACK_PEER"), &local, &players, &ticks); err != nil {
		os.Exit(m.Run())
	}
	play(rollback.Player(local), players, rollback.Tick(ticks))
}

// alone stands for the test of a process that runs none.
type alone struct{ testing.TB }

func (alone) Cleanup(func())                    {}
func (alone) Helper()                           {}
func (alone) FailNow()                          { os.Exit(1) }
func (alone) Errorf(format string, args ...any) { fmt.Fprintf(os.Stderr, format, args...) }

// listen puts packets into an inbox until the input ends, also while the player waits to write.
func listen(r io.Reader, to *inbox) {
	for {
		from, data, err := readParcel(r)
		if err != nil {
			return
		}
		to.put(flight{from: from, data: data})
	}
}

// play plays a match, writes the hashes of all states, and stays for the others until it is
// killed.
func play(local rollback.Player, players int, ticks rollback.Tick) {
	var in inbox
	go listen(bufio.NewReader(os.Stdin), &in)
	write := func(to rollback.Player, data []byte) {
		_, err := os.Stdout.Write(parcel(to, data))
		world.Check(err)
	}
	n := badNetwork(uint64(local))
	n.carry = func(due []flight) {
		for _, f := range due {
			write(f.to, f.data)
		}
	}
	a := newArena(alone{}, players, 10)
	s, err := rollback.New(rollback.Config[pad]{
		Players: players, Local: local, HashEvery: 1, MaxPrediction: 24, InputDelay: 2, Advance: a.advance,
		DropAfter: time.Hour, // a process that is emulated may begin late
		Send:      func(to rollback.Player, data []byte) { n.send(local, to, data) },
	}, a.state)
	world.Check(err)
	written := rollback.Tick(0)
	begin := time.Now()
	for frame := time.Duration(0); ; frame++ {
		for _, f := range in.take() {
			world.Check(s.Receive(f.from, f.data))
		}
		n.now = haste * time.Since(begin)
		_, err := s.Update(n.now, padAt(local, s.Tick()))
		world.Check(err)
		n.deliver()
		for h, ok := s.HashAt(written); ok && written <= ticks; h, ok = s.HashAt(written) {
			write(toHashes, binary.LittleEndian.AppendUint64(nil, h))
			if written++; written > ticks {
				write(toLog, fmt.Appendf(nil, "done in %v: %+v", time.Since(begin).Round(time.Millisecond), s.Counters()))
			}
		}
		time.Sleep(time.Until(begin.Add(frame * time.Second / 60 / haste)))
	}
}
