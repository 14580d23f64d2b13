package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/tape"
)

// Errors of recordings.
var (
	// ErrNotRecording is wrapped for data that are not a recording.
	ErrNotRecording = errors.New("record: this is no recording")
	// ErrNewer is wrapped for a recording of a newer version of the format.
	ErrNewer = recording.ErrNewer
	// ErrReplay is wrapped when a recording cannot be replayed, because it is damaged or no world
	// has written it.
	ErrReplay = recording.ErrReplay
	// ErrTorn is wrapped by Recording.Torn.
	ErrTorn = tape.ErrTorn
	// ErrRange is wrapped when a tick or a time is not in the recording.
	ErrRange = errors.New("is not in the recording")
)

// Recording is a recording that was opened. Its methods may be called from several goroutines.
type Recording struct {
	tape   *tape.Reader
	chunks []tape.Chunk
	torn   error

	version  int
	platform string
}

// IsRecording reports whether data begin as a recording does.
func IsRecording(data []byte) bool { return bytes.HasPrefix(data, []byte(tape.Magic)) }

// Open reads the table of contents of a recording, and checks all of it for damage. The data after
// the first damage are left out: see Torn.
func Open(in io.ReaderAt, size int64) (*Recording, error) {
	chunks, torn, err := tape.Scan(in, size)
	switch {
	case errors.Is(err, tape.ErrNotTape):
		return nil, ErrNotRecording
	case err != nil:
		return nil, err
	}
	reader := tape.NewReader(in)
	for i := range chunks {
		if err := reader.Check(&chunks[i]); errors.Is(err, tape.ErrTorn) {
			chunks, torn = chunks[:i], err
			break
		} else if err != nil {
			return nil, err
		}
	}
	if n := misplaced(chunks); n < len(chunks) {
		torn = fmt.Errorf("record: the recording %w: the chunk at byte %d does not continue the chunks before it", ErrTorn, chunks[n].Start())
		chunks = chunks[:n]
	}
	r := &Recording{tape: reader, chunks: chunks, torn: torn}
	if len(chunks) < 2 || chunks[0].Kind != tape.KindHeader || chunks[1].Kind != tape.KindKeyframe {
		return nil, fmt.Errorf("%w: it ends before its first state", ErrNotRecording)
	}
	if torn == nil && chunks[len(chunks)-1].Kind != tape.KindEnd {
		r.torn = fmt.Errorf("record: the recording %w: it was not stopped", ErrTorn)
	}
	return r, r.readHeader()
}

// misplaced returns the place of the first chunk that does not continue the chunks before it, or
// the number of chunks. The recorded ticks in the heads tell: they never decrease, and a state
// stands where the calls before it end. Nothing stands after the end, and there is one header.
func misplaced(chunks []tape.Chunk) int {
	ticks, ended := uint64(0), false
	for i := range chunks {
		c := &chunks[i]
		switch c.Kind {
		case tape.KindHeader:
			ended = ended || i > 0
		case tape.KindKeyframe, tape.KindEnd:
			ended = ended || c.Ticks != ticks
		}
		if ended || c.Ticks < ticks || c.Ticks > maxTicks {
			return i
		}
		if c.Kind == tape.KindLog {
			ticks = c.Ticks
		}
		ended = c.Kind == tape.KindEnd
	}
	return len(chunks)
}

// maxTicks is the largest number of ticks of a recording: no world lives that long.
const maxTicks = 1 << 53

// Read is Open for data in memory.
func Read(data []byte) (*Recording, error) { return Open(bytes.NewReader(data), int64(len(data))) }

func (r *Recording) readHeader() error {
	data, err := r.tape.Read(&r.chunks[0])
	if err != nil {
		return err
	}
	items := tape.NewItems(data)
	fields, _ := items.Tree().(map[any]any)
	version, ok := fields["version"].(uint64)
	r.platform, _ = fields["platform"].(string)
	switch {
	case !ok:
		return fmt.Errorf("%w: it has no version", ErrNotRecording)
	case version == 0:
		return fmt.Errorf("%w: no release has written version 0", ErrNotRecording)
	case version > recording.Version:
		return fmt.Errorf("record: version %d of the format %w: this release knows %d", version, ErrNewer, recording.Version)
	}
	r.version = int(version)
	return nil
}

// Torn returns where the recording is cut off or damaged, or nil for a recording that StopRecording
// or Close has ended. All ticks before that place can be replayed.
func (r *Recording) Torn() error { return r.torn }

// Version returns the version of the format.
func (r *Recording) Version() int { return r.version }

// Platform returns where the recording was made, such as "linux/amd64".
func (r *Recording) Platform() string { return r.platform }

// Ticks returns the number of ticks in the recording. Ticks are counted from its beginning: when a
// world is restored, its own count goes back, but the count of the recording goes on.
func (r *Recording) Ticks() int {
	for i := len(r.chunks) - 1; i >= 0; i-- {
		if k := r.chunks[i].Kind; k == tape.KindLog || k == tape.KindKeyframe {
			return int(r.chunks[i].Ticks)
		}
	}
	return 0
}

// Start returns the simulated time at which the recording begins, s.
func (r *Recording) Start() float64 { return r.chunks[1].Time }

// Seconds returns the simulated time that the recording covers, s.
func (r *Recording) Seconds() float64 {
	last := r.Start()
	for i := range r.chunks {
		if r.chunks[i].Kind == tape.KindLog {
			last = max(last, r.chunks[i].Time)
		}
	}
	return last - r.Start()
}
