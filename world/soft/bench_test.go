package soft_test

import (
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/soft"
)

// BenchmarkTick is a tick of things that move and touch each other and the floor.
func BenchmarkTick(b *testing.B) {
	for name, build := range map[string]func(*world.World) error{
		"ropes of 500 nodes": func(w *world.World) (err error) {
			for i := 0; i < 10 && err == nil; i++ {
				x := float64(3*i) - 15
				_, err = soft.NewRope(w, soft.RopeDef{Path: []vec{{x, 12}, {x + 10, 12}}, Nodes: 50, StartBody: w.Ground()})
			}
			return err
		},
		"cloth of 900 nodes": func(w *world.World) error {
			_, err := soft.NewCloth(w, soft.ClothDef{Position: vec{-7, 18}, Columns: 30, Rows: 30, Pins: []int{0, 29}, ShearHertz: 3})
			return err
		},
		"blobs of 960 nodes": func(w *world.World) (err error) {
			for i := 0; i < 60 && err == nil; i++ {
				_, err = soft.NewBlob(w, soft.BlobDef{Position: vec{float64(i%10)*2.2 - 10, float64(i/10)*2.2 + 1.5}})
			}
			return err
		},
		"blobs without area": func(w *world.World) error {
			for i := range 60 {
				blob, err := soft.NewBlob(w, soft.BlobDef{Position: vec{float64(i%10)*2.2 - 10, float64(i/10)*2.2 + 1.5}})
				if err != nil {
					return err
				}
				world.Check(blob.AreaJoint().Destroy())
			}
			return nil
		},
	} {
		b.Run(name, func(b *testing.B) {
			w := newWorld(b, 10, 1)
			ground(w)
			world.Check(build(w))
			ticks(w, 60)
			b.ReportAllocs()
			for b.Loop() {
				w.Tick()
			}
		})
	}
}
