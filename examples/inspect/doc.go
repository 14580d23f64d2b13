// Example inspect is a game without a window whose world a browser looks into: run it and open the
// link that it prints. Balls rain on a see-saw and a bridge. The page pauses, steps and slows the
// game, pulls bodies, and edits the level, a scene document. The changes form a patch of
// level.json.
package main
