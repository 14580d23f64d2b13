package physicstest

import (
	"errors"
	"os"

	"github.com/carom2d/carom/world"
)

// recording is the recording of a run, in a file.
type recording struct {
	world *world.World
	file  *os.File
	err   error // why there is none
}

// record begins a recording. A run without one, because the game records the world itself or there
// is no place for a file, is still a run.
func record(f *files, w *world.World) *recording {
	file, err := f.create("recording")
	if err != nil {
		return &recording{err: err}
	}
	if err := w.Record(file); err != nil {
		f.take(file)
		return &recording{err: err}
	}
	return &recording{world: w, file: file}
}

func (r *recording) stop() (path string, err error) {
	if r.file == nil {
		return "", r.err
	}
	err = errors.Join(r.world.StopRecording(), r.file.Close())
	path, r.file, r.err = r.file.Name(), nil, errors.New("it has ended")
	return path, err
}
