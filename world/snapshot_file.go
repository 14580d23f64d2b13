package world

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/carom2d/carom/internal/snapshot"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/statefile"
)

// The reasons for which a file is refused, wrapped by a FileError.
var (
	// ErrNotSnapshot says that the file is something else.
	ErrNotSnapshot = statefile.ErrFormat
	// ErrNewerFormat says that a newer release has written it.
	ErrNewerFormat = statefile.ErrVersion
	// ErrDamaged says that bytes of it have changed or are missing.
	ErrDamaged = statefile.ErrDamaged
	// ErrTooLarge says that it needs more memory than Names.MaxBytes.
	ErrTooLarge = statefile.ErrTooLarge
	// ErrInconsistent says that its parts do not fit together: no world was ever in such a state.
	ErrInconsistent = statefile.ErrInvalid
)

// FileError tells why a snapshot cannot be read.
type FileError struct {
	Where  string // in the file, such as "bodies/Pose.P.X"
	Detail string // more about it, or empty
	Err    error  // ErrNotSnapshot, ErrNewerFormat, ErrDamaged, ErrTooLarge or ErrInconsistent
}

func (e *FileError) Error() string {
	if e.Detail == "" {
		return fmt.Sprintf("world: snapshot: %s: %v", e.Where, e.Err)
	}
	return fmt.Sprintf("world: snapshot: %s: %v: %s", e.Where, e.Err, e.Detail)
}

func (e *FileError) Unwrap() error { return e.Err }

// fileError turns errors of packages statefile and snapshot into errors of this package.
func fileError(err error) error {
	var e *statefile.Error
	if errors.As(err, &e) {
		return &FileError{e.Where, e.Detail, e.Err}
	}
	var v *snapshot.ValueError
	if errors.As(err, &v) {
		return &NameError{Where: v.At.String(), Name: v.Name, Type: v.Type, Err: v.Err}
	}
	return err
}

const defaultFileMemory = 256 << 20

// snapshotScheme describes the types of the columns.
func snapshotScheme(n *snapshot.Names) *statefile.Scheme {
	s := snapshot.Scheme(n, reflect.TypeFor[*World](), reflect.TypeFor[AreaField]())
	statefile.Via(s, BroadphaseKind.number, func(at statefile.Place, number uint8) (BroadphaseKind, error) {
		kind, err := broadphaseOf(uint64(number))
		if err != nil {
			return kind, statefile.Invalid(at.String(), "%v", err)
		}
		return kind, nil
	})
	return s
}

// snapshotFacts are the numbers in a file before its columns.
type snapshotFacts struct {
	Ticks uint64  `cbor:"ticks"`
	Time  float64 `cbor:"time"`
}

// Config returns the configuration that the world had when it was saved.
func (s *Snapshot) Config() Config { return s.config }

