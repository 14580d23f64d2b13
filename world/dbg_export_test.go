package world

import (
	"bytes"
	"fmt"

	"github.com/carom2d/carom/internal/tape"
)

func DumpLog(b []byte) (s string) {
	r := bytes.NewReader(b)
	chunks, _, _ := tape.Scan(r, int64(len(b)))
	rd, _ := tape.NewReader(r, 1<<30)
	for i := range chunks {
		if chunks[i].Kind != tape.KindLog {
			continue
		}
		data, _ := rd.Read(&chunks[i])
		items := tape.NewItems(data)
		for !items.Empty() {
			a := items.Record()
			k := a.Uint()
			s += fmt.Sprintf("%s", recordedCalls[k].name)
			for !a.Empty() {
				s += fmt.Sprintf(" %v", a.Tree())
			}
			s += "\n"
		}
	}
	return s
}
