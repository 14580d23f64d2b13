package rollback

// rollBack simulates again from the first tick that was simulated with a wrong input. That tick
// was not final, so its state was saved.
func (s *Session[I]) rollBack() error {
	if s.wrong >= s.tick {
		s.wrong = never
		return nil
	}
	if err := s.state.Restore(s.slot(s.wrong)); err != nil {
		return err
	}
	until := s.tick
	s.tick, s.wrong = s.wrong, never
	depth := int(until - s.tick)
	s.counters.Rollbacks++
	s.counters.Resimulated += uint64(depth)
	s.counters.LongestRollback = max(s.counters.LongestRollback, depth)
	confirmed := s.Confirmed()
	for s.tick < until {
		s.step(confirmed, true)
	}
	return nil
}

// slot returns the slot for the state at a tick that is not final. At most MaxPrediction ticks are
// not final, so no two of them share a slot.
func (s *Session[I]) slot(t Tick) int { return int(t % Tick(s.config.MaxPrediction+1)) }

// step simulates the next tick. It saves the state only if the tick may be wrong.
func (s *Session[I]) step(confirmed Tick, again bool) {
	final := s.tick < confirmed
	if !final {
		s.state.Save(s.slot(s.tick))
	}
	frame := Frame[I]{Tick: s.tick, Inputs: s.frameInputs, Again: again, Final: final}
	for p := range s.players {
		frame.Inputs[p] = s.inputOf(Player(p))
		if s.players[p].cut <= s.tick {
			frame.absent |= 1 << p
		}
	}
	s.config.Advance(frame)
	s.counters.Simulated++
	s.tick++
	if s.tick%Tick(s.config.HashEvery) == 0 {
		s.recordHash()
	}
}

// inputOf returns the input of a player in the next tick. It stores a predicted input in the ring,
// where set compares it with the true input.
func (s *Session[I]) inputOf(p Player) I {
	r := &s.players[p]
	if s.tick >= r.cut {
		var zero I
		return zero
	}
	if s.tick < r.have {
		return r.value[r.index(s.tick)]
	}
	var last I
	if r.have > 0 {
		last = r.value[r.index(r.have-1)]
	}
	if s.config.Predict != nil {
		last = s.config.Predict(p, last, int(s.tick-r.have)+1)
	}
	value, code := s.codec.round(last)
	r.set(s.tick, value, code)
	return value
}
