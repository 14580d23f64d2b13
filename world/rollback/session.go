package rollback

import (
	"errors"
	"fmt"
	"time"

	"github.com/carom2d/carom/geom"
)

var (
	// ErrNoState is wrapped when a session is given no state.
	ErrNoState = errors.New("is no state")
	// ErrNotPortable is wrapped when Late is set for a player, or with a state that is not
	// Portable.
	ErrNotPortable = errors.New("needs a spectator and a Portable state")
)

// Session is one member's view of a match. Its methods are called from one goroutine at a
// time. Make one with New or NewWorld.
type Session[I any] struct {
	config Config[I]
	codec  codec[I]
	state  State

	now      time.Duration // the sum of the times between Updates
	clock    time.Duration // of the last Update
	tick     Tick          // the next tick to simulate
	wrong    Tick          // the first that was simulated with a wrong input; never if none was
	players  []inputs[I]
	peers    []peer // by Player; the local one's is unused
	dropped  uint32 // players, a bit each
	ended    bool
	lost     bool    // this session, a spectator, is dropped by a player
	waitDebt float64 // ticks that are due to be waited, see pace

	frameInputs []I
	hashes      hashes
	runs        []run[I] // of the packet that is read
	outgoing    []byte   // the packet that is written
	events      []Event
	counters    Counters
	agreedMask  uint32 // the dropped players for whom cut was agreed upon
	join        *join  // of a late spectator, until he has the state
}

// Outcome is the result of an Update.
type Outcome uint8

// The outcomes of an Update.
const (
	// Stepped: a new tick was simulated. Spectators that catch up simulate several.
	Stepped Outcome = iota + 1
	// Connecting: some player has never been heard of.
	Connecting
	// Waiting: inputs of others are missing and no more ticks may be predicted.
	Waiting
	// Slowed: this session is ahead of the others and lets them catch up.
	Slowed
	// Ended: the session has left the match or was dropped from it.
	Ended
	// Joining: a late spectator gets the state.
	Joining
)

var outcomeNames = [...]string{
	Stepped: "stepped", Connecting: "connecting", Waiting: "waiting", Slowed: "slowed", Ended: "ended",
	Joining: "joining",
}

