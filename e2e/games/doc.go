// Package games starts every example game, natively under Xvfb and in Chromium, gives it keys, and
// looks at its pictures.
package games
