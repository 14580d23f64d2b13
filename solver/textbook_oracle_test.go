package solver

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/manifold"
	"github.com/stretchr/testify/require"
)

// textbook is the scheme for one contact without restitution as one would write
// it down: float64, vectors, anchors turned by angles, and a warm start of
// every sub-step over the contact itself.
type textbook struct {
	n, t     geom.Vec2
	friction float64
	speed    float64
	rolling  float64
	static   bool
	a, b     textBody
	points   []textPoint
	tangent  float64
	roll     float64
	nearest  float64 // to touching or parting that a separation came when it mattered which
}

type textBody struct {
	m, i  float64 // inverse mass and inertia
	v     geom.Vec2
	w     float64
	moved geom.Vec2
	angle float64
	round bool // the surface is an arc
}

// shifts returns how far the surface at r has moved along the normal. An arc moves as
// its centre of curvature does, which is taken to be level with the body's centre.
func (b *textBody) shifts(r, n geom.Vec2) float64 {
	if b.round {
		r = n.Right().Mul(r.Dot(n.Right()))
	}
	return b.moved.Add(rotated(r, b.angle)).Sub(r).Dot(n)
}

type textPoint struct {
	ra, rb         geom.Vec2
	separation     float64
	impulse, total float64
}

func rotated(r geom.Vec2, angle float64) geom.Vec2 {
	sin, cos := math.Sincos(angle)
	return geom.Vec2{X: cos*r.X - sin*r.Y, Y: sin*r.X + cos*r.Y}
}

// push applies an impulse to b at rb and the opposite to a at ra.
func (x *textbook) push(j geom.Vec2, ra, rb geom.Vec2) {
	x.a.v = x.a.v.Sub(j.Mul(x.a.m))
	x.b.v = x.b.v.Add(j.Mul(x.b.m))
	x.a.w -= x.a.i * ra.Cross(j)
	x.b.w += x.b.i * rb.Cross(j)
}

// closing returns b's velocity against a's at a point.
func (x *textbook) closing(ra, rb geom.Vec2) geom.Vec2 {
	va := x.a.v.Add(geom.Vec2{X: -x.a.w * ra.Y, Y: x.a.w * ra.X})
	vb := x.b.v.Add(geom.Vec2{X: -x.b.w * rb.Y, Y: x.b.w * rb.X})
	return vb.Sub(va)
}

func (x *textbook) mass(d, ra, rb geom.Vec2) float64 {
	ka, kb := ra.Cross(d), rb.Cross(d)
	return 1 / (x.a.m + x.b.m + x.a.i*ka*ka + x.b.i*kb*kb)
}

// middle is where friction acts: the mean of the anchors.
func (x *textbook) middle() (ra, rb geom.Vec2) {
	for _, p := range x.points {
		f := 1 / float64(len(x.points))
		ra, rb = ra.MulAdd(f, p.ra), rb.MulAdd(f, p.rb)
	}
	return ra, rb
}

// sweep is one pass over the contact.
func (x *textbook) sweep(p *step.Params, relax bool) {
	hertz := min(float64(p.ContactHertz), float64(p.InvH)/8)
	if x.static {
		hertz *= 2
	}
	w, h, zeta := 2*math.Pi*hertz, float64(p.H), float64(p.ContactDamping)
	mean := 0.0
	for _, q := range x.points {
		mean += q.impulse / float64(len(x.points))
	}
	for i := range x.points {
		q := &x.points[i]
		s := q.separation + x.b.shifts(q.rb, x.n) - x.a.shifts(q.ra, x.n)
		if !relax {
			x.nearest = min(x.nearest, math.Abs(s))
		}
		bias, mass, leak := s/h, 1.0, 0.0
		if s <= 0 {
			bias = 0
			if !relax {
				bias = max(s*w/(2*zeta+h*w), -float64(p.ContactPush))
				a2 := h * w * (2*zeta + h*w)
				mass, leak = a2/(1+a2), 1/(1+a2)
				if q.impulse > 0 {
					mass *= relaxation
				}
			}
		}
		vn := x.closing(q.ra, q.rb).Dot(x.n)
		old := q.impulse
		q.impulse = max(old-x.mass(x.n, q.ra, q.rb)*mass*(vn+bias)-leak*((1-evenly)*old+evenly*mean), 0)
		if relax {
			q.total += q.impulse
		}
		x.push(x.n.Mul(q.impulse-old), q.ra, q.rb)
	}
	if !relax {
		return
	}
	limit := 0.0
	for _, q := range x.points {
		limit += q.impulse
	}
	ra, rb := x.middle()
	old := x.tangent
	want := old - x.mass(x.t, ra, rb)*(x.closing(ra, rb).Dot(x.t)+x.speed)
	x.tangent = min(max(want, -x.friction*limit), x.friction*limit)
	x.push(x.t.Mul(x.tangent-old), ra, rb)
	if x.rolling > 0 {
		old := x.roll
		x.roll = min(max(old-(x.b.w-x.a.w)/(x.a.i+x.b.i), -x.rolling*limit), x.rolling*limit)
		x.a.w -= x.a.i * (x.roll - old)
		x.b.w += x.b.i * (x.roll - old)
	}
}

