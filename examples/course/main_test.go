package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The player comes through at every tick rate, in about the same time, and nothing crushes him.
func TestPlayerFinishesAtEveryRate(t *testing.T) {
	for _, rate := range []float64{30, 60, 144} {
		p := newPlayer(rate)
		w := p.course.World
		for !p.finished() && !p.fallen() && w.Time() < 70 {
			w.Tick()
			require.Less(t, p.Crushed(), 0.005, "%v Hz: at %v after %v s", rate, p.Position(), w.Time())
		}
		t.Logf("%v Hz: %.1f s", rate, w.Time())
		for _, s := range p.course.sections {
			t.Logf("  %.2f s: %s", s.entered, s.name)
		}
		require.True(t, p.finished(), "%v Hz: at %v after %v s", rate, p.Position(), w.Time())
		require.InDelta(t, 51, w.Time(), 6)
		w.Close()
	}
}

func TestMovie(t *testing.T) {
	p := newPlayer(60)
	defer p.course.Close()
	m := newMovie()
	for range 3 {
		p.course.Step(0.1)
		m.add(p)
	}
	require.Equal(t, 3, m.Len())
	file, err := os.Create(filepath.Join(t.TempDir(), "course.gif"))
	require.NoError(t, err)
	require.NoError(t, m.Encode(file))
	require.NoError(t, file.Close())
}
