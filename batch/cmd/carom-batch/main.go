// Command carom-batch runs the many simulations of a plan: see package batch/plan. Its set-ups are
// the scenes of the page. A game with set-ups of its own makes a similar program.
package main

import (
	"github.com/carom2d/carom/batch/command"

	_ "github.com/carom2d/carom/batch/gallery"
)

func main() { command.Main() }
