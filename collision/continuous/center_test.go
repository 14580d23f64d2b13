package continuous

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A centre stays on its side of what is at rest, by a slop of 5 mm; other parts of a body may be
// anywhere. The wall is the line x = 0.
func TestKeepsCenters(t *testing.T) {
	wall := shape.Segment{A: mgl64.Vec2{0, -5}, B: mgl64.Vec2{0, 5}}
	chain, err := shape.Chain{Points: []mgl64.Vec2{{0, -7}, {0, -5}, {0, 5}, {0, 7}}}.Segments() // the front is on the right
	require.NoError(t, err)
	box := []shape.Support{shape.Box(0.3, 0.3)}
	dumbbell := []shape.Support{shape.OffsetBox(0.2, 0.2, mgl64.Vec2{-1, 0}, 0), shape.OffsetBox(0.2, 0.2, mgl64.Vec2{1, 0}, 0)}
	for _, k := range []struct {
		name     string
		wall     shape.Support
		wallEnd  float64 // x, of a kinematic wall
		parts    []shape.Support
		from, to float64
		keeps    bool
	}{
		{name: "on its side", wall: wall, parts: box, from: 0.1, to: 0.05, keeps: true},
		{name: "by half a slop", wall: wall, parts: box, from: 0.001, to: -0.0025},
		{name: "by two slops", wall: wall, parts: box, from: 0.001, to: -0.01},
		{name: "far", wall: wall, parts: box, from: 0.1, to: -2},
		{name: "on the other side already", wall: wall, parts: box, from: -0.1, to: -0.3, keeps: true},
		{name: "into a solid", wall: shape.OffsetBox(1, 5, mgl64.Vec2{-1, 0}, 0), parts: box, from: 0.1, to: -0.05},
		{name: "within a solid", wall: shape.OffsetBox(1, 5, mgl64.Vec2{-1, 0}, 0), parts: box, from: -0.1, to: -0.3},
		{name: "out of a solid", wall: shape.OffsetBox(1, 5, mgl64.Vec2{-1, 0}, 0), parts: box, from: -0.3, to: -0.1, keeps: true},
		{name: "the middle of a dumbbell", wall: wall, parts: dumbbell, from: 0.3, to: -0.3, keeps: true},
		{name: "an end of a dumbbell", wall: wall, parts: dumbbell, from: 1.1, to: 0.9},
		{name: "to the front of a chain", wall: chain[1], parts: box, from: 0.1, to: -0.1},
		{name: "to the back of a chain", wall: chain[1], parts: box, from: -0.1, to: 0.1, keeps: true},
		{name: "a wall that moves away", wall: wall, wallEnd: -1, parts: box, from: 0.1, to: -0.1, keeps: true},
		{name: "a wall that comes", wall: wall, wallEnd: 1, parts: box, from: 0.1, to: 0.2},
	} {
		c := newBulletScene(t)
		kind := body.Static
		if k.wallEnd != 0 {
			kind = body.Kinematic
		}
		c.add(kind, false, geom.IdentityTransform, poseAt(k.wallEnd, 0, 0), k.wall)
		from, to := poseAt(k.from, 0, 0), poseAt(k.to, 0, 0)
		c.add(body.Dynamic, false, from, to, k.parts...)
		c.begin()
		c.s.takeQueries(1)
		q := c.s.queries[0]
		q.self, q.row = c.bodies[1], c.p.Bodies.Row(c.bodies[1])
		q.collectCandidates(from.P, to.P)
		require.Equal(t, k.keeps, q.keepsCenters(from, to), k.name)

		c.p.Shapes.Link[c.p.Bodies.Motion[q.row].FirstCollider].Flags |= state.ColliderSensor
		if k.parts[0] == box[0] {
			require.True(t, q.keepsCenters(from, to), "a sensor: %s", k.name)
		}
	}
}
