package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// newTouchingConflict is newConflict with bodies that touch each other.
func newTouchingConflict(t testing.TB, seed uint64) *conflict {
	c := newConflict(t, seed)
	for b := range c.w.Bodies() {
		for collider := range b.Colliders() {
			require.NoError(t, collider.SetFilter(shape.Filter{}))
		}
	}
	return c
}

// A kinematic body that comes on at 50 km/s leaves the bodies that it runs into with
// Config.MaxSpeed. Those that the sweep answered for had its speed: 54, 58 and 66 km/s.
func TestDrivenBodiesNeverExceedMaxSpeed(t *testing.T) {
	for _, seed := range []uint64{0, 1, 2, 3, 11, 30, 109} {
		c := newTouchingConflict(t, seed)
		limit := c.w.Config().MaxSpeed
		for tick := range 40 {
			c.tick(t, tick)
			for b := range c.w.Bodies() {
				if b.Type() == body.Dynamic {
					require.LessOrEqual(t, b.LinearVelocity().Len(), limit*(1+1e-6), "seed %d, tick %d", seed, tick) // rounding of float32
				}
			}
		}
	}
}

// A locked coordinate has no speed after a tick, whatever runs into the body: a sweep that
// answered for it gave it some.
func TestLockedCoordinatesStayAtRestWhenDriven(t *testing.T) {
	for _, seed := range []uint64{0, 1, 2, 3, 11, 30, 109} {
		c := newTouchingConflict(t, seed)
		for b := range c.w.Bodies() {
			if b.Type() == body.Dynamic {
				require.NoError(t, b.SetLocks(true, false, false))
			}
		}
		for tick := range 40 {
			c.tick(t, tick)
			for b := range c.w.Bodies() {
				if b.Type() == body.Dynamic {
					require.Zero(t, b.LinearVelocity()[0], "seed %d, tick %d", seed, tick)
				}
			}
		}
	}
}
