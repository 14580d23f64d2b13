package physicstest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/carom2d/carom/world"
)

// evidence is the output of a failed run: a recording from its first tick on, and a film of its
// end.
type evidence struct {
	world     *world.World
	files     *files
	recording *recording
	reel      reel
}

func newEvidence(t testing.TB, w *world.World) *evidence {
	e := &evidence{world: w, files: &files{t: t}}
	e.recording = record(e.files, w)
	e.reel.start(w)
	return e
}

// film saves the state of the world at intervals, for the pictures of the film.
func (e *evidence) film(w *world.World) { e.reel.take(w) }

// discard removes the written files.
func (e *evidence) discard() {
	e.recording.stop()
	e.files.remove()
}

// leave writes all files and returns lines that name them.
func (e *evidence) leave(broken []error) string {
	var lines strings.Builder
	name := func(what, path string, err error) {
		if err != nil {
			path = "none: " + err.Error()
		}
		fmt.Fprintf(&lines, "\n\t%s: %s", what, path)
	}
	path, err := e.recording.stop()
	name("recording", path, err)
	path, err = e.movie(broken)
	name(fmt.Sprintf("GIF of the last %v", e.reel.length()), path, err)
	return lines.String()
}

// movie writes the film. A world that is broken after a panic may not be drawn: then there is no
// film, and the test fails for its own reason.
func (e *evidence) movie(broken []error) (path string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the world cannot be drawn: %v", p)
		}
	}()
	e.reel.finish(e.world)
	film, err := e.reel.develop(e.world, bodiesOf(broken), broken)
	if err != nil {
		return "", err
	}
	file, err := e.files.create("gif")
	if err != nil {
		return "", err
	}
	if err := film.Encode(file); err != nil {
		file.Close()
		return "", err
	}
	return file.Name(), file.Close()
}
