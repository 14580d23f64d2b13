package constraint

import (
	"github.com/carom2d/carom/internal/state"
)

// Jacobian is the direction of a line, a scalar constraint, in the space of two bodies' velocities.
// The speed along the line is J . v, and an impulse j along the line acts on the bodies with j J.
type Jacobian struct{ Ax, Ay, Aw, Bx, By, Bw float32 }

// pairVelocity is the velocity of two bodies.
type pairVelocity struct{ ax, ay, aw, bx, by, bw float32 }

// masses are the inverse masses and inertias of two bodies.
type masses struct{ ma, ia, mb, ib float32 }

// speed returns the speed along the line, J . v.
func (l *Jacobian) speed(v *pairVelocity) float32 {
	a := float32(l.Ax*v.ax) + float32(l.Ay*v.ay) + float32(l.Aw*v.aw)
	b := float32(l.Bx*v.bx) + float32(l.By*v.by) + float32(l.Bw*v.bw)
	return a + b
}

// applyImpulse applies an impulse along a line.
func (v *pairVelocity) applyImpulse(l *Jacobian, m *masses, j float32) {
	ja, jb := float32(m.ma*j), float32(m.mb*j)
	v.ax += float32(l.Ax * ja)
	v.ay += float32(l.Ay * ja)
	v.aw += float32(l.Aw * float32(m.ia*j))
	v.bx += float32(l.Bx * jb)
	v.by += float32(l.By * jb)
	v.bw += float32(l.Bw * float32(m.ib*j))
}

// coupling returns the speed along l after a unit impulse along k. With k = l it is the
// mobility of the line, 1 over its effective mass.
func (l *Jacobian) coupling(k *Jacobian, m *masses) float64 {
	return product(m.ma, l.Ax, k.Ax) + product(m.ma, l.Ay, k.Ay) + product(m.ia, l.Aw, k.Aw) +
		(product(m.mb, l.Bx, k.Bx) + product(m.mb, l.By, k.By) + product(m.ib, l.Bw, k.Bw))
}

func product(x, y, z float32) float64 { return float64(float64(float64(x)*float64(y)) * float64(z)) }

// addScaled adds j times another line.
func (l *Jacobian) addScaled(k *Jacobian, j float32) {
	l.Ax += float32(k.Ax * j)
	l.Ay += float32(k.Ay * j)
	l.Aw += float32(k.Aw * j)
	l.Bx += float32(k.Bx * j)
	l.By += float32(k.By * j)
	l.Bw += float32(k.Bw * j)
}

// mul returns j times the line.
func (l *Jacobian) mul(j float32) Jacobian {
	return Jacobian{
		float32(l.Ax * j), float32(l.Ay * j), float32(l.Aw * j),
		float32(l.Bx * j), float32(l.By * j), float32(l.Bw * j),
	}
}

// sub returns l - k.
func (l *Jacobian) sub(k *Jacobian) Jacobian {
	return Jacobian{l.Ax - k.Ax, l.Ay - k.Ay, l.Aw - k.Aw, l.Bx - k.Bx, l.By - k.By, l.Bw - k.Bw}
}

func pairVelocityOf(a, b *state.BodyState) pairVelocity {
	return pairVelocity{a.VX, a.VY, a.W, b.VX, b.VY, b.W}
}

// write writes the velocities back.
func (v *pairVelocity) write(a, b *state.BodyState) {
	a.SetVelocity(v.ax, v.ay, v.aw)
	b.SetVelocity(v.bx, v.by, v.bw)
}

// RelativeAngle is the Jacobian of the angle of B relative to A.
var RelativeAngle = Jacobian{Aw: -1, Bw: 1}
