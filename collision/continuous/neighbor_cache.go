package continuous

import (
	"math"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/radix"
)

// The neighbors of a place stay the same from tick to tick as long as no static and no kinematic
// collider moves. So each worker caches them. The plane is divided into square cells. For each cell
// in which a fast body began a tick the cache lists the colliders around the cell. Most lists are
// empty. A body whose motion stays within the reach of its cell needs no query. A cached list gives
// the same results as a query.

// neighborCache is the cache of one worker: a hash table in which a new cell replaces the old cell
// with the same place.
type neighborCache struct {
	stamp   cellStamp
	inverse float64 // of the side of a cell, 1/m
	reach   float64 // m, the bound of a cached motion's distance from the body's centre: stamp.reach less a slop
	cells   []neighborCell
	items   []nearItem // lists of the cells
	epoch   uint32     // cells with another epoch are empty places
}

// cellStamp identifies the conditions for which cells were cached.
type cellStamp struct {
	changes uint64  // of the immovable proxies
	reach   float64 // m, the cached distance around a cell
	places  int
}

// neighborCell is an entry of the table.
type neighborCell struct {
	x, y  uint32 // the cell whose corner is the origin has cellOrigin
	epoch uint32
	list  uint32 // the start of its items times cellListMax+1, plus their number; zero if none
}

const (
	cellOrigin    = 1 << 30
	cellListMax   = 31
	cellListLong  = 31  // as the number: more than maxNear items
	minCellBodies = 64  // with fewer fast bodies nothing is cached
	minCellPlaces = 256 // in the table
	maxCellPlaces = 1 << 15
	cellSide      = 1.4 // of the reach: large cells are few, but more is near each
	cellSamples   = 64  // at least so many bodies determine the size of the cells, and less than twice as many
)

// prepareCells decides whether cells are cached in this tick. Caching is useless when the immovable
// colliders have changed since the tick before.
func (s *Stage) prepareCells(pool *par.Pool) {
	changes := s.p.Broadphase.Changes(broadphase.Static) + s.p.Broadphase.Changes(broadphase.Kinematic)
	rest := changes == s.cells.changes
	s.cells.changes = changes
	if s.useCells = rest && len(s.fast) >= minCellBodies; !s.useCells {
		return
	}
	if s.useCells = s.chooseCellSize(); !s.useCells {
		return
	}
	places := minCellPlaces
	for places < min(len(s.fast)/2, maxCellPlaces) {
		places *= 2
	}
	if s.cells.places < places || s.cells.places >= 4*places {
		s.cells.places = places
	}
	for _, q := range s.queries[:pool.Workers()] {
		q.cells.prepare(s.cells, s.p.Tolerance.Slop)
	}
}

// chooseCellSize chooses a reach of the cells a little larger than the reach of most fast bodies,
// unless the current reach fits. It reports false when most reaches are not finite.
func (s *Stage) chooseCellSize() bool {
	bodies := s.p.Bodies
	var reaches [2 * cellSamples]uint64 // the bits of floats: not negative, so in the same order
	n := 0
	for i := 0; i < len(s.fast); i += max(1, len(s.fast)/cellSamples) {
		row := s.fast[i].row
		reaches[n] = math.Float64bits(motionReach(&bodies.LastPose[row].P, &bodies.Pose[row].P, bodies.Motion[row].MaxExtent))
		n++
	}
	radix.Sort(reaches[:n])
	most := math.Float64frombits(reaches[n-1-n/16]) + s.p.Tolerance.Slop
	if !(most <= s.cells.reach && most >= 0.5*s.cells.reach) {
		s.cells.reach = 1.2 * most
	}
	return s.cells.reach > s.p.Tolerance.Slop && s.cells.reach <= math.MaxFloat32
}

