package games

import (
	"image"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// timeout is how long a game may take for anything: machines that test have no graphics card and little time.
const timeout = time.Minute

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
		require.Less(t, time.Since(begin), timeout/2, failure)
	}
}

// drawn reports whether a picture shows more than a background.
func drawn(m image.Image) bool {
	different, most := colors(m)
	return different > 30 && most < 0.95
}

// differs reports whether more than a share of the pixels differ.
func differs(from image.Image, share float64) func(image.Image) bool {
	return func(m image.Image) bool { return difference(from, m) > share }
}
