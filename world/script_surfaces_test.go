package world_test

import (
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// addSurface gives a material static friction, slip and rules of its own.
func (s *script) addSurface(m *shape.Material) {
	f := s.byte()
	if f&3 != 3 {
		return
	}
	m.StaticFriction = m.Friction + float64(f>>2&3)/4
	m.SlipLeft, m.SlipRight = float64(f>>4&1), float64(f>>5&3)/3
	m.FrictionCombine, m.RestitutionCombine, m.Priority = shape.Combine(s.intN(6)), shape.Combine(s.intN(6)), int8(s.byte())
}

// reconfigure changes the gravity, or something else of the configuration.
func (s *script) reconfigure() {
	if s.flag() {
		require.NoError(s, s.w.SetGravity(mgl64.Vec2{s.number(), -10 + s.number()}))
		return
	}
	c := s.w.Config()
	switch s.intN(8) {
	case 0:
		c.SubSteps = 1 + s.intN(8)
	case 1:
		c.Timestep = []float64{1.0 / 60, 1.0 / 120, 1.0 / 30}[s.intN(3)]
	case 2:
		c.NoSleep = s.flag()
	case 3:
		c.NoContinuous = s.flag()
	case 4:
		c.SleepTime, c.SleepSpeed = float64(s.intN(4))/4, float64(s.intN(4))/16
	case 5:
		c.RestitutionThreshold, c.HitThreshold = float64(s.intN(4)), float64(s.intN(4))
	case 6:
		c.ContactHertz, c.JointHertz = float64(s.intN(4))*20, float64(s.intN(4))*30
	default:
		c.Workers = s.intN(4)
	}
	require.NoError(s, s.w.SetConfig(c))
}
