package main

import (
	"syscall/js"
	"time"

	"github.com/carom2d/carom/web/player"
)

// All work is done in functions that JavaScript calls. A loop in Go would never let the messages of
// the page in while the world is too slow for real time, for then a tick is always due.
func main() {
	global := js.Global()
	send := global.Get("caromSend")
	p := player.New(player.Config{
		Scenes:    build,
		Documents: documents,
		Text:      func(message []byte) { send.Invoke(string(message)) },
		Frame: func(frame []byte) {
			buffer := global.Get("ArrayBuffer").New(len(frame))
			js.CopyBytesToJS(global.Get("Uint8Array").New(buffer), frame)
			send.Invoke(buffer)
		},
	})
	last := time.Now()
	advance := func() {
		now := time.Now()
		p.Advance(now.Sub(last).Seconds())
		last = now
	}
	global.Set("caromReceive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		advance() // a command counts from now on
		p.Receive([]byte(args[0].String()))
		return nil
	}))
	global.Set("caromAdvance", js.FuncOf(func(js.Value, []js.Value) any {
		advance()
		return 1000 * (p.Due() - time.Since(last).Seconds())
	}))
	takeRecordings(p)
	prepare(p)
	global.Call("caromStarted")
	select {}
}
