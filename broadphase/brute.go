package broadphase

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
)

// Brute tests every box against every other: bounding circles first, then the boxes. It is the
// oracle for the other implementations, and the fastest one for a few dozen boxes.
type Brute struct {
	proxyTable
	circles []circle
}

// circle contains a box. An infinite box has an infinite circle about the origin.
type circle struct {
	center geom.Vec2
	radius float64
}

var _ Broadphase = (*Brute)(nil)

// NewBrute returns an empty Brute.
func NewBrute() *Brute { return &Brute{} }

// boundingCircle returns the circle through the corners of a box, its radius rounded
// up far enough (2^-50) to cover the roundings of centre, radius and distance.
func boundingCircle(box geom.Box32) circle {
	b := box.ToBox()
	c, e := b.Center(), b.Extents()
	r := e.Length()
	if !geom.Finite(r) || !c.Finite() {
		return circle{radius: math.Inf(1)}
	}
	return circle{c, r + float64(roundoffPad*(r+math.Abs(c.X)+math.Abs(c.Y)))}
}

// overlaps reports whether two circles share a point. If not, the boxes share none.
func (c *circle) overlaps(d *circle) bool {
	return CirclesOverlap(d.center.Sub(c.center), c.radius+d.radius)
}

// Insert adds a proxy. It panics when the ID is in use.
func (b *Brute) Insert(p Proxy) {
	b.add(p)
	for len(b.circles) < len(b.boxes) {
		b.circles = append(b.circles, circle{})
	}
	b.circles[p.ID] = boundingCircle(p.Box)
}

// Move gives a proxy a new box.
func (b *Brute) Move(id uint32, box geom.Box32) {
	b.setBox(id, box)
	b.circles[id] = boundingCircle(box)
}

// Update moves many proxies.
func (b *Brute) Update(ids []uint32, boxes []geom.Box32) {
	checkBatch(ids, boxes)
	for i, id := range ids {
		b.Move(id, boxes[i])
	}
}

// SetPool does nothing: a Brute uses one worker.
func (b *Brute) SetPool(Pool) {}

// Remove takes a proxy out. It panics when the ID is not in use.
func (b *Brute) Remove(id uint32) {
	b.remove(id)
	b.circles[id] = circle{}
}

// Reclassify changes class and category, and invalidates the proxy.
func (b *Brute) Reclassify(id uint32, class Class, category uint64) { b.setClass(id, class, category) }

// Pairs appends the new pairs in ascending order of (A, B).
func (b *Brute) Pairs(dst []Pair) []Pair {
	n := uint32(len(b.boxes))
	for i := range n {
		if !b.has(i) {
			continue
		}
		for j := i + 1; j < n; j++ {
			if !b.circles[i].overlaps(&b.circles[j]) || !b.isNewPair(i, j) || !b.classesCollide(i, j) {
				continue
			}
			dst = append(dst, Pair{i, j})
		}
	}
	b.commit()
	return dst
}

// Query visits the proxies of some classes whose box overlaps, in ascending order of ID.
func (b *Brute) Query(among Classes, box geom.Box32, mask uint64, visit func(id uint32) bool) {
	checkClasses(among)
	bounds := boundingCircle(box)
	for i := range b.boxes {
		if b.category[i]&mask == 0 || !among.has(b.state[i].class()) || !bounds.overlaps(&b.circles[i]) || !box.Overlaps(b.boxes[i]) {
			continue
		}
		if !visit(uint32(i)) {
			return
		}
	}
}

// QueryClasses is Query: a Brute needs no repair.
func (b *Brute) QueryClasses(among Classes, box geom.Box32, mask uint64, visit func(id uint32) bool) {
	b.Query(among, box, mask, visit)
}

// RayCast visits the proxies that the ray meets, in ascending order of ID.
func (b *Brute) RayCast(ray geom.Ray, radius, maxFraction float64, mask uint64, visit func(id uint32, limit float64) float64) {
	b.visitSwept(makeSweptRay(ray, radius, maxFraction, mask), maxFraction, visit)
}

// BoxCast visits the proxies that the moving box meets, in ascending order of ID.
func (b *Brute) BoxCast(box geom.Box32, translation geom.Vec2, maxFraction float64, mask uint64, visit func(id uint32, limit float64) float64) {
	b.visitSwept(makeSweptBox(box.ToBox(), translation, maxFraction, mask), maxFraction, visit)
}

func (b *Brute) visitSwept(swept sweptBox, limit float64, visit func(id uint32, limit float64) float64) {
	for i := range b.boxes {
		if b.category[i]&swept.mask == 0 || swept.hitFraction(b.boxes[i], limit) == noHit {
			continue
		}
		limit = min(limit, visit(uint32(i), limit))
		if limit < 0 {
			return
		}
	}
}

// Validate panics when the columns contradict each other or a circle does not
// hold its box.
func (b *Brute) Validate() {
	b.validate()
	if len(b.circles) != len(b.boxes) {
		panic("broadphase: circles and boxes differ in number")
	}
	for i, s := range b.state {
		if s&flagPresent != 0 && b.circles[i] != boundingCircle(b.boxes[i]) {
			panic(fmt.Sprintf("broadphase: the circle of proxy %d is not that of its box", i))
		}
	}
}
