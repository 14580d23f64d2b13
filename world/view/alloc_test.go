//go:build !race

package view_test

import (
	"testing"

	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/world/view"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A warm frame allocates nothing, whatever its layers, and whether or not the game calls the world.
func TestFramesDoNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	for _, layers := range []view.Layers{0, view.Contacts | view.Events, view.AllLayers} {
		w := rain(t, 300)
		e := view.Encoder{Layers: layers}
		var frame, key []byte
		step := func() {
			for b := range w.Bodies() {
				b.ApplyForceToCenter(mgl64.Vec2{1, 0})
				break
			}
			w.Tick()
			frame = e.AppendFrame(frame[:0], w)
			key = e.AppendKeyframe(key[:0], w)
		}
		for range 120 {
			step()
		}
		frame, key = append(frame, make([]byte, 1<<19)...), append(key, make([]byte, 1<<19)...)
		require.Zero(t, testing.AllocsPerRun(60, step), layers)
	}
}
