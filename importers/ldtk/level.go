package ldtk

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/carom2d/carom/importers/level"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
)

// Options control the building of a level from a project.
type Options struct {
	Origin        mgl64.Vec2 // of the upper left corner of LDtk's world, m
	PixelsPerUnit float64    // pixels in a metre; zero means that the grid of the first IntGrid layer is Config.LengthUnit
	World         string     // one of several worlds; empty means the first
	Levels        []string   // identifiers of the levels to build; empty means all

	Tiles     []Rule        // the first rule that fits a value of an IntGrid wins
	Otherwise *terrain.Kind // of values without a rule; nil means nothing, with a warning

	Spawn  map[string]func(Entity) error // the game's own entities, by identifier
	Fields []string                      // names of the game's own fields of bodies, which give no warning
}

// Rule maps a value of IntGrid layers to a kind of tile. An empty Layer is any layer. The value is
// the one named Name, or the number Value where Name is empty.
type Rule struct {
	Layer  string
	Name   string
	Value  int
	Kind   terrain.Kind
	Ignore bool // the value holds nothing, without a warning
}

// Level holds the parts built from a project, in the order of the file.
//
// Destroy leaves the parts that functions of Options.Spawn have made.
type Level struct {
	level.Parts
	Terrains []Terrain
	Entities []Entity
}

// Terrain is an IntGrid layer of a level. The Number of its kinds is the value in the editor,
// unless the rule has a number of its own.
type Terrain struct {
	Level, Layer string
	Terrain      *terrain.Terrain
}

// Entity returns the first entity of an identifier.
func (l *Level) Entity(identifier string) (Entity, bool) {
	return level.First(l.Entities, func(e Entity) bool { return e.Identifier == identifier })
}

// builder makes a level.
type builder struct {
	level.Builder
	p       *Project
	options Options
	level   *Level
	joints  []pendingJoint
	bodies  map[string]world.Body // by iid and by identifier
	warned  map[warnedValue]bool
	here    *levelObject
	layer   *layerObject
}

type warnedValue struct {
	layer string
	value int32
}

// Build makes terrains, bodies and joints of a project. The error is an *Error. The world is
// then unchanged. If a function of Options.Spawn fails, the world holds nothing of the project
// except the parts that these functions have made.
func (p *Project) Build(w *world.World, options Options) (*Level, error) {
	out := &Level{}
	b := &builder{
		Builder: level.Builder{World: w, Parts: &out.Parts, Origin: options.Origin, PixelsPerUnit: options.PixelsPerUnit, Known: options.Fields},
		p:       p, options: options, level: out, bodies: map[string]world.Body{}, warned: map[warnedValue]bool{},
	}
	from, err := b.world()
	if err = errors.Join(err, b.Begin()); err != nil {
		return nil, located(level.Place{File: p.file}, err)
	}
	for _, r := range options.Tiles {
		if r.Name != "" && !slices.Contains(slices.Collect(maps.Values(p.values)), r.Name) {
			b.Warn(level.Place{}, "no value is called %q, so its rule has no effect", r.Name)
		}
	}
	for i := range from.Levels {
		b.here, b.layer = &from.Levels[i], &layerObject{}
		if len(options.Levels) > 0 && !slices.Contains(options.Levels, b.here.Identifier) {
			continue
		}
		if err == nil {
			err = b.addLevel()
		}
	}
	if err == nil {
		err = b.addJoints()
	}
	if err != nil {
		world.Check(b.Undo())
		return nil, err
	}
	if err := b.spawn(); err != nil {
		world.Check(out.Destroy())
		return nil, err
	}
	return out, nil
}

