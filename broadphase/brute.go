package broadphase

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
)

// Brute tests every box against every other: bounding circles first, then the
// boxes. It is the oracle of the others and wins for a few dozen boxes.
type Brute struct {
	ledger
	circles []circle
}

// circle holds all of a box. An infinite box has an infinite circle about the
// origin.
type circle struct{ x, y, r float64 }

var _ Broadphase = (*Brute)(nil)

// NewBrute returns an empty Brute.
func NewBrute() *Brute { return &Brute{} }

// bound returns the circle through the corners of a box, its radius rounded
// up far enough (2^-50) to cover the roundings of centre, radius and distance.
func bound(box geom.Box32) circle {
	b := box.Wide()
	c, e := b.Center(), b.Extents()
	r := e.Length()
	if !geom.Finite(r) || !c.Finite() {
		return circle{r: math.Inf(1)}
	}
	return circle{c.X, c.Y, r + float64(slack*(r+math.Abs(c.X)+math.Abs(c.Y)))}
}

// apart reports whether two circles share no point, so that neither do the boxes.
func (c *circle) apart(d *circle) bool {
	x, y, r := c.x-d.x, c.y-d.y, c.r+d.r
	return float64(x*x)+float64(y*y) > float64(r*r)
}

// Insert adds a proxy. It panics when the ID is in use.
func (b *Brute) Insert(p Proxy) {
	b.enter(p)
	for len(b.circles) < len(b.boxes) {
		b.circles = append(b.circles, circle{})
	}
	b.circles[p.ID] = bound(p.Box)
}

// Move gives a proxy a new box.
func (b *Brute) Move(id uint32, box geom.Box32) {
	b.shift(id, box)
	b.circles[id] = bound(box)
}

// Update moves many proxies.
func (b *Brute) Update(ids []uint32, boxes []geom.Box32) {
	checkBatch(ids, boxes)
	for i, id := range ids {
		b.Move(id, boxes[i])
	}
}

// Employ does nothing: one worker does it all.
func (b *Brute) Employ(*par.Pool) {}

// Remove takes a proxy out. It panics when the ID is not in use.
func (b *Brute) Remove(id uint32) {
	b.leave(id)
	b.circles[id] = circle{}
}

// Reclass changes class and category, and renews the proxy.
func (b *Brute) Reclass(id uint32, class Class, category uint64) { b.reclass(id, class, category) }

// Pairs appends the new pairs in ascending order of (A, B).
func (b *Brute) Pairs(dst []Pair) []Pair {
	n := uint32(len(b.boxes))
	for i := range n {
		if !b.has(i) {
			continue
		}
		for j := i + 1; j < n; j++ {
			if b.circles[i].apart(&b.circles[j]) || !b.fresh(i, j) || !b.paired(i, j) {
				continue
			}
			dst = append(dst, Pair{i, j})
		}
	}
	b.settle()
	return dst
}

// Query visits every proxy whose box overlaps, in ascending order of ID.
func (b *Brute) Query(box geom.Box32, mask uint64, visit func(id uint32) bool) {
	round := bound(box)
	for i := range b.boxes {
		if b.category[i]&mask == 0 || round.apart(&b.circles[i]) || !box.Overlaps(b.boxes[i]) {
			continue
		}
		if !visit(uint32(i)) {
			return
		}
	}
}

// QueryClass visits the proxies of one class whose box overlaps, in ascending
// order of ID.
func (b *Brute) QueryClass(class Class, box geom.Box32, mask uint64, visit func(id uint32) bool) {
	checkClass(class)
	b.Query(box, mask, func(id uint32) bool { return b.state[id].class() != class || visit(id) })
}

// Ray visits what the ray meets, in ascending order of ID.
func (b *Brute) Ray(ray geom.Ray, radius, maxFraction float64, mask uint64, visit func(id uint32, limit float64) float64) {
	b.follow(makeRay(ray, radius, maxFraction, mask), maxFraction, visit)
}

// Cast visits what the moving box meets, in ascending order of ID.
func (b *Brute) Cast(box geom.Box32, translation geom.Vec2, maxFraction float64, mask uint64, visit func(id uint32, limit float64) float64) {
	b.follow(makeBeam(box.Wide(), translation, maxFraction, mask), maxFraction, visit)
}

// follow visits what a beam meets.
func (b *Brute) follow(ray beam, limit float64, visit func(id uint32, limit float64) float64) {
	for i := range b.boxes {
		if b.category[i]&ray.mask == 0 || ray.meets(b.boxes[i], limit) == missed {
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
		if s&present != 0 && b.circles[i] != bound(b.boxes[i]) {
			panic(fmt.Sprintf("broadphase: the circle of proxy %d is not that of its box", i))
		}
	}
}
