package physicstest

import (
	"bufio"
	"errors"
	"io"
	"os"

	"github.com/carom2d/carom/world"
)

// recording is that of a run, in a file.
type recording struct {
	world  recorder
	file   *os.File
	buffer *bufio.Writer
	err    error
}

type recorder interface {
	Record(out io.Writer) error
	StopRecording() error
}

// record begins a recording. A run without one, because the game records the world itself or there
// is no place for a file, is still a run.
func record(f *files, w *world.World) *recording {
	r, ok := any(w).(recorder)
	if !ok {
		return &recording{err: errors.New("worlds cannot be recorded")}
	}
	file, err := f.create("carom")
	if err != nil {
		return &recording{err: err}
	}
	if err := r.Record(file); err != nil {
		file.Close()
		return &recording{err: err}
	}
	return &recording{world: r, file: file}
}

// stop ends the recording and returns the path of its file.
func (r *recording) stop() (path string, err error) {
	if r.file == nil {
		return "", r.err
	}
	err = errors.Join(r.world.StopRecording(), r.file.Close())
	path, r.file, r.err = r.file.Name(), nil, errors.New("it has ended")
	return path, err
}
