package item_test

import (
	"encoding/hex"
	"math"
	"testing"

	"github.com/carom2d/carom/internal/item"
	"github.com/fxamacker/cbor/v2"
	"github.com/stretchr/testify/require"
)

func TestHeadsAreThoseOfTheStandard(t *testing.T) {
	// RFC 8949, appendix A
	for want, n := range map[string]uint64{
		"00": 0, "17": 23, "1818": 24, "18ff": 255, "190100": 256, "19ffff": 65535, "1a00010000": 65536, "1affffffff": math.MaxUint32,
		"1b0000000100000000": math.MaxUint32 + 1, "1bffffffffffffffff": math.MaxUint64,
	} {
		head := item.AppendHead(nil, item.Uint, n)
		require.Equal(t, want, hex.EncodeToString(head))
		for _, major := range []byte{item.Uint, item.Negint, item.Bytes, item.Text, item.Array, item.Map, item.Tag, item.Simple} {
			head := append(item.AppendHead(nil, major, n), 7, 8)
			gotMajor, gotN, rest := item.ReadHead(head)
			require.Equal(t, major, gotMajor)
			require.Equal(t, n, gotN)
			require.Equal(t, []byte{7, 8}, rest)
			for short := range len(head) - 2 {
				gotMajor, _, rest := item.ReadHead(head[:short])
				require.EqualValues(t, item.None, gotMajor)
				require.Nil(t, rest)
			}
		}
	}
	for _, unknown := range []byte{0x1c, 0x1d, 0x1e, 0x1f, 0xff} {
		major, _, _ := item.ReadHead([]byte{unknown, 0, 0, 0, 0, 0, 0, 0, 0})
		require.EqualValues(t, item.None, major)
	}
}

func TestTextIsThatOfTheLibrary(t *testing.T) {
	for _, s := range []string{"", "carom", "a longer text than a head of one byte can count"} {
		want, err := cbor.Marshal(s)
		require.NoError(t, err)
		require.Equal(t, want, item.AppendText(nil, s))
	}
}
