package physicstest_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/physicstest"
	"github.com/carom2d/carom/world/record"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

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
