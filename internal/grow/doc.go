// Package grow grows the columns of tables. They are many, live as long as a world
// and are never given back, so what they hold in reserve counts: an eighth at most,
// where append keeps a quarter and more. An element is copied about eight times on
// the way to any size. Lists that every tick fills and empties are another matter:
// a Tide gives back what they no longer need.
package grow
