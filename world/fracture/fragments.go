package fracture

import (
	"math"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// fracturer divides one body.
type fracturer struct {
	Def
	parent    world.Body
	def       body.Def
	seeds     []mgl64.Vec2 // of Shatter, in the frame of the parent
	shift     mgl64.Vec2   // of the line or the seeds, m
	parts     []part
	divided   bool
	fragments []*fragment
}

// part is the intersection of a cell with a collider or with a part of a compound. Both are convex,
// so the part is convex.
type part struct {
	collider int // index of the collider
	compound bool
	cell     int
	region   polygon.Region
	box      geom.Box // around the region
	area     float64
	mass     float64       // kg
	shape    shape.Support // nil if it is too thin for one
	def      world.ColliderDef
	fragment int // index of a part that touches it, or of one that touches that, and so on
}

// fragment is a Fragment in the making.
type fragment struct {
	Fragment
	mass      shape.Mass // about the frame of the parent
	parts     []int
	colliders []world.ColliderParts
	last      int // index of the collider whose part was added last
	shapeless bool
	massless  bool // while others are not: a dynamic body would get the mass of 1 kg
	piece     world.Body
	decided   bool // whether the game was asked
	keep      bool
}

// local maps a point of the line, or a seed, from the world to the frame of the parent.
func (f *fracturer) local(p mgl64.Vec2) mgl64.Vec2 { return f.parent.LocalPoint(p).Add(f.shift) }

// divideColliders finds the parts, by colliders in the order in which they were attached.
func (f *fracturer) divideColliders(cells cellsFunc) error {
	colliders := slices.Collect(f.parent.Colliders())
	slices.Reverse(colliders) // the world yields the newest first
	if len(colliders) == 0 {
		return geom.NewFieldError("Body", f.parent.String(), ErrNoArea)
	}
	factor := f.massFactor(colliders)
	for i, c := range colliders {
		if err := f.divideCollider(i, c, factor, cells); err != nil {
			return err
		}
	}
	if len(f.parts) == 0 {
		return geom.NewFieldError("Body", f.parent.String(), ErrNoArea)
	}
	for _, p := range f.parts {
		f.divided = f.divided || p.cell != f.parts[0].cell
	}
	f.shareMass()
	return nil
}

// shareMass gives the parts of a dynamic body whose colliders have no mass the mass of the body, in
// proportion to their areas.
func (f *fracturer) shareMass() {
	area := 0.0
	for i := range f.parts {
		if f.parts[i].mass > 0 {
			return
		}
		if f.parts[i].canHaveMass() {
			area += f.parts[i].area
		}
	}
	if f.def.Type != body.Dynamic || area == 0 {
		return
	}
	for i := range f.parts {
		if p := &f.parts[i]; p.canHaveMass() {
			p.setMass(float64(f.parent.Mass()*p.area) / area)
		}
	}
}

func (p *part) canHaveMass() bool { return p.shape != nil && !p.def.Sensor }

func (p *part) setMass(mass float64) {
	p.mass, p.def.Mass, p.def.Density, p.def.Massless = mass, mass, 0, false
}

// divideCollider finds the parts of a collider. For a compound it finds the parts of each of its
// parts, which share the mass in proportion to their areas.
func (f *fracturer) divideCollider(i int, c world.Collider, factor float64, cells cellsFunc) error {
	mass := float64(c.Mass() * factor)
	compound, ok := c.Shape().(shape.Compound)
	if !ok {
		compound.Parts = []shape.Support{c.Shape()}
	}
	compound = compound.Disjoint()
	total, err := shape.AreaOf(compound)
	if err != nil {
		return err
	}
	for _, s := range compound.Parts {
		share := mass
		if ok {
			area, err := shape.AreaOf(s)
			if err != nil {
				return err
			}
			share = float64(mass*area) / total
		}
		outline := shape.Outline(s, f.Tolerance)
		if len(outline) < 3 {
			return geom.NewFieldError("Body", f.parent.String(), ErrNoArea)
		}
		found, err := cells(f, outline)
		if err != nil {
			return err
		}
		f.addParts(source{i, ok, s, share, factor == 1 && !ok}, c.Def(), found)
	}
	return nil
}

// massFactor is the ratio of the body's mass to the mass of its colliders: SetMassData may change
// it.
func (f *fracturer) massFactor(colliders []world.Collider) float64 {
	override, sum := f.parent.MassOverride(), 0.0
	for _, c := range colliders {
		sum += c.Mass()
	}
	if override.Mass == 0 || sum == 0 {
		return 1
	}
	return override.Mass / sum
}

// source is a collider, or a part of a compound, that is divided.
type source struct {
	collider int // index of the collider
	compound bool
	shape    shape.Support
	mass     float64 // kg
	asGiven  bool    // one that stays whole has the mass that its definition says
}

// addParts adds the parts of a source. The parts that have a shape share its mass in proportion to
// their areas.
func (f *fracturer) addParts(from source, def world.ColliderDef, cells [][]polygon.Region) {
	first, shaped := len(f.parts), 0.0
	for cell, regions := range cells {
		for _, r := range regions {
			p := part{collider: from.collider, compound: from.compound, cell: cell, region: r, box: geom.EmptyBox(), area: r.Area(), def: def}
			for _, v := range r.Outer {
				p.box = p.box.Include(geom.From(v))
			}
			if s, err := shape.NewHullPolygon(r.Outer, 0); err == nil {
				p.shape = s
				shaped += p.area
			}
			f.parts = append(f.parts, p)
		}
	}
	parts := f.parts[first:]
	if len(parts) == 1 { // it is whole
		parts[0].shape, shaped = from.shape, parts[0].area
		if from.asGiven {
			parts[0].mass = from.mass
			return
		}
	}
	for k := range parts {
		p := &parts[k]
		if p.shape == nil || from.mass == 0 {
			continue
		}
		p.setMass(float64(from.mass*p.area) / shaped)
	}
}

// connect joins the parts of a cell that touch to fragments, in the order of cells and colliders.
func (f *fracturer) connect() {
	for i := range f.parts {
		f.parts[i].fragment = i
	}
	slop := float64(f.parent.World().Config().LengthUnit * 0.005)
	for i := range f.parts {
		for j := range i {
			if a, b := f.root(i), f.root(j); a != b && f.touch(&f.parts[i], &f.parts[j], slop) {
				f.parts[max(a, b)].fragment = min(a, b)
			}
		}
	}
	index := make([]int, len(f.parts)) // per root: its fragment, plus one
	last := 0
	for _, p := range f.parts {
		last = max(last, p.cell)
	}
	for cell := range last + 1 {
		for i := range f.parts {
			if f.parts[i].cell != cell {
				continue
			}
			r := f.root(i)
			if index[r] == 0 {
				f.fragments = append(f.fragments, &fragment{Fragment: Fragment{Cell: cell}})
				index[r] = len(f.fragments)
			}
			f.fragments[index[r]-1].parts = append(f.fragments[index[r]-1].parts, i)
		}
	}
}

func (f *fracturer) root(i int) int {
	for f.parts[i].fragment != i {
		i = f.parts[i].fragment
	}
	return i
}

// touch reports whether two parts hold together. Parts of one cell do if they are closer than the
// overlap that the world leaves in contacts. If nothing was divided, all parts do.
func (f *fracturer) touch(p, q *part, slop float64) bool {
	if !f.divided {
		return true
	}
	if p.cell != q.cell || !p.box.Grow(slop).Overlaps(q.box.Grow(slop)) {
		return false
	}
	for _, v := range p.region.Outer {
		if distanceTo(q.region.Outer, geom.From(v)) <= slop {
			return true
		}
	}
	for _, v := range q.region.Outer {
		if distanceTo(p.region.Outer, geom.From(v)) <= slop {
			return true
		}
	}
	return edgesMeet(p.region.Outer, q.region.Outer)
}

func edgesMeet(p, q []mgl64.Vec2) bool {
	for i := range p {
		a, b := geom.From(p[i]), geom.From(p[(i+1)%len(p)])
		for j := range q {
			if geom.SegmentsIntersect(a, b, geom.From(q[j]), geom.From(q[(j+1)%len(q)])) {
				return true
			}
		}
	}
	return false
}

// distanceTo returns the distance of a point from a convex loop, zero inside.
func distanceTo(loop []mgl64.Vec2, p geom.Vec2) float64 {
	least, inside := math.Inf(1), true
	for i := range loop {
		a, b := geom.From(loop[i]), geom.From(loop[(i+1)%len(loop)])
		inside = inside && geom.Orient(a, b, p) >= 0
		least = min(least, geom.ClosestOnSegment(a, b, p).Distance(p))
	}
	if inside {
		return 0
	}
	return least
}

// weigh finds masses and motions of the fragments and makes the definitions of their colliders.
func (f *fracturer) weigh() {
	for _, x := range f.fragments {
		f.addUp(x)
	}
	moves := f.def.Type == body.Dynamic
	total := shape.Mass{}
	for _, x := range f.fragments {
		total = total.Add(x.mass)
	}
	velocity, omega := geom.From(f.parent.LinearVelocity()), f.parent.AngularVelocity()
	center := geom.From(f.parent.WorldPoint(total.Center.Mgl()))
	if moves && total.Mass > 0 {
		omega = f.turnRate(total, center)
	}
	for _, x := range f.fragments {
		x.AngularVelocity = omega
		x.massless = total.Mass > 0 && x.mass.Mass == 0
		x.Velocity = f.parent.VelocityAt(x.Center)
		if moves && total.Mass > 0 {
			x.Velocity = velocity.MulAdd(omega, geom.From(x.Center).Sub(center).LeftPerp()).Mgl()
		}
		if moves || f.released() {
			x.Mass, x.Inertia = x.mass.Mass, x.mass.Inertia
		}
	}
}

// turnRate is the angular velocity with which the fragments together have the parent's angular
// momentum about their common centre, if that moves with the parent's velocity. If neither borders
// nor mass data differ from the parent's, it equals the parent's angular velocity.
func (f *fracturer) turnRate(total shape.Mass, center geom.Vec2) float64 {
	m, omega := f.parent.MassData(), f.parent.AngularVelocity()
	if m.Inertia == 0 || total.Inertia == 0 {
		return omega
	}
	lever := geom.From(f.parent.WorldCenter()).Sub(center)
	orbit := float64(m.Mass * lever.Cross(geom.From(f.parent.LinearVelocity())))
	return (float64(m.Inertia*omega) + orbit) / total.Inertia
}

// add adds a part to the colliders of a fragment. Parts of one compound stay one collider.
func (x *fragment) add(p *part) {
	if n := len(x.colliders); p.compound && n > 0 && x.last == p.collider {
		c := &x.colliders[n-1]
		whole, ok := c.Shape.(shape.Compound)
		if !ok {
			whole.Parts = []shape.Support{c.Shape}
		}
		c.Shape = shape.Compound{Parts: append(whole.Parts, p.shape)}
		c.Def.Mass += p.mass
		return
	}
	x.last = p.collider
	x.colliders = append(x.colliders, world.ColliderParts{Shape: p.shape, Def: p.def})
}

// addUp computes the sums over the parts of a fragment.
func (f *fracturer) addUp(x *fragment) {
	x.shapeless = true
	middle := shape.Mass{} // of the area
	for _, i := range x.parts {
		p := &f.parts[i]
		x.Area += p.area
		x.Outlines = append(x.Outlines, p.region)
		if p.shape == nil {
			continue
		}
		x.shapeless = false
		x.add(p)
		unit, err := shape.MassOf(p.shape, 1)
		if err != nil || unit.Mass == 0 {
			continue
		}
		middle = middle.Add(unit)
		x.mass = x.mass.Add(unit.Scale(p.mass / unit.Mass))
	}
	center := x.mass.Center
	switch {
	case x.shapeless:
		center = geom.From(x.Outlines[0].Outer[0])
	case x.mass.Mass == 0:
		center = middle.Center
	}
	x.Center = f.parent.WorldPoint(center.Mgl())
}
