// Package level holds the code that the importers of levels share: the names of properties of
// bodies, surfaces and joints, convex shapes of outlines, a Builder that makes the parts of a level
// in a world, the places of warnings and errors, and bounds on the cost of a file.
//
// A property is a name with a text, as an editor writes them. The names come from package
// tiled, in lower case with underscores: SVG writes them as data-linear-damping.
//
// An importer spends the work that a file asks for from a Budget. A hostile file may ask for much
// work in few bytes, such as a thousand objects that refer to one outline of a thousand points. The
// Budget then ends with ErrTooLarge before memory or time runs out.
package level
