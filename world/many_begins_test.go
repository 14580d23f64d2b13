package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The first tick in which very many contacts begin takes little more memory than their events, and
// every contact has one.
func TestManyContactsBeginAtOnce(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	const boxes = 3000
	addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}}, shape.Box(2*boxes, 1), world.ColliderDef{})
	for i := range boxes {
		addBody(t, w, body.Def{Position: mgl64.Vec2{2 * float64(i-boxes/2), 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	}
	w.Tick()
	begins := w.Events().ContactBegins
	require.Len(t, begins, boxes)
	require.LessOrEqual(t, cap(begins), boxes+boxes/16+32)
	seen := map[world.Collider]bool{}
	for _, b := range begins {
		moving := b.ColliderA
		if moving.Body().Type() == body.Static {
			moving = b.ColliderB
		}
		require.False(t, seen[moving])
		seen[moving] = true
	}
}
