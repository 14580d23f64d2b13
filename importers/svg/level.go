package svg

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/importers/level"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Options control the building of a level from a drawing.
type Options struct {
	Origin        mgl64.Vec2 // of the upper left corner of the viewBox, m
	PixelsPerUnit float64    // user units in a metre; zero means 32 in Config.LengthUnit
	Tolerance     float64    // largest error of a curve, m; zero means 0.01 times Config.LengthUnit
	Properties    []string   // names of the game's own, without data-, which give no warning
}

// Level holds the parts built from a drawing, in the order of the file.
type Level struct {
	level.Parts
	Objects []Object
}

// Object is a shape or a group that is one body. Its Name is the id, or the label of Inkscape.
type Object struct {
	Name, Layer string
	Position    mgl64.Vec2 // the middle of its bounds, m
	Body        world.Body // none for joints
	Properties  map[string]string
}

// Object returns the first object of a name.
func (l *Level) Object(name string) (Object, bool) {
	return level.First(l.Objects, func(o Object) bool { return o.Name == name })
}

// property is an attribute data-name, with underscores for hyphens.
type property struct{ name, text string }

// pending is a body whose forms are being gathered, or a joint.
type pending struct {
	at         level.Place
	ids        []string
	properties []property
	def        body.Def
	forms      []form
	place      []mgl64.Vec2 // corners of a joint's shape
}

// builder makes a level.
type builder struct {
	level.Builder
	d         *Drawing
	tolerance float64
	toWorld   matrix
	level     *Level
	bodies    []*pending
	joints    []*pending
	groups    map[*group]*pending
	byID      map[string]world.Body
	warned    map[*group]bool // of transforms that are not applied
}

// Build makes the bodies and joints of a drawing. The error is an *Error. The world is then
// unchanged.
func (d *Drawing) Build(w *world.World, options Options) (*Level, error) {
	unit := w.Config().LengthUnit
	options.PixelsPerUnit = cmp.Or(options.PixelsPerUnit, 32/unit)
	options.Tolerance = cmp.Or(options.Tolerance, float64(0.01*unit))
	out, k := &Level{}, 1/options.PixelsPerUnit
	b := &builder{
		Builder: level.Builder{
			World: w, Parts: &out.Parts, Origin: options.Origin, PixelsPerUnit: options.PixelsPerUnit, Known: options.Properties,
		},
		d: d, tolerance: options.Tolerance, level: out, groups: map[*group]*pending{}, byID: map[string]world.Body{}, warned: map[*group]bool{},
		toWorld: matrix{a: k, d: -k, e: options.Origin[0] - float64(k*d.x), f: options.Origin[1] + float64(k*d.y)},
	}
	if err := errors.Join(b.Check(), geom.CheckSize("Tolerance", options.Tolerance), b.Begin()); err != nil {
		return nil, located(level.Place{File: d.file}, err)
	}
	for i := range d.elements {
		e := &d.elements[i]
		if err := b.addElement(e); err != nil {
			return nil, located(level.Place{File: d.file, Layer: e.up.layer, Object: e.label}, err)
		}
	}
	err := b.create(b.bodies, b.addBody)
	if err == nil {
		err = b.create(b.joints, b.addJoint)
	}
	if err != nil {
		world.Check(b.Undo())
		return nil, err
	}
	return out, nil
}

func (b *builder) create(list []*pending, make func(*pending) error) error {
	for _, p := range list {
		if err := make(p); err != nil {
			at := p.at
			at.File = b.d.file
			return located(at, err)
		}
	}
	return nil
}

// warnUnknown warns of a property. The game may write its known properties with underscores or, as
// in the file, with hyphens.
func (b *builder) warnUnknown(at level.Place, q property) {
	name := strings.ReplaceAll(q.name, "_", "-")
	if !slices.Contains(b.Known, q.name) && !slices.Contains(b.Known, name) {
		b.Warn(at, "attribute %q is not known", "data-"+name)
	}
}

// collect returns the properties of an element and of its groups. A group that is one body keeps
// its own data-body. The body properties of a layer hold for each of its shapes.
func (b *builder) collect(attrs []xml.Attr, up *group) (list []property, shared *group, err error) {
	seen := map[string]bool{}
	add := func(attrs []xml.Attr) {
		for _, a := range attrs {
			name, ok := strings.CutPrefix(a.Name.Local, "data-")
			name = strings.ReplaceAll(name, "-", "_")
			if ok && !seen[name] && len(list) <= maxProperties {
				seen[name] = true
				list = append(list, property{name, a.Value})
			}
		}
	}
	add(attrs)
	for g := up; g != nil; g = g.up {
		if g.shared {
			shared = g
		}
		add(g.attrs)
	}
	if len(list) > maxProperties {
		return nil, nil, fmt.Errorf("%w: more than %d attributes", ErrTooLarge, maxProperties)
	}
	return list, shared, b.Work(1 + len(list))
}

// warnOfTransforms warns of transforms that are not in the attribute transform, and of origins.
func (b *builder) warnOfTransforms(at level.Place, attrs []xml.Attr) {
	for _, name := range []string{"transform", "translate", "rotate", "scale"} {
		if styled(attrs, name) != "" {
			b.Warn(at, "%s in a style has no effect", name)
		}
	}
	if attribute(attrs, "transform-origin") != "" || styled(attrs, "transform-origin") != "" {
		b.Warn(at, "transform-origin has no effect")
	}
}

