// Package grow grows the columns of tables. There are many of them, they live as long as a world,
// and most never shrink. So their reserve is an eighth at most, where append reserves a
// quarter and more. An element is copied about eight times on the way to any
// size. Lists that every tick fills and empties are different: a Shrinker frees the memory
// that they no longer need. Stages of a tick that follow one another carve their columns
// out of the same Memory.
package grow
