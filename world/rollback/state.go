package rollback

// Tick numbers the ticks of a match from 0. The state at a tick is the state before the tick is
// simulated.
type Tick int64

// Player is the number of a member: players from 0 to Config.Players-1, spectators after them.
type Player int

// State is saved, restored and compared by a session: a world and the other data of the game. A
// session uses a fixed number of slots, numbered from 0 and written again and again.
type State interface {
	// Save copies the present state into a slot.
	Save(slot int)
	// Restore brings back the state that Save last copied into the slot.
	Restore(slot int) error
	// Hash returns a hash of all data on which later ticks depend. Equal states have equal hashes
	// on every machine.
	Hash() uint64
}

// Parted is a State that can hash its parts separately. Sessions with different states compare
// these hashes to find the parts that differ.
type Parted interface {
	// AppendParts appends the hashes of the parts of the present state, at most MaxParts of
	// them, in the same order on every machine.
	AppendParts(dst []PartHash) []PartHash
}

// PartHash is the hash of one part of a state.
type PartHash struct {
	Name string
	Hash uint64
}

// MaxParts is the number of parts that sessions compare. Further parts are left out.
const MaxParts = 16

// Frame is the argument of Config.Advance for one tick.
type Frame[I any] struct {
	Tick Tick
	// Inputs has one input per player. It is valid until Config.Advance returns. The input of
	// an absent player is the zero value.
	Inputs []I
	// Again: the tick was simulated before with other inputs. A game plays sounds and other
	// irreversible effects only in the first run.
	Again bool
	// Final: all inputs are known, so the tick will not be simulated again.
	Final bool

	absent uint32
}

// Absent reports whether a player has left the match before this tick. In the end it is the same
// for all members, so a simulation may depend on it.
func (f Frame[I]) Absent(p Player) bool { return f.absent>>uint(p)&1 != 0 }
