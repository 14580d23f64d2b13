package geom

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The bits below must come out on every platform; make determinism runs this test
// on all of them. They may change only with a note here that says why.

func TestGoldenSinCosBits(t *testing.T) {
	golden := []struct {
		x        float64
		sin, cos uint64
	}{
		{0.5, 0x3fdeaee8744b05f0, 0x3fec1528065b7d50},
		{1, 0x3feaed548f090cee, 0x3fe14a280fb5068c},
		{-2, 0xbfed18f6ead1b446, 0xbfdaa22657537205},
		{3.141592653589793, 0x3ca1a62633145c07, 0xbff0000000000000},
		{100, 0xbfe03425b78c4db8, 0x3feb981dbf665fdf},
		{-12345.678, 0x3fe687d5890974a5, 0x3fe6b94c3bbe24b8},
		{1e5, 0x3fa24daa9c527e96, 0xbfeffac3841b3da7},
		{1e22, 0xbfeb453ab76bf397, 0x3fe0be2cef01c8f4},
		{math.MaxFloat64, 0x3f7452fc98b34e97, 0xbfefffe62ecfab75},
		{1e-5, 0x3ee4f8b588e1e8a2, 0x3feffffffff920c8},
	}
	for _, g := range golden {
		s, c := SinCos(g.x)
		require.Equal(t, []uint64{g.sin, g.cos}, []uint64{math.Float64bits(s), math.Float64bits(c)}, "%v", g.x)
	}
}

func TestGoldenAtan2Bits(t *testing.T) {
	golden := []struct {
		y, x float64
		bits uint64
	}{
		{1, 2, 0x3fddac670561bb4f},
		{2, 1, 0x3ff1b6e192ebbe44},
		{-1, 3, 0xbfd4978fa3269ee1},
		{1, -7, 0x4007ff6067fcc98a},
		{-0.125, -1, 0xc008234d7f6ecb9d},
		{0.3, 0.1, 0x3ff3fc176b7a8560},
		{1e-320, 3e-321, 0x3ff4788bca7bb0bc},
		{1e300, -1e299, 0x3ffaba397c7259dd},
		{-1e-9, 1, 0xbe112e0be826d695},
	}
	for _, g := range golden {
		require.Equal(t, g.bits, math.Float64bits(Atan2(g.y, g.x)), "%v %v", g.y, g.x)
	}
}

// bitMixer folds the bits of floats (FNV-1a over 64-bit words).
type bitMixer uint64

func (m *bitMixer) add(xs ...float64) {
	for _, x := range xs {
		*m = (*m ^ bitMixer(math.Float64bits(x))) * 1099511628211
	}
}

// One number over two hundred thousand results of everything that multiplies and
// adds, on arguments from integers so that they too are the same everywhere.
func TestGoldenArithmetic(t *testing.T) {
	m := bitMixer(14695981039346656037)
	state := uint64(1)
	next := func() float64 { // in (-8, 8), 53 random bits
		state = state*6364136223846793005 + 1442695040888963407
		return float64(int64(state)>>10) * 0x1p-50
	}
	pose := IdentityTransform
	for range 10_000 {
		a, b, s := Vec2{next(), next()}, Vec2{next(), next()}, next()
		u, l := a.Unit()
		q := RotFromAngle(s * 16)
		pose = pose.Mul(Transform{P: a, R: q})
		pose.P, pose.R = pose.P.Mul(0.25), pose.R.Unit()
		back := pose.InverseMul(Transform{P: b, R: q})
		f := Box{a.Min(b), a.Max(b)}.ToBox32()
		m.add(a.Dot(b), a.Cross(b), a.Distance(b), u.X, u.Y, l, q.C, q.S, q.Angle(), Atan2(a.Y, a.X))
		m.add(pose.P.X, pose.P.Y, pose.R.C, pose.R.S, back.P.X, back.P.Y, back.R.C, back.R.S)
		c := a.MulAdd(s, b).Lerp(a.MulSub(s, b), 0.3)
		m.add(c.X, c.Y, float64(f.MinX), float64(f.MinY), float64(f.MaxX), float64(f.MaxY), Orient(a, b, c))
	}
	require.Equal(t, uint64(0x3a8408ed7ccae7f9), uint64(m))
}
