//go:build editor

package main

import (
	"errors"

	"github.com/carom2d/carom/web/player"
)

// prepare lets the page edit.
func prepare(p *player.Player) { p.Edit() }

// documents makes the world of a document.
var documents = player.Document

// build knows no scenes: an editor has documents.
func build(string, map[string]float64) (player.Run, error) {
	return player.Run{}, errors.New("this program has no scenes: open a document")
}
