package main

import (
	"bytes"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/world/worlds/env"
	"github.com/stretchr/testify/require"
)

// A dozen iterations teach the cart to balance its pole, and the curve follows from the seed.
func TestPoleIsLearnt(t *testing.T) {
	o := options{iterations: 15, directions: 8, best: 4, noise: 0.3, rate: 0.3, seed: 1}
	a, b := train(env.CartPole(), o, io.Discard), train(env.CartPole(), o, io.Discard)
	require.Equal(t, a.curve, b.curve)
	require.Less(t, a.curve[0].mean, 100.0)
	require.Greater(t, a.curve[len(a.curve)-1].mean, 400.0)

	var file bytes.Buffer
	require.NoError(t, drawCurve(a.task, a.curve).EncodePNG(&file))
	image, err := png.Decode(&file)
	require.NoError(t, err)
	require.Equal(t, curveWidth, float64(image.Bounds().Dx()))
	require.Greater(t, film(a.task, a.policy).Len(), 20)
	drawScenes(t.TempDir())
}

func TestFilesAreTriedFirst(t *testing.T) {
	require.ErrorIs(t, tryFile(filepath.Join(t.TempDir(), "nowhere", "curve.png")), os.ErrNotExist)
	kept := filepath.Join(t.TempDir(), "curve.png")
	require.NoError(t, os.WriteFile(kept, []byte("old"), 0o644))
	require.NoError(t, tryFile(kept))
	data, err := os.ReadFile(kept)
	require.NoError(t, err)
	require.Equal(t, "old", string(data), "until there is a new one")
	require.NoError(t, tryFile(""))
}

func TestNumbersOfTheSearchAreChecked(t *testing.T) {
	good := options{iterations: 1, directions: 8, best: 8, noise: 0.3, rate: 0.3}
	require.NoError(t, good.check())
	for want, change := range map[string]func(*options){
		"-iterations 0:":  func(o *options) { o.iterations = 0 },
		"-directions -1:": func(o *options) { o.directions = -1 },
		"-best 9:":        func(o *options) { o.best = 9 },
		"-noise NaN:":     func(o *options) { o.noise = math.NaN() },
		"-rate 0:":        func(o *options) { o.rate = 0 },
	} {
		o := good
		change(&o)
		require.ErrorContains(t, o.check(), want)
	}
}
