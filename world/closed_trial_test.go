package world_test

import (
	"os"
	"strconv"
	"testing"
)

func TestTrialRooms(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("ROOMS"))
	kind, walls := map[string]int{}, map[string]int{}
	failed := 0
	for seed := range uint64(n) {
		c := newClosedRoom(seed)
		for _, line := range c.run(t, 60) {
			failed++
			walls[c.walls]++
			kind[line[:0]]++
			if failed <= 30 {
				t.Logf("seed %d: %.300s", seed, line)
			}
		}
	}
	t.Logf("%d of %d left %v", failed, n*8, walls)
	n, _ = strconv.Atoi(os.Getenv("CORNERS"))
	failed = 0
	for seed := range uint64(n) {
		if c := newCornerThrow(seed); c.run(t) {
			failed++
			if failed <= 30 {
				t.Logf("seed %d: %s %.2f %v", seed, c.walls, c.degrees, c.beyond)
			}
		}
	}
	t.Logf("%d of %d left", failed, n)
}
