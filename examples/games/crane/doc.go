// Example crane moves a trolley along a bridge, lets down a magnet on a rope and builds a tower of crates on
// a barge, with Ebitengine.
package main
