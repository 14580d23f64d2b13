package main

import (
	"syscall/js"
	"time"

	"github.com/carom2d/carom/web/player"
	"github.com/carom2d/carom/world/record"
)

// All work is done in functions that JavaScript calls. A loop in Go would never let the messages of the page in while the
// world is too slow for real time, for then a tick is always due.
func main() {
	global := js.Global()
	send := global.Get("caromSend")
	p := player.New(player.Config{
		Scenes: build,
		Text:   func(message []byte) { send.Invoke(string(message)) },
		Frame: func(frame []byte) {
			buffer := global.Get("ArrayBuffer").New(len(frame))
			js.CopyBytesToJS(global.Get("Uint8Array").New(buffer), frame)
			send.Invoke(buffer)
		},
	})
	last := time.Now()
	global.Set("caromReceive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.Receive([]byte(args[0].String()))
		return nil
	}))
	global.Set("caromAdvance", js.FuncOf(func(js.Value, []js.Value) any {
		now := time.Now()
		p.Advance(now.Sub(last).Seconds())
		last = now
		return nil
	}))
	// caromOpen takes the bytes of a recording and returns what is wrong with them, or "".
	global.Set("caromOpen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := make([]byte, args[0].Get("length").Int())
		js.CopyBytesToGo(data, args[0])
		if err := show(p, data, args[1].String()); err != nil {
			return err.Error()
		}
		return ""
	}))
	global.Call("caromStarted")
	select {}
}

// show plays a recording.
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