// prepare clears all cells that were cached under another stamp. When the lists are full they get
// more room, up to two items per place. Beyond that all cells are cleared too.
func (c *neighborCache) prepare(stamp cellStamp, slop float64) {
	if full := len(c.items)+maxNear > cap(c.items); c.stamp == stamp && !(full && cap(c.items) >= 2*stamp.places) {
		if full {
			c.items = append(make([]nearItem, 0, 2*cap(c.items)), c.items...)
		}
		return
	}
	c.stamp = stamp
	c.inverse, c.reach = 1/(cellSide*stamp.reach), stamp.reach-slop
	if stamp.places != len(c.cells) {
		c.cells, c.items, c.epoch = make([]neighborCell, stamp.places), make([]nearItem, 0, stamp.places/8), 0
	}
	c.items = c.items[:0]
	if c.epoch++; c.epoch == 0 {
		clear(c.cells)
		c.epoch = 1
	}
}

// motionReach returns the larger distance of a motion from its start along x or y, in metres, plus
// the extent of the body. The bits of positive numbers are in the order of the numbers, and
// comparing bits needs no branch.
func motionReach(from, to *geom.Vec2, extent float32) float64 {
	const sign = 1 << 63
	dx, dy := math.Float64bits(to.X-from.X)&^sign, math.Float64bits(to.Y-from.Y)&^sign
	return math.Float64frombits(max(dx, dy)) + float64(extent)
}

// locate returns the cell of a point. If outside is not zero, there is no cell: the point is too
// far from the origin.
func (c *neighborCache) locate(p *geom.Vec2) (x, y, outside uint32) {
	u, v := int64(float64(p.X*c.inverse)+cellOrigin), int64(float64(p.Y*c.inverse)+cellOrigin)
	return uint32(u), uint32(v), uint32(uint64(u|v) >> 31)
}

// place returns the place of a cell in the table. Four adjacent cells share a cache line.
func (c *neighborCache) place(x, y uint32) *neighborCell {
	h := (x>>1)*0x9E3779B1 + (y>>1)*0x85EBCA77
	return &c.cells[int((h^h>>15)<<2|(x&1|y&1<<1))&(len(c.cells)-1)]
}

// box returns a box around all motions that may be looked up in a cell. Rounding a point to a cell
// has an error of 2^-22 of the side. Rounding a motion's box has an error of less than 2^-21 of its
// coordinates.
func (c *neighborCache) box(x, y uint32) geom.Box {
	size := float64(cellSide * c.stamp.reach)
	low := geom.Vec2{X: float64((float64(x) - cellOrigin) * size), Y: float64((float64(y) - cellOrigin) * size)}
	far := math.Abs(low.X) + math.Abs(low.Y) + float64(4*size)
	high := geom.Vec2{X: low.X + size, Y: low.Y + size}
	return geom.Box{Min: low, Max: high}.Grow(c.stamp.reach + float64((1.0/(1<<20))*far))
}

// sweepRemembering sweeps bodies whose paths are not recorded, with the help of the cells.
func (q *ccdQuery) sweepRemembering(list []fastBody) {
	var left [ccdBlock]foundCell
	var unknown, far [ccdBlock]fastBody
	unknownCount, farCount := 0, 0
	for i := range left[:q.leaveOutAlone(&left, list)] {
		b := list[left[i].body]
		switch near, found := q.cells.neighbors(&left[i]); found {
		case inList:
			q.sweepNear(b, near)
		case amongMany:
			q.sweepBody(b, nil)
		case inNoCell:
			unknown[unknownCount] = b
			unknownCount++
		default:
			far[farCount] = b
			farCount++
		}
	}
	for i := 0; i < farCount; i += ccdGroup {
		q.sweepGroup(far[i:min(i+ccdGroup, farCount)])
	}
	for i := 0; i < unknownCount; i += ccdGroup {
		group := unknown[i:min(i+ccdGroup, unknownCount)]
		q.remember(group)
		for j := range left[:q.leaveOutAlone(&left, group)] {
			if near, found := q.cells.neighbors(&left[j]); found == inList {
				q.sweepNear(group[left[j].body], near)
			} else { // too many items, no room for them, or another cell has taken the place
				q.sweepBody(group[left[j].body], nil)
			}
		}
	}
}

