package games

import (
	"image"
	"os"
	"testing"
	"time"

	"github.com/carom2d/carom/e2e/chromium"
	"github.com/stretchr/testify/require"
)

// timeout is how long a game may take for anything.
const timeout = chromium.Timeout

// TestMain ends the browser and removes the programs afterwards.
func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "games"); err != nil {
		panic(err)
	}
	code := m.Run()
	chromium.Stop()
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}

// await takes pictures until one is as wanted, and returns it.
func await(t *testing.T, picture func() image.Image, failure string, wanted func(image.Image) bool) image.Image {
	t.Helper()
	m, ok := within(timeout, picture, wanted)
	require.True(t, ok, failure)
	return m
}

// within takes pictures for a time until one is as wanted. It returns the last, and whether it is.
func within(limit time.Duration, picture func() image.Image, wanted func(image.Image) bool) (image.Image, bool) {
	for begin := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		m := picture()
		if ok := wanted(m); ok || time.Since(begin) > limit {
			return m, ok
		}
	}
}

// repeat does something until it succeeds: a game on a busy machine, which asks for the state of
// its keys once a frame, may miss a key that was pressed.
func repeat(t *testing.T, try func() (failure string)) {
	t.Helper()
	for begin := time.Now(); ; {
		failure := try()
		if failure == "" {
			return
		}
		require.Less(t, time.Since(begin), timeout, failure)
	}
}

// keyTimeout is how long the effect of a key may take, before the key counts as missed.
const keyTimeout = 30 * time.Second

// drawn reports whether a picture shows more than a background.
func drawn(m image.Image) bool {
	different, most := chromium.Colors(m)
	return different > 30 && most < 0.95
}

// still accepts a picture if several before it were the same.
func still() func(image.Image) bool {
	const enough = 4
	var last image.Image
	same := 0
	return func(m image.Image) bool {
		if same++; last == nil || chromium.Difference(last, m) > noise {
			same = 0
		}
		last = m
		return same >= enough
	}
}

// noise is the share of pixels that may differ between two pictures of the same.
const noise = 0.0003

// like reports whether a picture is the same as another.
func like(other image.Image) func(image.Image) bool {
	return func(m image.Image) bool { return chromium.Difference(other, m) <= noise }
}

// differs reports whether more than a share of the pixels differ.
func differs(from image.Image, share float64) func(image.Image) bool {
	return func(m image.Image) bool { return chromium.Difference(from, m) > share }
}
