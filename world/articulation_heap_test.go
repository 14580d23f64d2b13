package world_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// fallingChains lets chains of some 140 links fall into a bin, one layer after the other.
func fallingChains(t *testing.T, w *world.World, links int, s shape.Support) {
	addFloor(t, w, world.ColliderDef{})
	for _, x := range []float64{-6, 6} {
		addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{x, 15}}, shape.Box(0.5, 20), world.ColliderDef{})
	}
	length := 0.4*float64(links) + 0.2
	inRow := int(10 / length)
	for c := range 140 / links {
		var last world.Body
		for i := range links {
			p := mgl64.Vec2{-4.8 + float64(c%inRow)*length + 0.4*float64(i), 1.5 + 0.3*float64(c/inRow)}
			b := addBody(t, w, body.Def{Position: p}, s, world.ColliderDef{})
			if i > 0 {
				world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, p.Sub(mgl64.Vec2{0.2, 0}))))
			}
			last = b
		}
	}
}

// A heap of chains comes to rest and sleeps. The joints and the contacts of an articulation in a
// heap drove each other for ever, whether package rattle or the elimination solved the joints.
func TestHeapsOfChainsComeToRest(t *testing.T) {
	for _, links := range []int{3, 7, 12, 20} {
		for kind, s := range map[string]shape.Support{"boxes": shape.Box(0.2, 0.06), "capsules": shape.Capsule{A: mgl64.Vec2{-0.14, 0}, B: mgl64.Vec2{0.14, 0}, Radius: 0.06}} {
			t.Run(fmt.Sprint(links, " ", kind), func(t *testing.T) {
				w := newGravityWorld(t)
				fallingChains(t, w, links, s)
				runSeconds(w, 30)
				require.Empty(t, w.AppendAwakePoses(nil))
			})
		}
	}
}

// A heap of rings, whose joints form cycles, comes to rest too.
func TestHeapsOfRingsComeToRest(t *testing.T) {
	for _, links := range []int{4, 6, 9} {
		w := newFloorWorld(t)
		for _, x := range []float64{-6, 6} {
			addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{x, 15}}, shape.Box(0.5, 20), world.ColliderDef{})
		}
		turn := 2 * math.Pi / float64(links)
		inner, outer := 0.2/math.Tan(turn/2), 0.2/math.Sin(turn/2)
		for c := range 30 {
			at := mgl64.Vec2{-4.4 + 2.2*float64(c%5), 2 + 2*float64(c/5)}
			ring := make([]world.Body, links)
			for i := range ring {
				a := turn * float64(i)
				p := at.Add(mgl64.Vec2{math.Cos(a), math.Sin(a)}.Mul(inner))
				ring[i] = addBody(t, w, body.Def{Position: p, Angle: a + math.Pi/2}, shape.Box(0.2, 0.05), world.ColliderDef{})
			}
			for i, b := range ring {
				a, next := turn*(float64(i)+0.5), ring[(i+1)%links]
				world.Must(w.CreateRevolute(b, next, world.RevoluteAt(b, next, at.Add(mgl64.Vec2{math.Cos(a), math.Sin(a)}.Mul(outer)))))
			}
		}
		runSeconds(w, 30)
		require.Empty(t, w.AppendAwakePoses(nil), "%d links", links)
	}
}
