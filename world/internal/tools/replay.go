package tools

import "github.com/carom2d/carom/internal/state"

// Replay runs a recording. W is the type of worlds.
type Replay[W any] interface {
	// World returns the world of the replay, to look at.
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
	// Restored reports whether the game restored the world at the end of the log: the state is the
	// state of the next keyframe, to Load.
	Restored() bool
	// Close gives the workers of the world back.
	Close()
}

// ReplayedTick tells whether a replayed tick ended in the recorded state.
type ReplayedTick struct {
	// Field is the field in which the motion is not the same, empty if it is, and Body the first
	// body that can have it, zero if none can.
	Field string
	Body  state.BodyID
	// Parts are the parts of the state that are not the same, such as "contacts". They are compared
	// now and then: see Hashed.
	Parts  []string
	Hashed bool
}
