package main

import (
	"testing"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/physicstest"
	"github.com/go-gl/mathgl/mgl64"
)

func build() *world.World {
	w, _, err := world.Must(shapes.Parse(document)).New()
	if err != nil {
		panic(err)
	}
	return w
}

// Everything falls, stays in the picture's surroundings and comes to rest.
func TestEverythingComesToRest(t *testing.T) {
	w := build()
	defer w.Close()
	physicstest.Run(t, w, 12*time.Second,
		physicstest.FallsAsleep(12*time.Second),
		physicstest.NeverLeaves(mgl64.Vec2{-40, -5}, mgl64.Vec2{40, 40}),
		physicstest.SpeedBelow(20),
		physicstest.StaysFinite(),
		physicstest.NeverDeeper(0.15),
	)
}

// Shapes of the game's own roll back as the others do.
func TestEveryShapeIsDeterministic(t *testing.T) {
	physicstest.Deterministic(t, 4*time.Second, build)
}
