package physicstest_test

import (
	"bytes"
	"image"
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/carom2d/carom/world/physicstest"
	"github.com/carom2d/carom/world/record"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// failingRun fails after a time of the world and returns the movie that was left.
func failingRun(t *testing.T, w *world.World, after time.Duration, marked ...world.Body) *gif.GIF {
	f := newFake(t)
	check := physicstest.Reaches(marked[0], mgl64.Vec2{1e6, 0}, mgl64.Vec2{1e6, 0}, after)
	require.False(t, physicstest.Run(f, w, time.Hour, check))
	movie := world.Must(os.Open(filepath.Join(os.Getenv("CAROM_ARTIFACTS"), strings.ReplaceAll(t.Name(), "/", "_")+".gif")))
	defer movie.Close()
	g := world.Must(gif.DecodeAll(movie))
	return g
}

func duration(g *gif.GIF) float64 {
	sum := 0
	for _, d := range g.Delay {
		sum += d
	}
	return float64(sum) / 100
}

// The film shows the last seconds in their time, and stands still for a second at the end.
func TestMovieOfTheLastSeconds(t *testing.T) {
	for after, want := range map[time.Duration]float64{time.Second: 2, 10 * time.Second: 5} {
		y := newYard(t)
		world.Check(y.ball.SetAngularVelocity(1)) // so that no two pictures are equal
		g := failingRun(t, y.World, after, y.ball)
		require.InDelta(t, want, duration(g), 0.15)
		require.Equal(t, 480, g.Config.Width)
		require.Equal(t, 360, g.Config.Height)
		// The world goes on from where it was.
		require.InDelta(t, after.Seconds(), y.Time(), 1e-9)
		require.Equal(t, image.Rect(0, 0, 480, 360), g.Image[0].Rect)
		os.RemoveAll(os.Getenv("CAROM_ARTIFACTS"))
	}
}

// hasRing reports whether the first picture has pixels of the colour of the ring.
func hasRing(g *gif.GIF) bool {
	want := draw.DefaultPalette().Contact.Fill
	for _, index := range g.Image[0].Pix {
		r, green, b, _ := g.Image[0].Palette[index].RGBA()
		if uint8(r>>8) == want.R && uint8(green>>8) == want.G && uint8(b>>8) == want.B {
			return true
		}
	}
	return false
}

// A body that an error is about can be seen, also one that is small or that flies away.
func TestMovieShowsTheBodiesOfAnError(t *testing.T) {
	for name, prepare := range map[string]func(y *yard) world.Body{
		"near": func(y *yard) world.Body { return y.ball },
		"small": func(y *yard) world.Body {
			return y.add(body.Def{Position: mgl64.Vec2{0, 3}}, shape.Circle{Radius: 0.02}, world.ColliderDef{})
		},
		"far": func(y *yard) world.Body {
			world.Check(y.crate.SetLinearVelocity(mgl64.Vec2{300, 300}))
			return y.crate
		},
		"beside one that flies": func(y *yard) world.Body {
			world.Check(y.crate.SetLinearVelocity(mgl64.Vec2{300, 300}))
			return y.ball
		},
		"half-plane": func(y *yard) world.Body {
			y.add(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -3}}, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{})
			return y.ball
		},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t)
			marked := prepare(y)
			require.True(t, hasRing(failingRun(t, y.World, 2*time.Second, marked)))
		})
	}
}

// The film takes nothing from the world: subscriptions to what is new stay, and user data are
// the game's.
func TestFilmLeavesWorldAsItWas(t *testing.T) {
	y, twin := newYard(t), newYard(t)
	f := newFake(t)
	hits := 0
	var late world.Body
	require.False(t, physicstest.Run(f, y.World, 10*time.Second,
		physicstest.EachTick(func(tick int) {
			if tick == 20 {
				late = y.add(body.Def{Position: mgl64.Vec2{0, 8}}, shape.Circle{Radius: 0.3}, world.ColliderDef{})
				world.Must(late.OnContactBegin(func(world.ContactBegin) { hits++ }))
			}
		}),
		physicstest.NeverTouches(y.ball, y.floor)))
	for twin.Ticks() < y.Ticks() {
		if twin.Ticks() == 20 {
			twin.add(body.Def{Position: mgl64.Vec2{0, 8}}, shape.Circle{Radius: 0.3}, world.ColliderDef{})
		}
		twin.Tick()
	}
	require.Equal(t, twin.StateHashes(), y.StateHashes())
	require.Zero(t, hits)
	for range 120 {
		y.Tick()
	}
	require.Positive(t, hits)
}

