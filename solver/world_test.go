package solver

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// testWorld is a world for tests: bodies, a fixed set of contacts, a plain
// integrator and hand-made manifolds.
type testWorld struct {
	params   step.Params
	bodies   *state.Bodies
	contacts state.Contacts
	joints   *state.Joints
	solver   *Solver
	pool     *par.Pool
	shapes   map[state.BodySlot]geom.Vec2 // half extents; X alone is a radius
	pairs    []state.ContactSlot
	preSolve []state.BodyState
}

func newTestWorld() *testWorld {
	w := &testWorld{
		params: step.Params{
			DT: 1.0 / 60, H: 1.0 / 240, InvH: 240, SubSteps: 4, GravityY: -10,
			ContactHertz: 30, ContactDamping: 10, ContactPushSpeed: 3, JointHertz: 60, JointDamping: 2,
			RestitutionThreshold: 1, MaxSpeed: 400, MaxRotation: math.Pi / 4,
			LinearSlop: 0.005,
		},
		bodies: state.NewBodies(), joints: state.NewJoints(), solver: New(),
		shapes: map[state.BodySlot]geom.Vec2{},
	}
	w.solver.UseJoints()
	return w
}

// addDisc adds a dynamic circle of a density.
func (w *testWorld) addDisc(x, y, r, density float64) state.BodySlot {
	m := density * math.Pi * r * r
	return w.add(x, y, geom.Vec2{X: r}, m, m*r*r/2)
}

func (w *testWorld) addBox(x, y, hx, hy, density float64) state.BodySlot {
	m := density * 4 * hx * hy
	return w.add(x, y, geom.Vec2{X: hx, Y: hy}, m, m*(hx*hx+hy*hy)/3)
}

func (w *testWorld) add(x, y float64, shape geom.Vec2, mass, inertia float64) state.BodySlot {
	slot := w.bodies.Add(state.Awake, geom.Transform{P: geom.Vec2{X: x, Y: y}, R: geom.Identity})
	row := w.bodies.Row(slot)
	w.bodies.State[row].Flags = state.FlagDynamic
	w.bodies.Dynamics[row].InvMass = float32(1 / mass)
	w.bodies.Dynamics[row].InvInertia = float32(1 / inertia)
	w.bodies.Motion[row].MaxExtent = float32(math.Hypot(shape.X, shape.Y))
	w.shapes[slot] = shape
	return slot
}

// addStatic adds a static body of the same shapes.
func (w *testWorld) addStatic(x, y, hx, hy float64) state.BodySlot {
	slot := w.bodies.Add(state.Inactive, geom.Transform{P: geom.Vec2{X: x, Y: y}, R: geom.Identity})
	w.bodies.Meta[slot].Type = body.Static
	w.shapes[slot] = geom.Vec2{X: hx, Y: hy}
	return slot
}

// addContact adds a contact of friction 0.6. When both are boxes, b stands on a.
func (w *testWorld) addContact(a, b state.BodySlot) state.ContactSlot {
	slot := w.contacts.Add(state.ContactPair{BodyA: uint32(a), BodyB: uint32(b)})
	w.solverContact(slot).Friction = 0.6
	w.pairs = append(w.pairs, slot)
	for side, owner := range [2]state.BodySlot{a, b} {
		m := &w.bodies.Meta[owner]
		w.contacts.Meta[slot].Edges[side] = state.ContactEdge{Next: m.FirstContact, Prev: state.None}
		m.FirstContact = uint32(slot)<<1 | uint32(side)
	}
	return slot
}

func (w *testWorld) solverContact(s state.ContactSlot) *state.SolverContact {
	return &w.contacts.Solver[w.contacts.Rows[s]]
}
func (w *testWorld) surface(s state.ContactSlot) *state.Surface {
	return w.contacts.FilledSurface(w.contacts.Rows[s])
}

func (w *testWorld) state(b state.BodySlot) *state.BodyState {
	return &w.bodies.State[w.bodies.Rows[b]]
}
func (w *testWorld) pose(b state.BodySlot) *geom.Transform { return &w.bodies.Pose[w.bodies.Rows[b]] }

