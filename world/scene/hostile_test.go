package scene

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/long"
	"github.com/stretchr/testify/require"
)

// hostileShare divides the size of the hostile documents.
var hostileShare = long.Pick(8, 1)

// hostileDocuments are of nearly the largest size, or a share of it in the daily run, each as
// costly as can be in its way. The values are the patterns that are repeated between a beginning
// and an end.
func hostileDocuments() map[string]func() []byte {
	fill := func(start, pattern, last, end string) func() []byte {
		return func() []byte {
			n := (MaxBytes/hostileShare - len(start) - len(last) - len(end)) / len(pattern)
			return []byte(start + strings.Repeat(pattern, n) + last + end)
		}
	}
	exactly := func(n int, start, pattern, last, end string) func() []byte {
		return func() []byte { return []byte(start + strings.Repeat(pattern, n) + last + end) }
	}
	const head = `{"version": 1, `
	most := func(name, list string) int {
		return min(maxMemory/(itemMemory[list]+choiceMemory[name])-10, MaxColliders-1)
	}
	var keys []string
	for i := range maxKeys {
		keys = append(keys, fmt.Sprintf(`"%c%c":0`, 'a'+i/8, 'a'+i%8))
	}
	wide := "{" + strings.Join(keys, ",") + "}"
	escaped := strings.ReplaceAll(wide, `"a`, `"\\u0061`)
	return map[string]func() []byte{
		"deep lists":        fill("", "[", "", ""),
		"deep objects":      fill("", `{"a":`, "", ""),
		"deep in bodies":    fill(head+`"bodies": `, "[", "", ""),
		"shallow lists":     fill(head+`"bodies": [`, "[],", "[]", "]}"),
		"nested lists":      fill(head+`"bodies": [`, "[[[[[]]]]],", "[]", "]}"),
		"tiny bodies":       fill(head+`"bodies": [`, "{},", "{}", "]}"),
		"most bodies":       exactly(MaxBodies-1, head+`"bodies": [`, "{},", "{}", "]}"),
		"bodies with all":   fill(head+`"bodies": [`, `{"colliders":[{"type":"circle","radius":1}]},`, "{}", "]}"),
		"colliders":         fill(head+`"bodies": [{"colliders":[`, `{"type":"circle","radius":1},`, `{"type":"circle","radius":1}`, "]}]}"),
		"most colliders":    exactly(MaxColliders-1, head+`"bodies": [{"colliders":[`, `{"type":"circle","radius":1},`, `{"type":"circle","radius":1}`, "]}]}"),
		"boxes":             exactly(most(nameBox, "colliders")/hostileShare, head+`"bodies": [{"colliders":[`, `{"type":"box","halfExtents":[1,1],"angle":1},`, `{"type":"circle","radius":1}`, "]}]}"),
		"triangles":         exactly(most(namePolygon, "colliders")/hostileShare, head+`"bodies": [{"colliders":[`, `{"type":"polygon","points":[[0,0],[1,0],[0,1]]},`, `{"type":"circle","radius":1}`, "]}]}"),
		"many circle":       exactly(most("circle", "colliders")/hostileShare, head+`"bodies": [{"colliders":[`, `{"type":"circle","radius":1},`, `{"type":"circle","radius":1}`, "]}]}"),
		"many capsule":      exactly(most("capsule", "colliders")/hostileShare, head+`"bodies": [{"colliders":[`, `{"type":"capsule","a":[0,0],"b":[1,1],"radius":1},`, `{"type":"circle","radius":1}`, "]}]}"),
		"many segment":      exactly(most("segment", "colliders"), head+`"bodies": [{"colliders":[`, `{"type":"segment","a":[0,0],"b":[1,1]},`, `{"type":"circle","radius":1}`, "]}]}"),
		"many ellipse":      exactly(most("ellipse", "colliders")/hostileShare, head+`"bodies": [{"colliders":[`, `{"type":"ellipse","radii":[1,2]},`, `{"type":"circle","radius":1}`, "]}]}"),
		"many halfEllipse":  exactly(most("halfEllipse", "colliders")/hostileShare, head+`"bodies": [{"colliders":[`, `{"type":"halfEllipse","radii":[1,2],"skin":0.1},`, `{"type":"circle","radius":1}`, "]}]}"),
		"many sector":       exactly(most("sector", "colliders")/hostileShare, head+`"bodies": [{"colliders":[`, `{"type":"sector","radius":1,"sweep":1,"skin":0.1},`, `{"type":"circle","radius":1}`, "]}]}"),
		"many halfPlane":    exactly(most("halfPlane", "colliders")/hostileShare, head+`"bodies": [{"type":"static","colliders":[`, `{"type":"halfPlane","normal":[0,1]},`, `{"type":"circle","radius":1}`, "]}]}"),
		"many chainSegment": exactly(most("chainSegment", "colliders"), head+`"bodies": [{"colliders":[`, `{"type":"chainSegment","before":[0,0],"a":[1,0],"b":[2,0],"after":[3,0]},`, `{"type":"circle","radius":1}`, "]}]}"),
		"chains":            exactly(maxMemory/(itemMemory["chains"]+32)-10, head+`"bodies": [{"chains":[`, `{"points":[[0,0],[1,0]]},`, `{"points":[[0,0],[1,0]]}`, "]}]}"),
		"joints":            fill(head+`"bodies": [{"name":"b"}], "joints": [`, `{"type":"revolute","b":"b"},`, `{"type":"revolute","b":"b"}`, "]}"),
		"most joints":       exactly(MaxJoints-1, head+`"bodies": [{"name":"b"}], "joints": [`, `{"type":"revolute","b":"b"},`, `{"type":"revolute","b":"b"}`, "]}"),
		"fewer joints":      exactly(most("revolute", "joints"), head+`"bodies": [{"name":"b"}], "joints": [`, `{"type":"revolute","b":"b"},`, `{"type":"revolute","b":"b"}`, "]}"),
		"areas":             exactly(MaxAreas-1, head+`"areas": [`, `{"shape":{"type":"box","halfExtents":[1,1]},"effects":[{"type":"gravity"}]},`, `{}`, "]}"),
		"effects":           fill(head+`"areas": [{"effects": [`, `{"type":"conveyor"},`, `{"type":"gravity"}`, "]}]}"),
		"most effects":      exactly(MaxAreas-1, head+`"areas": [`, `{"effects":[`+strings.Repeat(`{"type":"gravity"},`, 20)+`{"type":"damping"}]},`, `{}`, "]}"),
		"materials":         fill(head+`"materials": [`, `{"name":"m"},`, `{"name":"m"}`, "]}"),
		"numbers":           fill(head+`"bodies": [`, "0,", "0", "]}"),
		"points":            fill(head+`"bodies": [{"chains":[{"points": [`, "[0,0],", "[0,0]", "]}]}]}"),
		"a huge number":     fill(head+`"seconds": `, "9", "", "}"),
		"a small number":    fill(head+`"seconds": 0.`, "0", "1", "}"),
		"a long text":       fill(head+`"description": "`, "x", "", `"}`),
		"an escaped text":   fill(head+`"description": "`, `\u00e9`, "", `"}`),
		"long names":        fill(head+`"bodies": [`, `{"name":"`+strings.Repeat("x", MaxText)+`"},`, "{}", "]}"),
		"a long key":        fill(`{"`, "k", "", `": 1}`),
		"an escaped key":    fill(`{"`, `\n`, "", `": 1}`),
		"one key for ever":  fill(head, `"bodies":[],`, `"joints":[]`, "}"),
		"wide objects":      fill(head+`"bodies": [`, wide+",", "{}", "]}"),
		"escaped keys":      fill(head+`"bodies": [`, escaped+",", "{}", "]}"),
		"space":             fill(head, " ", "", "}"),
		"lines":             fill(head, "\n", "", `"x": 1}`),
		"no UTF-8":          fill(head, "\xc3", "", "}"),
		"not JSON":          fill(head, ":", "", "}"),
		"backslashes":       fill(`{"a": "`, `\`, "", `"}`),
		"unfinished string": fill(`{"a": "`, `x`, "", ""),
		"unknown type":      fill(head+`"bodies": [{"colliders": [{"type": "`, "x", "", `"}]}]}`),
		"a name twice":      fill(head+`"bodies": [`, `{"name":"b"},`, `{"name":"b"}`, "]}"),
	}
}

// shared are documents without an error, whose memory is proportional to their size. The daily run
// has a share of them and allows that share of the memory. Segments stay whole, since they take the
// least time to parse.
var shared = []string{"boxes", "triangles", "many circle", "many capsule", "many ellipse", "many halfEllipse", "many sector", "many halfPlane"}

// No document takes more than 100 MB to parse. What was allocated is counted, so that the
// test does not depend on the collector.
func TestHostileDocumentsTakeLittleMemory(t *testing.T) {
	for name, document := range hostileDocuments() {
		data := document()
		require.LessOrEqual(t, len(data), MaxBytes)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Parse(data)
		runtime.ReadMemStats(&after)
		allocated := after.TotalAlloc - before.TotalAlloc
		t.Logf("%-18s %5.1f MB of %4.1f: %v", name, float64(allocated)/1e6, float64(len(data))/1e6, err)
		limit := uint64(100e6)
		if slices.Contains(shared, name) {
			limit /= uint64(hostileShare)
		}
		if allocated > limit {
			t.Errorf("%s: %d bytes", name, allocated)
		}
		var located *Error
		require.True(t, err == nil || errors.As(err, &located), name)
	}
}

func BenchmarkHostileDocuments(b *testing.B) {
	for name, document := range hostileDocuments() {
		data := document()
		b.Run(strings.ReplaceAll(name, " ", "_"), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				_, _ = Parse(data)
			}
		})
	}
}
