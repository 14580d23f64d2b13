package guard

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

type pair struct {
	X float32
	N int32
}

func TestDifferenceFindsEveryBit(t *testing.T) {
	s := Make[pair](4)
	if len(s.Inner) != 4 || Difference("", s, s.Clone()) != "" {
		t.Fatal("a copy differs")
	}
	for i := range Words(s.All) {
		for bit := range 32 {
			c := s.Clone()
			Words(c.All)[i] ^= 1 << bit
			require.NotEmpty(t, Difference("", s, c), "bit %d of word %d is not seen", bit, i)
		}
	}
}

func TestDifferenceTreatsNaNsAsEqual(t *testing.T) {
	a, b := Make[pair](1), Make[pair](1)
	a.Inner[0].X = math.Float32frombits(0x7fc00000)
	b.Inner[0].X = math.Float32frombits(0xffc00001)
	if d := Difference("", a, b); d != "" {
		t.Fatal(d)
	}
	b.Inner[0].X = float32(math.Inf(1))
	require.NotEmpty(t, Difference("", a, b), "an infinity passes for NaN")
}

func TestAppendDoesNotOverwriteBand(t *testing.T) {
	s := Make[pair](2)
	_ = append(s.Inner, pair{})
	require.True(t, Words(s.All)[2*(bandElems+2)] == Band, "the band was written")
}

func TestSpecialValueRate(t *testing.T) {
	r := Source{rand.New(rand.NewPCG(1, 2)), 0}
	for range 1000 {
		if x := r.Num(2); !(x >= -2 && x <= 2) {
			t.Fatal(x)
		}
	}
	r.SpecialEvery = 1
	infinite := 0
	for range 1000 {
		if x := r.Positive(); math.IsInf(float64(x), 1) {
			infinite++
		} else if x < 0 {
			t.Fatal(x)
		}
	}
	if infinite < 50 {
		t.Fatal("few infinities:", infinite)
	}
}
