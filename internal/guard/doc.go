// Package guard helps to test code that writes through pointers. It lays slices
// between guard bands, compares memory word by word and draws the numbers that tell
// nearly equal arithmetic apart.
//
// What it promises: Difference sees every bit of the slices and of the bands, but for
// the bits of a NaN, which differ between processors; that there is a NaN counts.
package guard
