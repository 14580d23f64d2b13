package solver

import (
	"github.com/carom2d/carom/internal/step"
)

// The kernels apply one bundle to the velocities of its bodies, in each pass.
//
// # Contract
//
// A kernel may process the lanes of a bundle in any order or at the same time, because the dynamic
// bodies of a bundle are all different. Within a lane, and for every element, it performs the
// operations of the portable kernel in the same order, each rounded to float32. Nothing is fused
// and nothing is reassociated. Minimum and maximum are comparisons that return the second operand
// if they do not hold, so for equal zeros of different sign and for NaN they return the second
// operand:
//
//	simd.Max(x, y) = x if x > y, else y
//	simd.Min(x, y) = x if x < y, else y
//
// All kernels have a NaN at the same place. Its bits are unspecified.
//
// A kernel reads all lanes of a bundle. It writes a column of the bundle for all lanes; padding
// lanes have masses and impulses of zero, and keep them. It writes a body's state only when the
// body's flags have FlagDynamic, and of the state only the velocities without a lock. So lanes may
// share a body that is not dynamic: they never write it.

// coefficients are the inputs of the kernels besides the bundle, constant for a tick.
type coefficients struct {
	_         [0]func() // not comparable, so no program has code for a comparison
	invH      float32
	pushSpeed float32         // largest speed of position correction, m/s
	slipRate  float32         // s/m: slip in a sub-step, in slops, at a speed of 1
	dynamic   contactSoftness // contacts between two dynamic bodies
	static    contactSoftness // contacts with a body that is not dynamic
}

// contactSoftness holds the coefficients of overlapping contacts. The impulse scale is the share of
// the kept impulse that is removed.
type contactSoftness struct {
	step.Soft
	overRelaxedMass float32 // instead of Mass for a pressing contact
}

// overRelaxation is the relaxation factor of a pressing contact when it is solved with position
// correction. Successive over-relaxation converges for any factor below 2. The relax pass that
// follows has a factor of 1 and removes the excess at a single contact, while the slow motions of a
// stack are both stiffened and damped. In measurements on stacks little else changes from 1.4 to
// 1.8; at 1.95 the stacks oscillate.
const overRelaxation = 1.6

// sharedSoftness is the share of their softness that the two points of a contact have in common. A
// soft contact removes a share of its impulse in each sub-step, impulseScale, and so yields under a
// load. If each point removes its own share, the more loaded point yields more. If each removes
// half of the common share, both yield alike, and the contact is four times as stiff against
// tilting. Stacks of rigid boxes lean only because contacts tilt: under a load that grows with the
// square of their height they buckle like a column. Twenty boxes that may not sleep fell after 24 s
// and thirty after 8 s. With the shared softness thirty boxes come to rest within a millimetre of
// upright. With all softness shared nothing damps the sway, which grows from 0.85 on: a spring that
// loses impulse more slowly than it returns to rest is stiffer against slow motions than against
// fast ones, which feeds the motions in between.
const sharedSoftness = 0.77

// makeCoefficients derives the coefficients from the parameters. The frequency of a contact is at
// most an eighth of the sub-step rate; above that it oscillates. Contacts with bodies that are not
// dynamic are twice as stiff, so that a stack yields inside rather than at the ground.
func makeCoefficients(p *step.Params) coefficients {
	hertz := min(p.ContactHertz, p.InvH/8)
	return coefficients{
		invH:      p.InvH,
		pushSpeed: p.ContactPushSpeed,
		slipRate:  p.H / p.LinearSlop,
		dynamic:   softnessOf(step.MakeSoft(hertz, p.ContactDamping, p.H)),
		static:    softnessOf(step.MakeSoft(2*hertz, p.ContactDamping, p.H)),
	}
}

// softnessOf returns the coefficients of a contact from a soft constraint.
func softnessOf(s step.Soft) contactSoftness {
	return contactSoftness{s, float32(overRelaxation * s.Mass)}
}
