package rollback

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
)

// Game is what a game keeps beside its world: scores, characters, random numbers. All of its
// functions may be nil if that is nothing.
type Game struct {
	Save    func(slot int)       // copies it into a slot
	Restore func(slot int) error // brings back what was copied into the slot last
	Hash    func() uint64
}

// WorldState is the State of a world and a game around it: a ring of snapshots.
type WorldState struct {
	world     *world.World
	game      Game
	snapshots []*world.Snapshot
}

// NewWorldState makes the State of a world. It returns a *geom.FieldError for a game that is
// saved and not restored, or the other way round.
func NewWorldState(w *world.World, game Game) (*WorldState, error) {
	switch {
	case w == nil:
		return nil, geom.NewFieldError("world", "nil", ErrNoState)
	case game.Save == nil && game.Restore != nil:
		return nil, geom.NewFieldError("Save", "nil", ErrMissing)
	case game.Save != nil && game.Restore == nil:
		return nil, geom.NewFieldError("Restore", "nil", ErrMissing)
	}
	return &WorldState{world: w, game: game}, nil
}

// NewWorld makes a session over a world, which is in its condition at tick 0. Config.Advance
// applies the inputs and calls World.Tick once. The session saves and restores the world, so
// the game changes it in Advance only.
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

// Hash returns a hash of world and game.
func (s *WorldState) Hash() uint64 {
	hash := s.world.StateHash()
	if s.game.Hash != nil {
		// Multiplication by an odd number keeps equal hashes of both from cancelling out.
		hash = hash*0x9e3779b97f4a7c15 ^ s.game.Hash()
	}
	return hash
}

// AppendParts appends the hashes of the parts of the world, and that of the game.
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

// Snapshot returns the snapshot of a slot, nil if nothing was saved there. Those of Desync.Slot
// and Desync.AgreedSlot are what a report of a desynchronization needs.
func (s *WorldState) Snapshot(slot int) *world.Snapshot {
	if slot < 0 || slot >= len(s.snapshots) {
		return nil
	}
	return s.snapshots[slot]
}
