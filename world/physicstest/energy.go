package physicstest

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
)

// Energy returns the energy of all dynamic bodies in joules: the kinetic energy, and the potential
// energy in the gravity of the world or of Body.SetGravity, measured from the origin. It does not
// include springs and areas.
func Energy(w *world.World) float64 {
	sum := 0.0
	for b := range w.Bodies() {
		if b.Type() == body.Dynamic && b.Enabled() {
			height := -geom.From(b.WorldCenter()).Dot(geom.From(b.Gravity()))
			sum += b.KineticEnergy() + float64(float64(b.Mass()*b.GravityScale())*height)
		}
	}
	return sum
}

// EnergyBelow holds while Energy is below a limit, in joules.
func EnergyBelow(limit float64) Check {
	return always(func(m moment) error {
		if e := Energy(m.world); !(e < limit) {
			return fmt.Errorf("the energy is %.6g J: less than %.6g J are allowed", e, limit)
		}
		return nil
	})
}

// EnergyNeverGrows holds while Energy stays within a tolerance, in joules, of its minimum so far.
// It is a check for worlds without motors, springs and players.
func EnergyNeverGrows(tolerance float64) Check {
	return Check{func(w *world.World) watch {
		least := Energy(w)
		return watch{look: func(m moment) error {
			e := Energy(m.world)
			if !(e <= least+tolerance) {
				return fmt.Errorf("the energy grew from %.6g J to %.6g J: %.4g J are allowed", least, e, tolerance)
			}
			least = min(least, e)
			return nil
		}}
	}}
}
