package articulation

import (
	"math"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/solver/profile"
)

// Frames.
//
// A frame is an articulation with many ties, which all close cycles, such as a truss. Its equations
// are solved for the change d of the velocities instead of the impulses x of the lines. With the
// masses M, which are the inverse of D, d = D J^T x turns (J D J^T + C) x = r into
//
//	(M + J^T C^-1 J) d = J^T C^-1 r,   x = C^-1 (r - J d).
//
// Here r are the speeds that the lines lack, with what their compliance gives way to the held
// impulses. The matrix has one block for each body and one for each joint, however many cycles
// there are: see package profile. Its entries exceed the masses by the inverse of the compliance,
// so that has a least value.

// minFrameLines is the number of lines of ties from which the matrix of a frame takes less time
// than the Schur complement of the ties.
const minFrameLines = 20

// maxFrameWork bounds the number of products of blocks in a pass.
const maxFrameWork = 16384

// mayBeFrame reports whether an articulation is a frame if its matrix is small enough. Joints whose
// lines bend are in no frame: beside joints that close cycles they have no leads of their own, and
// none in the first sub-step of a tick.
func (t *articulation) mayBeFrame(s *state.Joints, tree, tieLines int) bool {
	if t.exact || tieLines < minFrameLines || isLoose(s, t.joints[tree].joint) {
		return false
	}
	return !slices.ContainsFunc(t.joints, func(plan artJointPlan) bool { return linesBend(s, plan.joint) })
}

// fitsFrame reports whether the matrix of the bodies and joints that collectTied found is small
// enough for a frame.
func (f *Graph) fitsFrame(s *state.Joints, bodies *state.Bodies) bool {
	y := &f.frame
	y.graph.Begin()
	for i, b := range f.order {
		for key := bodies.Meta[b].FirstJoint; key != state.None; key = s.Next(key) {
			if other := s.Other(key); key&1 == 0 && bodies.Meta[other].Type == body.Dynamic && f.follows(s, bodies, state.JointSlot(key>>1)) {
				y.graph.Link(int32(i), f.orderIndex[other])
			}
		}
	}
	y.reset()
	_, fits := y.layOut(len(f.order))
	return fits
}

// frameScratch holds the matrices of all frames side by side, because workers may solve them at the
// same time.
type frameScratch struct {
	rows   []profile.Row
	blocks []profile.Block
	lines  []frameLines
	graph  profile.Graph
}

// frameLines are the lines of a joint of a frame, with the parent as body A.
type frameLines struct {
	_ [0]func() // not comparable, so no program has code for a comparison
	profile.Lines
	lack [3]float64 // speeds that the separate lines lack
}

// frameSpan are the parts of a frame in frameScratch.
type frameSpan struct{ rows, blocks, lines column.Span }

func (y *frameScratch) reset() {
	y.rows, y.blocks, y.lines = y.rows[:0], y.blocks[:0], y.lines[:0]
}

func (y *frameScratch) reserveLike(o *frameScratch) {
	y.rows, y.blocks, y.lines = grow.ReserveLike(y.rows, o.rows), grow.ReserveLike(y.blocks, o.blocks), grow.ReserveLike(y.lines, o.lines)
}

// layOut makes room for the matrix of bodies that have been linked. It reports whether the bodies
// are connected and the matrix is small enough.
func (y *frameScratch) layOut(bodies int) (f frameSpan, fits bool) {
	if y.graph.Order(bodies, math.MaxInt32) == nil {
		return frameSpan{}, false
	}
	f.rows, f.blocks = column.Span{Lo: len(y.rows), Hi: len(y.rows) + bodies}, column.Span{Lo: len(y.blocks)}
	y.rows = grow.Resize(y.rows, f.rows.Hi)
	rows := y.rows[f.rows.Lo:]
	blocks, _ := y.graph.LayOut(rows)
	f.blocks.Hi = f.blocks.Lo + blocks
	if profile.TakesMore(rows, maxFrameWork) {
		y.rows = y.rows[:f.rows.Lo]
		return frameSpan{}, false
	}
	return f, true
}

// gatherFrame makes room for a frame whose own bodies have been gathered. It reports whether its
// matrix is small enough.
func (g *Set) gatherFrame(t *articulationTick, plans []artJointPlan) (fits bool) {
	y := &g.frames
	y.graph.Begin()
	for _, plan := range plans {
		if plan.child != noIndex && plan.parent != noIndex {
			y.graph.Link(plan.child, plan.parent)
		}
	}
	own := g.bodies[t.ownBodies.Lo:t.ownBodies.Hi]
	if t.frame, fits = y.layOut(len(own)); !fits {
		return false
	}
	for i := range own {
		own[i].place = y.graph.Place(i)
	}
	t.frame.lines = column.Span{Lo: len(y.lines), Hi: len(y.lines) + len(plans)}
	y.blocks, y.lines = grow.Resize(y.blocks, t.frame.blocks.Hi), grow.Resize(y.lines, t.frame.lines.Hi)
	return true
}

