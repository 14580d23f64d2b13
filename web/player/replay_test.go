package player_test

import (
	"bytes"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/stretchr/testify/require"
)

// show records the crate for some ticks and plays the recording. It returns the hash after each
// tick.
func show(t *testing.T, ticks int) (*page, []uint64) {
	run := world.Must(build("crate", map[string]float64{"height": 2}))
	defer run.World.Close()
	for range 30 { // a recording need not begin with the world
		run.World.Tick()
	}
	var file bytes.Buffer
	require.NoError(t, run.World.Record(&file))
	hashes := []uint64{run.World.StateHash()}
	for range ticks {
		run.World.Tick()
		hashes = append(hashes, run.World.StateHash())
	}
	require.NoError(t, run.World.StopRecording())
	recording := world.Must(record.Read(file.Bytes()))
	replay := world.Must(recording.Player())
	p := newPage(t)
	p.Show(replay, recording.Ticks(), "crate.carom")
	require.Empty(t, p.do(`{"do":"watch","world":1,"layers":8191}`))
	return p, hashes
}

func TestRecordingIsPlayed(t *testing.T) {
	p, hashes := show(t, 90)
	status := p.messages["status"]
	require.Equal(t, []any{0.0, 90.0}, status["history"])
	require.Equal(t, true, status["replay"])
	require.Equal(t, false, status["edit"])
	p.seconds(1)
	require.InDelta(t, 60, p.World().Ticks()-30, 1)
	p.seconds(2)
	require.Equal(t, true, p.messages["status"]["paused"], "it stops at the end")
	require.Equal(t, hashes[90], p.World().StateHash())
	for _, tick := range []int{40, 0, 90, 41, 39} {
		require.Empty(t, p.do(`{"do":"restore","tick":%d}`, tick))
		require.Equal(t, hashes[tick], p.World().StateHash())
		require.Equal(t, uint64(30+tick), p.decoder.Picture().Ticks)
	}
	require.Empty(t, p.do(`{"do":"resume"}`))
	p.seconds(0.5)
	require.Equal(t, hashes[int(p.World().Ticks())-30], p.World().StateHash())
}

// A step beyond the end of a recording is one step to its end.
func TestStepEndsWithRecording(t *testing.T) {
	p, hashes := show(t, 20)
	before := p.received["status"]
	require.Empty(t, p.do(`{"do":"step","ticks":1000}`))
	require.Equal(t, hashes[20], p.World().StateHash())
	require.Equal(t, 2, p.received["status"]-before, "the end, and the step")
}

func TestRecordingIsNotChanged(t *testing.T) {
	p, _ := show(t, 10)
	require.Contains(t, p.do(`{"do":"restore","tick":11}`), "tick: 11")
	for _, command := range []string{"grab", "drag", "drop", "set"} {
		require.Contains(t, p.do(`{"do":%q,"body":%s}`, command, p.name()), "cannot be changed")
	}
	require.Empty(t, p.do(`{"do":"follow","body":%s}`, p.name()))
	require.Equal(t, "crate", p.messages["body"]["name"])
	require.Empty(t, p.do(`{"do":"load","scene":"crate"}`))
	require.Equal(t, true, p.messages["status"]["edit"])
	require.IsType(t, &world.World{}, p.World())
}
