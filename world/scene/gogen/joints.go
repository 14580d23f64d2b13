package gogen

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world/scene"
)

// jointPlace is the field in which the program keeps a joint, with its type.
type jointPlace struct {
	field string // empty for a joint that it does not keep
	kind  string // the type in packages joint and world
}

func placeJoints(s *scene.Scene) []jointPlace {
	kept := make([]bool, len(s.Joints))
	for i := range s.Joints {
		if g, ok := s.Joints[i].Def.(scene.Gear); ok {
			kept[g.First], kept[g.Second] = true, true
		}
		kept[i] = kept[i] || driven(s.Joints[i])
	}
	names := fieldNames{kind: "Joint"}
	out := make([]jointPlace, len(s.Joints))
	for i := range s.Joints {
		j := &s.Joints[i]
		out[i].kind = reflect.TypeOf(j.Def).Name()
		if !kept[i] {
			continue
		}
		name := j.B
		if name == "" {
			name = j.A
		}
		if !strings.HasSuffix(identifier(name, ""), out[i].kind) {
			name += " " + out[i].kind
		}
		out[i].field = names.of(name)
	}
	return out
}

// driven reports whether a joint is one that a game controls: its motor turns, or it is a motor or
// a mouse.
func driven(j scene.Joint) bool {
	switch j.Def.(type) {
	case joint.Motor, joint.Mouse:
		return true
	}
	return j.Definition().Drive().Speed != 0
}

// addJoints writes the statements of all joints. Joints in a row with equal definitions become a
// loop if the bodies of each joint are the next in their arrays. The last joint is followed by the
// calls that put bodies to sleep again, because every part of a program must use w.
func (g *generator) addJoints() error {
	joints := g.scene.Joints
	var list []block
	for i := 0; i < len(joints); {
		n := 1
		for i+n < len(joints) && g.jointFollows(i, n) {
			n++
		}
		if n >= shortestLoop {
			inner := block{{node: g.joint(i, true)}}
			list = append(list, block{{text: "for i := range " + strconv.Itoa(n), body: inner}})
		} else {
			n = 1
			text := ""
			if field := g.jointPlaces[i].field; field != "" {
				text = "l.Joints." + field + " = "
			}
			list = append(list, block{{text: text, node: g.joint(i, false)}})
		}
		i += n
	}
	for _, name := range g.sleepers {
		last := &list[len(list)-1]
		*last = append(*last, statement{text: "world.Check(" + g.byName[name].String() + ".Sleep())"})
	}
	for _, b := range list {
		g.add(b)
	}
	return nil
}

// jointFollows reports whether a joint can be in a loop with the joint n places before it.
func (g *generator) jointFollows(i, n int) bool {
	a, b := &g.scene.Joints[i], &g.scene.Joints[i+n]
	if _, gear := a.Def.(scene.Gear); gear || g.jointPlaces[i].field != "" || g.jointPlaces[i+n].field != "" {
		return false
	}
	first, second := literal(a.Def), literal(b.Def)
	return first.flat() == second.flat() && g.bodyFollows(a.A, b.A, n) && g.bodyFollows(a.B, b.B, n)
}

func (g *generator) bodyFollows(a, b string, n int) bool {
	p, q := g.byName[a], g.byName[b]
	if !p.array {
		return a == b
	}
	return p.field == q.field && q.index == p.index+n
}

// joint returns the call that creates a joint, in a loop or not.
func (g *generator) joint(i int, loop bool) node {
	j := &g.scene.Joints[i]
	if gear, ok := j.Def.(scene.Gear); ok {
		first, second := g.jointPlaces[gear.First].field, g.jointPlaces[gear.Second].field
		return must("w.CreateGear", atom("l.Joints."+first+".Joint"), atom("l.Joints."+second+".Joint"), literal(gear.Gear))
	}
	return must("w.Create"+g.jointPlaces[i].kind, g.bodyNamed(j.A, loop), g.bodyNamed(j.B, loop), literal(j.Def))
}

// bodyNamed returns the body with a name; the empty name is the ground.
func (g *generator) bodyNamed(name string, loop bool) node {
	p := g.byName[name]
	switch {
	case name == "":
		return atom("w.Ground()")
	case loop && p.array:
		return atom(p.expression(counted("i", p.index)))
	}
	return atom(p.String())
}
