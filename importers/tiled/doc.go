// Package tiled reads maps of the editor Tiled (.tmx, with external tilesets .tsx and templates
// .tx) and makes worlds of them: a terrain for each layer of tiles, a body for each object, joints
// between objects that have names.
//
//	m, err := tiled.Read(os.DirFS("levels"), "cave.tmx")
//	level, err := m.Build(w, tiled.Options{Properties: []string{"loot"}})
//	for _, warning := range level.Warnings { fmt.Println(warning) }
//	hero, ok := level.Object("spawn")
//
// It reads orthogonal maps, finite and infinite, in every encoding of the editor: CSV, and base64
// as it is or compressed by zlib, gzip or Zstandard. Texts are UTF-8, UTF-16, ISO-8859-1,
// Windows-1252 or US-ASCII. Unless Options say otherwise, a tile is a length unit high. The upper
// left corner of the map is at Options.Origin and y points up, so a map lies below it.
//
// # Tiles
//
// A tile collides with its collision shapes in the tileset. Full cells, halves and slopes of 45 or
// 26.6 degrees become shapes of package terrain. Other shapes are cut into convex outlines.
// Ellipses become 16-gons. Flips and rotations of a tile turn its shapes. Tiles without collision
// shapes collide with nothing, unless the property "solid" of the tile or of its layer is true. The
// same holds for objects that show tiles.
//
// # Objects
//
// Rectangles, ellipses, capsules, polygons, polylines and tiles become bodies whose origin is the
// place of the object. The place of a tile is the point of its picture that the tileset's object
// alignment names. The Level lists points and texts without a body. Hidden layers count too. The
// offsets of layers and groups move their contents.
//
// # Properties
//
// The editor's properties of objects, and of their layer for all its objects:
//
//	body                         static (the default), kinematic or dynamic
//	gravity_scale                1 by default, 0 for none
//	linear_damping, angular_damping
//	velocity_x, velocity_y, angular_velocity     y up, counter-clockwise
//	lock_rotation, bullet, asleep                true or false
//
// The properties of objects and of tiles:
//
//	friction, restitution, rolling_resistance, tangent_speed
//	density                      1 by default, 0 for no mass
//	sensor, hit_events                           true or false
//	one_way                                      holds bodies that come from above
//
// As in the editor, an object that shows a tile has the properties and the class of the tile. A
// property of the object or of its template comes before a property of the tile, and a property of
// the tile comes before a property of the layer.
//
// An object with the property "joint" is a joint at its place: revolute, weld, distance, prismatic
// (along the object's x axis) or wheel (along its y axis). Its properties "a" and "b" name the two
// objects, or refer to them. A missing object is the world's ground. The other properties are
// "collide", "spring_hertz" and "spring_damping". A distance joint is a polyline from the point of
// a to the point of b.
//
// # Unknown properties
//
// A Warning with layer and object reports each property that is neither one of these nor in
// Options.Properties, each shape without a size, each outline that crosses itself, each part of an
// outline too thin for a polygon, and each joint that cannot hold its bodies: one is missing, both
// are the same, or neither is dynamic. An *Error with file, layer and
// object reports tiles that are not square, maps that are not orthogonal, damaged files and numbers
// that no body can have. The world is then unchanged. The cost of a map is bounded: 64 MB in a
// file, 128 MB in all, 2^24 tiles, 4096 points in a polygon and 256 properties of an object.
// Package level bounds all points, colliders and warnings.
package tiled