// world returns the world that the options name, and checks the options.
func (b *builder) world() (*worldObject, error) {
	o := &b.options
	i := 0
	if o.World != "" {
		i = slices.IndexFunc(b.p.worlds, func(w worldObject) bool { return w.Identifier == o.World })
	} else if n := len(b.p.worlds); n > 1 {
		b.Warn(level.Place{}, "only the first of %d worlds was read", n)
	}
	if i < 0 {
		return nil, fmt.Errorf("%w: no world is called %q", ErrFormat, o.World)
	}
	w := &b.p.worlds[i]
	for _, name := range o.Levels {
		if !slices.ContainsFunc(w.Levels, func(l levelObject) bool { return l.Identifier == name }) {
			return nil, fmt.Errorf("%w: no level is called %q", ErrFormat, name)
		}
	}
	if b.PixelsPerUnit == 0 {
		b.PixelsPerUnit = w.gridSize() / b.World.Config().LengthUnit
	}
	return w, b.Check()
}

// gridSize returns the grid size of the first IntGrid layer.
func (w *worldObject) gridSize() float64 {
	for _, l := range w.Levels {
		for _, layer := range l.Layers {
			if layer.Type == "IntGrid" {
				return layer.GridSize
			}
		}
	}
	return 16 // the editor's default
}

// place returns the builder's place in the file.
func (b *builder) place(entity string) level.Place {
	return level.Place{Level: b.here.Identifier, Layer: b.layer.Identifier, Entity: entity}
}

func (b *builder) fail(entity string, err error) error {
	at := b.place(entity)
	at.File = b.p.file
	return located(at, err)
}

func (b *builder) addLevel() error {
	if b.here.Depth != 0 {
		b.Warn(b.place(""), "world depth %d has no effect: the bodies of all depths meet", b.here.Depth)
	}
	for i := range b.here.Layers {
		b.layer = &b.here.Layers[i]
		var err error
		switch b.layer.Type {
		case "IntGrid":
			err = b.addCells()
		case "Entities":
			err = b.addEntities()
		case "Tiles", "AutoLayer": // pictures
			continue
		default:
			b.Warn(b.place(""), "a layer of type %q is not known", b.layer.Type)
		}
		if err != nil {
			return b.fail("", err)
		}
		if b.p.shifts[b.layer.Definition] {
			b.Warn(b.place(""), "parallax has no effect on bodies")
		}
	}
	return nil
}

// point returns a place of a level, given in pixels, in the world.
func (b *builder) point(x, y float64) mgl64.Vec2 {
	return b.Point(b.here.WorldX+b.layer.OffsetX+x, b.here.WorldY+b.layer.OffsetY+y)
}

// addCells makes the terrain of an IntGrid layer.
func (b *builder) addCells() error {
	l := b.layer
	ground, err := level.AddCells(&b.Builder, level.Cells[int32]{
		Width: l.Width, Height: l.Height, Values: l.Cells,
		Corner: b.point(0, 0), Side: l.GridSize / b.PixelsPerUnit, MostValues: maxValues,
	}, b.kindOf)
	if err == nil {
		b.level.Terrains = append(b.level.Terrains, Terrain{b.here.Identifier, l.Identifier, ground})
	}
	return err
}

// maxValues bounds the different values of a layer.
const maxValues = 1 << 12

// kindOf returns the kind of a value, and false for an empty value.
func (b *builder) kindOf(value int32) (terrain.Kind, bool, error) {
	name := b.p.values[valueKey{b.layer.Definition, int(value)}]
	for _, r := range b.options.Tiles {
		if r.Layer != "" && r.Layer != b.layer.Identifier {
			continue
		}
		if r.Name == name && name != "" || r.Name == "" && r.Value == int(value) {
			return numbered(r.Kind, value), !r.Ignore, nil
		}
	}
	if b.options.Otherwise != nil {
		return numbered(*b.options.Otherwise, value), true, nil
	}
	if key := (warnedValue{b.layer.Identifier, value}); !b.warned[key] {
		b.warned[key] = true
		b.Warn(b.place(""), "value %d %q has no rule, so its cells hold nothing", value, name)
	}
	return terrain.Kind{}, false, nil
}

// numbered gives a kind the value as its number unless it has one.
func numbered(k terrain.Kind, value int32) terrain.Kind {
	if k.Number == 0 {
		k.Number = uint64(uint32(value))
	}
	return k
}
