package creature

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Form is the arrangement of a creature's discs.
type Form struct {
	Name string
	Rows []string // top row first; # is a disc
}

// Forms returns the creatures that learned.
func Forms() []Form {
	return []Form{
		{"worm", []string{"######", "######"}},
		{"hound", []string{"######", "######", "##..##", "##..##"}},
		{"hopper", []string{"####", "####", ".##.", ".###"}},
	}
}

// Gait is the motion of a creature. The zero Gait stands still.
type Gait struct {
	Swing []uint8 // of each spring, in hundredths of its length
	Phase []uint8 // of each spring, in 256ths of a beat
}

// MostSwing is the largest swing, in hundredths of a length.
const MostSwing = 30

const (
	spacing = 0.5  // m
	radius  = 0.17 // of a disc, m
	hertz   = 9.0
	damping = 0.5
)

// actuator is a spring with the length at which it rests.
type actuator struct {
	joint world.Distance
	rest  float64
}

// Creature is a form in a world.
type Creature struct {
	nodes     []world.Body
	actuators []actuator
	gait      Gait
	rows      []int // of each disc
	high      int   // the highest of them
}

// Springs returns the number of springs of the form, which is the length of the lists of its gait.
func (f Form) Springs() int { return len(f.pairs(f.places())) }

// places returns the columns and rows of the discs, the lowest row being 0.
func (f Form) places() (list [][2]int) {
	for r := range f.Rows {
		for c, cell := range f.Rows[len(f.Rows)-1-r] {
			if cell == '#' {
				list = append(list, [2]int{c, r})
			}
		}
	}
	return list
}

// pairs returns the discs that are neighbours.
func (f Form) pairs(places [][2]int) (list [][2]int) {
	for i, a := range places {
		for k := i + 1; k < len(places); k++ {
			dx, dy := places[k][0]-a[0], places[k][1]-a[1]
			if dx*dx <= 1 && dy*dy <= 1 {
				list = append(list, [2]int{i, k})
			}
		}
	}
	return list
}

// New makes a creature whose lowest discs stand with the leftmost one above a point. The error
// comes from the world, or names a gait whose lists do not have the length Springs.
func New(w *world.World, f Form, gait Gait, at mgl64.Vec2) (*Creature, error) {
	places := f.places()
	pairs := f.pairs(places)
	if n := len(pairs); len(gait.Swing) != len(gait.Phase) || len(gait.Swing) != n && len(gait.Swing) != 0 {
		return nil, fmt.Errorf("creature: %d swings and %d phases for %d springs", len(gait.Swing), len(gait.Phase), n)
	}
	c := &Creature{gait: gait}
	defs := make([]body.Def, len(places))
	for i, p := range places {
		defs[i] = body.Def{
			Position:     at.Add(mgl64.Vec2{spacing * float64(p[0]), spacing*float64(p[1]) + radius}),
			LockRotation: true, NeverSleep: true,
		}
	}
	collider := world.ColliderDef{Density: 2, Material: &shape.Material{Friction: 1}}
	for i, def := range defs {
		b, err := w.CreateBody(def)
		if err != nil {
			return nil, err
		}
		if _, err := b.Attach(shape.Circle{Radius: radius}, collider); err != nil {
			return nil, err
		}
		c.nodes = append(c.nodes, b)
		c.rows = append(c.rows, places[i][1])
	}
	c.high = len(f.Rows) - 1
	for _, p := range pairs {
		a, b := c.nodes[p[0]], c.nodes[p[1]]
		def := world.DistanceAt(a, b, a.Position(), b.Position())
		def.SpringHertz, def.SpringDamping = hertz, damping
		j, err := w.CreateDistance(a, b, def)
		if err != nil {
			return nil, err
		}
		c.actuators = append(c.actuators, actuator{j, b.Position().Sub(a.Position()).Len()})
	}
	return c, nil
}

// Beat sets the lengths of all springs for the time of the world, at a frequency in beats per
// second. Call it before each tick. It skips destroyed springs.
func (c *Creature) Beat(frequency float64) {
	if len(c.gait.Swing) == 0 {
		return
	}
	for i, m := range c.actuators {
		if !m.joint.Valid() {
			continue
		}
		turns := float64(frequency*c.nodes[0].World().Time()) + float64(c.gait.Phase[i])/256
		sin, _ := geom.SinCos(2 * math.Pi * (turns - math.Floor(turns)))
		length := m.rest * (1 + float64(float64(c.gait.Swing[i])/100*sin))
		world.Check(m.joint.Edit(func(d *joint.Distance) { d.Length = length }))
	}
}

// Fallen reports whether the creature has tipped over: its highest row leans by more than 60
// degrees over its lowest.
func (c *Creature) Fallen() bool {
	up := c.middle(c.high).Sub(c.middle(0))
	return up[1] < 0.5*up.Len()
}

func (c *Creature) middle(row int) (sum mgl64.Vec2) {
	count := 0.0
	for i, b := range c.nodes {
		if c.rows[i] == row {
			sum = sum.Add(b.Position())
			count++
		}
	}
	return sum.Mul(1 / count)
}

// Nodes returns the discs, row by row from below.
func (c *Creature) Nodes() []world.Body { return c.nodes }

// Center returns the middle of all discs, m.
func (c *Creature) Center() (sum mgl64.Vec2) {
	for _, b := range c.nodes {
		sum = sum.Add(b.Position())
	}
	return sum.Mul(1 / float64(len(c.nodes)))
}
