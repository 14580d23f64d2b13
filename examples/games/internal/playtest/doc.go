// Package playtest plays games without a window, by scripts and by programs that react to the game.
package playtest
