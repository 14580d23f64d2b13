// Package sample chooses points in the space of parameters: a grid, random points, or a Latin
// hypercube, which has exactly one point in each of n equal layers of each parameter.
//
// A point depends on the seed and its number alone, and is the same on every platform.
package sample
