package gallery

import _ "embed"

// level is the map of examples/games/platformer, of the editor Tiled, as the command carom-import
// writes it.
//
//go:embed testdata/level.json
var level []byte
