package spelling

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestClosest(t *testing.T) {
	known := []string{"position", "angle", "angularVelocity", "linearVelocity", "linearDamping", "name", "a", "b"}
	for word, want := range map[string]string{
		"postion": "position", "psoition": "position", "Position": "position", "positions": "position",
		"linearvelocity": "linearVelocity", "angel": "angle", "nmae": "name", "velocity": "",
		"": "", "zzzz": "", "name": "name", strings.Repeat("name", 1000): "",
	} {
		require.Equal(t, want, Closest(word, known), word)
	}
	require.Empty(t, Closest("x", nil))
}

// slowDistance tries every edit at the ends of both words.
func slowDistance(a, b string) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	x, y := len(a)-1, len(b)-1
	change := slowDistance(a[:x], b[:y])
	if a[x] != b[y] {
		change++
	}
	d := min(change, slowDistance(a[:x], b)+1, slowDistance(a, b[:y])+1)
	if x > 0 && y > 0 && a[x] == b[y-1] && a[x-1] == b[y] {
		d = min(d, slowDistance(a[:x-1], b[:y-1])+1)
	}
	return d
}

func TestDistanceIsThatOfAllEdits(t *testing.T) {
	var words []string
	for n := range 5 {
		for i := range 1 << n {
			word := ""
			for k := range n {
				word += string("ab"[i>>k&1])
			}
			words = append(words, word, word+"c")
		}
	}
	for _, a := range words {
		for _, b := range words {
			require.Equal(t, slowDistance(a, b), distance(a, b), "%s %s", a, b)
			require.Equal(t, distance(b, a), distance(a, b), "%s %s", a, b)
		}
	}
}
