package scene

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// Bodies of every shape come to rest and fall asleep, and no two overlap deeply. In a heap
// of round bodies some rock for minutes on contacts that roll without loss, so their
// material has a little rolling resistance.
func TestHeapsFallAsleep(t *testing.T) {
	for name, seconds := range map[string]int{
		"card_house": 5, "heavy_on_light": 5, "mixed_rain": 20, "pyramid": 5, "tall_stack": 10,
	} {
		t.Run(name, func(t *testing.T) {
			document, err := os.ReadFile(filepath.Join(sceneFolder, name+".json"))
			require.NoError(t, err)
			s := world.Must(Parse(document))
			s.Materials = append(s.Materials, Material{"dull", shape.Material{Friction: 0.6, RollingResistance: 0.02}})
			for i := range s.Bodies {
				for k := range s.Bodies[i].Colliders {
					if c := &s.Bodies[i].Colliders[k]; c.Material == "" {
						c.Material = "dull"
					}
				}
			}
			w, _, err := s.New(func(c *world.Config) { c.Workers = 1 })
			require.NoError(t, err)
			defer w.Close()
			asleep := 0
			for tick := 1; tick <= seconds*60 && asleep == 0; tick++ {
				w.Tick()
				if w.Counters().Awake == 0 {
					asleep = tick
				}
			}
			maxPenetration, fastest := 0.0, 0.0
			for c := range w.Contacts() {
				for _, p := range c.Points() {
					maxPenetration = max(maxPenetration, -p.Separation)
				}
			}
			for b := range w.Bodies() {
				if b.Type() == body.Dynamic {
					fastest = max(fastest, b.LinearVelocity().Len())
				}
			}
			t.Logf("asleep after %d ticks, %d awake, fastest %.4f m/s, deepest contact %.2f mm", asleep, w.Counters().Awake, fastest, 1000*maxPenetration)
			require.NotZero(t, asleep)
			bound := 0.005
			if name == "mixed_rain" {
				bound = 0.03 // small shapes under many others
			}
			require.Less(t, maxPenetration, bound)
		})
	}
}
