package direct

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/profile"
	"github.com/stretchr/testify/require"
)

// fixture is a set with the tables that it reads.
type fixture struct {
	bodies   *state.Bodies
	contacts state.Contacts
	rows     []state.ContactRow
	bonds    []Bond
	members  []state.BodyRow
	placeOf  []int32
	set      Set
}

func newFixture() *fixture { return &fixture{bodies: state.NewBodies()} }

// addBody adds a dynamic body with a velocity.
func (f *fixture) addBody(mass, inertia, vx, vy, w float64) state.BodySlot {
	slot := f.bodies.Add(state.Awake, geom.Transform{R: geom.Identity})
	row := f.bodies.Row(slot)
	f.bodies.State[row].Flags = state.FlagDynamic
	f.bodies.State[row].VX, f.bodies.State[row].VY, f.bodies.State[row].W = float32(vx), float32(vy), float32(w)
	f.bodies.Dynamics[row].InvMass, f.bodies.Dynamics[row].InvInertia = float32(1/mass), float32(1/inertia)
	return slot
}

// addContact adds a contact of two bodies with the given points.
func (f *fixture) addContact(a, b state.BodySlot, angle, friction float64, points ...state.SolverPoint) *state.SolverContact {
	slot := f.contacts.Add(state.ContactPair{BodyA: uint32(a), BodyB: uint32(b)})
	row := f.contacts.Rows[slot]
	sc := &f.contacts.Solver[row]
	sin, cos := math.Sincos(angle)
	*sc = state.SolverContact{NormalX: float32(cos), NormalY: float32(sin), Friction: float32(friction), Count: uint32(len(points))}
	copy(sc.Points[:], points)
	f.rows = append(f.rows, row)
	return sc
}

// gather makes a cluster of everything.
func (f *fixture) gather() bool {
	f.members, f.placeOf = f.members[:0], make([]int32, f.bodies.Len())
	for i := range f.placeOf {
		f.placeOf[i] = noBody
	}
	for row := range f.bodies.Awake() {
		f.placeOf[row] = int32(len(f.members))
		f.members = append(f.members, state.BodyRow(row))
	}
	return f.set.Gather(f.rows, f.bonds, f.members, f.placeOf, f.bodies, &f.contacts)
}

func (f *fixture) prepare(t *testing.T) {
	t.Helper()
	require.True(t, f.gather())
	f.set.Prepare(0, f.bodies, &state.Joints{}, &f.contacts, 1.0/60, 4)
}

// defaults are the coefficients of a world of the defaults.
var defaults = Correction{InvH: 240, PushSpeed: 3, Dynamic: 9, Static: 9, Slop: 0.005}

// momentum returns the momentum of all bodies.
func (f *fixture) momentum() (p profile.Vec3) {
	for row := range f.bodies.Awake() {
		v := velocityOf(&f.bodies.State[row])
		p[0] += v[0] / float64(f.bodies.Dynamics[row].InvMass)
		p[1] += v[1] / float64(f.bodies.Dynamics[row].InvMass)
	}
	return p
}

// randomFixture makes a connected cluster of bodies of masses that differ by far, with loops, on
// the ground. The ground comes with the given chance per body.
func randomFixture(seed uint64, bodies int, ground float64) *fixture {
	r := rand.New(rand.NewPCG(seed, 7))
	f := newFixture()
	between := func(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	point := func() state.SolverPoint {
		return state.SolverPoint{
			AX: float32(between(-1, 1)), AY: float32(between(-1, 1)), BX: float32(between(-1, 1)), BY: float32(between(-1, 1)),
			Separation: float32(between(-0.01, 0.002)), NormalImpulse: float32(max(between(-1, 1), 0)),
		}
	}
	add := func(a, b state.BodySlot) {
		points := []state.SolverPoint{point()}
		if r.IntN(2) == 0 {
			points = append(points, point())
		}
		f.addContact(a, b, between(0, 2*math.Pi), []float64{0, 0.3, 1}[r.IntN(3)], points...)
		row := f.rows[len(f.rows)-1]
		if r.IntN(3) == 0 {
			f.contacts.FilledSurface(row).RollingResistance = 0.05
		}
		if r.IntN(3) == 0 {
			f.contacts.FilledSurface(row).TangentSpeed = float32(between(-1, 1))
		}
	}
	var slots []state.BodySlot
	for i := range bodies {
		mass := math.Exp(between(-2, 2))
		slots = append(slots, f.addBody(mass, mass*between(0.1, 1), between(-2, 2), between(-2, 2), between(-2, 2)))
		if i > 0 {
			add(slots[r.IntN(i)], slots[i])
		}
		if i > 1 && r.IntN(4) == 0 {
			if other := r.IntN(i); other != i {
				add(slots[i], slots[other])
			}
		}
		if r.Float64() < ground {
			add(state.Ground, slots[i])
		}
	}
	if len(f.rows) == 0 {
		add(state.Ground, slots[0])
	}
	return f
}
