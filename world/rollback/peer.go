package rollback

import (
	"math/bits"
	"time"
)

// peer holds the knowledge about another member of the match.
type peer struct {
	heard       bool // a packet came
	announced   bool // the event Connected was emitted
	interrupted bool
	left        bool // said goodbye
	kicked      bool // Drop was called
	droppedAt   time.Duration
	lost        bool // of spectators, who are no concern of the others
	answer      bool // a packet came although the player is dropped: tell him

	heardAt     time.Duration // or when the session began
	silentSince time.Duration // later than that if this session paused
	stamp       uint32        // of the newest packet, by its sender's clock, ms
	packets     uint64

	roundTrip  time.Duration // smoothed, 0 until measured
	ahead      float64       // ticks that this session seems ahead of him, smoothed
	theirAhead float64       // the same as he sees it

	acked   []Tick // per player: up to where he has the inputs
	dropped uint32 // players that he has dropped

	comparison comparison

	// For late spectators: their requests, and the state sent to them.
	asked    bool
	askedAt  time.Duration
	ask      ask
	transfer *transfer
	unserved bool // the state could not be written
}

func (p *peer) init(players int) {
	p.acked = make([]Tick, players)
	p.comparison.theirs = make([]hashRecord, hashRing)
	for i := range p.comparison.theirs {
		p.comparison.theirs[i].index = -1
	}
}

// out reports whether a member is dropped.
func (s *Session[I]) out(p Player) bool {
	if int(p) < len(s.players) {
		return s.dropped>>uint(p)&1 != 0
	}
	return s.peers[p].lost
}

// begin starts the clocks of silence at the first Update. Packets may have come before, when the
// session did not know the time.
func (s *Session[I]) begin() {
	for p := range s.peers {
		s.peers[p].heardAt, s.peers[p].silentSince = s.now, s.now
	}
	if s.join != nil {
		s.join.heardAt = s.now
	}
}

// excuse leaves most of the time since the last Update out of the silence of the others. A session
// that was paused, such as a page in the background, heard nobody because it did not listen: the
// others have dropped it if that took too long, and tell it so.
func (s *Session[I]) excuse(since time.Duration) {
	deaf := since - min(s.config.InterruptAfter, s.config.DropAfter/2)
	if deaf <= 0 {
		return
	}
	for q := range s.peers {
		p := &s.peers[q]
		p.silentSince = min(p.silentSince+deaf, s.now)
	}
	if s.join != nil {
		s.join.heardAt = min(s.join.heardAt+deaf, s.now)
	}
}

func (s *Session[I]) everyoneHeard() bool {
	for p := range s.players {
		if Player(p) != s.config.Local && !s.peers[p].heard && !s.out(Player(p)) {
			return false
		}
	}
	return true
}

// watch finds the members that connected, are silent or are gone.
func (s *Session[I]) watch() {
	claims := s.claims()
	for q := range s.peers {
		p, q := &s.peers[q], Player(q)
		claimed := claims>>uint(q)&1 != 0 && int(q) < len(s.players)
		switch {
		case q == s.config.Local:
			if claimed {
				s.ended = true
				s.emit(Removed, q)
			}
		case s.out(q):
		case claimed || p.kicked:
			s.drop(q)
		case p.heard:
			s.watchSilence(q)
		case int(q) < len(s.players) && !s.spectates() && s.now-p.silentSince >= s.config.DropAfter:
			s.drop(q)
		}
	}
	if s.lost && !s.ended {
		s.ended = true
		s.emit(Removed, s.config.Local)
	}
}

// claims returns the players whom others have dropped. Of two who have dropped each other, the one
// with the lower number is believed: nobody else needs to go.
func (s *Session[I]) claims() (claims uint32) {
	if s.spectates() {
		return s.agreedClaims()
	}
	for q := range s.players {
		if Player(q) != s.config.Local && !s.out(Player(q)) && claims>>uint(q)&1 == 0 {
			claims |= s.peers[q].dropped
		}
	}
	return claims
}

