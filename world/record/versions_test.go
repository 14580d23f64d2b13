package record_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/carom2d/carom/internal/item"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/stretchr/testify/require"
)

// withParts makes a recording one of a release that knows fewer or more parts of the state. Each
// hash of a part goes through a function.
func withParts(t testing.TB, data []byte, parts int, hash func(part int, h uint64) uint64) []byte {
	in := bytes.NewReader(data)
	chunks, _, err := tape.Scan(in, int64(len(data)))
	require.NoError(t, err)
	reader := tape.NewReader(in)
	var out bytes.Buffer
	w, err := tape.NewWriter(&out)
	require.NoError(t, err)
	for i := range chunks {
		c := &chunks[i]
		content := world.Must(reader.Read(c))
		switch c.Kind {
		case tape.KindKeyframe:
			a := tape.NewItems(content)
			version, ticks, hashes := a.Uint(), a.Uint(), a.Bytes()
			head := item.AppendUint(item.AppendUint(nil, version), ticks)
			rest := content[len(head)+len(item.AppendBytes(nil, hashes)):]
			var now []byte
			for part := range parts {
				h := uint64(0)
				if 8*part < len(hashes) {
					h = binary.LittleEndian.Uint64(hashes[8*part:])
				}
				now = binary.LittleEndian.AppendUint64(now, h)
			}
			content = append(item.AppendBytes(head, now), rest...)
		case tape.KindLog:
			calls := callsOf(t, content, 0)
			content = nil
			for _, x := range calls {
				if x.kind() == kindTickEnd {
					x.data = tickEndWithParts(x.data, parts, hash)
				}
				content = append(content, x.data...)
			}
		}
		require.NoError(t, w.Write(c.Kind, c.Ticks, c.Time, content, c.Kind == tape.KindKeyframe))
		if i == 1 {
			require.NoError(t, w.Write('?', c.Ticks, c.Time, []byte("a kind of chunks that is not known"), false))
		}
	}
	return out.Bytes()
}

func tickEndWithParts(data []byte, parts int, hash func(part int, h uint64) uint64) []byte {
	list := tape.NewItems(data)
	a := list.Record()
	kind, motion, mask, changed := a.Uint(), a.Bytes(), a.Uint(), a.Bytes()
	var hashes []byte
	now := uint64(0)
	for part := range parts {
		h := uint64(0)
		switch {
		case mask&(1<<part) != 0:
			h = binary.LittleEndian.Uint64(changed)
			changed = changed[8:]
		case mask == 0 || part < 10: // there are ten parts today
			continue
		}
		now |= 1 << part
		hashes = binary.LittleEndian.AppendUint64(hashes, hash(part, h))
	}
	record := item.AppendBytes(item.AppendUint(tape.Record(nil), kind), motion)
	record = item.AppendBytes(item.AppendUint(record, now), hashes)
	for range 4 {
		tape.Grow(record, 0)
	}
	return record
}

// Recordings of releases that know fewer or more parts of the state replay: what both know is
// compared.
func TestPartsOfOtherReleases(t *testing.T) {
	data := recordHeap(t, 12, 100, nothing)
	asItIs := func(_ int, h uint64) uint64 { return h }
	for _, parts := range []int{0, 1, 4, 9, 10, 11, 14} {
		r := world.Must(record.Read(withParts(t, data, parts, asItIs)))
		d := world.Must(r.Verify())
		require.Nil(t, d, "%d parts", parts)
		contents := world.Must(r.Contents())
		require.True(t, slices.ContainsFunc(contents.Parts, func(p record.Part) bool { return p.Name == "unknown" && p.N == 1 }))
		p := world.Must(r.Player())
		for _, tick := range []int{96, 32, 64} {
			require.NoError(t, p.SeekTick(tick))
			require.Nil(t, p.Difference())
		}
		p.Close()

		r = world.Must(record.Read(withParts(t, data, parts, func(part int, h uint64) uint64 {
			if part == 3 {
				h++
			}
			return h
		})))
		d = world.Must(r.Verify())
		if parts > 3 {
			require.Equal(t, &record.Difference{Tick: 64, Parts: []string{"contacts"}}, d)
		} else {
			require.Nil(t, d)
		}
	}
}
