package playtest

import (
	"errors"
	"testing"

	"github.com/carom2d/carom/ebitengine"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

// Run plays a number of frames of a sixtieth of a second. The function is called before each frame
// and may give keys to the script. It may be nil.
func Run(t *testing.T, g *ebitengine.Game, frames int, each func(s *ebitengine.Script, frame int)) {
	t.Helper()
	s := &ebitengine.Script{Frames: frames}
	s.Each = func(frame int) {
		if each != nil && g.World != nil {
			each(s, frame)
		}
	}
	g.Script = s
	g.Layout(960, 600)
	for {
		switch err := g.Update(); {
		case errors.Is(err, ebiten.Termination):
			return
		default:
			require.NoError(t, err)
		}
	}
}

// Tap holds a key in one frame of a period.
func Tap(s *ebitengine.Script, frame, period int, key ebiten.Key) { s.Press(key, frame%period == 0) }