// agreedClaims returns the players whom all other players have dropped, for a spectator: if players
// claim different sets, no claim need become true. Of two sets that exclude each other he follows
// the larger rest of the players, or else the rest with the lowest number.
func (s *Session[I]) agreedClaims() (agreed uint32) {
	for q := range s.players {
		claims := s.dropped | s.peers[q].dropped
		if claims>>uint(q)&1 != 0 || !s.allClaim(claims) {
			continue
		}
		if agreed == 0 || bits.OnesCount32(claims) < bits.OnesCount32(agreed) {
			agreed = claims
		}
	}
	return agreed
}

// allClaim reports whether all players outside a set have dropped that set.
func (s *Session[I]) allClaim(set uint32) bool {
	for q := range s.players {
		if set>>uint(q)&1 == 0 && s.dropped|s.peers[q].dropped != set {
			return false
		}
	}
	return true
}

// dropsLocal reports whether a member has dropped the local player. A spectator does so when the
// players have: his state differs then, for a reason.
func (s *Session[I]) dropsLocal(q Player) bool {
	return s.peers[q].dropped>>uint(s.config.Local)&1 != 0
}

// watchSilence compares the time since the last packet, or request, with the limits. Spectators
// drop no player: only players decide.
func (s *Session[I]) watchSilence(q Player) {
	p := &s.peers[q]
	if !p.announced {
		p.announced = true
		s.emit(Connected, q)
	}
	silence := s.now - max(p.silentSince, p.askedAt)
	isPlayer := int(q) < len(s.players)
	switch {
	case (p.left || silence >= s.config.DropAfter) && !(isPlayer && s.spectates()):
		s.drop(q)
	case silence >= s.config.InterruptAfter && !p.interrupted:
		p.interrupted = true
		s.emit(Interrupted, q)
	case silence < s.config.InterruptAfter && p.interrupted:
		p.interrupted = false
		s.emit(Resumed, q)
	}
}

func (s *Session[I]) drop(q Player) {
	s.peers[q].droppedAt = s.now
	if int(q) < len(s.players) {
		s.dropped |= 1 << uint(q)
	} else {
		s.peers[q].lost = true
	}
	s.emit(Dropped, q)
}

// agree fixes the tick from which dropped players are absent, as soon as all remaining players have
// dropped the same players. From then on nobody takes packets from the dropped players, so the
// longest list of inputs that any remaining player has is final. Its end is the cut: players with
// fewer inputs get the rest from players with more (appendRelayed).
//
// If another player is dropped later, they agree again. Players who had simulated past the old cut
// had all inputs up to it, so it does not change for them.
func (s *Session[I]) agree() {
	if s.dropped == s.agreedMask {
		return
	}
	remain := !s.spectates()
	for q := range s.players {
		if Player(q) == s.config.Local || s.out(Player(q)) {
			continue
		}
		if s.peers[q].dropped != s.dropped {
			return
		}
		remain = true
	}
	if !remain {
		return // a spectator of a match that is over
	}
	for p := range s.players {
		if !s.out(Player(p)) {
			continue
		}
		r := &s.players[p]
		cut := s.knownToPlayers(Player(p))
		if !s.spectates() {
			cut = max(cut, r.have)
		}
		if cut != r.cut {
			r.cut = cut
			if !s.spectates() { // a spectator has simulated nothing beyond, unless he came later
				s.wrong = min(s.wrong, cut)
			}
			s.events = append(s.events, Event{Kind: Absent, Player: Player(p), Tick: cut})
		}
	}
	s.agreedMask = s.dropped
}

// Drop removes a member from the match at the next Update, as if he had been silent for too long.
// The other players drop him too. A spectator drops nobody: only players decide. Drop panics for
// the local player, who calls Leave.
func (s *Session[I]) Drop(p Player) {
	if p == s.config.Local {
		panic("rollback: Drop of the local player, which is Leave")
	}
	s.peers[p].kicked = !s.spectates()
}

// Leave notifies the other members by three packets and ends the session. If one of the packets
// arrives, they need no timeout.
func (s *Session[I]) Leave() {
	if s.ended {
		return
	}
	s.ended = true
	for range 3 {
		s.send()
	}
}
