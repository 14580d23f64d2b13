package tools

import "github.com/carom2d/carom/internal/state"

// Replay runs a recording. W is the type of worlds.
type Replay[W any] interface {
	// World returns the world of the replay, for reading.
	World() W
	// Load goes to a keyframe.
	Load(keyframe []byte) error
	// Answers gives the replay the next answers of shapes of the game's own, and Feed the next part
	// of the log.
	Answers(log []byte) error
	Feed(log []byte)
	// Next replays up to the end of the next tick, or to the end of the log that Feed gave, and
	// reports whether there was a tick.
	Next() (t ReplayedTick, ok bool, err error)
	// Restored reports whether the game restored the world at the end of the log. Then the next
	// state is the state of the next keyframe, for Load.
	Restored() bool
	// Close releases the workers of the world.
	Close()
}

// ReplayedTick tells whether a replayed tick ended in the recorded state.
type ReplayedTick struct {
	// Field is the field in which the motion differs, empty if it does not, and Body the first body
	// that may differ, zero if none is known.
	Field string
	Body  state.BodyID
	// Parts are the parts of the state that differ, such as "contacts". They are compared at
	// intervals: see Hashed.
	Parts  []string
	Hashed bool
}
