package scene

import (
	"fmt"
	"strconv"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/world"
)

// checkReferences checks what involves several objects: that names are unique, that
// references to names resolve, and that the whole is not too large.
func (s *Scene) checkReferences(first *firstError) {
	if first.err != nil {
		return
	}
	top := &docPath{}
	materials := nameSet{kind: "material", known: map[string]bool{"": true}}
	for i := range s.Materials {
		at := top.field("materials").item(i).field("name")
		if s.Materials[i].Name == "" {
			first.record(at, ErrMissing)
		}
		materials.add(first, at, s.Materials[i].Name)
	}
	bodies := nameSet{kind: "body", known: map[string]bool{"": true}}
	dynamicNames := map[string]bool{}
	colliders := 0
	for i := range s.Bodies {
		b, at := &s.Bodies[i], top.field("bodies").item(i)
		if b.Def.Name != "" {
			bodies.add(first, at.field("name"), b.Def.Name)
		}
		if b.Def.Type == body.Dynamic {
			dynamicNames[b.Def.Name] = true
		}
		for j := range b.Colliders {
			materials.find(first, at.field("colliders").item(j).field("material"), b.Colliders[j].Material)
		}
		colliders += len(b.Colliders)
		for j := range b.Chains {
			c, at := &b.Chains[j], at.field("chains").item(j)
			materials.find(first, at.field("material"), c.Material)
			for k, name := range c.Materials {
				materials.find(first, at.field("materials").item(k), name)
			}
			colliders += len(c.Points)
		}
	}
	if colliders > MaxColliders {
		first.record(top.field("bodies"), fmt.Errorf("their %d colliders are %w: at most %d", colliders, ErrTooMany, MaxColliders))
	}
	for i := range s.Joints {
		j, at := &s.Joints[i], top.field("joints").item(i)
		if g, ok := j.Def.(Gear); ok {
			s.checkGear(first, at, i, &g)
			continue
		}
		bodies.find(first, at.field("a"), j.A)
		bodies.find(first, at.field("b"), j.B)
		if j.A == j.B {
			first.record(at.field("b"), fmt.Errorf("%q %w", shorten(j.B), world.ErrSameBody))
		}
		if !(j.A != "" && dynamicNames[j.A] || j.B != "" && dynamicNames[j.B]) {
			first.record(at.field("b"), fmt.Errorf("%q %w", shorten(j.B), world.ErrImmovable))
		}
	}
}

// nameSet is the set of names of one kind of object.
type nameSet struct {
	kind  string
	known map[string]bool
}

func (n *nameSet) add(first *firstError, at *docPath, name string) {
	if n.known[name] {
		first.record(at, fmt.Errorf("%s %w", strconv.Quote(shorten(name)), ErrDuplicateName))
	}
	n.known[name] = true
}

func (n *nameSet) find(first *firstError, at *docPath, name string) {
	if !n.known[name] {
		first.record(at, fmt.Errorf("%s %w: no such %s", strconv.Quote(shorten(name)), ErrUnknownName, n.kind))
	}
}
