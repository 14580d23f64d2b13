package world_test

import (
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// In which rows the contacts lie changes no bit.
func TestOrderOfContactsChangesNoBit(t *testing.T) {
	start := func() *world.World {
		w := open(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 2})
		w.ShareAll()
		camp(t, w)
		return w
	}
	plain, tidied := start(), start()
	times := 0
	for tick := range 240 {
		plain.Tick()
		tidied.Tick()
		require.Equal(t, plain.Hash(), tidied.Hash(), "tick %d", tick)
		scattered := tidied.ContactsOutOfOrder()
		tidied.TidyContacts()
		tidied.Validate()
		if tidied.ContactsOutOfOrder() < scattered {
			require.Zero(t, tidied.ContactsOutOfOrder())
			times++
		}
	}
	require.Greater(t, times, 3)
}
