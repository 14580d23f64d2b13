package record_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/stretchr/testify/require"
)

// splice returns the recording of some chunks of another one.
func splice(parts [][]byte) []byte {
	return slices.Concat(append([][]byte{[]byte(tape.Magic)}, parts...)...)
}

// requireTold requires that a recording whose chunks are whole but not in their order never brings
// a state of another tick without a word: a note, an error or a difference.
func requireTold(t *testing.T, data []byte, hashes []world.StateHashes) {
	t.Helper()
	r, err := record.Read(data)
	if err != nil {
		requireTyped(t, err)
		return
	}
	p := world.Must(r.Player())
	defer p.Close()
	told := r.Torn() != nil
	check := func(err error) bool {
		if err != nil {
			requireTyped(t, err)
		} else if p.Difference() == nil {
			require.Equal(t, hashes[p.Tick()].Sum(), p.World().StateHashes().Sum(), "after tick %d", p.Tick())
			return true
		}
		told = true
		return false
	}
	for {
		more, err := p.Step()
		if err == nil && !more { // the calls after the last tick were made too
			require.Equal(t, r.Ticks(), p.Tick())
			break
		}
		if !check(err) {
			_, again := p.Step()
			require.True(t, err == nil || again == err, "the error stays")
			break
		}
	}
	for tick := 10; tick <= r.Ticks(); tick += 40 {
		if err := p.SeekTick(tick); check(err) {
			require.Equal(t, tick, p.Tick())
		}
	}
	require.True(t, told || r.Ticks() == len(hashes)-1, "it is shorter")
}

// Chunks that are missing, that come twice or in another order are noticed, though each of them has
// a checksum that is right.
func TestChunksOutOfOrderAreNoticed(t *testing.T) {
	whole, hashes := recordLong(t, 90)
	chunks, note, err := tape.Scan(bytes.NewReader(whole), int64(len(whole)))
	require.NoError(t, err)
	require.NoError(t, note)
	var parts [][]byte
	for i := range chunks {
		parts = append(parts, whole[chunks[i].Start():chunks[i].Start()+chunks[i].Size()])
	}
	require.Equal(t, whole, splice(parts))
	require.Greater(t, len(parts), 6)
	for i := range parts {
		requireTold(t, splice(slices.Delete(slices.Clone(parts), i, i+1)), hashes)
		for j := i % 3; j < len(parts); j += 3 {
			requireTold(t, splice(slices.Insert(slices.Clone(parts), j, parts[i])), hashes)
			if i < j {
				swapped := slices.Clone(parts)
				swapped[i], swapped[j] = parts[j], parts[i]
				requireTold(t, splice(swapped), hashes)
				requireTold(t, splice(slices.Delete(slices.Clone(parts), i, j)), hashes)
			}
		}
	}
}
