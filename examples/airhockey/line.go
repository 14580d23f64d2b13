package main

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"
)

// packet is a packet on its way.
type packet struct {
	due  time.Duration
	to   int
	data []byte
}

// line carries packets between two players as a bad network does. A game has a socket here.
type line struct {
	now     time.Duration
	chance  *rand.Rand
	packets []packet
}

// send delays by 100 to 200 milliseconds, so that packets overtake each other, and loses one in
// ten.
func (l *line) send(to int, data []byte) {
	if l.chance.IntN(10) > 0 {
		due := l.now + 100*time.Millisecond + time.Duration(l.chance.IntN(100))*time.Millisecond
		l.packets = append(l.packets, packet{due, to, slices.Clone(data)})
	}
}

// receive returns the packets that have arrived for a player.
func (l *line) receive(to int) (come [][]byte) {
	slices.SortStableFunc(l.packets, func(a, b packet) int { return cmp.Compare(a.due, b.due) })
	l.packets = slices.DeleteFunc(l.packets, func(p packet) bool {
		if p.to != to || p.due > l.now {
			return false
		}
		come = append(come, p.data)
		return true
	})
	return come
}
