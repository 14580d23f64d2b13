// Example platformer is a level of the editor Tiled with a character that runs, jumps and swims:
// one-way floors, a lift, crates to push, spikes and coins. A game on Ebitengine.
package main
