package rollback

import (
	"io"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
)

// Game saves the data of a game besides its world, such as scores, characters and random numbers.
// All functions may be nil if there are no such data.
type Game struct {
	Save    func(slot int)       // copies it into a slot
	Restore func(slot int) error // brings back the last copy in the slot
	Hash    func() uint64

	// For late spectators. Encode writes the copy that Save made in a slot, Decode reads it on
	// another machine. There handles are found by their identities, as in World.BodyByID, from the
	// call of Restore on. Names has the names of user data, shapes and functions of the game in its
	// snapshots.
	Encode func(slot int, to io.Writer) error
	Decode func(slot int, from io.Reader) error
	Names  *world.Names
}

// WorldState is the State of a world and a game around it: a ring of snapshots.
type WorldState struct {
	world     *world.World
	game      Game
	snapshots []*world.Snapshot
}

// NewWorldState makes the State of a world. It returns a *geom.FieldError for a Game that has only
// one of Save and Restore.
func NewWorldState(w *world.World, game Game) (*WorldState, error) {
	switch {
	case w == nil:
		return nil, geom.NewFieldError("world", "nil", ErrNoState)
	case game.Save == nil && game.Restore != nil:
		return nil, geom.NewFieldError("Save", "nil", ErrMissing)
	case game.Save != nil && game.Restore == nil:
		return nil, geom.NewFieldError("Restore", "nil", ErrMissing)
	case game.Encode == nil && game.Decode != nil:
		return nil, geom.NewFieldError("Encode", "nil", ErrMissing)
	case game.Encode != nil && game.Decode == nil:
		return nil, geom.NewFieldError("Decode", "nil", ErrMissing)
	}
	return &WorldState{world: w, game: game}, nil
}

// NewWorld makes a session for a world, which must be in its state at tick 0. Config.Advance
// applies the inputs and calls World.Tick once. The session saves and restores the world, so the
// game changes it in Advance only.
func NewWorld[I any](config Config[I], w *world.World, game Game) (*Session[I], error) {
	state, err := NewWorldState(w, game)
	if err != nil {
		return nil, err
	}
	return New(config, state)
}

// Save copies world and game into a slot. It panics while the world steps and when it is
// closed.
func (s *WorldState) Save(slot int) {
	for len(s.snapshots) <= slot {
		s.snapshots = append(s.snapshots, &world.Snapshot{})
	}
	if err := s.world.Save(s.snapshots[slot]); err != nil {
		panic("rollback: " + err.Error())
	}
	if s.game.Save != nil {
		s.game.Save(slot)
	}
}

// Restore brings back world and game.
func (s *WorldState) Restore(slot int) error {
	snapshot := s.Snapshot(slot)
	if snapshot == nil {
		return world.ErrNoSnapshot
	}
	if err := s.world.Restore(snapshot); err != nil || s.game.Restore == nil {
		return err
	}
	return s.game.Restore(slot)
}

// Encode writes world and game for Portable: the snapshot as a file, followed by the output of
// Game.Encode.
func (s *WorldState) Encode(slot int, to io.Writer) error {
	snapshot := s.Snapshot(slot)
	switch {
	case snapshot == nil:
		return world.ErrNoSnapshot
	case s.game.Save != nil && s.game.Encode == nil:
		return geom.NewFieldError("Encode", "nil", ErrMissing)
	}
	if err := snapshot.Encode(to, s.names()); err != nil || s.game.Encode == nil {
		return err
	}
	return s.game.Encode(slot, to)
}

// Decode reads a state that Encode has written on another machine.
func (s *WorldState) Decode(slot int, from io.Reader) error {
	snapshot, err := world.DecodeSnapshot(from, s.names())
	if err != nil {
		return err
	}
	for len(s.snapshots) <= slot {
		s.snapshots = append(s.snapshots, &world.Snapshot{})
	}
	s.snapshots[slot] = snapshot
	if s.game.Decode == nil {
		return nil
	}
	return s.game.Decode(slot, from)
}

// names returns names for the game's own values. Callbacks of the configuration need no names,
// because a world that restores a snapshot keeps its own callbacks.
func (s *WorldState) names() *world.Names {
	if s.game.Names == nil {
		return &world.Names{Partial: true}
	}
	return s.game.Names
}

// Hash returns a hash of world and game.
func (s *WorldState) Hash() uint64 {
	hash := s.world.StateHash()
	if s.game.Hash != nil {
		// Multiplication by an odd number keeps equal hashes of both from cancelling out.
		hash = hash*0x9e3779b97f4a7c15 ^ s.game.Hash()
	}
	return hash
}

// AppendParts appends the hashes of the parts of the world, and the hash of the game.
func (s *WorldState) AppendParts(dst []PartHash) []PartHash {
	h := s.world.StateHashes()
	dst = append(dst,
		PartHash{"clock", h.Clock}, PartHash{"bodies", h.Bodies}, PartHash{"colliders", h.Colliders},
		PartHash{"contacts", h.Contacts}, PartHash{"joints", h.Joints}, PartHash{"islands", h.Islands},
		PartHash{"areas", h.Areas}, PartHash{"sensors", h.Sensors}, PartHash{"broadphase", h.Broadphase},
		PartHash{"events", h.Events})
	if s.game.Hash != nil {
		dst = append(dst, PartHash{"game", s.game.Hash()})
	}
	return dst
}

// Snapshot returns the snapshot of a slot, nil if nothing was saved there. A report of a
// desynchronization needs the snapshots of Desync.Slot and Desync.AgreedSlot.
func (s *WorldState) Snapshot(slot int) *world.Snapshot {
	if slot < 0 || slot >= len(s.snapshots) {
		return nil
	}
	return s.snapshots[slot]
}
