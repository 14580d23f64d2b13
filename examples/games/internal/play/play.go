package play

import (
	"flag"
	"fmt"
	"log"

	"github.com/carom2d/carom/ebitengine"
)

var (
	keys   = flag.String("keys", "", "events in place of a player, such as '0 +ArrowRight; 40 +Space; 60 -Space'")
	frames = flag.Int("frames", 0, "frames after which the game ends; zero means never, or after the last of the keys")
	size   = flag.String("size", "", "pixels of the window, such as 480x360, in place of the game's own")
	shot   = flag.String("shot", "", "a PNG file for a picture of the last frame")
)

// Run plays a game until its window is closed. A game may have flags of its own.
func Run(g *ebitengine.Game) {
	flag.Parse()
	if *size != "" {
		if _, err := fmt.Sscanf(*size, "%dx%d", &g.Width, &g.Height); err != nil {
			log.Fatalf("-size %s: %v", *size, err)
		}
	}
	if *keys != "" || *frames > 0 {
		script, err := ebitengine.ParseScript(*keys)
		if err != nil {
			log.Fatal(err)
		}
		script.Frames = max(script.Frames, *frames)
		if *shot != "" {
			script.Shots = map[int]string{script.Frames - 1: *shot}
		}
		g.Script = script
	}
	if err := ebitengine.Run(g); err != nil {
		log.Fatal(err)
	}
}
