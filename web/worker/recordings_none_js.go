//go:build norecordings

package main

import "github.com/carom2d/carom/web/player"

// takeRecordings does nothing: the codec and the compressor are a tenth of the program.
func takeRecordings(*player.Player) {}
