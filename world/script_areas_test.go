package world_test

import (
	"github.com/carom2d/carom/area"
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
