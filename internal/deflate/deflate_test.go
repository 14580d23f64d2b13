package deflate_test

import (
	"bytes"
	"compress/flate"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/carom2d/carom/internal/deflate"
	"github.com/stretchr/testify/require"
)

// piece returns data of which some repeats.
func piece(r *rand.Rand, n int) []byte {
	p := make([]byte, n)
	for i := range p {
		p[i] = byte(r.IntN(1 + i%7))
	}
	return p
}

func TestPiecesComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, level := range []int{deflate.Fastest, deflate.Balanced} {
		w := deflate.NewWriter(level)
		for _, n := range []int{0, 1, 100, 65_535, 65_536, 300_000} {
			want := piece(r, n)
			packed := w.Append([]byte("head"), want)
			require.Equal(t, "head", string(packed[:4]))
			packed = packed[4:]
			got, err := deflate.AppendExpanded([]byte("before"), packed, n)
			require.NoError(t, err)
			require.Equal(t, "before", string(got[:6]))
			require.True(t, bytes.Equal(want, got[6:]))

			theirs, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
			require.NoError(t, err)
			require.True(t, bytes.Equal(want, theirs), "the standard library reads it too")
			require.Equal(t, packed, w.Append(nil, want), "equal pieces give equal bytes")

			for _, lie := range []int{n - 1, n + 1, 1 << 30} {
				if lie >= 0 {
					_, err = deflate.AppendExpanded(nil, packed, lie)
					require.ErrorIs(t, err, deflate.ErrDamaged)
				}
			}
			_, err = deflate.AppendExpanded(nil, append(packed[:len(packed):len(packed)], 0), n)
			require.ErrorIs(t, err, deflate.ErrDamaged, "bytes behind it")
			_, err = deflate.AppendExpanded(nil, packed[:len(packed)-1], n)
			require.ErrorIs(t, err, deflate.ErrDamaged, "a byte is missing")
		}
	}
}

func TestLieAboutTheLengthTakesNoMemory(t *testing.T) {
	packed := deflate.NewWriter(deflate.Balanced).Append(nil, make([]byte, 1000))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := deflate.AppendExpanded(nil, packed, math.MaxInt)
	runtime.ReadMemStats(&after)
	require.ErrorIs(t, err, deflate.ErrDamaged)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
}
