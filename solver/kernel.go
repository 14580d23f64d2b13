package solver

import "github.com/carom2d/carom/internal/step"

// The kernels: what one row does to the velocities of its bodies in each pass.
//
// # Contract
//
// A kernel may treat the lanes of a row in any order or at once: the dynamic
// bodies of a row are all different. Within a lane, and for every element, it
// performs the operations of the portable kernel in that order, each rounded to
// float32; nothing is fused and nothing is reassociated. Minimum and maximum
// are comparisons that return the second operand when they do not hold, so for equal
// zeros of different sign and for NaN they return the second:
//
//	greater(x, y) = x if x > y, else y
//	lesser(x, y)  = x if x < y, else y
//
// Where there is a NaN, there is one in every kernel; which bits it has is left open.
//
// A kernel reads all lanes of a row. It writes a column of the row for all lanes
// (padding lanes have masses of zero and impulses of zero, and keep them) and
// a body's state only when its flags have FlagDynamic and only the velocities
// which no lock holds. Two padding lanes, or two lanes with the same static body,
// therefore never write, which is what makes sharing those bodies safe.

// greater returns the larger operand, and y when they compare equal or not at all.
func greater(x, y float32) float32 {
	if x > y {
		return x
	}
	return y
}

// lesser returns the smaller operand, and y when they compare equal or not at all.
func lesser(x, y float32) float32 {
	if x < y {
		return x
	}
	return y
}

// coefficients are what the kernels need besides the row, constant for a tick.
type coefficients struct {
	invH      float32
	pushSpeed float32 // largest speed of position correction, m/s
	dynamic   soft    // contacts between two dynamic bodies
	static    soft    // contacts with a body that is not dynamic
}

// soft holds the coefficients of contacts in overlap.
type soft struct {
	bias            float32 // 1/s: overlap to speed
	mass            float32 // share of the effective mass, when the contact begins to press
	overRelaxedMass float32 // the same when it pressed already
	impulseScale    float32 // share of the kept impulse that is given up
}

// overRelaxation is by how much a contact that presses already overshoots when it is
// solved with position correction. Successive over-relaxation converges for any
// factor below 2; the relax pass that follows has none and takes out what is
// too much at a single contact, while the slow motions of a stack are
// stiffened and damped alike. Measured on stacks: from 1.4 to 1.8 nothing else
// changes much; at 1.95 they ring.
const overRelaxation = 1.6

// sharedSoftness is how much of their leak the two points of a contact share, whatever each of
// them bears. A leak is what makes a contact yield under a load; shared, it makes it yield
// evenly, so that the contact is four times as stiff against tilting as it would be. Stacks
// of rigid boxes lean for no other reason than that contacts tilt: at a load
// that grows with the square of their height they buckle like a column. Twenty boxes
// that may not sleep fell after 24 s and thirty after 8; shared, thirty come to rest within a
// millimetre of upright. When all of it is shared nothing damps the sway: from 0.85 on
// it grows. For a spring that leaks, but at a lower rate than it is drawn back to rest, is
// stiffer against slow motions than against fast ones, which feeds those between.
const sharedSoftness = 0.77

// makeCoefficients derives them from the parameters. Contacts are no stiffer
// than an eighth of the sub-step rate, beyond which they ring; the contacts with bodies
// that cannot yield are twice as stiff, so that a stack rather gives inside.
func makeCoefficients(p *step.Params) coefficients {
	hertz := min(p.ContactHertz, p.InvH/8)
	return coefficients{
		invH:      p.InvH,
		pushSpeed: p.ContactPushSpeed,
		dynamic:   makeSoft(step.MakeSoft(hertz, p.ContactDamping, p.H)),
		static:    makeSoft(step.MakeSoft(2*hertz, p.ContactDamping, p.H)),
	}
}

func makeSoft(s step.Soft) soft {
	return soft{bias: s.Bias, mass: s.Mass, overRelaxedMass: float32(overRelaxation * s.Mass), impulseScale: s.ImpulseScale}
}
