package rollback

import (
	"cmp"
	"encoding/binary"
	"errors"
	"time"

	"github.com/carom2d/carom/geom"
)

// Limits of a Config.
const (
	MaxPlayers    = 16
	MaxSpectators = 16
	MaxInputBytes = 32  // of one encoded input
	maxDelay      = 60  // ticks
	maxPrediction = 120 // ticks
)

// ErrMissing is wrapped when a field that has no default was left out.
var ErrMissing = errors.New("is missing")

// Config describes a match for one of its members. Players, Spectators, Match, HashEvery, Timestep
// and the encoding are the same for all members; each member chooses the other fields. Advance has
// no default.
type Config[I any] struct {
	Players    int    // 1 to MaxPlayers, 0 means 2
	Spectators int    // up to MaxSpectators
	Local      Player // the local member; from Players on a spectator
	// Match is any number that distinguishes the packets of this match from the packets of others.
	Match uint64

	// Late: a spectator who joins in the middle of the match, or again. He gets the state from a
	// player, and needs a State that is Portable.
	Late bool

	// Advance simulates one tick with the inputs of all players. It may depend only on the saved
	// state and on the frame's Tick, Inputs and Absent.
	Advance func(Frame[I])
	// Send sends a packet to another member. The bytes are valid until it returns. It may be nil in
	// a session without other members.
	Send func(to Player, packet []byte)

	// Predict guesses the input of a player, ahead ticks after the last known input. The last input
	// is the zero value if none is known. Nil repeats the last input.
	Predict func(p Player, last I, ahead int) I
	// Encode appends the bytes of an input: the same number for every input, at most MaxInputBytes.
	// Decode reads them back. All sessions, including the local one, simulate the result of Decode,
	// so an encoding may round. Nil means encoding/binary, little endian, for types of fixed size.
	Encode func(dst []byte, input I) []byte
	Decode func(data []byte) (I, error)

	// InputDelay is the number of ticks from the Update that takes a local input to the tick that
	// uses it. With each tick of delay, others predict one tick less.
	InputDelay int
	// MaxPrediction is the number of ticks that may be simulated on predicted inputs, and so
	// the length of the longest rollback: 0 means 12.
	MaxPrediction int
	// Lockstep simulates only known inputs. MaxPrediction has no effect.
	Lockstep bool
	// KeepPace never waits for members who are behind. The game slows its clock by Ahead.
	KeepPace bool

	// Timestep is the time between ticks, 0 means a sixtieth of a second. Only the estimate of who
	// is ahead depends on it, not the simulation.
	Timestep time.Duration
	// InterruptAfter is the silence after which a member counts as interrupted, 0 means half
	// a second.
	InterruptAfter time.Duration
	// DropAfter is the silence after which a member is dropped, 0 means five seconds. A player who
	// was never heard of is silent since the first Update: a game that waits for slow players calls
	// it when all have loaded.
	DropAfter time.Duration

	// HashEvery is the number of ticks from one comparison of states to the next, 0 means 30.
	HashEvery int
}

// withDefaults returns the configuration with its defaults, or a *geom.FieldError.
func (c Config[I]) withDefaults() (Config[I], error) {
	c.Players = cmp.Or(c.Players, 2)
	c.MaxPrediction = cmp.Or(c.MaxPrediction, 12)
	c.HashEvery = cmp.Or(c.HashEvery, 30)
	for _, f := range []struct {
		name           string
		value          int
		least, largest int
	}{
		{"Players", c.Players, 1, MaxPlayers},
		{"Spectators", c.Spectators, 0, MaxSpectators},
		{"Local", int(c.Local), 0, c.Players + c.Spectators - 1},
		{"InputDelay", c.InputDelay, 0, maxDelay},
		{"MaxPrediction", c.MaxPrediction, 1, maxPrediction},
		{"HashEvery", c.HashEvery, 1, 1 << 20},
	} {
		if f.value < f.least || f.value > f.largest {
			return c, geom.NewFieldError(f.name, f.value, geom.ErrOutOfRange)
		}
	}
	for _, f := range []struct {
		name     string
		value    *time.Duration
		standard time.Duration
	}{
		{"Timestep", &c.Timestep, time.Second / 60},
		{"InterruptAfter", &c.InterruptAfter, time.Second / 2},
		{"DropAfter", &c.DropAfter, 5 * time.Second},
	} {
		if *f.value < 0 {
			return c, geom.NewFieldError(f.name, *f.value, geom.ErrNegative)
		}
		if *f.value == 0 {
			*f.value = f.standard
		}
	}
	if c.Advance == nil {
		return c, geom.NewFieldError("Advance", "nil", ErrMissing)
	}
	if c.Send == nil && c.Players+c.Spectators > 1 {
		return c, geom.NewFieldError("Send", "nil", ErrMissing)
	}
	return c.withEncoding()
}

func (c Config[I]) withEncoding() (Config[I], error) {
	if (c.Encode == nil) != (c.Decode == nil) {
		name := "Encode"
		if c.Decode == nil {
			name = "Decode"
		}
		return c, geom.NewFieldError(name, "nil", ErrMissing)
	}
	var zero I
	if c.Encode == nil {
		if n := binary.Size(zero); n < 1 {
			return c, geom.NewFieldError("Encode", "nil", ErrMissing)
		}
		c.Encode = appendBinary[I]
		c.Decode = decodeBinary[I]
	}
	if n := len(c.Encode(nil, zero)); n < 1 || n > MaxInputBytes {
		return c, geom.NewFieldError("Encode", n, geom.ErrOutOfRange)
	}
	if _, err := c.Decode(c.Encode(nil, zero)); err != nil {
		return c, geom.NewFieldError("Decode", zero, err)
	}
	return c, nil
}

func appendBinary[I any](dst []byte, input I) []byte {
	dst, err := binary.Append(dst, binary.LittleEndian, input)
	if err != nil {
		panic("rollback: " + err.Error())
	}
	return dst
}

func decodeBinary[I any](data []byte) (input I, err error) {
	_, err = binary.Decode(data, binary.LittleEndian, &input)
	return input, err
}
