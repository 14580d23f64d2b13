package character

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
)

// ground is the ground that a character stands on.
type ground struct {
	obstacle *obstacle
	point    geom.Vec2 // where they touch
	normal   geom.Vec2 // of the contact
	surface  geom.Vec2 // of the ground itself
}

// groundHeight returns the height of the contact with the ground.
func (c *Character) groundHeight(g *ground) float64 { return g.point.Dot(c.up) }

// lowestHeight returns the height of the lowest point of the character at p.
func (c *Character) lowestHeight(p geom.Vec2) float64 {
	return p.Add(c.support(c.up.Neg())).Dot(c.up)
}

// flatRange is the cosine below which the normal of a contact differs from the normal of the
// surface under it, as for a round bottom on a corner: one degree.
const flatRange = 0.9998

// groundOf reports whether the character at p can stand on a contact. The slope of the ground
// itself decides, so the corner of a step is ground like the step. If the middle of a character is
// so far beyond a corner that the contact is too steep, the character stands only if there is also
// ground under its middle, at most a step lower: on stairs, and not on a ledge.
func (c *Character) groundOf(o *obstacle, p, point, normal geom.Vec2) (g ground, ok bool) {
	up := normal.Dot(c.up)
	if up < 1e-3 {
		return g, false
	}
	g = ground{o, point, normal, normal}
	surface, tip := c.surfaceUnder(o, point, normal)
	g.surface = surface
	switch {
	case tip:
		return g, c.tipOnGround(&g)
	case g.surface.Dot(c.up) < c.minUp:
		return g, false
	case up >= c.minUp:
		return g, true
	}
	return g, c.hasGroundBelow(p, &g)
}

// heightTolerance is added to the height of a step, which is rounded, and measured at
// distances of a skin.
func (c *Character) heightTolerance() float64 { return 2*c.def.Skin + float64(1e-3*c.unit) }

// surfaceUnder returns the normal of the ground at a contact: the normal of the most level surface
// right beside the point, or the normal of the contact where the ground is round. On a tip, which
// falls off steeply to both sides, such as a rail or a spike, it points up.
func (c *Character) surfaceUnder(o *obstacle, point, normal geom.Vec2) (surface geom.Vec2, tip bool) {
	if o.collider.ID() == c.state.Floor.Collider && normal.Dot(geom.From(c.state.Floor.Normal)) > sameFacing && !o.moving {
		return geom.From(c.state.Surface), false
	}
	beside, above := float64(1e-3*c.unit), float64(1e-2*c.unit)
	best, found, tip := geom.Vec2{}, false, true
	for _, side := range [2]float64{beside, -beside} {
		from := point.MulAdd(side, c.right).MulAdd(above, c.up)
		_, n, ok := c.surfaceAt(o, from, c.up.Mul(-2*above))
		tip = tip && (!ok || n.Dot(c.up) < c.minUp && n.Dot(c.right)*side > 0)
		if ok && (!found || n.Dot(c.up) > best.Dot(c.up)) {
			best, found = n, true
		}
	}
	switch {
	case tip:
		return c.up, true
	case !found || best.Dot(normal) > flatRange:
		return normal, false
	}
	return best, false
}

// tipOnGround reports whether a tip rises from walkable ground by no more than a step, on
// either side.
func (c *Character) tipOnGround(g *ground) bool {
	step := c.def.StepHeight + c.heightTolerance()
	for _, side := range [2]float64{c.radius, -c.radius} {
		if c.walkableBelow(g.point.MulAdd(side, c.right).MulAdd(step, c.up), 2*step) {
			return true
		}
	}
	return false
}

// hasGroundBelow reports whether a character at p that touches a corner has walkable ground
// under it no more than a step lower than the corner: below its middle or, on stairs shorter
// than its foot, between there and the corner.
func (c *Character) hasGroundBelow(p geom.Vec2, g *ground) bool {
	lowest := c.groundHeight(g) - c.def.StepHeight - c.heightTolerance()
	depth := p.Dot(c.up) - lowest
	if depth <= 0 {
		return false
	}
	aside := g.point.Sub(p).Dot(c.right)
	for _, part := range [...]float64{0, 0.5, 0.9} {
		if c.walkableBelow(p.MulAdd(float64(part*aside), c.right), depth) {
			return true
		}
	}
	return false
}

// walkableBelow reports whether the first ground below a point is walkable and within a depth.
func (c *Character) walkableBelow(p geom.Vec2, depth float64) bool {
	down := c.up.Mul(-depth)
	highest, walkable := math.Inf(-1), false
	for i := range c.obstacles {
		o := &c.obstacles[i]
		if o.ignored {
			continue
		}
		point, n, ok := c.surfaceAt(o, p, down)
		if h := point.Dot(c.up); ok && h > highest {
			highest, walkable = h, n.Dot(c.up) >= c.minUp
		}
	}
	return walkable
}

// sweepDown sweeps a character at p down by a distance, and reports whether the sweep ends on
// ground that the character can stand on.
func (c *Character) sweepDown(p geom.Vec2, distance float64) (geom.Vec2, ground, bool) {
	down := c.up.Mul(-distance)
	hit, ok := c.sweep(p, down)
	if !ok {
		return p, ground{}, false
	}
	q := p.MulAdd(hit.fraction, down)
	// The hit is where the two touch; the character stays a skin from there.
	s := c.measure(hit.obstacle, q)
	g, ok := c.groundOf(hit.obstacle, q, s.point, s.normal)
	return q, g, ok
}

// staysOnGround reports whether a character at p still stands on the flat part of its ground.
func (c *Character) staysOnGround(p geom.Vec2, g *ground) bool {
	s := c.measure(g.obstacle, p)
	if math.Abs(s.distance-g.obstacle.skin) > 1e-3*c.def.Skin || s.normal.Dot(g.normal) < sameFacing {
		return false
	}
	g.point = s.point
	return g.surface == g.normal && g.surface.Dot(c.up) >= c.minUp
}

// groundInWedge returns the ground of a character at p in a wedge, where it can fall no further:
// between two opposite slopes that are too steep to stand on, or between such a slope and a wall.
// The ground is the more level slope, with a surface that counts as level.
func (c *Character) groundInWedge(p geom.Vec2) (best ground, ok bool) {
	var left, right bool
	for i := range c.obstacles {
		o := &c.obstacles[i]
		s, touches := c.touch(o, p)
		if !touches || s.normal.Dot(c.up) < -1e-3 {
			continue
		}
		left = left || s.normal.Dot(c.right) > 0
		right = right || s.normal.Dot(c.right) < 0
		if best.obstacle == nil || s.normal.Dot(c.up) > best.normal.Dot(c.up) {
			best = ground{o, s.point, s.normal, c.up}
		}
	}
	return best, left && right && best.normal.Dot(c.up) >= minFacing
}

// findReplacedGround finds the ground of a character that stood on a collider that is gone: terrain
// that is dug or built beside the feet replaces the collider below them.
func (c *Character) findReplacedGround(m *move) bool {
	if c.world.ColliderByID(c.state.Floor.Collider).Valid() {
		return false
	}
	for i := range c.obstacles {
		o := &c.obstacles[i]
		if o.kind == body.Dynamic {
			continue
		}
		s, touches := c.touch(o, m.p)
		if !touches {
			continue
		}
		g, stands := c.groundOf(o, m.p, s.point, s.normal)
		if stands && (!m.standing || g.normal.Dot(c.up) > m.ground.normal.Dot(c.up)) {
			m.standing, m.ground = true, g
		}
	}
	return m.standing
}
