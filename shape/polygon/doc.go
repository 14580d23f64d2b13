// Package polygon works on outlines given as lists of points: convex hulls,
// decomposition into convex parts, triangulation, simplification, union, difference, offset,
// cuts, Minkowski sums, and the outlines of fields and tile grids. It knows nothing of shapes or
// bodies. Package shape makes a polygon that collides out of each part.
//
//	Hull                      the convex hull of points in any order
//	Decompose                 a region with holes into few convex polygons
//	Triangulate               a region with holes into triangles
//	Simplify, SimplifyByArea  fewer points for nearly the same outline
//	Regions                   any loops, however they cross, as regions without overlaps
//	Union, Intersection,      two sets of loops combined, with any number of outlines and holes,
//	Difference, Xor           by a FillRule
//	Offset                    a border moved outward or inward, with round, miter or square joins
//	Cut                       both sides of a line
//	Shatter                   the cells of seeds
//	MinkowskiSum              the sum of two convex polygons
//	MinkowskiSumConcave       the sum of any two polygons
//	Contour                   where a field of samples is above a level: marching squares
//	OutlineTiles              the border of the solid tiles of a TileGrid
//
// # Terms
//
//   - A loop is a closed outline: each point is joined to the next, and the last to the first,
//     which is not repeated. Loops may be given in either direction. Results are counter-clockwise,
//     except the holes of a Region and the holes that OutlineTiles and Contour find.
//   - A ring is a loop that is convex.
//   - A region is the inside of an outer loop, without the insides of its holes.
//   - A part, or piece, is one of the convex polygons that a region is cut into.
//   - A mesh is a triangulation. Each edge between two triangles is a pair of twins:
//     two half-edges, one for each triangle, with the triangle on the left.
//   - A constraint is an edge of a mesh that belongs to a loop. A cut is an edge along
//     which a region is divided.
//
// # Promises
//
// Every decision about turns and crossings is exact (geom.Orient), so a result is right to the last
// bit of its input: no tolerance decides whether edges meet. In the list above from Regions to
// MinkowskiSumConcave, operations that create new points first round to a grid, and are exact on
// the grid (see Regions). The functions change none of their arguments, may be called from many
// goroutines, and give the same bits on every platform. Coordinates may be up to geom.MaxExtent.
// Unusable points give a *geom.FieldError that names the point at fault.
//
// # Sources
//
// Hulls: Andrew's monotone chain (1979). Triangulation: constrained Delaunay, with the
// edge flips of Lawson (1977). Fewest parts: Keil, Decomposing a Polygon into Simpler
// Components (1985). Merging of parts: Hertel and Mehlhorn (1983). Simplification:
// Ramer (1972), Douglas and Peucker (1973); by area: Visvalingam and Whyatt (1993). Rounding of
// arrangements: Hobby (1999), Guibas and Marimont (1998).
package polygon
