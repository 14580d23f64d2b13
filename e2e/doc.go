// Package e2e starts what a person sees and looks at it: the games in windows and in a browser. It
// is a module of its own because it drives a browser. Its tests need Xvfb, xdotool and Chromium,
// and fail on a machine without them; pictures are in out/games, for a person to look at.
package e2e
