package rollback

import "time"

// slowness is the number of Updates in which a lead of one tick is given up. The measured lead is
// late by a round trip and the smoothing, some fifty Updates together. A control that is three
// times as slow does not overshoot.
const slowness = 160

// smoothing is the weight of the newest packet in the mean of the lead. Jitter of three ticks
// leaves a third of a tick.
const smoothing = 1.0 / 32

// tolerated is the lead in ticks for which nobody waits.
const tolerated = 0.5

// pace reports whether the session should leave out a tick because it is ahead. The lead is
// given up bit by bit: the larger, the faster.
func (s *Session[I]) pace() bool {
	lead := s.Ahead()
	if s.config.KeepPace || lead <= tolerated {
		s.waitDebt = 0
		return false
	}
	s.waitDebt += lead / slowness
	if s.waitDebt < 1 {
		return false
	}
	s.waitDebt--
	return true
}

// Ahead returns by how many ticks this session is ahead of the player who is furthest behind. It is
// negative if this session is behind all players. Both sides see the other behind by the delay of a
// packet. So the lead is half the difference of the two observations, whatever the delay is.
func (s *Session[I]) Ahead() float64 {
	lead, found := 0.0, false
	for q := range s.players {
		p := &s.peers[q]
		if Player(q) == s.config.Local || s.out(Player(q)) || !p.heard {
			continue
		}
		if l := (p.ahead - p.theirAhead) / 2; !found || l > lead {
			lead, found = l, true
		}
	}
	return lead
}

// measure reads the times in the header of a packet that is newer than all packets before.
func (s *Session[I]) measure(p *peer, h *header) {
	first := !p.heard
	if !first && int32(h.stamp-p.stamp) <= 0 {
		return
	}
	p.stamp = h.stamp
	if h.flags&flagEcho != 0 {
		// A time above half a minute comes from a broken clock.
		trip := time.Duration(int32(s.stamp()-h.echo-uint32(h.held))) * time.Millisecond
		if trip >= 0 && trip < 30*time.Second {
			if p.roundTrip == 0 {
				p.roundTrip = trip
			}
			p.roundTrip += (trip - p.roundTrip) / 8
		}
	}
	ahead := float64(s.tick-h.tick) - float64(p.roundTrip)/2/float64(s.config.Timestep)
	theirs := float64(h.ahead) / aheadUnit
	if first {
		p.ahead, p.theirAhead = ahead, theirs
		return
	}
	p.ahead += (ahead - p.ahead) * smoothing
	p.theirAhead = theirs // which he has smoothed
}

// stamp returns the time in milliseconds, which may wrap around.
func (s *Session[I]) stamp() uint32 { return uint32(s.now / time.Millisecond) }
