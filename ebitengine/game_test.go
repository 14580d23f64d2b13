package ebitengine_test

import (
	"image"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

// run plays a script to its end, without a window.
func run(t *testing.T, g *ebitengine.Game, script string, each func(frame int)) {
	t.Helper()
	s, err := ebitengine.ParseScript(script)
	require.NoError(t, err)
	s.Each = each
	g.Script = s
	g.Layout(800, 600)
	for {
		err := g.Update()
		if err == ebiten.Termination {
			return
		}
		require.NoError(t, err)
	}
}

func crateWorld(config world.Config) (*world.World, world.Body) {
	w := world.Must(world.New(config))
	b := world.Must(w.CreateBody(body.Def{}))
	world.Must(b.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	return w, b
}

// The matrix maps points as the camera does, and the matrix of a body puts the middle of a picture
// on it.
func TestMatrices(t *testing.T) {
	for _, yDown := range []bool{false, true} {
		view := draw.Camera{Center: mgl64.Vec2{3, -2}, Scale: 40, Width: 800, Height: 600, YDown: yDown}
		m := ebitengine.Matrix(view)
		for _, p := range []mgl64.Vec2{{}, {1, 0}, {0, 1}, {-7, 12}} {
			x, y := view.ToPixel(p)
			gotX, gotY := m.Apply(p[0], p[1])
			require.InDelta(t, x, gotX, 1e-3)
			require.InDelta(t, y, gotY, 1e-3)
		}
		w, b := crateWorld(world.Config{})
		require.NoError(t, b.SetTransform(mgl64.Vec2{2, 1}, 0.5))
		of := ebitengine.BodyMatrix(view, b, image.Pt(64, 32), 2)
		x, y := view.ToPixel(mgl64.Vec2{2, 1})
		gotX, gotY := of.Apply(32, 16)
		require.InDelta(t, x, gotX, 1e-3)
		require.InDelta(t, y, gotY, 1e-3)
		right := b.WorldPoint(mgl64.Vec2{1, 0}) // a metre to the right in the body is the right edge
		x, y = view.ToPixel(right)
		gotX, gotY = of.Apply(64, 16)
		require.InDelta(t, x, gotX, 1e-3)
		require.InDelta(t, y, gotY, 1e-3)
		above := b.WorldPoint(mgl64.Vec2{0, 0.5}) // the upper edge of the picture is up
		if yDown {
			above = b.WorldPoint(mgl64.Vec2{0, -0.5})
		}
		x, y = view.ToPixel(above)
		gotX, gotY = of.Apply(32, 0)
		require.InDelta(t, x, gotX, 1e-3)
		require.InDelta(t, y, gotY, 1e-3)
		w.Close()
	}
}

// A key that goes down in a frame without a tick is pressed in the next tick, once.
func TestPressedWaitsForATick(t *testing.T) {
	g := &ebitengine.Game{}
	var ticks []bool
	held := 0
	w, _ := crateWorld(world.Config{Timestep: 1.0 / 20, BeforeTick: func(*world.World) {
		ticks = append(ticks, g.Input().Pressed(ebiten.KeySpace))
		if g.Input().Held(ebiten.KeySpace) {
			held++
		}
	}})
	defer w.Close()
	g.World = w
	began := 0
	g.Frame = func(float64) {
		if g.Input().Began(ebiten.KeySpace) {
			began++
		}
	}
	run(t, g, "3 +Space; 4 -Space; 20 -Space", nil)
	require.Equal(t, []bool{false, true, false, false, false, false, false}, ticks)
	require.Equal(t, 1, began)
	require.Zero(t, held, "it was up again before the tick")
}

// A finger drags a body, and R, P and F1 do what they say.
func TestKeysAndFingersOfAGame(t *testing.T) {
	var b world.Body
	worlds := 0
	g := &ebitengine.Game{}
	g.Start = func() *world.World {
		worlds++
		var w *world.World
		w, b = crateWorld(world.Config{})
		return w
	}
	g.Camera.Show(mgl64.Vec2{-4, -3}, mgl64.Vec2{4, 3})
	run(t, g, "1 touch 50,50; 5 touch 75,50; 100 release; 101 release", nil)
	require.InDelta(t, 2, b.Position()[0], 0.05)

	ticks := map[int]uint64{}
	run(t, g, "10 +P; 11 -P; 30 +P; 31 -P; 40 +R; 41 -R; 50 -R", func(frame int) { ticks[frame] = g.World.Ticks() })
	require.Equal(t, ticks[11], ticks[29], "paused")
	require.Greater(t, ticks[39], ticks[31])
	require.Less(t, ticks[45], uint64(10), "begun anew")
	require.Equal(t, 2, worlds)
}

// A finger on a button presses its key, and drags nothing.
func TestButtons(t *testing.T) {
	g := &ebitengine.Game{Left: []ebiten.Key{ebiten.KeyArrowLeft}}
	w, _ := crateWorld(world.Config{})
	defer w.Close()
	g.World = w
	g.Camera.Show(mgl64.Vec2{-4, -3}, mgl64.Vec2{4, 3})
	held := map[int]bool{}
	// The button is a disc of 34 pixels, 14 from the left and 30 from the lower edge: at 48, 536 of
	// 800 x 600.
	run(t, g, "2 touch 6,89.3; 20 release; 22 release", func(frame int) { held[frame] = g.Input().Held(ebiten.KeyArrowLeft) })
	require.False(t, held[2])
	require.True(t, held[5])
	require.False(t, held[21])
	_, down := g.Input().Pointer()
	require.False(t, down)
}

func TestScriptsThatMakeNoSense(t *testing.T) {
	for _, text := range []string{"x +Space", "5", "-1 +Space", "5 +NoSuchKey", "5 touch 3", "5 touch a,b", "5 jump"} {
		_, err := ebitengine.ParseScript(text)
		require.ErrorContains(t, err, "ebitengine: ", text)
	}
	s, err := ebitengine.ParseScript(" 9 -Space\n;; 3 +Space")
	require.NoError(t, err)
	require.Equal(t, 10, s.Frames)
}

func TestAGameWithoutAWorld(t *testing.T) {
	require.ErrorContains(t, (&ebitengine.Game{}).Update(), "no World")
}
