package rollback

// Tick numbers the ticks of a match from 0. The state at a tick is that before it is simulated.
type Tick int64

// Player numbers those who take part: players from 0 to Config.Players-1, spectators after
// them.
type Player int

// State is what a session saves, restores and compares: a world and all that the game keeps
// beside it. A session uses a fixed number of slots, numbered from 0 and written again and
// again.
type State interface {
	// Save copies the present state into a slot.
	Save(slot int)
	// Restore brings back what Save copied into the slot last.
	Restore(slot int) error
	// Hash returns a hash of all that matters to the future. Equal states have equal hashes
	// on every machine.
	Hash() uint64
}

// Parted is a State that can hash its parts apart. Sessions that have drifted apart compare
// these to say where.
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

// MaxParts is the number of parts that sessions compare. Those after them are left out.
const MaxParts = 16

// Frame is what the game gets to simulate one tick.
type Frame[I any] struct {
	Tick Tick
	// Inputs has one input per player. It is valid until Config.Advance returns. The input of
	// an absent player is the zero value.
	Inputs []I
	// Again: the tick was simulated before with other inputs. Sounds and other effects that
	// cannot be taken back belong to the first time.
	Again bool
	// Final: all inputs are known, so the tick will not be simulated again.
	Final bool

	absent uint32
}

// Absent reports whether a player has left the match before this tick. It is the same for all
// in the end, so a simulation may depend on it.
func (f Frame[I]) Absent(p Player) bool { return f.absent>>uint(p)&1 != 0 }
