package gallery

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// bone is one part of a ragdoll. Heights are offsets from the drop point.
type bone struct {
	parent       int // index, -1 for the hip
	y            float64
	y1, y2, r    float64 // capsule, about the bone's own position
	pivot        float64
	lower, upper float64 // limits, in units of pi
	turn         float64 // rotation of the parent's frame, in units of pi
	factor       float64 // on the friction torque
	damping      float64
	foot         bool
}

var bones = [...]bone{
	{parent: -1, y: 0.95, y1: -0.02, y2: 0.02, r: 0.095},
	{parent: 0, y: 1.2, y1: -0.135, y2: 0.135, r: 0.09, pivot: 1.0, lower: -0.25, upper: 0, factor: 0.5},
	{parent: 1, y: 1.475, y1: -0.038, y2: 0.039, r: 0.075, pivot: 1.4, lower: -0.3, upper: 0.1, factor: 0.25, damping: 0.1},
	{parent: 0, y: 0.775, y1: -0.125, y2: 0.125, r: 0.06, pivot: 0.9, lower: -0.05, upper: 0.4, factor: 1},
	{parent: 3, y: 0.475, y1: -0.155, y2: 0.125, r: 0.045, pivot: 0.625, lower: -0.5, upper: -0.02, factor: 0.5, foot: true},
	{parent: 0, y: 0.775, y1: -0.125, y2: 0.125, r: 0.06, pivot: 0.9, lower: -0.05, upper: 0.4, factor: 1},
	{parent: 5, y: 0.475, y1: -0.155, y2: 0.125, r: 0.045, pivot: 0.625, lower: -0.5, upper: -0.02, factor: 0.5, foot: true},
	{parent: 1, y: 1.225, y1: -0.125, y2: 0.125, r: 0.035, pivot: 1.35, lower: -0.1, upper: 0.8, factor: 0.5},
	{parent: 7, y: 0.975, y1: -0.125, y2: 0.125, r: 0.03, pivot: 1.1, lower: -0.2, upper: 0.3, turn: 0.25, factor: 0.1, damping: 0.1},
	{parent: 1, y: 1.225, y1: -0.125, y2: 0.125, r: 0.035, pivot: 1.35, lower: -0.1, upper: 0.8, factor: 0.5},
	{parent: 9, y: 0.975, y1: -0.125, y2: 0.125, r: 0.03, pivot: 1.1, lower: -0.2, upper: 0.3, turn: 0.25, factor: 0.1, damping: 0.1},
}

// Ragdoll drops a figure of eleven bones with its feet at a point of the world. Two
// ragdolls of different groups collide; the bones of one do not.
func Ragdoll(w *world.World, at mgl64.Vec2, group int) []world.Body {
	created := make([]world.Body, len(bones))
	filter := shape.Filter{Category: 2, Mask: 1 | 2, Group: -int32(group + 1)}
	foot := world.Must(shape.NewPolygon([]mgl64.Vec2{
		{-0.03, -0.185}, {0.11, -0.185}, {0.11, -0.16}, {-0.03, -0.14},
	}, 0.015))
	for i, b := range bones {
		created[i] = world.Must(w.CreateBody(body.Def{
			Position: mgl64.Vec2{at[0], at[1] + b.y}, LinearDamping: b.damping, SleepSpeed: 0.1,
		}))
		world.Must(created[i].Attach(
			shape.Capsule{A: mgl64.Vec2{0, b.y1}, B: mgl64.Vec2{0, b.y2}, Radius: b.r},
			world.ColliderDef{Material: material(0.2, 0), Filter: filter},
		))
		if b.foot {
			sole := filter
			sole.Mask = 1
			world.Must(created[i].Attach(foot, world.ColliderDef{Material: material(0.05, 0), Filter: sole}))
		}
		if b.parent < 0 {
			continue
		}
		parent := created[b.parent]
		pivot := mgl64.Vec2{at[0], at[1] + b.pivot}
		world.Must(w.CreateRevolute(parent, created[i], joint.Revolute{
			LocalAnchorA: parent.LocalPoint(pivot), LocalAngleA: b.turn * math.Pi,
			LocalAnchorB: created[i].LocalPoint(pivot),
			Limit:        true, Lower: b.lower * math.Pi, Upper: b.upper * math.Pi,
			MaxMotorTorque: 0.05 * b.factor,
			SpringHertz:    5, SpringDamping: 0.5,
		}))
	}
	return created
}

// Rain falls in rows of columns, and a group of ragdolls at once in each row.
const rainRows, rainColumns, rainGroup = 5, 40, 5

// rain drops groups of ragdolls, row by row and column by column, and starts
// over with the oldest when every column is full.
func rain(b *builder) {
	b.createWorld()
	for r := range rainRows {
		for k := range 501 {
			at := mgl64.Vec2{-125 + float64(0.5*float64(k)), 45 * float64(r)}
			b.attach(b.ground, shape.OffsetBox(0.25, 0.25, at, 0), world.ColliderDef{})
		}
	}
	b.run.beforeTick = (&rainfall{run: b.run}).beforeTick
}

// rainfall lists the ragdolls of every round over all columns, so that the scene also continues
// after the world was restored to an earlier tick.
type rainfall struct {
	run    *Run
	rounds [][rainRows * rainColumns][rainGroup][]world.Body // their bones
}

// beforeTick drops the groups of one column in every eighth tick.
func (f *rainfall) beforeTick(tick int) {
	if tick%8 != 0 {
		return
	}
	column, round := tick/8%rainColumns, tick/8/rainColumns
	if round == len(f.rounds) {
		f.rounds = append(f.rounds, [rainRows * rainColumns][rainGroup][]world.Body{})
	}
	for row := range rainRows {
		f.replaceGroup(round, row, column)
	}
}

// replaceGroup drops the group of a row and a column, and destroys the group of the round before.
func (f *rainfall) replaceGroup(round, row, column int) {
	place := row*rainColumns + column
	group := &f.rounds[round][place]
	for g := range group {
		if round > 0 {
			destroyAll(f.rounds[round-1][place][g])
		}
		at := mgl64.Vec2{-125 + float64(6.25*(float64(column)+0.5)) + float64(0.5*float64(g)), 40 + float64(45*float64(row))}
		group[g] = Ragdoll(f.run.World, at, place*rainGroup+g)
	}
}

func destroyAll(bodies []world.Body) {
	for _, b := range bodies {
		world.Check(b.Destroy())
	}
}