// foundCell is the place in the table of the cell in which a body began the tick.
type foundCell struct {
	body    uint32 // index in the list of bodies
	beyond  uint32 // not zero: the motion leads beyond the reach of the cells
	unknown uint32 // not zero: the place has another cell, or none
	list    uint32 // of the cell in the table
}

// leaveOutAlone writes the cells of the bodies in a list that are not known to have empty
// surroundings, and returns their number. The outcome can hardly be predicted, so the loop has no
// branch.
func (q *ccdQuery) leaveOutAlone(dst *[ccdBlock]foundCell, list []fastBody) int {
	bodies, c := q.p.Bodies, &q.cells
	last := bodies.LastPose
	poses, motions := bodies.Pose[:len(last)], bodies.Motion[:len(last)]
	const sign = 1 << 63
	n, reach := uint(0), math.Float64bits(c.reach)
	for i := range list {
		row := list[i].row
		from := &last[row].P
		within := reach - math.Float64bits(motionReach(from, &poses[row].P, motions[row].MaxExtent))&^sign
		x, y, outside := c.locate(from)
		cell := c.place(x, y)
		f := &dst[n%ccdBlock]
		f.body, f.beyond, f.list = uint32(i), outside|uint32(within>>63), cell.list
		f.unknown = (cell.x ^ x) | (cell.y ^ y) | (cell.epoch ^ c.epoch)
		n += uint((uint64(f.beyond|f.unknown|f.list) + math.MaxUint32) >> 32) // zero, or not known to be alone
	}
	return int(n)
}

// cacheAnswer is the state of the cache for the neighbors of a body.
type cacheAnswer uint8

const (
	inList    cacheAnswer = iota // the colliders that it may touch are listed
	amongMany                    // more than a list holds
	inNoCell                     // nothing is known
	beyond                       // its motion leads beyond the reach of the cells
)

// neighbors returns the colliders that a body in a cell may touch, if they are cached.
func (c *neighborCache) neighbors(f *foundCell) ([]nearItem, cacheAnswer) {
	n, first := f.list&cellListMax, f.list/(cellListMax+1)
	switch {
	case f.beyond != 0:
		return nil, beyond
	case f.unknown != 0:
		return nil, inNoCell
	case n == cellListLong:
		return nil, amongMany
	}
	return c.items[first : first+n], inList
}

// remember fills the cells in which some bodies began the tick. It uses one query if few colliders
// are near all of them.
func (q *ccdQuery) remember(group []fastBody) {
	bodies, c := q.p.Bodies, &q.cells
	all := geom.EmptyBox()
	for _, b := range group {
		x, y, _ := c.locate(&bodies.LastPose[b.row].P)
		all = all.Union(c.box(x, y))
	}
	q.findNear(all.ToBox32())
	together := q.nearCount <= maxNear
	for _, b := range group {
		x, y, _ := c.locate(&bodies.LastPose[b.row].P)
		box := c.box(x, y).ToBox32()
		if !together {
			q.findNear(box)
		}
		if q.nearCount > maxNear {
			*c.place(x, y) = neighborCell{x, y, c.epoch, cellListLong}
			continue
		}
		if len(c.items)+q.nearCount > cap(c.items) {
			continue // until the next tick
		}
		first, ordered := len(c.items), orderBox(&box)
		for i := range q.near[:q.nearCount] {
			if near := &q.near[i]; near.box.gap(&ordered) >= 0 {
				c.items = append(c.items, *near)
			}
		}
		list := uint32(0)
		if n := len(c.items) - first; n > 0 {
			list = uint32(first*(cellListMax+1) + n)
		}
		*c.place(x, y) = neighborCell{x, y, c.epoch, list}
	}
}
