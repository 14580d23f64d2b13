package scene

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A compound of polygons is written into a document that is read again: its points lie deeper than
// anything else in a document.
func TestDocumentsOfCompounds(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	letter := world.Must(shape.NewCompound([][]mgl64.Vec2{{{0, 0}, {1, 0}, {1, 3}, {0, 3}}, {{1, 0}, {3, 0}, {3, 1}, {1, 1}}}, 0))
	world.Must(world.Must(w.CreateBody(body.Def{})).Attach(letter, world.ColliderDef{}))
	mixed := shape.Compound{Parts: []shape.Support{shape.Circle{Radius: 1}, shape.RegularPolygon(5, 2), shape.Box(1, 2)}}
	world.Must(world.Must(w.CreateBody(body.Def{})).Attach(mixed, world.ColliderDef{Mass: 3}))

	data := world.Must(world.Must(FromWorld(w)).Encode())
	require.Empty(t, Check(data))
	read := world.Must(Parse(data))
	again, contents := start(t, read)
	require.Equal(t, w.StateHashes().Colliders, again.StateHashes().Colliders)
	require.Len(t, contents.Bodies, 2)
	written := world.Must(read.Encode())
	require.Equal(t, string(data), string(written))
}
