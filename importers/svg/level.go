package svg

import (
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

// Options say how a drawing becomes a level.
type Options struct {
	Origin        mgl64.Vec2 // of the upper left corner of the viewBox, m
	PixelsPerUnit float64    // user units in a metre; zero means 32
	Tolerance     float64    // by which a curve may be off, m; zero means 0.01
	Properties    []string   // names of the game's own, without data-, which give no warning
}

// Level is what a drawing became, in the order of the file.
type Level struct {
	Objects  []Object
	Joints   []world.Joint
	Warnings []Warning
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
	i := slices.IndexFunc(l.Objects, func(o Object) bool { return o.Name == name })
	if i < 0 {
		return Object{}, false
	}
	return l.Objects[i], true
}

// Destroy takes everything of the level out of its world.
func (l *Level) Destroy() error {
	for _, o := range l.Objects {
		if o.Body.Valid() {
			if err := o.Body.Destroy(); err != nil {
				return err
			}
		}
	}
	return nil
}

// property is an attribute data-name, with underscores for hyphens.
type property struct{ name, text string }

// pending is a body whose forms are being gathered, or a joint.
type pending struct {
	label, layer string
	ids          []string
	properties   []property
	def          body.Def
	forms        []form
	place        []mgl64.Vec2 // corners of a joint's shape
}

// builder makes a level.
type builder struct {
	d       *Drawing
	w       *world.World
	options Options
	toWorld matrix
	level   *Level
	bodies  []*pending
	joints  []*pending
	groups  map[*group]*pending
	byID    map[string]world.Body
	budget  level.Budget
}

// Build makes the bodies and joints of a drawing. The error is an *Error, and then the world holds
// nothing of the drawing.
func (d *Drawing) Build(w *world.World, options Options) (*Level, error) {
	if options.PixelsPerUnit == 0 {
		options.PixelsPerUnit = 32
	}
	if options.Tolerance == 0 {
		options.Tolerance = 0.01
	}
	if err := errors.Join(geom.CheckSize("PixelsPerUnit", options.PixelsPerUnit), geom.CheckSize("Tolerance", options.Tolerance),
		geom.CheckPoint("Origin", geom.From(options.Origin))); err != nil {
		return nil, &Error{File: d.file, Err: err}
	}
	k := 1 / options.PixelsPerUnit
	b := &builder{
		d: d, w: w, options: options, level: &Level{}, groups: map[*group]*pending{}, byID: map[string]world.Body{},
		toWorld: matrix{a: k, d: -k, e: options.Origin[0] - float64(k*d.x), f: options.Origin[1] + float64(k*d.y)},
	}
	for i := range d.elements {
		e := &d.elements[i]
		if err := b.addElement(e); err != nil {
			return nil, &Error{File: d.file, Layer: e.up.layer, Object: e.label, Err: format(err)}
		}
	}
	err := b.create(b.bodies, b.addBody)
	if err == nil {
		err = b.create(b.joints, b.addJoint)
	}
	if err != nil {
		world.Check(b.level.Destroy())
		return nil, err
	}
	return b.level, nil
}

// create makes bodies or joints.
func (b *builder) create(list []*pending, make func(*pending) error) error {
	for _, p := range list {
		if err := make(p); err != nil {
			return &Error{File: b.d.file, Layer: p.layer, Object: p.label, Err: format(err)}
		}
	}
	return nil
}

func (b *builder) warn(layer, object, text string, args ...any) {
	switch n := len(b.level.Warnings); {
	case n < level.MaxWarnings:
		b.level.Warnings = append(b.level.Warnings, Warning{layer, object, fmt.Sprintf(text, args...)})
	case n == level.MaxWarnings:
		b.level.Warnings = append(b.level.Warnings, Warning{Text: fmt.Sprintf("there are more than these %d warnings", n)})
	}
}

// collect returns the properties of an element with those of its groups. A group that is one body
// keeps its own data-body, and what a layer says about bodies holds for each of its shapes.
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
	return list, shared, b.budget.Work(1 + len(list))
}

