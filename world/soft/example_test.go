package soft_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/soft"
	"github.com/go-gl/mathgl/mgl64"
)

// A hammock of cloth, which a crate of stone tears.
func Example() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	hammock := world.Must(soft.NewCloth(w, soft.ClothDef{
		Width: 4, Height: 1, Columns: 9, Rows: 3,
		Pins: []int{0, 8, 9, 17, 18, 26}, // both ends of all three rows
		Link: soft.Link{BreakForce: 200},
	}))
	crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{2, 1}}))
	world.Must(crate.Attach(shape.Box(0.4, 0.4), world.ColliderDef{Density: 100}))
	var tears []soft.Tear
	for range 120 {
		w.Tick()
		tears = hammock.AppendTears(tears)
		world.Check(hammock.Tidy())
	}
	triangles := hammock.AppendTriangles(nil)
	fmt.Println("torn:", len(tears) > 0, "whole:", len(triangles) == 3*2*8*2, "through:", crate.Position()[1] < -5)
	// Output: torn: true whole: false through: true
}

// A rope between two posts, drawn piece by piece.
func ExampleNewRope() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	rope := world.Must(soft.NewRope(w, soft.RopeDef{
		Path:      []mgl64.Vec2{{0, 5}, {2, 3}, {4, 5}}, // slack, so that it sags
		StartBody: w.Ground(), EndBody: w.Ground(),
	}))
	world.Check(rope.Cut(3))
	var outline []mgl64.Vec2
	for k := 0; k < rope.Len(); {
		outline, k = rope.AppendOutline(outline[:0], k)
		fmt.Println(len(outline), "points")
	}
	// Output:
	// 8 points
	// 50 points
}

// A chain of steel: it bends freely and a load hardly lengthens it.
func ExampleNewChain() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	weight := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, -4.5}}))
	world.Must(weight.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{Density: 50}))
	chain := world.Must(soft.NewChain(w, soft.ChainDef{
		Path: []mgl64.Vec2{{0, 0}, {0, -4}}, StartBody: w.Ground(), EndBody: weight,
	}))
	for range 300 {
		w.Tick()
	}
	fmt.Printf("%d capsules, the weight hangs at %.1f m\n", chain.Len(), weight.Position()[1])
	// Output: 3 capsules, the weight hangs at -4.5 m
}

// A net that hangs from its upper corners.
func ExampleNewCloth() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	net := world.Must(soft.NewCloth(w, soft.ClothDef{Columns: 6, Rows: 4, Pins: []int{0, 5}}))
	fmt.Println(net.Len(), "nodes", net.Links(), "threads", len(net.AppendTriangles(nil))/3, "triangles")
	// Output: 24 nodes 38 threads 30 triangles
}

// A drop falls, and keeps its area.
func ExampleNewBlob() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.Segment{A: mgl64.Vec2{-9, 0}, B: mgl64.Vec2{9, 0}}, world.ColliderDef{}))
	drop := world.Must(soft.NewBlob(w, soft.BlobDef{Position: mgl64.Vec2{0, 3}}))
	for w.Time() < 10 {
		w.Tick()
	}
	fmt.Printf("flat: %v, area kept: %.1f %%, asleep: %v\n", drop.Center()[1] < 0.9, 100*drop.Area()/drop.TargetArea(), !drop.Body(0).Awake())
	// Output: flat: true, area kept: 100.0 %, asleep: true
}

// A handle is found again in a copy of the world.
func ExampleNet_IDs() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	drop := world.Must(soft.NewBlob(w, soft.BlobDef{}))
	fork := world.Must(w.Fork())
	defer fork.Close()
	same := world.Must(soft.BlobOf(fork, drop.IDs()))
	fmt.Println(same.Len(), same.Area() == drop.Area())
	// Output: 16 true
}
