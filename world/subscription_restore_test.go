package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A Restore brings back a body that was destroyed, but not its subscriptions, as Restore says;
// subscriptions of bodies that were there all the time stay.
func TestSubscriptionsThatEndedDoNotComeBack(t *testing.T) {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	addBody(t, w, body.Def{Type: body.Static}, shape.Box(9, 0.5), world.ColliderDef{})
	drop := func(x float64) world.Body {
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{x, 1.5}}, shape.Circle{Radius: 0.4}, world.ColliderDef{})
		return b
	}
	lost, kept := drop(-2), drop(2)
	begins := map[world.Body]int{}
	count := func(b world.Body) world.Subscription {
		return world.Must(b.OnContactBegin(func(world.ContactBegin) { begins[b]++ }))
	}
	first, second := count(lost), count(kept)
	var s world.Snapshot
	require.NoError(t, w.Save(&s))
	require.NoError(t, lost.Destroy())
	require.NoError(t, w.Restore(&s))
	require.True(t, lost.Valid())
	require.False(t, first.Active())
	require.True(t, second.Active())
	runTicks(w, 60)
	require.Equal(t, map[world.Body]int{kept: 1}, begins)

	require.NoError(t, w.Restore(&s))
	count(lost)
	runTicks(w, 60)
	require.Equal(t, map[world.Body]int{kept: 2, lost: 1}, begins)
}
