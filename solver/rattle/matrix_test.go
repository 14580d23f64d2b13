package rattle

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/column"
	"github.com/stretchr/testify/require"
)

// The definition: impulses at the arms of now give the points the wanted speeds at the arms of the
// end, and a fraction of them acts on the joint's own mobility. The systems are trees and cycles of
// pins and slides, with immovable bodies. A pin closes each cycle: the angles of slides alone
// depend on each other.
func TestImpulsesGiveWantedSpeeds(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 1))
	cycles := 0
	for range 500 {
		count := 2 + r.IntN(MaxBodies-1)
		g := &Set{}
		for range count {
			g.bodies = append(g.bodies, body{invMass: velocity{1 + r.Float64(), 1 + r.Float64(), 1 + r.Float64()}})
		}
		own := column.Span{Hi: count}
		random := func() arms {
			return arms{ax: r.NormFloat64(), ay: r.NormFloat64(), bx: r.NormFloat64(), by: r.NormFloat64(), nx: r.NormFloat64(), ny: r.NormFloat64()}
		}
		connect := func(a, b int) {
			now := random()
			end := now
			end.ax, end.by = end.ax+0.01*r.NormFloat64(), end.by+0.01*r.NormFloat64()
			l := pointJoint{a: int32(a), b: int32(b), now: now, end: end, slides: len(g.joints) < count-1 && r.IntN(3) == 0, length: 0.5 + r.Float64(), massMobility: 1}
			l.end.nx, l.end.ny = l.now.nx+0.01*r.NormFloat64(), l.now.ny+0.01*r.NormFloat64()
			g.joints = append(g.joints, l)
		}
		for i := 1; i < count; i++ {
			connect(r.IntN(i), i)
		}
		if r.IntN(2) == 0 {
			g.bodies = append(g.bodies, body{})
			connect(r.IntN(count), count)
		}
		if count > 3 && r.IntN(2) == 0 {
			cycles++
			connect(0, count-1)
		}
		findNeighbors(g.joints, own)
		var m matrix
		s := system{joints: column.Span{Hi: len(g.joints)}, ownBodies: own, allBodies: column.Span{Hi: len(g.bodies)}}
		g.assemble(&m, &s, treeCompliance)
		var want [MaxJoints][2]float64
		for i := range g.joints {
			want[i] = [2]float64{r.NormFloat64(), r.NormFloat64()}
			m.y[i] = want[i]
		}
		m.solve(g.joints)
		require.True(t, m.isFinite(len(g.joints)))
		largest := 0.0
		for i := range g.joints {
			g.applyImpulse(&g.joints[i], m.y[i][0], m.y[i][1])
			largest = max(largest, math.Abs(m.y[i][0]), math.Abs(m.y[i][1]))
		}
		for i := range g.joints {
			l := &g.joints[i]
			l.now = l.end
			x, y := g.pointSpeed(l)
			tolerance := 1e-6 * (1 + largest) // of the compliance
			require.InDelta(t, want[i][0], x, tolerance)
			require.InDelta(t, want[i][1], y, tolerance)
		}
	}
	require.Greater(t, cycles, 50)
}
