// Command carom-batch runs the many simulations of a plan: see package batch/plan. It knows the
// scenes of the page as set-ups; a game that has its own makes a program like this one.
package main

import (
	"github.com/carom2d/carom/batch/command"

	_ "github.com/carom2d/carom/batch/gallery"
)

func main() { command.Main() }
