package joint

import (
	"github.com/carom2d/carom/internal/state"
)

// jacobian is the direction of a scalar constraint in the space of two bodies'
// velocities: the constraint sees the speed line . motion, and an impulse j along
// it pushes the bodies by j times it.
type jacobian struct{ ax, ay, aw, bx, by, bw float32 }

// pairVelocity is the velocity of two bodies.
type pairVelocity struct{ ax, ay, aw, bx, by, bw float32 }

// masses are the inverse masses and inertias of two bodies.
type masses struct{ ma, ia, mb, ib float32 }

// motorSpeed returns the velocity that the line sees.
func (l *jacobian) speed(v *pairVelocity) float32 {
	a := float32(l.ax*v.ax) + float32(l.ay*v.ay) + float32(l.aw*v.aw)
	b := float32(l.bx*v.bx) + float32(l.by*v.by) + float32(l.bw*v.bw)
	return a + b
}

// push applies an impulse along a line.
func (v *pairVelocity) applyImpulse(l *jacobian, m *masses, j float32) {
	ja, jb := float32(m.ma*j), float32(m.mb*j)
	v.ax += float32(l.ax * ja)
	v.ay += float32(l.ay * ja)
	v.aw += float32(l.aw * float32(m.ia*j))
	v.bx += float32(l.bx * jb)
	v.by += float32(l.by * jb)
	v.bw += float32(l.bw * float32(m.ib*j))
}

// coupling returns how fast line l moves when a unit impulse acts along k; with
// itself it is the mobility of the line, 1 over its effective mass.
func (l *jacobian) coupling(k *jacobian, m *masses) float64 {
	return product(m.ma, l.ax, k.ax) + product(m.ma, l.ay, k.ay) + product(m.ia, l.aw, k.aw) +
		(product(m.mb, l.bx, k.bx) + product(m.mb, l.by, k.by) + product(m.ib, l.bw, k.bw))
}

func product(x, y, z float32) float64 { return float64(float64(float64(x)*float64(y)) * float64(z)) }

// add puts j times another line on top.
func (l *jacobian) addScaled(k *jacobian, j float32) {
	l.ax += float32(k.ax * j)
	l.ay += float32(k.ay * j)
	l.aw += float32(k.aw * j)
	l.bx += float32(k.bx * j)
	l.by += float32(k.by * j)
	l.bw += float32(k.bw * j)
}

// mul returns j times the line.
func (l *jacobian) mul(j float32) jacobian {
	return jacobian{
		float32(l.ax * j), float32(l.ay * j), float32(l.aw * j),
		float32(l.bx * j), float32(l.by * j), float32(l.bw * j),
	}
}

// less returns l without k.
func (l *jacobian) sub(k *jacobian) jacobian {
	return jacobian{l.ax - k.ax, l.ay - k.ay, l.aw - k.aw, l.bx - k.bx, l.by - k.by, l.bw - k.bw}
}

func pairVelocityOf(a, b *state.BodyState) pairVelocity {
	return pairVelocity{a.VX, a.VY, a.W, b.VX, b.VY, b.W}
}

// write puts the velocities back.
func (v *pairVelocity) write(a, b *state.BodyState) {
	a.SetVelocity(v.ax, v.ay, v.aw)
	b.SetVelocity(v.bx, v.by, v.bw)
}

// spin is the line of the angle of B against A.
var relativeAngle = jacobian{aw: -1, bw: 1}
