package scene

import (
	"fmt"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
)

// Contents are the bodies, joints and areas of a scene in a world, in the order of the scene.
type Contents struct {
	Bodies []world.Body
	Joints []world.Joint
	Areas  []world.Area
	// Characters are moved by the game: it calls Tick of each in Config.BeforeTick.
	Characters []*character.Controller

	byName map[string]world.Body
}

// Body returns the body with a name, and false if there is none.
func (c *Contents) Body(name string) (world.Body, bool) {
	b, ok := c.byName[name]
	return b, ok
}

// New makes a world of the scene. Each adjust may change the configuration first, such as the
// number of workers or the callbacks. An error in the scene is an *Error; other errors come from
// package world.
func (s *Scene) New(adjust ...func(*world.Config)) (*world.World, *Contents, error) {
	config := s.Config
	for _, a := range adjust {
		a(&config)
	}
	w, err := world.New(config)
	if err != nil {
		return nil, nil, err
	}
	c, err := s.Load(w)
	if err != nil {
		w.Close()
		return nil, nil, err
	}
	return w, c, nil
}

// Load adds the scene's bodies, joints and areas to a world. The scene's Config is not used. If
// there is an error the world is unchanged.
func (s *Scene) Load(w *world.World) (*Contents, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	b := s.newBuilder(w)
	if err := b.build(s); err != nil {
		destroyAll(b.contents.Characters)
		destroyAll(b.contents.Areas)
		destroyAll(b.contents.Bodies)
		return nil, err
	}
	return b.contents, nil
}

// destroyAll removes added objects.
func destroyAll[T interface{ Destroy() error }](added []T) {
	for _, created := range added {
		if err := created.Destroy(); err != nil {
			panic(fmt.Sprintf("scene: a %T just made cannot be destroyed: %v", created, err))
		}
	}
}

// builder adds a valid scene to a world. The remaining errors depend on the world: it may be
// stepping, or its unit may put a position out of range.
type builder struct {
	world     *world.World
	materials map[string]*shape.Material // the empty name has none: the default
	contents  *Contents
}

func (s *Scene) newBuilder(w *world.World) *builder {
	b := &builder{
		world:     w,
		materials: make(map[string]*shape.Material, len(s.Materials)),
		contents:  &Contents{byName: make(map[string]world.Body)},
	}
	for i := range s.Materials {
		b.materials[s.Materials[i].Name] = &s.Materials[i].Material
	}
	return b
}

func (b *builder) build(s *Scene) error {
	top := &docPath{}
	for i := range s.Bodies {
		at := top.field("bodies").item(i)
		if err := b.body(at, &s.Bodies[i]); err != nil {
			return err
		}
	}
	for i := range s.Joints {
		j := &s.Joints[i]
		created, err := b.joint(j)
		if err != nil {
			return pathError(top.field("joints").item(i), err)
		}
		b.contents.Joints = append(b.contents.Joints, created)
	}
	if err := b.sleepAgain(s); err != nil {
		return err
	}
	for i := range s.Areas {
		if err := b.area(&s.Areas[i]); err != nil {
			return pathError(top.field("areas").item(i), err)
		}
	}
	for i := range s.Characters {
		if err := b.character(&s.Characters[i]); err != nil {
			return pathError(top.field("characters").item(i), err)
		}
	}
	return nil
}

func pathError(at *docPath, err error) error {
	at, err = locateError(at, err)
	return &Error{Path: at.String(), Err: err}
}

