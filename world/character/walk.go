package character

import "github.com/carom2d/carom/geom"

// maxWalks bounds the changes of ground on the way of one motion.
const maxWalks = 8

// A walk is a motion on the ground. It has one direction only, forward along the ground, so it
// never slides along a wall: an obstacle that it can neither walk nor step on ends it.
type walk struct {
	p       geom.Vec2
	ground  ground
	forward geom.Vec2 // level, unit
	left    float64   // m still to go
	blocked *obstacle // the obstacle that ended it
	over    bool      // it ends on an obstacle that a step cannot stand on but leads over
}

// walk moves a character on the ground forward from w.p, along the surface, and then down onto
// the ground. It reports whether the character still stands.
func (c *Character) walk(w *walk) bool {
	least := float64(1e-9 * c.unit)
	for i := 0; i < maxWalks && w.left > least; i++ {
		w.over = false
		x := c.alongGround(w).Mul(w.left)
		hit, ok := c.sweep(w.p, x)
		if !ok {
			w.p, w.left = w.p.Add(x), 0
			break
		}
		part := hit.fraction
		w.p = w.p.MulAdd(part, x)
		w.left -= float64(part * w.left)
		c.recordHit(&hit, x)
		g, stands := c.groundOf(hit.obstacle, w.p, hit.point, hit.normal)
		level := g.surface == g.normal
		switch {
		case stands && level:
			w.ground = g
		case c.step(w, c.leastStep(w, stands && hit.normal.Dot(c.up) >= c.minUp)):
		case hit.normal.Dot(c.up) >= c.minUp && (stands || hit.obstacle == w.ground.obstacle || c.isLowTip(w, &g)):
			// The ground of a wedge may be a tip on which nothing else stands: the walk leads over
			// it.
			w.ground = g
			w.ground.surface = g.normal
		case c.roundCorner(w):
		default:
			w.blocked, w.left = hit.obstacle, 0
		}
	}
	return c.snapToGround(w)
}

// alongGround returns the direction of a walk along its ground: its length is one, or more
// where the level speed counts. Ground that turned in this tick may be steeper than the ground that
// a character walks on, and upright ground would make the length endless.
func (c *Character) alongGround(w *walk) geom.Vec2 {
	t := w.ground.surface.RightPerp()
	if t.Dot(w.forward) < 0 {
		t = t.Neg()
	}
	if c.def.KeepHorizontalSpeed {
		if level := t.Dot(w.forward); level > 0 {
			return t.Mul(1 / max(level, c.minUp))
		}
	}
	return t
}

// roundCorner moves a character whose round bottom is on a corner past the corner along the
// contact. It does so if the contact leads further down than the surface beside the corner, along
// which there is no room.
func (c *Character) roundCorner(w *walk) bool {
	g := w.ground
	if g.normal.Dot(w.forward) <= g.surface.Dot(w.forward) {
		return false
	}
	w.ground.surface = g.normal
	part, x := 1.0, c.alongGround(w).Mul(w.left)
	if hit, ok := c.sweep(w.p, x); ok {
		part = hit.fraction
	}
	if float64(part*w.left) < float64(1e-6*c.unit) {
		w.ground = g
		return false
	}
	w.p = w.p.MulAdd(part, x)
	w.left -= float64(part * w.left)
	return true
}

// snapToGround moves a character that has walked down onto the ground. It reports whether it
// stands.
func (c *Character) snapToGround(w *walk) bool {
	if w.over || c.staysOnGround(w.p, &w.ground) {
		return true
	}
	distance := c.def.SnapDistance
	if c.def.NoSnap {
		distance = 0
	}
	// The round bottom may hang lower than the ground that it touches.
	distance += 2*w.ground.obstacle.skin + max(0, c.groundHeight(&w.ground)-c.lowestHeight(w.p))
	p, g, ok := c.sweepDown(w.p, distance)
	if !ok {
		return false
	}
	w.p, w.ground = p, g
	return true
}

// isLowTip reports whether a contact is a tip that rises over the ground of a walk by no more than
// a step: that ground may be a tip too.
func (c *Character) isLowTip(w *walk, g *ground) bool {
	return g.surface == c.up && c.groundHeight(g) <= c.groundHeight(&w.ground)+c.def.StepHeight
}

// leastStep returns the least distance forward of a step, m. If the character can also walk over
// the edge, the step must lead half of the way: below a low ceiling it may lead nowhere.
func (c *Character) leastStep(w *walk, walkable bool) float64 {
	if walkable {
		return float64(0.5 * w.left)
	}
	return float64(1e-6 * c.unit)
}

// step moves a character over the edge of a step: up, forward, and down on it. It fails if there is
// no room, if there is no ground to stand on, or if the ground is higher than a step.
func (c *Character) step(w *walk, least float64) bool {
	if c.def.NoSteps {
		return false
	}
	// The highest step from the ground that it touches, which may be above its lowest point.
	lift := c.def.StepHeight + 2*c.heightTolerance() + max(0, c.groundHeight(&w.ground)-c.lowestHeight(w.p))
	up := c.up.Mul(lift)
	if hit, ok := c.sweep(w.p, up); ok {
		up = up.Mul(hit.fraction)
	}
	p := w.p.Add(up)
	part, forward := 1.0, w.forward.Mul(w.left)
	if hit, ok := c.sweep(p, forward); ok {
		part = hit.fraction
	}
	if float64(part*w.left) < least {
		return false
	}
	q, g, ok := c.sweepDown(p.MulAdd(part, forward), up.Length()+c.def.Skin)
	if !ok && g.obstacle != nil && c.leadsOver(w, p, up.Length()+c.def.Skin) {
		g.surface, ok, w.over = c.up, true, true
	}
	if !ok || c.groundHeight(&g) > c.groundHeight(&w.ground)+c.def.StepHeight+c.heightTolerance() {
		return false
	}
	w.p, w.ground = q, g
	w.left -= float64(part * w.left)
	return true
}

// leadsOver reports whether an obstacle on which a step cannot stand, such as the side of a log,
// ends within two radii at ground that is no higher than a step. Then a character lifted to p can
// pass over it.
func (c *Character) leadsOver(w *walk, p geom.Vec2, drop float64) bool {
	ahead := w.forward.Mul(2 * c.radius)
	if hit, ok := c.sweep(p, ahead); ok {
		ahead = ahead.Mul(hit.fraction)
	}
	_, g, ok := c.sweepDown(p.Add(ahead), drop)
	return ok && c.groundHeight(&g) <= c.groundHeight(&w.ground)+c.def.StepHeight+c.heightTolerance()
}
