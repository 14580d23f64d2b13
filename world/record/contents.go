package record

import (
	"cmp"
	"slices"

	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/tape"
)

// Contents describes the contents of a recording.
type Contents struct {
	Calls  []Count // of the calls that changed the world, by name: the most frequent first
	Parts  []Part  // of the file
	States int     // whole states: places from which a replay can begin
}

// Count is a name and the number of its occurrences.
type Count struct {
	Name string
	N    int
}

// Part is a part of a file.
type Part struct {
	Name  string
	Bytes int64
	N     int // chunks
}

var partNames = map[tape.Kind]string{
	tape.KindHeader: "header", tape.KindKeyframe: "states", tape.KindLog: "calls and hashes",
	tape.KindAnswers: "answers of shapes", tape.KindEnd: "end",
}

// Contents reads through the recording.
func (r *Recording) Contents() (Contents, error) {
	var c Contents
	sizes, calls := map[string]*Part{}, map[string]int{}
	for i := range r.chunks {
		chunk := &r.chunks[i]
		name, ok := partNames[chunk.Kind]
		if !ok {
			name = "unknown"
		}
		if sizes[name] == nil {
			sizes[name] = &Part{Name: name}
		}
		sizes[name].Bytes += chunk.Size()
		sizes[name].N++
		if chunk.Kind == tape.KindKeyframe {
			c.States++
		}
		if chunk.Kind != tape.KindLog {
			continue
		}
		data, err := r.tape.Read(chunk)
		if err != nil {
			return c, err
		}
		if err := recording.CountCalls(data, calls); err != nil {
			return c, err
		}
	}
	for name, n := range calls {
		c.Calls = append(c.Calls, Count{name, n})
	}
	slices.SortFunc(c.Calls, func(a, b Count) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Name, b.Name)) })
	for _, p := range sizes {
		c.Parts = append(c.Parts, *p)
	}
	slices.SortFunc(c.Parts, func(a, b Part) int { return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Name, b.Name)) })
	return c, nil
}
