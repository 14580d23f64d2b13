// Command frames steps scenes of the race for JavaScript, which asks for ticks and frames.
// The script worker.mjs measures them. It is built with GOOS=js GOARCH=wasm.
package main

import (
	"syscall/js"

	"github.com/carom2d/carom/benchmarks/peers"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/view"
)

func main() {
	global := js.Global()
	var w *world.World
	var encoder view.Encoder
	var frame []byte
	global.Set("caromLoad", js.FuncOf(func(_ js.Value, args []js.Value) any {
		for _, s := range peers.Races() {
			if s.Name == args[0].String() {
				w = peers.CaromWorld(s)
				return true
			}
		}
		return false
	}))
	global.Set("caromTick", js.FuncOf(func(js.Value, []js.Value) any {
		w.Tick()
		return nil
	}))
	global.Set("caromFrame", js.FuncOf(func(js.Value, []js.Value) any {
		frame = encoder.AppendFrame(frame[:0], w)
		buffer := global.Get("ArrayBuffer").New(len(frame))
		js.CopyBytesToJS(global.Get("Uint8Array").New(buffer), frame)
		return buffer
	}))
	global.Call("caromStarted")
	select {}
}
