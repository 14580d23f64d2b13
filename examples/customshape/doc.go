// Example customshape brings a shape of its own: a superellipse, the rounded
// square |x/a|^4 + |y/b|^4 = 1. One method is enough for it to collide, to have
// mass, to be hit by rays and to be drawn.
package main
