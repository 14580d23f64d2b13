package rollback

import (
	"fmt"
	"strings"

	"github.com/carom2d/carom/geom"
)

// SyncTest runs a game alone and rolls it back in every tick. Without a network, it finds data that
// are missing in the saved state but affect the simulation.
type SyncTest[I any] struct {
	config Config[I]
	codec  codec[I]
	state  State
	depth  int

	tick   Tick
	inputs [][]I        // per tick of the last depth ticks, by player
	hashes []uint64     // per tick: of the state behind it
	parts  [][]PartHash // the same by part
	again  []PartHash
	wrong  []I
}

// SyncError reports a tick with another result when it was simulated again.
type SyncError struct {
	Tick  Tick // simulated twice
	Depth int  // ticks that were rolled back
	First uint64
	Again uint64
	// Parts are the parts that differ, if the State is Parted. Local is the hash of the first run,
	// Remote the hash of the second run.
	Parts []PartDiff
}

func (e *SyncError) Error() string {
	text := fmt.Sprintf("rollback: tick %d gave state %016x first and %016x after a rollback of %d ticks", e.Tick, e.First, e.Again, e.Depth)
	if len(e.Parts) > 0 {
		names := make([]string, len(e.Parts))
		for i, part := range e.Parts {
			names[i] = part.Name
		}
		text += "; different: " + strings.Join(names, ", ")
	}
	return text
}

// NewSyncTest makes a test that rolls back depth ticks in every tick. It uses Players, Advance,
// Encode and Decode of the configuration. It returns a *geom.FieldError for a field that cannot be
// used.
func NewSyncTest[I any](config Config[I], state State, depth int) (*SyncTest[I], error) {
	config.Send = func(Player, []byte) {}
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	if state == nil {
		return nil, geom.NewFieldError("state", "nil", ErrNoState)
	}
	if depth < 1 || depth > maxPrediction {
		return nil, geom.NewFieldError("depth", depth, geom.ErrOutOfRange)
	}
	var none I
	s := &SyncTest[I]{
		config: config, state: state, depth: depth,
		codec:  codec[I]{encode: config.Encode, decode: config.Decode, size: len(config.Encode(nil, none))},
		inputs: make([][]I, depth), hashes: make([]uint64, depth), parts: make([][]PartHash, depth),
		wrong: make([]I, config.Players),
	}
	for i := range s.inputs {
		s.inputs[i] = make([]I, config.Players)
	}
	return s, nil
}

// Tick returns the next tick to simulate.
func (s *SyncTest[I]) Tick() Tick { return s.tick }

// Update simulates a tick with one input per player. Then it goes back, simulates the last ticks
// with zero inputs as if they had been predicted, goes back again and simulates them with the true
// inputs. It returns a *SyncError if a tick has another result, and the error of State.Restore. It
// panics for another number of inputs.
func (s *SyncTest[I]) Update(inputs ...I) error {
	if len(inputs) != s.config.Players {
		panic(fmt.Sprintf("rollback: %d inputs for %d players", len(inputs), s.config.Players))
	}
	at := s.at(s.tick)
	for p, in := range inputs {
		s.inputs[at][p], _ = s.codec.round(in)
	}
	s.state.Save(at)
	s.simulate(s.tick, s.inputs[at], false)
	s.hashes[at] = s.state.Hash()
	if parted, ok := s.state.(Parted); ok {
		s.parts[at] = parted.AppendParts(s.parts[at][:0])
	}
	s.tick++

	from := max(0, s.tick-Tick(s.depth))
	if err := s.state.Restore(s.at(from)); err != nil {
		return err
	}
	for t := from; t < s.tick; t++ {
		s.simulate(t, s.wrong, true)
	}
	if err := s.state.Restore(s.at(from)); err != nil {
		return err
	}
	for t := from; t < s.tick; t++ {
		if t > from {
			s.state.Save(s.at(t))
		}
		s.simulate(t, s.inputs[s.at(t)], true)
		if err := s.compare(t, int(s.tick-from)); err != nil {
			return err
		}
	}
	return nil
}

func (s *SyncTest[I]) at(t Tick) int { return int(t % Tick(s.depth)) }

func (s *SyncTest[I]) simulate(t Tick, inputs []I, again bool) {
	s.config.Advance(Frame[I]{Tick: t, Inputs: inputs, Again: again, Final: !again})
}

func (s *SyncTest[I]) compare(t Tick, depth int) error {
	at := s.at(t)
	again := s.state.Hash()
	if again == s.hashes[at] {
		return nil
	}
	e := &SyncError{Tick: t, Depth: depth, First: s.hashes[at], Again: again}
	if parted, ok := s.state.(Parted); ok {
		s.again = parted.AppendParts(s.again[:0])
		for i, part := range s.again {
			if i < len(s.parts[at]) && s.parts[at][i].Hash != part.Hash {
				e.Parts = append(e.Parts, PartDiff{Name: part.Name, Local: s.parts[at][i].Hash, Remote: part.Hash})
			}
		}
	}
	return e
}
