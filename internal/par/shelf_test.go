package par

import (
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestShelfLendsToOneAtATime(t *testing.T) {
	var shelf Shelf[int]
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 1000 {
				x := shelf.Take()
				*x++ // the race detector sees a value that two have
				shelf.Give(x)
			}
		})
	}
	wait.Wait()
	sum := 0
	for _, x := range shelf.free {
		sum += *x.(*int)
	}
	require.Equal(t, 8000, sum)
	require.LessOrEqual(t, len(shelf.free), 8)
}

// A closed world that kept a value, which refers to the world, stayed in memory until another value
// was given back.
func TestShelfForgetsWhatItLent(t *testing.T) {
	var shelf Shelf[int]
	shelf.Give(shelf.Take())
	shelf.Take()
	require.Nil(t, shelf.free[:1][0])
}

func TestShelfKeepsWhatItHas(t *testing.T) {
	var shelf Shelf[[100]int]
	shelf.Give(shelf.Take())
	runtime.GC()
	runtime.GC()
	require.Zero(t, testing.AllocsPerRun(10, func() { shelf.Give(shelf.Take()) }))
}
