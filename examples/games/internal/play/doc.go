// Package play runs the games of this module in a window or a browser, or by a script: with the
// flags -keys, -frames and -shot a game plays itself, for tests; -size makes its window small.
package play
