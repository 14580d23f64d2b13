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

// TestMain removes the programs afterwards.
func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "games"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}

// await takes pictures until one is as wanted, and returns it.
func await(t *testing.T, picture func() image.Image, failure string, wanted func(image.Image) bool) image.Image {
	t.Helper()
	for begin := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		m := picture()
		if wanted(m) {
			return m
		}
		require.Less(t, time.Since(begin), timeout, failure)
	}
}

// drawn reports whether a picture shows more than a background.
func drawn(m image.Image) bool {
	different, most := colors(m)
	return different > 30 && most < 0.95
}

// still takes pictures until several in a row are the same, and returns the last.
func still(t *testing.T, picture func() image.Image, failure string) image.Image {
	t.Helper()
	const enough = 4
	last, same := picture(), 0
	return await(t, picture, failure, func(m image.Image) bool {
		if same++; difference(last, m) > noise {
			same = 0
		}
		last = m
		return same >= enough
	})
}

// noise is the share of pixels that may differ between two pictures of the same.
const noise = 0.0003

// like reports whether a picture is the same as another.
func like(other image.Image) func(image.Image) bool {
	return func(m image.Image) bool { return difference(other, m) <= noise }
}

// differs reports whether more than a share of the pixels differ.
func differs(from image.Image, share float64) func(image.Image) bool {
	return func(m image.Image) bool { return difference(from, m) > share }
}
