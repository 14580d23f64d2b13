package rollback

import "time"

// Counters hold the counts of a session since it was made.
type Counters struct {
	Updates         uint64
	Simulated       uint64 // ticks, including the ticks of rollbacks
	Resimulated     uint64 // ticks of rollbacks
	Rollbacks       uint64
	LongestRollback int    // ticks
	Waited          uint64 // Updates that waited for inputs
	Slowed          uint64 // Updates without a tick because the session was ahead
	Rejected        uint64 // packets
}

// Counters returns the counts of the session.
func (s *Session[I]) Counters() Counters { return s.counters }

// Link describes the connection to another member.
type Link struct {
	Connected bool          // a packet has come
	Dropped   bool          // out of the match
	RoundTrip time.Duration // smoothed; its resolution is the resolution of the times given to Update
	Silence   time.Duration // since the last packet
	Packets   uint64        // that came
	Ahead     float64       // ticks that this session is ahead of the member
	Known     Tick          // up to where the inputs of a player are known
	Desync    *Desync       // the difference of his state, or nil
}

// Link returns the state of the connection to another member.
func (s *Session[I]) Link(p Player) Link {
	peer := &s.peers[p]
	link := Link{
		Connected: peer.heard, Dropped: s.out(p), RoundTrip: peer.roundTrip, Packets: peer.packets,
		Ahead: (peer.ahead - peer.theirAhead) / 2, Desync: peer.comparison.desync,
	}
	if peer.heard {
		link.Silence = s.now - peer.heardAt
	}
	if int(p) < len(s.players) {
		link.Known = s.players[p].have
	}
	return link
}
