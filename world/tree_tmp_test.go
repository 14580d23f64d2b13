package world_test

import (
	"fmt"
	"testing"
	"time"
	"os"
	"strconv"

	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

func init() {
	if v := os.Getenv("STIFF"); v != "" {
		f, _ := strconv.ParseFloat(v, 64)
		joint.TreeStiff = float32(f)
	}
}

func TestTmpChain(t *testing.T) {
	for _, load := range []float64{100, 1000, 10000} {
	w := earth(t)
	chain := hang(t, w, 100, load)
	end := chain[99]
	t0 := time.Now()
	for i := range 600 {
		w.Tick()
		if i%60 == 0 || i < 5 {
			e, _ := 0.0, 0
			for j := range w.Joints() { if j.LinearError() > e { e = j.LinearError() } }
			fmt.Println(i, load, (-end.WorldPoint(mgl64.Vec2{0, -0.5})[1]-100)/100*100, e, end.Awake(), end.LinearVelocity())
		}
	}
	for j := range w.Joints() { fmt.Println(j.Force()); break }
	fmt.Println(time.Since(t0)/600)
	}
}
