//go:build !norecordings

package main

import (
	"syscall/js"

	"github.com/carom2d/carom/web/player"
	"github.com/carom2d/carom/world/record"
)

// takeRecordings makes caromOpen, which takes the bytes of a recording and returns what is wrong
// with them, or "".
func takeRecordings(p *player.Player) {
	js.Global().Set("caromOpen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := make([]byte, args[0].Get("length").Int())
		js.CopyBytesToGo(data, args[0])
		if err := show(p, data, args[1].String()); err != nil {
			return err.Error()
		}
		return ""
	}))
}

func show(p *player.Player, data []byte, name string) error {
	recording, err := record.Read(data)
	if err != nil {
		return err
	}
	replay, err := recording.Player()
	if err != nil {
		return err
	}
	p.Show(replay, recording.Ticks(), name)
	return nil
}
