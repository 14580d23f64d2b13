// Example customshape defines a shape of its own: a superellipse, the rounded square
// |x/a|^4 + |y/b|^4 = 1. One method is enough for collisions, mass, ray casts and pictures.
package main
