package live

import "github.com/carom2d/carom/world/scene"

// setWorld applies the settings that differ to the configuration of the world. The others stay as
// the game has set them.
func (d *Document) setWorld(s *scene.Scene) error {
	c, from, to := d.world.Config(), &d.scene.Config, &s.Config
	take(&c.Gravity, from.Gravity, to.Gravity)
	take(&c.Timestep, from.Timestep, to.Timestep)
	take(&c.SubSteps, from.SubSteps, to.SubSteps)
	take(&c.LengthUnit, from.LengthUnit, to.LengthUnit)
	take(&c.NoSleep, from.NoSleep, to.NoSleep)
	take(&c.NoContinuous, from.NoContinuous, to.NoContinuous)
	take(&c.Stable, from.Stable, to.Stable)
	take(&c.ContactHertz, from.ContactHertz, to.ContactHertz)
	take(&c.ContactDamping, from.ContactDamping, to.ContactDamping)
	take(&c.ContactPushSpeed, from.ContactPushSpeed, to.ContactPushSpeed)
	take(&c.JointHertz, from.JointHertz, to.JointHertz)
	take(&c.JointDamping, from.JointDamping, to.JointDamping)
	take(&c.RestitutionThreshold, from.RestitutionThreshold, to.RestitutionThreshold)
	take(&c.HitThreshold, from.HitThreshold, to.HitThreshold)
	take(&c.MaxSpeed, from.MaxSpeed, to.MaxSpeed)
	take(&c.SleepSpeed, from.SleepSpeed, to.SleepSpeed)
	take(&c.SleepTime, from.SleepTime, to.SleepTime)
	return d.world.SetConfig(c)
}

func take[T comparable](setting *T, from, to T) {
	if from != to {
		*setting = to
	}
}