// matrixOf returns the matrix of a frame.
func (g *Set) matrixOf(t *articulationTick) profile.Matrix {
	f := &t.frame
	return profile.Matrix{Rows: g.frames.rows[f.rows.Lo:f.rows.Hi], Blocks: g.frames.blocks[f.blocks.Lo:f.blocks.Hi]}
}

// linesOf returns the lines of a joint of a frame by its number in the Set.
func (g *Set) linesOf(t *articulationTick, joint int) *frameLines {
	return &g.frames.lines[t.frame.lines.Lo+joint-t.joints.Lo]
}

// The least compliance of a frame. Masses that float64 cannot hold beside it have a larger one.
const (
	leastFrameCompliance = bondCompliance
	nextFrameCompliance  = 1e3 // times the last
)

// heldMass is the mass along an axis along which a body is held, kg or kg m^2. It exceeds all other
// entries of a matrix so far that its changes of velocity are lost in rounding.
const heldMass = 1e30

// solveFrame finds the impulses of the joints of a frame. It reports whether all are finite.
func (g *Set) solveFrame(t *articulationTick, pass step.Pass) bool {
	m := g.matrixOf(t)
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		l.pointOnly = false
		l.layLines(g, t, pass)
	}
	for least := leastFrameCompliance; ; least *= nextFrameCompliance {
		if least > 1 {
			return false
		}
		g.assembleFrame(t, &m, pass, least)
		if m.Factor() {
			break
		}
	}
	m.Substitute()
	finite := 0.0
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		y, e := g.linesOf(t, i), &g.blocks[l.block]
		child, parent := &g.bodies[l.child], &g.bodies[l.parent]
		j := y.lack
		for k := range y.Count {
			if parent.place != profile.None {
				j[k] -= y.JA[k].Dot(&m.Rows[parent.place].X)
			}
			if child.place != profile.None {
				j[k] -= y.JB[k].Dot(&m.Rows[child.place].X)
			}
			j[k] = float64(j[k] * y.Stiffness[k])
		}
		e.y = y.Together(j)
		for k := range y.Count {
			finite += e.y[k] - e.y[k]
			parent.f.addScaled(e.y[k], &e.jp[k])
			child.f.addScaled(e.y[k], &e.jc[k])
		}
	}
	return finite == 0
}

// assembleFrame writes the matrix and the right-hand side.
func (g *Set) assembleFrame(t *articulationTick, m *profile.Matrix, pass step.Pass, least float64) {
	clear(m.Blocks)
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		mass := profile.Vec3(n.invMass.entries())
		for k, inv := range mass {
			mass[k] = 1 / max(inv, 1/heldMass)
		}
		m.AddMass(n.place, &mass)
		m.Rows[n.place].X = profile.Vec3{}
	}
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		y := g.linesOf(t, i)
		g.separateLines(t, l, y, pass, least)
		child, parent := &g.bodies[l.child], &g.bodies[l.parent]
		for k := range y.Count {
			m.AddLine(parent.place, child.place, y.Stiffness[k], &y.JA[k], &y.JB[k])
			j := float64(y.Stiffness[k] * y.lack[k])
			if parent.place != profile.None {
				m.Rows[parent.place].X.Add(j, &y.JA[k])
			}
			if child.place != profile.None {
				m.Rows[child.place].X.Add(j, &y.JB[k])
			}
		}
	}
}

// separateLines writes the lines of a joint as lines that share no compliance, and the speeds that
// they lack.
func (g *Set) separateLines(t *articulationTick, l *artJoint, y *frameLines, pass step.Pass, least float64) {
	e, child, parent := &g.blocks[l.block], &g.bodies[l.child], &g.bodies[l.parent]
	compliance := max(l.complianceIn(pass, t.relaxCompliance), least)
	var s symmetric3
	var give [3]float64
	mobility := e.soften(&s, &give, &softness{&child.freeInvMass, &parent.freeInvMass, compliance, &e.feedback})
	c := [3][3]float64{{s.a00}, {s.a10, s.a11}, {s.a20, s.a21, s.a22}}
	own := [3]float64{mobility.a00, mobility.a11, mobility.a22}
	y.Count, y.lack = int(e.n), [3]float64{}
	for k := range y.Count {
		if e.ownCompliance[k] {
			c[k][k] = max(c[k][k], float64(least*own[k]))
		}
		own[k] = float64(float64(dependentPivot*least) * own[k])
		y.JA[k], y.JB[k] = e.jp[k].entries(), e.jc[k].entries()
		y.lack[k] = e.y[k] + give[k] - (e.jc[k].dot(&child.v) + e.jp[k].dot(&parent.v))
	}
	y.Separate(&c, &own)
	y.lack = y.Apart(y.lack)
}
