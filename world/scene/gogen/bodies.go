package gogen

import (
	"fmt"
	"strconv"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
)

// shortestLoop is the number of equal objects in a row from which on a loop builds them.
const shortestLoop = 3

func (g *generator) addBodies() error {
	templates := make([]string, len(g.scene.Bodies))
	for i := range templates {
		p := g.places[i]
		p.index = 0 // a loop counts
		statements, err := g.body(i, inLoop(p, true))
		if err != nil {
			return err
		}
		templates[i] = statements.print(2)
	}
	for i := 0; i < len(templates); {
		n := 1
		for i+n < len(templates) && templates[i+n] == templates[i] && g.follows(i, n) {
			n++
		}
		if n < shortestLoop {
			n = 1
			if err := g.singleBody(i); err != nil {
				return err
			}
		} else if err := g.loopOfBodies(i, n); err != nil {
			return err
		}
		i += n
	}
	return nil
}

// follows reports whether a body can be in a loop with the body n places before it.
func (g *generator) follows(i, n int) bool {
	a, b := g.places[i], g.places[i+n]
	if a.field == "" {
		return b.field == ""
	}
	return a.array && b.array && a.field == b.field && b.index == a.index+n
}

// written holds the expressions for the values that a loop varies. The zero written is a body
// without a loop.
type written struct {
	variable string // that has the body
	fields   []field
}

// inLoop returns the expressions of a body in a loop whose first body has a place. The rows of the
// loop have an angle, unless all its bodies have the same angle.
func inLoop(first place, angles bool) written {
	out := written{variable: "b"}
	if first.array {
		number := "strconv.Itoa(" + counted("i", first.first+first.index) + ")"
		out.fields = append(out.fields, field{"Name", atom(strconv.Quote(first.stem) + " + " + number)})
	}
	if !angles {
		out.fields = append(out.fields, field{"Position", atom("at")})
		return out
	}
	at := node{text: "mgl64.Vec2", open: "{", items: []node{atom("at[0]"), atom("at[1]")}}
	out.fields = append(out.fields, field{"Position", at}, field{"Angle", atom("at[2]")})
	return out
}

// counted returns a variable plus a number.
func counted(variable string, n int) string {
	if n == 0 {
		return variable
	}
	return variable + "+" + strconv.Itoa(n)
}

func (g *generator) singleBody(i int) error {
	b := written{variable: "b"}
	if g.places[i].field != "" {
		b.variable = g.places[i].String()
	}
	statements, err := g.body(i, b)
	g.add(statements)
	return err
}

// loopOfBodies writes n bodies that differ in their places, angles and numbers.
func (g *generator) loopOfBodies(i, n int) error {
	bodies, first := g.scene.Bodies[i:i+n], g.places[i]
	angles := false
	for k := range bodies {
		angles = angles || !sameBits(bodies[k].Def.Angle, bodies[0].Def.Angle)
	}
	rows := node{text: "[]mgl64.Vec2", open: "{"}
	if angles {
		rows.text = "[][3]float64"
	}
	for k := range bodies {
		d := &bodies[k].Def
		item := row(d.Position[0], d.Position[1])
		if angles {
			item = append(item, number(d.Angle))
		}
		rows.items = append(rows.items, node{open: "{", items: item})
	}
	inner, err := g.body(i, inLoop(first, angles))
	if err != nil {
		return err
	}
	index := "_"
	if first.array {
		index = "i"
		inner = append(inner, statement{text: first.expression(counted("i", first.index)) + " = b"})
	}
	g.add(block{{text: "for " + index + ", at := range ", node: rows, body: inner}})
	return nil
}

// body returns the statements that create a body with its colliders and chains.
func (g *generator) body(i int, as written) (block, error) {
	b := &g.scene.Bodies[i]
	created := must("w.CreateBody", literal(b.Def, as.fields...))
	out := block{{text: as.variable + " = ", node: created}}
	for j := range b.Colliders {
		c := &b.Colliders[j]
		s, err := shapeNode(c.Shape)
		if err != nil {
			return nil, &scene.Error{Path: fmt.Sprintf("bodies[%d].colliders[%d].type", i, j), Err: err}
		}
		out = append(out, statement{node: must(as.variable+".Attach", s, g.collider(&c.Def, c.Material))})
	}
	for j := range b.Chains {
		c := &b.Chains[j]
		chain := literal(shape.Chain{Points: c.Points, Closed: c.Closed}, field{"Materials", g.materialList(c.Materials)})
		out = append(out, statement{node: must(as.variable+".AttachChain", chain, g.collider(&c.Def, c.Material))})
	}
	if b.Mass != (world.MassData{}) && b.Def.Type == body.Dynamic {
		out = append(out, statement{node: call("world.Check", call(as.variable+".SetMassData", literal(b.Mass)))})
		if b.Def.Asleep { // the mass has woken it
			out = append(out, statement{node: call("world.Check", call(as.variable+".Sleep"))})
		}
	}
	out = append(out, finalVelocity(b, as.variable)...)
	if len(out) == 1 && as.variable == "b" && !g.places[i].array {
		out[0].text = ""
	}
	if as.variable == "b" && out[0].text != "" {
		out[0].text = "b := "
	}
	return out, nil
}

// finalVelocity returns the statement that brings back the velocity of a body that turns, which
// attaching the shapes changes: the definition gives the velocity of the final centre of mass. A
// body that should be asleep is awake in a world that does not let it sleep.
func finalVelocity(b *scene.Body, variable string) block {
	d := &b.Def
	velocity := call(variable+".SetLinearVelocity", point(d.LinearVelocity))
	set := block{{node: call("world.Check", velocity), comment: "of the final centre of mass"}}
	attached := len(b.Colliders) > 0 || len(b.Chains) > 0 || b.Mass != (world.MassData{})
	switch {
	case d.AngularVelocity == 0 || d.Type == body.Static:
		return nil
	case d.Asleep || d.Disabled:
		return block{{text: "if " + variable + ".Awake()", body: set}}
	case attached:
		return set
	}
	return nil
}

func (g *generator) collider(d *world.ColliderDef, material string) node {
	return literal(*d, field{"Material", g.material(material)})
}

// material returns the pointer to a material; the default one is left out.
func (g *generator) material(name string) node {
	if name == "" {
		return node{}
	}
	return atom("&l.Materials." + g.materials[name])
}

func (g *generator) materialList(names []string) node {
	if len(names) == 0 {
		return node{}
	}
	n := node{text: "[]*shape.Material", open: "{"}
	for _, name := range names {
		m := g.material(name)
		if name == "" {
			m = atom("nil")
		}
		n.items = append(n.items, m)
	}
	return n
}
