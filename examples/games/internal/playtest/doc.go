// Package playtest plays games without a window, by scripts and by programs that look before they
// act.
package playtest
