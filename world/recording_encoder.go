package world

import (
	"github.com/carom2d/carom/internal/snapshot"
	"github.com/carom2d/carom/internal/statefile"
)

// stateEncoder encodes the states of a recording. It keeps a world that holds their columns in one
// piece, and what the columns were written as that do not change, such as the shapes.
type stateEncoder struct {
	w       *World
	encoder *statefile.Encoder
	packer  *statefile.Packer
	free    chan *savedState // to save into
}

// keptState is a Snapshot without its methods. The linker keeps the exported methods of what a type
// holds, for reflection might call them, and every program holds worlds: by MarshalBinary it would
// link the codec and the compressor.
type keptState Snapshot

// savedState is the state of a keyframe until the writer has written it.
type savedState struct {
	keptState
	names *snapshot.Names
	in    *stateEncoder
}

func newStateEncoder() *stateEncoder {
	x := &stateEncoder{free: make(chan *savedState, 2)}
	for range cap(x.free) {
		x.free <- &savedState{in: x}
	}
	return x
}

// Encode returns the state as a file.
func (s *savedState) Encode() ([]byte, error) { return s.in.encode((*Snapshot)(&s.keptState), s.names) }

// Done lets another state be saved here. A world that is forgotten is collected then.
func (s *savedState) Done() {
	s.world, s.names = nil, nil
	s.in.free <- s
}

// encode returns the file of a snapshot, which lasts until the next call.
func (x *stateEncoder) encode(s *Snapshot, names *snapshot.Names) (file []byte, err error) {
	if x.w == nil {
		config := s.config
		config.Workers = 1
		if x.w, err = New(config); err != nil {
			return nil, err
		}
		x.encoder, x.packer = statefile.NewEncoder(nil, true), statefile.NewPacker()
	}
	x.w.config.keepFunctions(&s.config)
	if err := x.w.Restore(s); err != nil {
		return nil, err
	}
	x.encoder.Scheme = snapshotScheme(names)
	content, err := x.w.encode(s, x.encoder)
	x.encoder.Scheme = nil // it knows the recorded world
	if err != nil {
		return nil, err
	}
	return x.packer.Pack(snapshot.Magic, snapshot.Version, content), nil
}

func (x *stateEncoder) close() {
	if x.w != nil {
		x.w.Close()
	}
}
