package main

import (
	"syscall/js"
	"time"

	"github.com/carom2d/carom/web/player"
)

// pace is how often the world is asked whether a tick is due. Browsers let timers of workers run every 4 ms.
const pace = 4 * time.Millisecond

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
	// Commands wait for their turn: a callback from JavaScript may not block, and runs between two steps.
	commands := make(chan string, 1024)
	global.Set("caromReceive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := args[0].String()
		select {
		case commands <- text:
		default:
			go func() { commands <- text }()
		}
		return nil
	}))
	global.Call("caromStarted")
	ticker := time.NewTicker(pace)
	last := time.Now()
	for {
		select {
		case text := <-commands:
			p.Receive([]byte(text))
		case <-ticker.C:
			now := time.Now()
			p.Advance(now.Sub(last).Seconds())
			last = now
		}
	}
}
