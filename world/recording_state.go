package world

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"github.com/carom2d/carom/internal/snapshot"
	"github.com/carom2d/carom/internal/statefile"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// In a recorded state the game's own values have the names of their stand-ins.
const (
	recordedShapeName      = "recorded shape"
	recordedConstraintName = "recorded constraint"
	recordedLawName        = "recorded law"
	recordedFieldName      = "recorded field"
	recordedFilterName     = "recorded filter"
	recordedMixName        = "recorded mix"
	recordedPreSolveName   = "recorded pre-solve"
	recordedBeforeTickName = "recorded before-tick"
)

// maxReplayedState bounds the memory that reading a state takes.
const maxReplayedState = 256 << 20

// names returns the stand-ins by their names.
func (p *replay) names() *Names {
	n := &Names{Partial: true, MaxBytes: maxReplayedState}
	n.Value(recordedConstraintName, &replayedConstraint{p})
	for name, f := range map[string]any{
		recordedLawName: new(joint.ForceLaw), recordedFieldName: new(func(FieldPoint) mgl64.Vec2), recordedFilterName: new(func(a, b Collider) bool),
		recordedMixName: new(func(a, b shape.Material) float64), recordedPreSolveName: new(func(*ContactEdit) bool),
	} {
		v := reflect.ValueOf(f).Elem()
		_ = p.assignFunction(v)
		n.Value(name, v.Interface())
	}
	n.known.Decoder(recordedShapeName, func(data []byte) (any, error) {
		a := tape.NewItems(data)
		tree := a.Tree()
		if a.Err() != nil {
			return nil, a.Err()
		}
		return p.trees.Custom(tree)
	})
	return n
}

func (p *replay) restoreState(state []byte) error {
	in := bytes.NewReader(state)
	w, _, err := decodeWorld(in, p.names())
	if err != nil {
		return fileError(err)
	}
	if in.Len() > 0 {
		w.Close()
		return fmt.Errorf("%d bytes behind a state: %w", in.Len(), tape.ErrItem)
	}
	var s Snapshot // a restore derives the columns that files do not keep
	if err := errors.Join(w.Save(&s), w.Restore(&s)); err != nil {
		w.Close()
		return err
	}
	if p.w != nil {
		p.leaveStep()
		p.w.Close()
	}
	p.w = w
	return nil
}

// stateEncoder encodes the states of a recording. It keeps a world that holds their columns in one
// piece, and the bytes of the columns that do not change, such as the shapes.
type stateEncoder struct {
	w       *World
	encoder *statefile.Encoder
	packer  *statefile.Packer
	free    chan *savedState // to save into
}

// keptState is a Snapshot without its methods. The linker keeps the exported methods of all types
// that a type holds, as reflection might call them. Every program holds worlds, so with Encode it
// would link the codec and the compressor.
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
