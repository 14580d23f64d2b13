package constraint

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The effective mass of a gear is the effective mass of its line over all of its bodies: the lines
// of both joints add where they share a body, in whatever place each has it.
func TestGearMassOverSharedBodies(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	small := func() float32 { return float32(r.IntN(9)) - 4 }
	for _, rows := range [][2][2]int32{
		{{0, 1}, {2, 3}}, {{0, 1}, {0, 2}}, {{0, 1}, {2, 0}}, {{0, 1}, {1, 2}}, {{0, 1}, {2, 1}}, {{0, 1}, {0, 1}}, {{0, 1}, {1, 0}},
	} {
		for range 20 {
			var invMass, invInertia [4]float32
			for i := range invMass {
				invMass[i], invInertia[i] = float32(1+r.IntN(4))/4, float32(1+r.IntN(4))/2
			}
			w := gearConstraint{ratio: small() / 2}
			var line [4][3]float64 // the gear's, by body
			for i, factor := range [2]float32{1, w.ratio} {
				e := &w.measured[i]
				e.A, e.B = rows[i][0], rows[i][1]
				e.ma, e.ia, e.mb, e.ib = invMass[e.A], invInertia[e.A], invMass[e.B], invInertia[e.B]
				j := Jacobian{Ax: small(), Ay: small(), Aw: small(), Bx: small(), By: small(), Bw: small()}
				e.Scalars[0].Jacobian = j
				for k, x := range [3]float32{j.Ax, j.Ay, j.Aw} {
					line[e.A][k] += float64(factor * x)
				}
				for k, x := range [3]float32{j.Bx, j.By, j.Bw} {
					line[e.B][k] += float64(factor * x)
				}
			}
			want := 0.0
			for i, x := range line {
				want += float64(invMass[i])*(x[0]*x[0]+x[1]*x[1]) + float64(invInertia[i])*x[2]*x[2]
			}
			w.setMass()
			if want == 0 {
				require.Zero(t, w.mass)
				continue
			}
			require.InEpsilon(t, 1/want, w.mass, 1e-6, "%v", rows)
		}
	}
}