// collide writes the manifold of a contact and links or unlinks it.
func (w *testWorld) collide(slot state.ContactSlot) {
	pair := w.contacts.Pair[w.contacts.Rows[slot]]
	a, b := state.BodySlot(pair.BodyA), state.BodySlot(pair.BodyB)
	pa, pb := *w.pose(a), *w.pose(b)
	sa, sb := w.shapes[a], w.shapes[b]
	s := w.solverContact(slot)
	old := s.Points
	s.Count = 0
	var n geom.Vec2
	addPoint := func(point geom.Vec2, sep float64, feature uint32) {
		if sep > 0.02 {
			return
		}
		ra, rb := point.Sub(pa.P), point.Sub(pb.P)
		q := state.SolverPoint{
			AX: float32(ra.X), AY: float32(ra.Y), BX: float32(rb.X), BY: float32(rb.Y),
			Separation: float32(sep), Feature: feature,
		}
		for _, o := range old {
			if o.Feature == feature {
				q.NormalImpulse, q.TangentImpulse = o.NormalImpulse, o.TangentImpulse
			}
		}
		s.Points[s.Count] = q
		s.Count++
	}
	switch {
	case sa.Y == 0 && sb.Y == 0: // circle, circle
		d, l := pb.P.Sub(pa.P).Unit()
		n = d
		addPoint(pa.P.MulAdd((l+sa.X-sb.X)/2, d), l-sa.X-sb.X, 1)
	case sb.Y == 0: // box, circle above its top face
		n = pa.R.Y()
		h := n.Dot(pb.P.Sub(pa.P)) - sa.Y - sb.X
		addPoint(pb.P.MulSub(sb.X+h/2, n), h, 1)
	default: // box, box on its top face
		n = pa.R.Y()
		for i, sx := range [2]float64{-1, 1} {
			local := pa.ApplyInverse(pb.Apply(geom.Vec2{X: sx * sb.X, Y: -sb.Y}))
			h := local.Y - sa.Y
			local.X = min(max(local.X, -sa.X), sa.X)
			addPoint(pa.Apply(geom.Vec2{X: local.X, Y: sa.Y + h/2}), h, uint32(i+1))
		}
	}
	for i := s.Count; i < 2; i++ {
		s.Points[i] = state.SolverPoint{}
	}
	s.NormalX, s.NormalY = float32(n.X), float32(n.Y)
	row := w.contacts.Rows[slot]
	w.contacts.Pair[row].UpdatePointFlag(s)
	w.contacts.Pair[row].UpdateSurfaceFlags(w.surface(slot))
	if sa.Y == 0 {
		w.contacts.Pair[row].Flags |= state.ContactCurvedA
	}
	if sb.Y == 0 {
		w.contacts.Pair[row].Flags |= state.ContactCurvedB
	}
	linked := w.contacts.Meta[slot].Color != state.None
	if s.Count > 0 && !linked {
		w.solver.LinkContact(&w.contacts, slot, w.bodies)
	} else if s.Count == 0 && linked {
		w.solver.UnlinkContact(&w.contacts, slot, w.bodies)
	}
}

// step runs n ticks.
func (w *testWorld) step(n int) {
	for range n {
		for _, slot := range w.pairs {
			w.collide(slot)
		}
		w.solve()
		w.advancePoses()
	}
}

func (w *testWorld) solve() {
	w.solver.Solve(&Input{
		Params: &w.params, Bodies: w.bodies, Contacts: &w.contacts, Joints: w.joints, Pool: w.pool, Integrator: w,
	})
}

// advancePoses advances the poses.
func (w *testWorld) advancePoses() {
	for r := range w.bodies.Awake() {
		s, p := &w.bodies.State[r], &w.bodies.Pose[r]
		p.P = p.P.Add(geom.Vec2{X: float64(s.DX), Y: float64(s.DY)})
		p.R = geom.Rot{C: float64(s.DC), S: float64(s.DS)}.Mul(p.R).Unit()
		s.DX, s.DY, s.DC, s.DS = 0, 0, 1, 0
	}
}

// BeginTick, IntegrateVelocities and IntegratePositions are the plainest integrator that keeps the
// promises of Integrator.
func (w *testWorld) BeginTick(b *state.Bodies, _ *step.Params) {
	w.preSolve = grow.Resize(w.preSolve, b.Awake())
}

func (w *testWorld) IntegrateVelocities(first bool, lo, hi int) {
	simd.Flush()
	for r := lo; r < hi; r++ {
		s, d, c := &w.bodies.State[r], &w.bodies.Dynamics[r], &w.preSolve[r]
		if s.Flags&state.FlagDynamic == 0 {
			continue
		}
		ix, iy, iw := s.VX-c.VX, s.VY-c.VY, s.W-c.W
		s.VX += float32(w.params.H * float32(w.params.GravityX*d.GravityScale))
		s.VY += float32(w.params.H * float32(w.params.GravityY*d.GravityScale))
		*c = *s
		if !first {
			s.VX, s.VY, s.W = s.VX+ix, s.VY+iy, s.W+iw
		}
	}
}

func (w *testWorld) IntegratePositions(lo, hi int) {
	simd.Flush()
	for r := lo; r < hi; r++ {
		s := &w.bodies.State[r]
		s.DX += float32(w.params.H * s.VX)
		s.DY += float32(w.params.H * s.VY)
		sin, cos := math.Sincos(float64(w.params.H * s.W))
		c, n := float32(cos), float32(sin)
		s.DC, s.DS = float32(s.DC*c)-float32(s.DS*n), float32(s.DC*n)+float32(s.DS*c)
	}
}