// NewWorld makes a world in the state of the snapshot. It has the callbacks in Config: the
// callbacks of the saved world, or for a snapshot from a file the callbacks with a name in Names.
func (s *Snapshot) NewWorld() (*World, error) {
	if s == nil || s.columns.Empty() {
		return nil, ErrNoSnapshot
	}
	w, err := New(s.config)
	if err != nil {
		return nil, err
	}
	if err := w.Restore(s); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// Encode writes the snapshot as a file that DecodeSnapshot reads, on every platform and in every
// later release. The same state gives the same bytes. Values of the game are written by their
// names: user data, shapes of its own, constraints and laws of joints, functions of areas and the
// callbacks of Config. The error is a *NameError for a value without a name, and then nothing is
// written. Nil Names contain no names.
//
// The file is CBOR (RFC 8949) with typed arrays (RFC 8746), compressed by DEFLATE (RFC 1951),
// behind a header with a version and checksums. It holds the state field by field, under the names
// of the columns: see internal/statefile.
//
// A snapshot may be written while the world runs on another goroutine, as long as nothing is saved
// into it.
func (s *Snapshot) Encode(to io.Writer, n *Names) error {
	if s == nil || s.columns.Empty() {
		return ErrNoSnapshot
	}
	// A separate world holds the columns in one piece. It takes no part of the snapshot away.
	config := s.config
	config.Workers = 1
	w, err := New(config)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := w.Restore(s); err != nil {
		return err
	}
	content, err := w.encode(s, statefile.NewEncoder(snapshotScheme(namesOf(n)), false))
	if err != nil {
		return err
	}
	return statefile.Pack(to, snapshot.Magic, snapshot.Version, content.Bytes)
}

// encode returns the content of a snapshot, which the world has restored.
func (w *World) encode(s *Snapshot, e *statefile.Encoder) (statefile.Content, error) {
	w.config.Workers = s.config.Workers
	w.bodies.FillRare()
	w.contacts.FillRare()
	customs := w.shapes.CustomRecords()
	columns := append(w.fileColumns(), statefile.Column{Part: snapshot.PartColliders, Name: customsColumn, Variable: &customs})
	facts := map[string]any{"ticks": s.ticks, "time": s.time}
	content, err := e.Encode(snapshot.Format, facts, columns)
	err, value := fileError(err), err
	if name, ok := err.(*NameError); ok {
		v, _ := errors.AsType[*snapshot.ValueError](value)
		name.Owner = w.ownerOfValue(v.At)
	}
	return content, err
}

// ownerOfValue names the owner of a value of the game.
func (w *World) ownerOfValue(at statefile.Place) string {
	table, _, _ := strings.Cut(at.Field, ".")
	switch table {
	case snapshot.PartBodies + "/Meta":
		return w.bodyAt(state.BodySlot(at.Index)).String()
	case snapshot.PartColliders + "/Meta":
		return w.colliderAt(state.ColliderSlot(at.Index)).String()
	case snapshot.PartJoints + "/Meta":
		return Joint{w, w.joints.Meta[at.Index].ID}.String()
	case snapshot.PartAreas + "/Meta":
		return Area{w, w.areas.Meta[at.Index].ID}.String()
	}
	return ""
}

const customsColumn = "customs"

// fileColumns returns the state columns by their names in files, the configuration first.
func (w *World) fileColumns() []statefile.Column {
	var list []statefile.Column
	seen := map[uintptr]bool{}
	for _, e := range w.stateColumns().Entries {
		p := reflect.ValueOf(e.Column.Variable()).Pointer()
		if e.Derived || seen[p] {
			continue // two columns may keep two fields of one table, which a file holds as a whole
		}
		seen[p] = true
		name := e.Name
		if name == "articulations.joints" {
			name = "articulations"
		}
		list = append(list, statefile.Column{Part: e.Part, Name: name, Variable: e.Column.Variable()})
	}
	return list
}

// DecodeSnapshot reads a file that Encode has written, and no byte after it. A world that restores
// the snapshot, or that Snapshot.NewWorld makes, continues bit for bit as the saved world did.
//
// The file may come from anywhere. Its content is checked: a file that is damaged, or that no
// world has written, gives a *FileError, and never a panic or more memory than Names.MaxBytes. The
// error is a *NameError for a name that is not known. Other errors come from the reader. Readers
// and writers of the types in Names must do their own checks.
func DecodeSnapshot(from io.Reader, n *Names) (*Snapshot, error) {
	w, workers, err := decodeWorld(from, n)
	if err != nil {
		return nil, fileError(err)
	}
	defer w.Close()
	w.config.Workers = workers
	s := &Snapshot{}
	if err := w.Save(s); err != nil {
		return nil, err
	}
	s.world = nil // its handles belong to no world
	return s, nil
}

// decodeWorld returns a world in the state of a file with one worker, and the number of workers
// that the saved world had.
func decodeWorld(from io.Reader, n *Names) (w *World, workers int, err error) {
	limit := defaultFileMemory
	if n != nil && n.MaxBytes > 0 {
		limit = n.MaxBytes
	}
	version, content, err := statefile.Unpack(from, snapshot.Magic, limit)
	if err != nil {
		return nil, 0, err
	}
	switch {
	case version > snapshot.Version:
		return nil, 0, &FileError{"header", fmt.Sprintf("version %d, this release knows %d", version, snapshot.Version), ErrNewerFormat}
	case version != snapshot.Version:
		return nil, 0, &FileError{"header", fmt.Sprintf("version %d, which no release has written", version), ErrNotSnapshot}
	}
	file, err := statefile.Open(snapshotScheme(namesOf(n)), content, snapshot.Format, limit)
	if err != nil {
		return nil, 0, err
	}
	return readWorld(file)
}

func readWorld(file *statefile.File) (w *World, workers int, err error) {
	var config Config
	var facts snapshotFacts
	if err := file.Facts(&facts); err != nil {
		return nil, 0, err
	}
	if err := file.Read(statefile.Column{Part: snapshot.PartClock, Name: "config", Variable: &config}); err != nil {
		return nil, 0, err
	}
	workers = config.Workers
	if err := config.validate(); err != nil {
		return nil, 0, statefile.Invalid("clock/config", "%v", err)
	}
	config.Workers = 1
	if w, err = New(config); err != nil {
		return nil, 0, err
	}
	if err := w.readColumns(file); err != nil {
		w.Close()
		return nil, 0, err
	}
	if w.ticks != facts.Ticks || w.timeAt(w.ticks) != facts.Time {
		w.Close()
		return nil, 0, statefile.Invalid("facts", "other ticks or another time than the clock has")
	}
	return w, workers, nil
}

func (w *World) readColumns(file *statefile.File) error {
	params := w.params
	var customs []state.CustomRecord
	w.keeper().BeforeRestore()
	for _, c := range w.fileColumns()[1:] {
		if err := file.Read(c); err != nil {
			return err
		}
	}
	if err := file.Read(statefile.Column{Part: snapshot.PartColliders, Name: customsColumn, Variable: &customs}); err != nil {
		return err
	}
	if err := file.Finish(); err != nil {
		return err
	}
	w.stateStore().Written()
	params.HasOwnGravity, params.MaxOwnGravity = w.params.HasOwnGravity, w.params.MaxOwnGravity
	w.params = params // the others follow from the configuration
	return w.rebuild(customs)
}
