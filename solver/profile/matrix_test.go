package profile

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The products of blocks equal the products of plain loops to the bit.
func TestProductsOfBlocksEqualLoops(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	random := func() (b Block) {
		for i := range b {
			for j := range b[i] {
				b[i][j] = r.NormFloat64()
			}
		}
		return b
	}
	subtract := func(b *Block, x, y *Block) {
		for i := range b {
			for j := range b[i] {
				sum := 0.0
				for k, v := range x[i] {
					if k == 0 {
						sum = float64(v * y[j][k])
					} else {
						sum += float64(v * y[j][k])
					}
				}
				b[i][j] -= sum
			}
		}
	}
	for n := range 5 {
		got, xs, ys := random(), make([]Block, n), make([]Block, n)
		want, gotSquare := got, got
		wantSquare := got
		for i := range n {
			xs[i], ys[i] = random(), random()
			subtract(&want, &xs[i], &ys[i])
			subtract(&wantSquare, &xs[i], &xs[i])
		}
		got.subtractProducts(xs, ys)
		require.Equal(t, want, got)
		gotSquare.subtractSquares(xs)
		for i := range gotSquare {
			require.Equal(t, wantSquare[i][:i+1], gotSquare[i][:i+1])
		}
	}
}