func (o Outcome) String() string {
	if int(o) < len(outcomeNames) && outcomeNames[o] != "" {
		return outcomeNames[o]
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}

// New makes a session for a state of the game's own, which must be the state at tick 0. It returns
// a *geom.FieldError for a configuration that cannot be used.
func New[I any](config Config[I], state State) (*Session[I], error) {
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	if state == nil {
		return nil, geom.NewFieldError("state", "nil", ErrNoState)
	}
	if config.Lockstep {
		config.MaxPrediction = 0
	}
	var zero I
	s := &Session[I]{
		config: config, state: state, wrong: never,
		codec:       codec[I]{encode: config.Encode, decode: config.Decode, size: len(config.Encode(nil, zero))},
		players:     make([]inputs[I], config.Players),
		peers:       make([]peer, config.Players+config.Spectators),
		frameInputs: make([]I, config.Players),
		outgoing:    make([]byte, 0, MaxPacket),
	}
	ring := ringSize(config.MaxPrediction + config.InputDelay)
	for p := range s.players {
		s.players[p].init(ring, s.codec.size)
	}
	for p := range s.peers {
		s.peers[p].init(config.Players)
	}
	s.hashes.init(s.config.HashEvery, s.config.MaxPrediction)
	if s.config.Late {
		if err := s.initJoin(); err != nil {
			return nil, err
		}
		return s, nil
	}
	s.recordHash()
	return s, nil
}

// ringSize returns the number of inputs of a player that are kept, a power of two. A session is
// at most MaxPrediction ahead of the inputs that it has of another, who is at most as much
// ahead of those that he has acknowledged, and inputs are sent InputDelay ahead. Twice that is
// enough. The least of 256 lets a spectator be four seconds behind.
func ringSize(ahead int) int {
	n := 256
	for n < 4*(ahead+maxDelay) {
		n *= 2
	}
	return n
}

// Update checks for silent members, rolls back wrong predictions, simulates the next tick with the
// local input, compares states and sends packets. A game calls it once per Timestep, after Receive
// for each packet that came. now is the time since any moment; a clock that jumps back costs only
// the time between two Updates. The input counts only if the outcome is Stepped or Waiting. A
// spectator's input is ignored.
//
// An error comes from State.Restore, and the session has ended.
func (s *Session[I]) Update(now time.Duration, input I) (Outcome, error) {
	s.events = s.events[:0]
	if s.ended {
		return Ended, nil
	}
	since := max(0, now-s.clock)
	s.clock = now
	s.now += since
	if s.counters.Updates == 0 {
		s.begin()
	}
	s.excuse(since)
	s.watch()
	if s.ended {
		return Ended, nil
	}
	s.agree()
	if s.join != nil {
		s.counters.Updates++
		outcome, err := s.joinMatch()
		if err != nil {
			s.ended = true
			return Ended, fmt.Errorf("rollback: the state that came from another player: %w", err)
		}
		s.send()
		return outcome, nil
	}
	if err := s.rollBack(); err != nil {
		s.ended = true
		return Ended, fmt.Errorf("rollback: the state of tick %d: %w", s.wrong, err)
	}
	outcome := s.advance(input)
	s.counters.Updates++
	if err := s.compare(); err != nil {
		s.ended = true
		return Ended, fmt.Errorf("rollback: a state that was kept: %w", err)
	}
	s.send()
	return outcome, nil
}

func (s *Session[I]) advance(input I) Outcome {
	switch {
	case !s.everyoneHeard():
		return Connecting
	case s.spectates():
		return s.follow()
	case s.pace():
		s.counters.Slowed++
		return Slowed
	}
	s.takeLocal(input)
	confirmed := s.Confirmed()
	if s.tick-confirmed >= Tick(s.config.MaxPrediction) {
		s.counters.Waited++
		return Waiting
	}
	s.step(confirmed, false)
	return Stepped
}

// takeLocal assigns the input to its tick after the delay. A longer delay than before repeats the
// input, a shorter delay leaves inputs out until the ticks have caught up.
func (s *Session[I]) takeLocal(input I) {
	own := &s.players[s.config.Local]
	if own.have > s.tick+Tick(s.config.InputDelay) {
		return
	}
	if own.have == 0 {
		var none I
		value, code := s.codec.round(none)
		for own.have < Tick(s.config.InputDelay) {
			own.set(own.have, value, code)
			own.have++
		}
	}
	value, code := s.codec.round(input)
	for own.have <= s.tick+Tick(s.config.InputDelay) {
		own.set(own.have, value, code)
		own.have++
	}
}

// follow lets a spectator simulate known inputs: one tick, and more when he is behind.
func (s *Session[I]) follow() Outcome {
	const behindPerTick = 16 // he catches up by one more tick in a call for so many that he is behind
	confirmed := s.Confirmed()
	if confirmed == never || s.tick >= confirmed {
		s.counters.Waited++
		return Waiting
	}
	for n := 1 + (confirmed-s.tick)/behindPerTick; n > 0; n-- {
		s.step(confirmed, false)
	}
	return Stepped
}

func (s *Session[I]) spectates() bool { return int(s.config.Local) >= len(s.players) }

// Tick returns the next tick to simulate.
func (s *Session[I]) Tick() Tick { return s.tick }

// Confirmed returns the first tick with an unknown input. All ticks before it are final. To a
// spectator an input is unknown as long as a player lacks it.
func (s *Session[I]) Confirmed() Tick {
	confirmed := never
	for p := range s.players {
		confirmed = min(confirmed, s.players[p].known())
	}
	if s.spectates() {
		confirmed = min(confirmed, s.settled())
	}
	return confirmed
}

// settled returns the first tick with an input that some remaining player lacks, as far as this
// session knows. Other inputs are not final for all: if every player who has such an input is
// dropped, the remaining players continue without it.
func (s *Session[I]) settled() Tick {
	settled := never
	for p := range s.players {
		for q := range s.players {
			if q == p || Player(q) == s.config.Local || s.out(Player(q)) {
				continue
			}
			if acked := s.peers[q].acked[p]; acked < s.players[p].cut {
				settled = min(settled, acked)
			}
		}
	}
	return settled
}

// knownToPlayers returns the tick up to which some other player has the inputs of a player.
func (s *Session[I]) knownToPlayers(p Player) (known Tick) {
	for q := range s.players {
		if Player(q) != p && !s.out(Player(q)) {
			known = max(known, s.peers[q].acked[p])
		}
	}
	return known
}

// Config returns the configuration with its defaults filled in.
func (s *Session[I]) Config() Config[I] { return s.config }

// InputDelay returns the delay of local inputs in ticks.
func (s *Session[I]) InputDelay() int { return s.config.InputDelay }

// SetInputDelay changes the delay of local inputs from the next Update on. A longer delay repeats
// an input, a shorter delay leaves some out. It returns a *geom.FieldError for a delay above 60 or
// below 0.
func (s *Session[I]) SetInputDelay(ticks int) error {
	if ticks < 0 || ticks > maxDelay {
		return geom.NewFieldError("InputDelay", ticks, geom.ErrOutOfRange)
	}
	s.config.InputDelay = ticks
	return nil
}
