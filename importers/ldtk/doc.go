// Package ldtk reads projects of the editor LDtk (.ldtk, with levels in files of their own) and
// makes worlds of them: a terrain for each IntGrid layer, bodies and joints for entities.
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
// Unless Options say otherwise, a metre is the grid of the first IntGrid layer.
//
// # IntGrid layers
//
// A Rule maps a value, by its name or its number, to a kind of tile of package terrain. The
// first rule that fits wins. Values without one are Options.Otherwise, and hold nothing with a
// warning where that is nil. Layers of tiles and automatic tiles are pictures.
//
// # Entities
//
// An entity whose identifier has a function in Options.Spawn is the game's: the function is called
// when everything else is there, in the order of the file. Any other with the field "body"
// (static, kinematic or dynamic) is a body with its size as "shape": box (the default), ellipse or
// capsule. The body's origin is the entity's pivot. The names of fields are those of package
// tiled, in any case, such as friction, density, linear_damping or Sensor. An entity with the
// field "joint" is a joint between the entities to which its fields "a" and "b" refer; a
// distance joint ends at its point "to". All entities are in the level, with their fields.
//
// # What is not known
//
// Fields of bodies and joints that are neither known nor in Options.Fields, fields of bodies
// without the field body, values without a rule and joints without their bodies are a Warning
// with layer and entity. Damaged files and numbers that no body can have are an *Error with file,
// level, layer and entity, and the world is as it was. A project is at most 64 MB with all its
// levels, 2^24 cells, and what package level bounds.
//
// # Why not a library
//
// Package ldtkgo reads the same files. It panics on damaged ones, reads each level by a search
// through the whole document, and knows neither levels in files of their own nor
// references between entities. The tests compare what both read.
package ldtk