// Files of several runs of one test have different names.
func TestFilesDoNotReplaceEachOther(t *testing.T) {
	y := newYard(t)
	f := newFake(t)
	for range 2 {
		require.False(t, physicstest.Run(f, y.World, time.Second, physicstest.SpeedBelow(0)))
	}
	require.Contains(t, f.errors[0], t.Name()+".gif")
	require.Contains(t, f.errors[1], t.Name()+"-2.gif")
}

// Without the variable the folder is one that outlives the test.
func TestFilesOutliveTheTest(t *testing.T) {
	y := newYard(t)
	t.Setenv("CAROM_ARTIFACTS", "")
	folder := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP"} { // of Unix and of Windows
		t.Setenv(name, folder)
	}
	f := &fakeTB{TB: t}
	require.True(t, physicstest.Run(f, y.World, time.Second))
	left := world.Must(filepath.Glob(filepath.Join(os.TempDir(), "*")))
	require.Empty(t, left)
	require.False(t, physicstest.Run(f, y.World, time.Second, physicstest.SpeedBelow(0)))
	found := world.Must(filepath.Glob(filepath.Join(os.TempDir(), t.Name()+"-*", t.Name()+".gif")))
	require.Len(t, found, 1)
	require.Contains(t, f.errors[0], found[0])
}

// Where no file can be written, the message says so, and the test fails for its own reason.
func TestNoPlaceForFiles(t *testing.T) {
	y := newYard(t)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	t.Setenv("CAROM_ARTIFACTS", filepath.Join(file, "folder"))
	f := &fakeTB{TB: t}
	require.False(t, physicstest.Run(f, y.World, time.Second, physicstest.SpeedBelow(0)))
	require.Contains(t, f.errors[0], "less than 0 m/s are allowed")
	require.Contains(t, f.errors[0], "GIF of the last 0s: none: ")
}

// A run that ends early, because a function of the test fails it or panics, leaves its files.
func TestRunThatEndsEarly(t *testing.T) {
	for name, f := range map[string]func(t *fakeTB){
		"panic": func(*fakeTB) { panic("of the game") },
		"end":   func(t *fakeTB) { t.FailNow() },
	} {
		y := newYard(t)
		fake := newFake(t)
		done := make(chan any)
		go func() {
			defer func() { done <- recover() }()
			physicstest.Run(fake, y.World, time.Second, physicstest.EachTick(func(tick int) {
				if tick == 30 {
					f(fake)
				}
			}))
		}()
		if p := <-done; name == "panic" {
			require.Equal(t, "of the game", p)
		}
		require.Empty(t, fake.errors)
		require.Len(t, fake.logs, 1)
		require.Contains(t, fake.logs[0], "the run ended early at 0.500 s (tick 30 of the run)\n")
		require.Contains(t, fake.logs[0], ".gif")
	}
}

// The recording that is left replays the run, without the functions that steered it, to the tick
// that failed.
func TestRecordingReplaysTheRun(t *testing.T) {
	y := newYard(t)
	y.Tick() // a run need not begin with the world
	f := newFake(t)
	require.False(t, physicstest.Run(f, y.World, 10*time.Second,
		physicstest.EachTick(func(tick int) { world.Check(y.ball.ApplyForceToCenter(mgl64.Vec2{float64(tick % 5), 0})) }),
		physicstest.NeverTouches(y.ball, y.crate)))
	data := world.Must(os.ReadFile(filepath.Join(os.Getenv("CAROM_ARTIFACTS"), t.Name()+".recording")))
	recording := world.Must(record.Read(data))
	player := world.Must(recording.Player())
	defer player.Close()
	ticks := 0
	for more := true; more; ticks++ {
		more = world.Must(player.Step())
	}
	require.Equal(t, int(y.Ticks())-1, ticks-1)
	require.Equal(t, y.StateHashes(), player.World().StateHashes())
}

// A recording that the game makes itself goes on, and the message says that there is no other.
func TestRunOfARecordedWorld(t *testing.T) {
	y := newYard(t)
	var own bytes.Buffer
	world.Check(y.Record(&own))
	f := newFake(t)
	require.False(t, physicstest.Run(f, y.World, time.Second, physicstest.SpeedBelow(1)))
	require.Contains(t, f.errors[0], "\n\trecording: none: world: the world is recorded already\n")
	for range 60 {
		y.Tick()
	}
	world.Check(y.StopRecording())
	recording := world.Must(record.Read(own.Bytes()))
	player := world.Must(recording.Player())
	defer player.Close()
	world.Check(player.SeekTime(y.Time()))
	require.Equal(t, y.StateHash(), player.World().StateHash())
	files := world.Must(os.ReadDir(os.Getenv("CAROM_ARTIFACTS")))
	require.Len(t, files, 1)
}