// addElement notes the forms of a shape with their body.
func (b *builder) addElement(e *element) error {
	list, shared, err := b.collect(e.attrs, e.up)
	if err != nil {
		return err
	}
	p := &pending{label: e.label, layer: e.up.layer, properties: list, ids: names(e.label, e.attrs)}
	if text, ok := find(list, "joint"); ok && text != "" {
		if p.place, err = b.corners(e); err == nil && len(p.place) == 0 {
			b.warn(p.layer, p.label, "a joint needs a shape that says where it is")
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

// takeProperty takes over a property of a shape. What a group that is one body says about
// bodies is read once, with the group.
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
	if err == nil && !known && !slices.Contains(b.options.Properties, q.name) && !slices.Contains(b.options.Properties, strings.ReplaceAll(q.name, "_", "-")) {
		b.warn(p.layer, p.label, "attribute %q is not known", "data-"+strings.ReplaceAll(q.name, "_", "-"))
	}
	return err
}

// sharedBody returns the body of a group.
func (b *builder) sharedBody(g *group) (*pending, error) {
	if p := b.groups[g]; p != nil {
		return p, nil
	}
	list, _, err := b.collect(g.attrs, g.up)
	if err != nil {
		return nil, err
	}
	p := &pending{label: g.label, layer: g.layer, properties: list, ids: names(g.label, g.attrs)}
	for _, q := range list {
		if _, err := level.SetBody(&p.def, q.name, q.text); err != nil {
			return nil, err
		}
	}
	b.groups[g] = p
	b.bodies = append(b.bodies, p)
	return p, nil
}

// names returns those by which joints refer to an element.
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
	o := Object{Name: p.label, Layer: p.layer, Position: at, Body: of, Properties: map[string]string{}}
	for _, q := range p.properties {
		o.Properties[q.name] = q.text
	}
	b.level.Objects = append(b.level.Objects, o)
}

// addBody makes a body of forms.
func (b *builder) addBody(p *pending) error {
	if _, ok := find(p.properties, "body"); !ok {
		p.def.Type = body.Static
	}
	box := geom.EmptyBox()
	for i := range p.forms {
		box = p.forms[i].extend(box)
	}
	p.def.Position = box.Center().Mgl()
	p.def.Name = p.label
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
			b.warn(p.layer, p.label, "a convex part of its outline is too thin for a polygon and was left out")
			continue
		}
		parts.Colliders = append(parts.Colliders, world.ColliderParts{Shape: s, Def: f.surface.Collider()})
	}
	if err := b.budget.Colliders(colliders + len(parts.Colliders)); err != nil {
		return err
	}
	if colliders+len(parts.Colliders) == 0 {
		return nil
	}
	made, err := b.w.CreateBodies(nil, []world.BodyParts{parts})
	if err != nil {
		return err
	}
	b.object(p, p.def.Position, made[0])
	for _, id := range p.ids {
		if _, taken := b.byID[id]; !taken && id != "" {
			b.byID[id] = made[0]
		}
	}
	for i := range p.forms {
		f := &p.forms[i]
		if f.kind != chain {
			continue
		}
		if _, err := made[0].AttachChain(shape.Chain{Points: f.points, Closed: f.closed}, f.surface.Collider()); err != nil {
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
		if !known && !slices.Contains(b.options.Properties, q.name) {
			b.warn(p.layer, p.label, "attribute %q is not known", "data-"+strings.ReplaceAll(q.name, "_", "-"))
		}
	}
	if j.Kind == "distance" {
		j.At = first
	}
	ends := [2]world.Body{b.w.Ground(), b.w.Ground()}
	for i, id := range [2]string{j.A, j.B} {
		if id == "" {
			continue
		}
		var ok bool
		if ends[i], ok = b.byID[id]; !ok {
			b.warn(p.layer, p.label, "no body has the id %q, so the joint was left out", id)
			return nil
		}
	}
	definition, ok := j.Definition(ends[0], ends[1])
	if !ok {
		b.warn(p.layer, p.label, "a joint %q is not known: it may be %s", j.Kind, level.JointKinds)
		return nil
	}
	made, err := b.w.CreateJoint(ends[0], ends[1], definition)
	if err != nil {
		return fmt.Errorf("joint: %w", err)
	}
	b.object(p, middle, world.Body{})
	b.level.Joints = append(b.level.Joints, made)
	return nil
}
