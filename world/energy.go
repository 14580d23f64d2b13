package world

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// Energy is the motion of all dynamic bodies that are awake, added up.
type Energy struct {
	Kinetic   float64    // J
	Potential float64    // J, in the gravity of the world, zero at the origin
	Momentum  mgl64.Vec2 // N s
	Angular   float64    // angular momentum about the origin, N m s
	Mass      float64    // kg
}

// Energy adds up the motion of all dynamic bodies that are awake.
func (w *World) Energy() Energy {
	w.checkReadable()
	var e Energy
	g := geom.From(w.config.Gravity)
	for r := range w.bodies.Awake() {
		d := &w.bodies.Dynamics[r]
		st := &w.bodies.State[r]
		if st.Flags&state.FlagDynamic == 0 {
			continue
		}
		m := &w.bodies.Meta[w.bodies.Slots[r]]
		v := geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}
		p, spin := w.bodies.Pose[r].P, float64(st.W)
		e.Kinetic += float64(0.5*float64(m.Mass*v.LengthSquared())) + float64(0.5*float64(m.Inertia*float64(spin*spin)))
		e.Potential -= float64(float64(m.Mass*float64(d.GravityScale)) * p.Dot(g))
		e.Momentum[0] += float64(m.Mass * v.X)
		e.Momentum[1] += float64(m.Mass * v.Y)
		e.Angular += float64(m.Mass*p.Cross(v)) + float64(m.Inertia*spin)
		e.Mass += m.Mass
	}
	return Energy{state.Finite(e.Kinetic), state.Finite(e.Potential), mgl64.Vec2{state.Finite(e.Momentum[0]), state.Finite(e.Momentum[1])}, state.Finite(e.Angular), state.Finite(e.Mass)}
}
