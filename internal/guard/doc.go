// Package guard serves tests of code that writes through pointers. It puts slices between
// guard bands, compares memory word by word, and draws numbers for which nearly equal
// arithmetic gives different results.
//
// It promises that Difference sees every bit of the slices and of the bands. The exception
// is NaN: its bits differ between processors, so any NaN equals any other.
package guard
