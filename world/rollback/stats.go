package rollback

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

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

// WriteDesync writes this session's states of a desynchronization into a folder: the last equal
// state and the first different state, as snapshot files for world.DecodeSnapshot. It returns their
// paths. A path is empty if its state is not kept, which happens if states are compared rarely. The
// other session writes its own states. The file names contain the local player, so one folder can
// hold all of them.
func (s *WorldState) WriteDesync(folder string, local Player, d *Desync) (agreed, differs string, err error) {
	write := func(what string, tick Tick, slot int) (string, error) {
		snapshot := s.Snapshot(slot)
		if snapshot == nil {
			return "", nil
		}
		file, err := os.Create(filepath.Join(folder, fmt.Sprintf("player%d-%s-tick%06d.snapshot", local, what, tick)))
		if err != nil {
			return "", err
		}
		if err := snapshot.Encode(file, s.names()); err != nil {
			file.Close()
			os.Remove(file.Name())
			return "", err
		}
		return file.Name(), file.Close()
	}
	if agreed, err = write("agreed", d.Agreed, d.AgreedSlot); err != nil {
		return "", "", err
	}
	differs, err = write("differs", d.Tick, d.Slot)
	return agreed, differs, err
}
