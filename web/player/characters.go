package player

import (
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
)

// The keys that move the characters of a document, as bits of Run.Keys. Action is the space bar.
const (
	KeyLeft uint8 = 1 << iota
	KeyRight
	KeyUp
	KeyDown
	KeyAction
)

// controlled holds the characters of a document. The keys move all of them.
type controlled struct {
	world      *world.World
	characters []*character.Controller
	held       uint8
}

// runOf returns the run of a document's world, whose characters take the keys.
func runOf(w *world.World, characters []*character.Controller) Run {
	if len(characters) == 0 {
		return Run{World: w}
	}
	c := &controlled{world: w, characters: characters}
	return Run{World: w, Advance: c.advance, Keys: func(held uint8) { c.held = held }, Keep: c.keep}
}

// advance moves the characters and runs a tick. A character with numbers out of range stands still.
// A destroyed character is skipped.
func (c *controlled) advance() {
	stick := float64(c.held&KeyRight/KeyRight) - float64(c.held&KeyLeft/KeyLeft)
	for _, x := range c.characters {
		if !x.Body().Valid() {
			continue
		}
		if c.held&KeyDown != 0 {
			x.DropThrough()
		}
		if x.Tick(stick, c.held&(KeyUp|KeyAction) != 0) != nil {
			x.Launch(x.Up().Mul(0))
		}
	}
	c.world.Tick()
}

// keep saves the state of the characters that is not in the world.
func (c *controlled) keep() (restore func()) {
	type kept struct {
		state  character.State
		motion character.Motion
	}
	list := make([]kept, len(c.characters))
	for i, x := range c.characters {
		list[i] = kept{x.State(), x.Motion()}
	}
	return func() {
		for i, x := range c.characters {
			if err := x.SetState(list[i].state); err != nil {
				panic("player: a character refuses its own state: " + err.Error())
			}
			if err := x.SetMotion(list[i].motion); err != nil {
				panic("player: a controller refuses its own motion: " + err.Error())
			}
		}
	}
}
