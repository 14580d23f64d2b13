package world_test

import (
	"errors"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// changeAreas makes, changes or destroys an area, or gives a body a gravity or a steady force.
func (s *script) changeAreas() {
	a, ok := pick(s, s.areas)
	var err error
	switch op := s.intN(14); {
	case op >= 12:
		s.changeMedia()
	case op < 4 || !ok && op < 10:
		s.createArea()
	case op == 4:
		err = a.Destroy()
	case op == 5:
		err = a.SetEnabled(s.flag())
	case op == 6:
		if s.flag() {
			err = a.SetShape(nil)
		} else {
			err = a.SetShape(s.shape())
		}
	case op == 7:
		at := s.worldPoint()
		if a.Body().Valid() {
			at = s.point()
		}
		err = a.SetTransform(at, s.number())
	case op == 8:
		err = a.SetEffects(s.effects()...)
	case op == 9:
		if err = a.SetPriority(s.intN(3)); err == nil {
			err = a.SetFilter(s.filter())
		}
	default:
		b, alive := pick(s, s.bodies)
		switch {
		case !alive:
		case op == 10 && s.flag():
			err = b.ApplySteadyForce(s.point(), s.worldPoint())
		case op == 10:
			err = b.ClearGravity()
		default:
			err = b.SetGravity(s.point().Mul(4))
		}
	}
	require.NoError(s, err)
}

func (s *script) createArea() {
	def := world.AreaDef{
		Position: s.worldPoint(), Angle: s.number(), Priority: s.intN(3), Filter: s.filter(), Disabled: s.intN(8) == 0, Effects: s.effects(),
	}
	if s.intN(8) > 0 {
		def.Shape = s.shape()
	}
	if b, ok := pick(s, s.bodies); ok && s.flag() {
		def.Body, def.Position = b, s.point()
	}
	a := world.Must(s.w.CreateArea(def))
	s.requireNewID(a.ID())
	s.areas = append(s.areas, a)
}

func (s *script) effects() (list []area.Effect) {
	for range s.intN(4) {
		switch s.intN(7) {
		case 5, 6:
			list = s.appendMedium(list)
		case 0:
			list = append(list, area.Gravity{Acceleration: s.point(), Replace: s.flag()})
		case 1:
			list = append(list, area.PointGravity{Center: s.point(), Strength: s.number(), Falloff: area.Falloff(s.intN(4)), Replace: s.flag()})
		case 2:
			list = append(list, area.Damping{Linear: s.size(), Angular: s.size(), Replace: s.flag()})
		case 3:
			list = append(list, area.Conveyor{Velocity: s.point(), Replace: s.flag()})
		default:
			list = append(list, world.AreaField{
				Acceleration: slowingAcceleration,
				Force:        slowingForce,
			})
		}
	}
	return list
}

func (m *eventModel) checkAreaEvents(s *script, e *world.Events) {
	for _, x := range e.AreaEnds {
		require.True(s, m.areas[x], "a body leaves an area that did not come")
		delete(m.areas, x)
		m.addToHash(uint64(x.Area.ID()), uint64(x.Body.ID()))
	}
	for _, x := range e.AreaBegins {
		require.False(s, m.areas[x], "a body comes into an area twice")
		m.areas[x] = true
		m.addToHash(uint64(x.Area.ID()), uint64(x.Body.ID()))
	}
	if s.deferred { // later changes are reported in the next tick
		return
	}
	inside := 0
	for a := range s.w.Areas() {
		if a.Shape() == nil {
			continue
		}
		for b := range a.Bodies() {
			inside++
			require.True(s, m.areas[world.AreaEvent{Area: a, Body: b}], "a body did not come into an area")
		}
	}
	require.Len(s, m.areas, inside, "a body did not leave an area")
}

// Fields of the scripts, which files name.
func slowingAcceleration(p world.FieldPoint) mgl64.Vec2 { return p.Velocity.Mul(-0.25) }
func slowingForce(p world.FieldPoint) mgl64.Vec2        { return p.Velocity.Mul(-0.5 * p.Mass) }

// changeMedia changes the surface of a fluid or lets something explode.
func (s *script) changeMedia() {
	if a, ok := pick(s, s.areas); ok && s.flag() {
		if err := a.SetSurface(s.surface()); !errors.Is(err, world.ErrNoFluid) {
			require.NoError(s, err)
		}
		return
	}
	require.NoError(s, s.w.Explode(world.Explosion{
		Point: s.worldPoint(), Radius: s.size(), Falloff: s.size(), ImpulsePerLength: s.number(), NoShielding: s.flag(),
	}))
	for hit := range s.w.ExplosionHits() {
		require.True(s, hit.Body.Awake())
	}
}

// appendMedium appends a wind, or a fluid if there is none yet.
func (s *script) appendMedium(list []area.Effect) []area.Effect {
	for _, e := range list {
		if _, ok := e.(area.Fluid); ok {
			return append(list, area.Wind{Velocity: s.point(), Density: s.size(), Lift: s.size(), Replace: s.flag()})
		}
	}
	return append(list, area.Fluid{
		Density: s.size(), Flow: s.point(), LinearDrag: s.size(), QuadraticDrag: s.size(), Surface: s.surface(), Replace: s.flag(),
	})
}

// surface returns up to three points.
func (s *script) surface() (points []mgl64.Vec2) {
	x := s.number()
	for range s.intN(4) {
		points = append(points, mgl64.Vec2{x, s.number()})
		x += s.size()
	}
	return points
}

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
