// Package ldtk reads projects of the editor LDtk since version 0.8 (.ldtk, with levels in files of
// their own) and makes worlds of them: a terrain for each IntGrid layer, bodies and joints for
// entities.
//
//	p, err := ldtk.Read(os.DirFS("levels"), "castle.ldtk")
//	level, err := p.Build(w, ldtk.Options{
//		Tiles: []ldtk.Rule{
//			{Name: "ground"},                                          // a full block
//			{Name: "ramp", Kind: terrain.Kind{Shape: terrain.Slope}},
//			{Name: "ladder", Ignore: true},                            // the game's own business
//		},
//		Spawn: map[string]func(ldtk.Entity) error{"Player": g.spawnPlayer},
//	})
//
// Levels lie where the editor has them in its world: at worldX and worldY, or one after the other
// in linear layouts. The upper left corner of the world is at Options.Origin and y points up.
// Unless Options say otherwise, the grid of the first IntGrid layer is a length unit.
//
// # IntGrid layers
//
// A Rule maps a value, by its name or its number, to a kind of tile of package terrain. The first
// rule that fits wins. Values without a rule become Options.Otherwise. If Otherwise is nil, they
// become empty tiles, with a warning. Layers of tiles and automatic tiles are pictures and are
// ignored.
//
// # Entities
//
// An entity whose identifier has a function in Options.Spawn belongs to the game: the function is
// called when everything else is built, in the order of the file. Any other entity with the field
// "body" (static, kinematic or dynamic) is a body of the entity's size. Its field "shape" is box
// (the default), ellipse or capsule. The body's origin is the entity's pivot. The names of fields
// come from package tiled, in any case, such as friction, density, linear_damping or Sensor. An
// entity with the field "joint" is a joint between the entities to which its fields "a" and "b"
// refer. A distance joint ends at its point "to". The Level lists all entities with their fields.
//
// # Unknown fields
//
// A Warning with layer and entity reports a field of a body or joint that is neither known nor in
// Options.Fields, body fields without the field body, a value without a rule, a rule for a name
// that no value has, a parallax of a layer with bodies, and a joint without its bodies. An *Error
// with file, level, layer and entity reports a damaged file or a number that no body can have. The
// world is then unchanged. A project has at most 64 MB with all its levels and 2^24 cells, and
// stays within the bounds of package level.
//
// # Why not a library
//
// Package ldtkgo reads the same files. It panics on damaged files, reads each level by a search
// through the whole document, and supports neither levels in separate files nor references between
// entities. The tests compare the results of both.
package ldtk