// addElement notes the forms of a shape with their body.
func (b *builder) addElement(e *element) error {
	b.warnOfTransforms(level.Place{Layer: e.up.layer, Object: e.label}, e.attrs)
	for g := e.up; g != nil && !b.warned[g]; g = g.up {
		b.warned[g] = true
		b.warnOfTransforms(level.Place{Layer: g.layer, Object: g.label}, g.attrs)
	}
	list, shared, err := b.collect(e.attrs, e.up)
	if err != nil {
		return err
	}
	p := &pending{at: level.Place{Layer: e.up.layer, Object: e.label}, properties: list, ids: names(e.label, e.attrs)}
	if text, ok := find(list, "joint"); ok && text != "" {
		if p.place, err = b.corners(e); err == nil && len(p.place) == 0 {
			b.Warn(p.at, "a joint needs a shape that says where it is")
			return nil
		}
		b.joints = append(b.joints, p)
		return err
	}
	surface := level.NewSurface()
	how := lineStyle{}
	for _, q := range list {
		if err := b.takeProperty(p, &surface, &how, q, shared != nil); err != nil {
			return err
		}
	}
	forms, err := b.formsOf(e, p, how)
	if err != nil {
		return err
	}
	for i := range forms {
		forms[i].surface = surface
	}
	if len(forms) == 0 {
		return nil
	}
	if shared != nil {
		if p, err = b.sharedBody(shared); err != nil {
			return err
		}
	} else {
		b.bodies = append(b.bodies, p)
	}
	p.forms = append(p.forms, forms...)
	return nil
}

// takeProperty sets a property of a shape. The body properties of a group that is one body are read
// once, with the group.
func (b *builder) takeProperty(p *pending, s *level.Surface, how *lineStyle, q property, shared bool) error {
	def := &p.def
	if shared {
		def = new(body.Def)
	}
	known, err := level.SetBody(def, q.name, q.text)
	if err == nil && !known {
		known, err = s.Set(q.name, q.text)
	}
	if err == nil && !known {
		known, err = how.set(q)
	}
	if err == nil && !known {
		b.warnUnknown(p.at, q)
	}
	return err
}

func (b *builder) sharedBody(g *group) (*pending, error) {
	if p := b.groups[g]; p != nil {
		return p, nil
	}
	list, _, err := b.collect(g.attrs, g.up)
	if err != nil {
		return nil, err
	}
	p := &pending{at: level.Place{Layer: g.layer, Object: g.label}, properties: list, ids: names(g.label, g.attrs)}
	for _, q := range list {
		if _, err := level.SetBody(&p.def, q.name, q.text); err != nil {
			return nil, err
		}
	}
	b.groups[g] = p
	b.bodies = append(b.bodies, p)
	return p, nil
}

// names returns the names by which joints refer to an element.
func names(label string, attrs []xml.Attr) []string {
	return []string{attribute(attrs, "id"), label}
}

func find(list []property, name string) (string, bool) {
	for _, p := range list {
		if p.name == name {
			return p.text, true
		}
	}
	return "", false
}

// object lists an element in the level.
func (b *builder) object(p *pending, at mgl64.Vec2, of world.Body) {
	o := Object{Name: p.at.Object, Layer: p.at.Layer, Position: at, Body: of, Properties: map[string]string{}}
	for _, q := range p.properties {
		o.Properties[q.name] = q.text
	}
	b.level.Objects = append(b.level.Objects, o)
}

func (b *builder) addBody(p *pending) error {
	if _, ok := find(p.properties, "body"); !ok {
		p.def.Type = body.Static
	}
	box := geom.EmptyBox()
	for i := range p.forms {
		box = p.forms[i].extend(box)
	}
	p.def.Position = box.Center().Mgl()
	p.def.Name = p.at.Object
	parts := world.BodyParts{Def: p.def}
	colliders := 0
	for i := range p.forms {
		f := &p.forms[i]
		f.move(p.def.Position)
		if f.kind == chain {
			colliders += len(f.points)
			continue
		}
		s, err := f.shape()
		if err != nil {
			b.Warn(p.at, "a convex part of its outline is too thin for a polygon and was left out")
			continue
		}
		parts.Colliders = append(parts.Colliders, world.ColliderParts{Shape: s, Def: f.surface.Collider()})
	}
	if colliders+len(parts.Colliders) == 0 {
		return nil
	}
	if err := b.Colliders(colliders); err != nil {
		return err
	}
	made, err := b.AddBody(parts)
	if err != nil {
		return err
	}
	b.object(p, p.def.Position, made)
	for _, id := range p.ids {
		if _, taken := b.byID[id]; !taken && id != "" {
			b.byID[id] = made
		}
	}
	for i := range p.forms {
		f := &p.forms[i]
		if f.kind != chain {
			continue
		}
		if _, err := made.AttachChain(shape.Chain{Points: f.points, Closed: f.closed}, f.surface.Collider()); err != nil {
			return err
		}
	}
	return nil
}

// addJoint makes a joint at the place of its shape.
func (b *builder) addJoint(p *pending) error {
	first, last := p.place[0], p.place[len(p.place)-1]
	box := geom.EmptyBox()
	for _, at := range p.place {
		box = box.Include(geom.From(at))
	}
	middle := box.Center().Mgl()
	j := level.Joint{At: middle, To: last, Axis: mgl64.Vec2{1, 0}}
	if along := last.Sub(first); len(p.place) == 2 && along.Len() > 0 {
		j.Axis = along.Normalize()
	}
	for _, q := range p.properties {
		known, err := j.Set(q.name, q.text)
		if err != nil {
			return err
		}
		if !known {
			b.warnUnknown(p.at, q)
		}
	}
	if j.Kind == "distance" {
		j.At = first
	}
	made, err := b.AddJoint(p.at, &j, func(id string) (world.Body, bool) {
		named, ok := b.byID[id]
		return named, ok
	})
	if made {
		b.object(p, middle, world.Body{})
	}
	return err
}
