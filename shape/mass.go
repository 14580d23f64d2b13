package shape

import (
	"github.com/carom2d/carom/geom"
)

// Mass is what a rigid body needs to know of its matter. The zero Mass is none.
type Mass struct {
	Mass    float64   // kg
	Center  geom.Vec2 // the centre of mass, in the frame of the shape
	Inertia float64   // rotational inertia about Center, kg m^2
}

// InertiaAbout returns the rotational inertia about any point, in kg m^2
// (the parallel-axis theorem).
func (m Mass) InertiaAbout(p geom.Vec2) float64 {
	return m.Inertia + float64(m.Mass*m.Center.Sub(p).LengthSquared())
}

// Add returns the mass of both together. Adding the same masses in another order
// may change the last bits.
func (m Mass) Add(n Mass) Mass {
	total := m.Mass + n.Mass
	if !(total > 0) {
		return Mass{}
	}
	// The common centre divides the line between the two; forming it from their
	// difference keeps digits far from the origin. Reduced mass times distance
	// squared is what the parallel axes add.
	apart := n.Center.Sub(m.Center)
	share := n.Mass / total
	return Mass{
		Mass:    total,
		Center:  m.Center.MulAdd(share, apart),
		Inertia: m.Inertia + n.Inertia + float64(float64(m.Mass*share)*apart.LengthSquared()),
	}
}

// Scale returns the mass with factor times the density.
func (m Mass) Scale(factor float64) Mass {
	return Mass{Mass: float64(m.Mass * factor), Center: m.Center, Inertia: float64(m.Inertia * factor)}
}

// Transformed returns the mass of a shape turned and then shifted by t.
func (m Mass) Transformed(t geom.Transform) Mass {
	return Mass{Mass: m.Mass, Center: t.Apply(m.Center), Inertia: m.Inertia}
}
