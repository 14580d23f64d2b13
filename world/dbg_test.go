package world_test

import (
	"bytes"
	"testing"
	"fmt"

	"github.com/carom2d/carom/world"
)

func TestDbg(t *testing.T) {
	seed := uint64(1)
	s := newScript(t, randomOperations(seed, 400), 1, world.BroadphaseTree)
	for range 20 { s.runOperation() }
	var out bytes.Buffer
	s.w.Record(&out)
	for len(s.code) > 0 {
		var o2 bytes.Buffer
		s.w.StopRecording()
		before := s.w.StateHashes()
		s.w.Record(&o2)
		c := s.code
		s.runOperation()
		h := s.w.StateHashes()
		s.w.StopRecording()
		p, _ := replayAll(t, o2.Bytes())
		if d := h.Differences(p.World().StateHashes()); len(d) > 0 {
			fmt.Println(len(s.code), c[:4], d, before.Differences(h))
			fmt.Println(world.DumpLog(o2.Bytes()))
			for j := range s.w.Joints() { fmt.Printf("%v %+v\n", j, j.Definition()) }
			fmt.Println()
			for j := range p.World().Joints() { fmt.Printf("%v %+v\n", j, j.Definition()) }
			t.FailNow()
		}
	}
}