func (b *builder) body(at *docPath, s *Body) error {
	created, err := b.world.CreateBody(s.Def)
	if err != nil {
		return pathError(at, err)
	}
	b.contents.Bodies = append(b.contents.Bodies, created)
	if s.Def.Name != "" {
		b.contents.byName[s.Def.Name] = created
	}
	for i := range s.Colliders {
		c := &s.Colliders[i]
		if _, err := created.Attach(c.Shape, b.withMaterial(c.Def, c.Material)); err != nil {
			return pathError(at.field("colliders").item(i), err)
		}
	}
	for i := range s.Chains {
		c := &s.Chains[i]
		chain := shape.Chain{Points: c.Points, Closed: c.Closed}
		for _, name := range c.Materials {
			chain.Materials = append(chain.Materials, b.materials[name])
		}
		if _, err := created.AttachChain(chain, b.withMaterial(c.Def, c.Material)); err != nil {
			return pathError(at.field("chains").item(i), err)
		}
	}
	if s.Mass != (world.MassData{}) && s.Def.Type == body.Dynamic {
		if err := created.SetMassData(s.Mass); err != nil {
			return pathError(at.field("mass"), err)
		}
		if s.Def.Asleep { // the mass has woken it
			if err := created.Sleep(); err != nil {
				return pathError(at, err)
			}
		}
	}
	// Each shape attached to a rotating body has moved its centre of mass and changed the velocity
	// of the centre. The definition gives the velocity of the final centre.
	if s.Def.AngularVelocity != 0 && created.Awake() {
		if err := created.SetLinearVelocity(s.Def.LinearVelocity); err != nil {
			return pathError(at, err)
		}
	}
	return nil
}

// withMaterial returns the definition with its material filled in.
func (b *builder) withMaterial(def world.ColliderDef, material string) world.ColliderDef {
	def.Material = b.materials[material]
	return def
}

func (b *builder) joint(j *Joint) (world.Joint, error) {
	if g, ok := j.Def.(Gear); ok {
		created, err := b.world.CreateGear(b.contents.Joints[g.First], b.contents.Joints[g.Second], g.Gear)
		return created.Joint, err
	}
	return b.world.CreateJoint(b.bodyNamed(j.A), b.bodyNamed(j.B), j.Definition())
}

// sleepAgain puts bodies to sleep that joints have woken, if all bodies should be asleep that the
// joints connect with them.
func (b *builder) sleepAgain(s *Scene) error {
	group, awake, joined := make([]int, len(s.Bodies)), make([]bool, len(s.Bodies)), make([]bool, len(s.Bodies))
	for i := range group {
		group[i] = i
	}
	groupOf := func(i int) int {
		for ; group[i] != i; i = group[i] {
			group[i] = group[group[i]]
		}
		return i
	}
	for i, ends := range s.sleepersByJoint() {
		_, apart := s.Joints[i].Def.(joint.NoCollision)
		for _, k := range ends {
			if joined[k] = true; !apart && !s.Joints[i].Definition().Shared().Disabled {
				group[groupOf(k)] = groupOf(ends[0])
			}
		}
	}
	for i := range s.Bodies {
		awake[groupOf(i)] = awake[groupOf(i)] || !s.Bodies[i].Def.Asleep
	}
	for i, created := range b.contents.Bodies {
		if !joined[i] || awake[groupOf(i)] {
			continue
		}
		if err := created.Sleep(); err != nil {
			return err
		}
	}
	return nil
}

// sleepersByJoint returns the bodies of each joint that sleep and wake together: those that are
// dynamic and enabled. The bodies of a gear are the bodies of its two joints.
func (s *Scene) sleepersByJoint() [][]int {
	index := make(map[string]int, len(s.Bodies))
	for i := range s.Bodies {
		if d := &s.Bodies[i].Def; d.Name != "" && d.Type == body.Dynamic && !d.Disabled {
			index[d.Name] = i
		}
	}
	list := make([][]int, len(s.Joints))
	for i := range s.Joints {
		j := &s.Joints[i]
		if g, ok := j.Def.(Gear); ok {
			list[i] = slices.Concat(list[g.First], list[g.Second])
			continue
		}
		for _, name := range [2]string{j.A, j.B} {
			if k, ok := index[name]; ok {
				list[i] = append(list[i], k)
			}
		}
	}
	return list
}

// bodyNamed returns the body with a name; the empty name is the ground.
func (b *builder) bodyNamed(name string) world.Body {
	if name == "" {
		return b.world.Ground()
	}
	return b.contents.byName[name]
}
