// Example sight lights a museum at night: each frame draws the visibility polygons of two
// lamps and marks the thieves that the first of them sees. With the name of a file as its
// argument it writes the picture there as a GIF.
package main
