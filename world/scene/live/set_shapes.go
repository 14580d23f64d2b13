package live

import (
	"reflect"
	"slices"
	"strconv"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
)

// bodyParts are the colliders and chains of a body in the order of the document. Parts that the
// game has destroyed are not valid.
type bodyParts struct {
	colliders []world.Collider
	chains    []world.Chain
}

// partsOf returns the parts of a body that was made of a document. Parts that the game has added
// come after them.
func partsOf(b world.Body, from *scene.Body) bodyParts {
	p := bodyParts{make([]world.Collider, 0, len(from.Colliders)), make([]world.Chain, 0, len(from.Chains))}
	if b.Valid() {
		for _, c := range slices.Backward(slices.Collect(b.Colliders())) { // the world yields the newest first
			if chain, chained := c.Chain(); !chained {
				p.colliders = append(p.colliders, c)
			} else if !slices.Contains(p.chains, chain) {
				p.chains = append(p.chains, chain)
			}
		}
	}
	p.colliders = slices.Grow(p.colliders, len(from.Colliders))[:len(from.Colliders)]
	p.chains = slices.Grow(p.chains, len(from.Chains))[:len(from.Chains)]
	return p
}

// setCollider applies a field of a collider to the world. A field that the world cannot change
// makes a new collider.
func (d *Document) setCollider(s *scene.Scene, index int, keys []string) error {
	i, err := strconv.Atoi(keys[1])
	if err != nil || i < 0 || i >= len(s.Bodies[index].Colliders) {
		return ErrNotLive
	}
	c, to := d.parts[index].colliders[i], &s.Bodies[index].Colliders[i]
	if !c.Valid() {
		return ErrGone
	}
	switch keys[2] {
	case "density", "mass":
		return setDensity(c, &to.Def)
	case "filter":
		return c.SetFilter(to.Def.Filter)
	case "oneWay":
		return c.SetOneWay(to.Def.OneWay)
	case "material":
		return c.SetMaterial(materialOf(s, to.Material))
	case "massless", "sensor", "hitEvents", "noContactEvents", "preSolve", "noSensorEvents", "seesSensors", "crushThreshold", "type":
		return d.setParts(s, index)
	}
	return c.SetShape(to.Shape)
}

// setDensity gives a collider the mass or the density of its definition.
func setDensity(c world.Collider, to *world.ColliderDef) error {
	switch {
	case to.Massless || to.Sensor:
		return nil // without mass at any density
	case to.Mass > 0:
		return c.SetMass(to.Mass)
	case to.Density == 0:
		return c.SetDensity(1)
	}
	return c.SetDensity(to.Density)
}

// setParts makes the changed colliders and chains of a body again.
func (d *Document) setParts(s *scene.Scene, index int) error {
	b, have, from, to := d.bodies[index], d.parts[index], &d.scene.Bodies[index], &s.Bodies[index]
	var next bodyParts
	var created []interface{ Destroy() error }
	err := func() error {
		for i := range to.Colliders {
			if i < len(from.Colliders) && reflect.DeepEqual(from.Colliders[i], to.Colliders[i]) {
				next.colliders = append(next.colliders, have.colliders[i])
				continue
			}
			c, err := b.Attach(to.Colliders[i].Shape, withMaterial(s, to.Colliders[i].Def, to.Colliders[i].Material))
			if err != nil {
				return err
			}
			next.colliders, created = append(next.colliders, c), append(created, c)
		}
		for i := range to.Chains {
			if i < len(from.Chains) && reflect.DeepEqual(from.Chains[i], to.Chains[i]) {
				next.chains = append(next.chains, have.chains[i])
				continue
			}
			c, err := attachChain(s, b, &to.Chains[i])
			if err != nil {
				return err
			}
			next.chains, created = append(next.chains, c), append(created, c)
		}
		return nil
	}()
	if err != nil {
		for _, c := range slices.Backward(created) {
			world.Check(c.Destroy())
		}
		return err
	}
	d.parts[index] = next
	for i, c := range have.colliders {
		if c.Valid() && !slices.Contains(next.colliders, c) {
			if i < len(next.colliders) {
				next.colliders[i].SetUserData(c.UserData())
			}
			world.Check(c.Destroy())
		}
	}
	for i, c := range have.chains {
		if c.Valid() && !slices.Contains(next.chains, c) {
			if i < len(next.chains) {
				keepUserData(next.chains[i], c)
			}
			world.Check(c.Destroy())
		}
	}
	return nil
}

// keepUserData gives the user data of the segments of a chain to the segments of another one. The
// last one counts for segments that the chain did not have.
func keepUserData(to, from world.Chain) {
	old := from.Segments()
	for i, segment := range to.Segments() {
		segment.SetUserData(old[min(i, len(old)-1)].UserData())
	}
}

// withMaterial returns the definition with its material filled in.
func withMaterial(s *scene.Scene, def world.ColliderDef, name string) world.ColliderDef {
	m := materialOf(s, name)
	def.Material = &m
	return def
}

func attachChain(s *scene.Scene, b world.Body, c *scene.Chain) (world.Chain, error) {
	chain := shape.Chain{Points: c.Points, Closed: c.Closed}
	for i := range c.Materials {
		m := materialOf(s, materialOfSegment(c, i))
		chain.Materials = append(chain.Materials, &m)
	}
	return b.AttachChain(chain, withMaterial(s, c.Def, c.Material))
}

// materialOfSegment returns the name of the material of a segment.
func materialOfSegment(c *scene.Chain, i int) string {
	if i < len(c.Materials) && c.Materials[i] != "" {
		return c.Materials[i]
	}
	return c.Material
}

func materialOf(s *scene.Scene, name string) shape.Material {
	for i := range s.Materials {
		if s.Materials[i].Name == name {
			return s.Materials[i].Material
		}
	}
	return shape.DefaultMaterial()
}

func (d *Document) setMaterial(s *scene.Scene, index int) error {
	m := &s.Materials[index]
	for i := range s.Bodies {
		if err := d.parts[i].setMaterial(&s.Bodies[i], m); err != nil {
			return err
		}
	}
	for i := range s.Characters {
		if s.Characters[i].Material == m.Name && d.characters[i].Body().Valid() {
			if err := d.setCharacter(s, i, "material"); err != nil {
				return err
			}
		}
	}
	return nil
}

// setMaterial gives a material to the parts of a body that have it.
func (p *bodyParts) setMaterial(from *scene.Body, m *scene.Material) error {
	for i, c := range p.colliders {
		if !c.Valid() || from.Colliders[i].Material != m.Name {
			continue
		}
		if err := c.SetMaterial(m.Material); err != nil {
			return err
		}
	}
	for i, c := range p.chains {
		if err := setMaterialOfChain(c, &from.Chains[i], m); err != nil {
			return err
		}
	}
	return nil
}

func setMaterialOfChain(c world.Chain, from *scene.Chain, m *scene.Material) error {
	if !c.Valid() {
		return nil
	}
	for i, segment := range c.Segments() {
		if segment.Valid() && materialOfSegment(from, i) == m.Name {
			if err := segment.SetMaterial(m.Material); err != nil {
				return err
			}
		}
	}
	return nil
}
