// Package play runs the games of this module in a window or a browser, or as a script
// says: with the flags -keys, -frames and -shot a game plays itself, for tests.
package play
