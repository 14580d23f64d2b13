package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// tautRope is a rope that gets taut at 6 m/s with a body of 1 kg at its end.
func tautRope(t testing.TB, w *world.World, phase float64, base joint.Base) {
	b := addMass(t, w, 0, -1.5-phase/10, 1, 0.1)
	b.SetLinearVelocity(mgl64.Vec2{0, -6})
	world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{Base: base, Loose: true, MaxLength: 2}))
}

// addHitter is a box of 1 kg that hits another at 6 m/s, and returns the other.
func addHitter(t testing.TB, w *world.World, phase float64) world.Body {
	v := mgl64.Vec2{0, -6}
	addBody(t, w, body.Def{Position: mgl64.Vec2{0, 2 + phase/10}, LinearVelocity: v}, shape.Box(0.5, 0.5), world.ColliderDef{})
	return addBody(t, w, body.Def{}, shape.Box(0.5, 0.5), world.ColliderDef{})
}

func hitWeld(t testing.TB, w *world.World, phase float64, base joint.Base) {
	world.Must(w.CreateWeld(w.Ground(), addHitter(t, w, phase), joint.Weld{Base: base}))
}

func hitPin(t testing.TB, w *world.World, phase float64, base joint.Base) {
	world.Must(w.CreateRevolute(w.Ground(), addHitter(t, w, phase), joint.Revolute{Base: base}))
}

// An impact of 6 N s has a mean force of 360 N in a tick, and of at least 180 N in one of two ticks
// that share it. Contacts may give more, because the boxes bounce a little. The impact breaks a
// joint or does not, in whatever part of the tick it happens. The load of the last sub-step broke a
// rope with the limit of 720 N in 19 of 60 phases, and with the limit of 29 N in 34, and a weld
// with the limit of 29 N in two.
func TestImpactBreaksJointInEveryPhase(t *testing.T) {
	for name, c := range map[string]func(testing.TB, *world.World, float64, joint.Base){"rope": tautRope, "weld": hitWeld, "pin": hitPin} {
		for _, subSteps := range []int{1, 4, 16} {
			for _, limit := range []struct {
				force  float64
				breaks int
			}{{29, 1}, {170, 1}, {500, 0}, {720, 0}} {
				for phase := 0; phase < 60; phase += sampleStep {
					w := newWorld(t, world.Config{Workers: 1, SubSteps: subSteps})
					c(t, w, float64(phase)/60, joint.Base{BreakForce: limit.force})
					broken := 0
					for range 15 {
						w.Tick()
						broken += len(w.Events().JointStresses)
					}
					require.Equal(t, limit.breaks, broken, "%s, %d sub-steps, limit %v N, phase %d", name, subSteps, limit.force, phase)
					w.Close()
				}
			}
		}
	}
}