// tick runs the sub-steps.
func (x *textbook) tick(p *step.Params) {
	h := float64(p.H)
	for range p.SubSteps {
		for _, b := range []*textBody{&x.a, &x.b} {
			if b.m > 0 {
				b.v.Y += h * float64(p.GravityY)
			}
		}
		for _, q := range x.points {
			x.push(x.n.Mul(q.impulse), q.ra, q.rb)
		}
		ra, rb := x.middle()
		x.push(x.t.Mul(x.tangent), ra, rb)
		x.a.w -= x.a.i * x.roll
		x.b.w += x.b.i * x.roll
		x.sweep(p, false)
		for _, b := range []*textBody{&x.a, &x.b} {
			b.moved = b.moved.MulAdd(h, b.v)
			b.angle += h * b.w
		}
		x.sweep(p, true)
	}
}

// The solver agrees with the textbook for random contacts of one and two points,
// with and without moving surfaces and rolling resistance, against dynamic and
// static bodies. A separation is rounded to 2e-9 m or so, a gap is closed within
// the sub-step, and that makes 5e-7 m/s of it in each of eight sweeps over two
// points, and spins are six times as large. Contacts that one of the two may take for
// touching and the other not are left out: gaps that were to be closed are closed to
// nothing.
func TestAgainstTheTextbook(t *testing.T) {
	const (
		tolerance = 5e-4
		spin      = 1e-3
	)
	r := rand.New(rand.NewPCG(5, 6))
	compared := 0
	sym := func(size float64) float64 { return float64(float32((2*r.Float64() - 1) * size)) }
	for trial := range 3000 {
		w := newBench()
		a := w.box(0, 0, 0.5, 0.5, 0.5+r.Float64())
		if trial%3 == 0 {
			a = w.still(0, 0, 5, 5)
		}
		b := w.box(0, 1, 0.5, 0.5, 0.5+r.Float64())
		slot := w.touch(a, b)
		solid, surface := w.solid(slot), w.surface(slot)
		sin, cos := math.Sincos(r.Float64() * 7)
		solid.NormalX, solid.NormalY = float32(cos), float32(sin)
		solid.Friction, solid.Count = r.Float32(), uint32(1+trial%2)
		if trial%5 == 0 {
			surface.TangentSpeed, surface.Rolling = float32(sym(2)), r.Float32()
			surface.RollingImpulse = float32(sym(0.01))
		}
		x := &textbook{
			n:        geom.Vec2{X: float64(solid.NormalX), Y: float64(solid.NormalY)},
			friction: float64(solid.Friction), speed: float64(surface.TangentSpeed),
			nearest: 1, rolling: float64(surface.Rolling), roll: float64(surface.RollingImpulse), static: trial%3 == 0,
		}
		x.t = x.n.Right()
		depth := sym(1)
		for k := range solid.Count {
			// Both points lie on a line across the normal, as clipping makes them.
			across, off := sym(0.6), sym(0.002)
			ra, rb := x.n.Mul(0.5+depth/8).MulAdd(across, x.t), x.n.Mul(off-0.5).MulAdd(across, x.t)
			q := &solid.Points[k]
			q.AX, q.AY, q.BX, q.BY = float32(ra.X), float32(ra.Y), float32(rb.X), float32(rb.Y)
			q.Separation = float32(sym(0.02))
			q.NormalImpulse, q.TangentImpulse = r.Float32()*0.05, float32(sym(0.01))
			x.points = append(x.points, textPoint{
				ra: geom.Vec2{X: float64(q.AX), Y: float64(q.AY)}, rb: geom.Vec2{X: float64(q.BX), Y: float64(q.BY)},
				separation: float64(q.Separation), impulse: float64(q.NormalImpulse),
			})
			x.tangent += float64(q.TangentImpulse)
		}
		for i, slot := range [2]body.Slot{a, b} {
			st, d := w.state(slot), w.bodies.Drive[w.bodies.Row(slot)]
			tb := [2]*textBody{&x.a, &x.b}[i]
			tb.m, tb.i = float64(d.InvMass), float64(d.InvInertia)
			if tb.m > 0 {
				st.VX, st.VY, st.W = float32(sym(2)), float32(sym(2)), float32(sym(2))
				tb.round = r.IntN(2) == 0
				tb.v, tb.w = geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}, float64(st.W)
			}
		}
		pair := &w.contacts.Pair[w.contacts.Rows[slot]]
		pair.Note(solid)
		pair.NoteSurface(surface)
		if x.a.round {
			pair.Flags |= manifold.RoundA
		}
		if x.b.round {
			pair.Flags |= manifold.RoundB
		}
		w.solver.LinkContact(&w.contacts, slot, w.bodies)
		w.solve()
		x.tick(&w.params)
		if x.nearest < 1e-6 {
			continue
		}
		compared++
		for i, slot := range [2]body.Slot{a, b} {
			st := w.state(slot)
			tb := [2]*textBody{&x.a, &x.b}[i]
			require.InDelta(t, tb.v.X, float64(st.VX), tolerance, "trial %d body %d", trial, i)
			require.InDelta(t, tb.v.Y, float64(st.VY), tolerance, "trial %d body %d", trial, i)
			require.InDelta(t, tb.w, float64(st.W), spin, "trial %d body %d", trial, i)
			require.InDelta(t, tb.moved.X, float64(st.DX), tolerance)
			require.InDelta(t, math.Sin(tb.angle), float64(st.DS), tolerance)
		}
		tangent := 0.0
		for k, q := range x.points {
			require.InDelta(t, q.impulse, float64(solid.Points[k].NormalImpulse), tolerance)
			require.InDelta(t, q.total, float64(solid.Points[k].TotalImpulse), tolerance)
			tangent += float64(solid.Points[k].TangentImpulse)
		}
		require.InDelta(t, x.tangent, tangent, tolerance)
		require.InDelta(t, x.roll, float64(surface.RollingImpulse), tolerance)
	}
	require.Greater(t, compared, 2500)
}
