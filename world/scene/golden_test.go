package scene_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/stretchr/testify/require"
)

// The state of a scene after 300 ticks, to the last bit of every pose and velocity. The
// value is the same on every platform. It changes only when the engine computes something
// else, and then with a line here that gives the reason.
//
//	2026-11-20  first values
//	2026-11-20  bridge: its joints are solved as an articulation
//	2026-11-20  mixer: a body pressed deep into a wall does not pass it
//	2026-11-20  mixer, newtons_cradle: velocities that are almost zero become zero
//	2026-11-21  bridge, mixed_rain, mixer, newtons_cradle: contact points on round surfaces do not rotate with the bodies
//	2026-11-21  bridge, mixed_rain, mixer, pyramid: the two points of a contact share their softness
//	2026-11-21  bridge: the articulation is solved without scaling its rows by masses
//	2026-11-21  bridge: the friction of its joints is solved with the articulation
//	2026-11-21  mixer: disjoint shapes are evaluated again only after they have moved by their separation
//	2026-11-21  bridge, mixed_rain, mixer, pyramid: two points share a little more of their softness, loaded
//	            bodies have more rotational inertia, and bodies that come to rest sleep earlier
//	2026-11-22  all: true masses under loads, half a turn per tick, arcs that turn within a tick, two points
//	            that bounce together, small articulations by RATTLE
//	2026-11-22  boats, wind: first values
//	2026-11-24  wind: bodies are not stopped before what they would not enter
//	2026-11-24  wind: a rope whose links turn against each other is solved at anchors half way
//	2026-11-27  wind: contacts of loaded links are solved with the joints of their rope
//	2026-11-27  wind: a tick begins with velocities that the joints of an articulation allow
//	2026-11-27  bridge, newtons_cradle: RATTLE solves no articulation that a contact touches, and joints among
//	            other bodies are brought back slowly
//	2026-11-28  wind: the arm of an arc turns against the body that holds the normal
//	2026-11-29  wind: fast bodies go on around edges
//	2026-11-29  wind: outer torques see the inertia that the joints of the flag see
//	2026-11-30  wind: the lines of pins whose bodies turn act at one place
//	2026-11-30  wind: a loaded link whose contacts have parted is not refused
//	2026-11-30  newtons_cradle: points that will bounce lie on the surfaces of their bodies
//	2026-11-30  bridge: its joints with motors are solved with their contacts
var goldens = map[string]uint64{
	"boats":          0xb67f5c08bee171c6,
	"bridge":         0x179ecb5610ca8353,
	"mixed_rain":     0x63e73dbe11bafbda,
	"mixer":          0xc203c5a9742d3bf8,
	"newtons_cradle": 0x66f5befb4d1f5155,
	"pyramid":        0x72f61ff7dc953c3c,
	"wind":           0xf675fa24f399a171,
}

func TestGoldenScenes(t *testing.T) {
	for name, want := range goldens {
		t.Run(name, func(t *testing.T) {
			got := hashAfter(t, name, 300)
			require.Equal(t, want, got, "%s: %#x", name, got)
		})
	}
}

func hashAfter(t *testing.T, name string, ticks int) uint64 {
	document, err := os.ReadFile(filepath.Join("../../testdata/scenes", name+".json"))
	require.NoError(t, err)
	s := world.Must(scene.Parse(document))
	w, _, err := s.New(func(c *world.Config) { c.Workers = 2 })
	require.NoError(t, err)
	defer w.Close()
	for range ticks {
		w.Tick()
	}
	return w.Hash()
}
