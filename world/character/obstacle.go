package character

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
)

// An obstacle is a collider near the character in one Move. Colliders of moving bodies are taken at
// their pose at the end of a sub-step of the tick: displaced is the motion from the pose in the
// world to that pose. So a query about the character at p uses the character at p moved back by
// displaced.
type obstacle struct {
	collider world.Collider
	body     world.Body
	near     *neighbor // of a static body
	skin     float64   // m, that the character keeps from it
	around   geom.Box  // where the position of the character may be while the bounds of the two overlap
	kind     body.Type
	twoSided bool // known to be neither one-way nor the segment of a chain
	passage  passage
	ignored  bool // not there in this Move: see decidePassages
	moving   bool
	reacts   bool // it got the reaction of the character that it carries
	pressed  bool // the character ran into it in this Move

	// The last distance that was measured, and where the character was.
	measured bool
	at       geom.Vec2
	gap      separation

	hasTangentSpeed bool // tangentSpeed has been read
	tangentSpeed    float64
	pressedNormal   geom.Vec2 // if pressed
	displaced       geom.Transform
	motion
}

// motion is how an obstacle moves that is not static.
type motion struct {
	center   geom.Vec2 // of mass, when the tick begins
	velocity geom.Vec2 // of the center, m/s, while the character treats it as moving
	spin     float64   // rad/s
	limit    limit     // of this motion in a tick, see limitPrediction
	turned   float64   // rad, the angle of displaced
}

// A limit limits the motion of a dynamic body along a normal. The motion along the contact counts
// in full, and so does the speed that the body has in common with the frame of the character.
type limit struct {
	normal geom.Vec2
	common float64 // m/s along the normal
	part   float64 // of the rest of the speed along the normal, and of the spin, that counts
}

// unlimited is the limit of a motion that counts in full.
var unlimited = limit{part: 1}

// apply returns the part of a velocity that counts.
func (l *limit) apply(v geom.Vec2) geom.Vec2 {
	if l.part == 1 {
		return v
	}
	return v.MulSub(float64((1-l.part)*(v.Dot(l.normal)-l.common)), l.normal)
}

// separation is how far the character is from an obstacle: negative where they overlap.
type separation struct {
	distance float64
	normal   geom.Vec2 // from the obstacle to the character
	point    geom.Vec2 // of the obstacle, the nearest
}

// collectObstacles lists the colliders that a Move can meet: the colliders in the bounding box of
// the character, grown by its reach, and further up and down. Colliders of static bodies come
// first.
func (c *Character) collectObstacles(p geom.Vec2, reach, further float64) {
	c.obstacles = c.obstacles[:0]
	c.extent = shape.BoxOf(c.shape, geom.Transform{R: c.turn})
	upright := c.up.Abs().Mul(further).Add(geom.Vec2{X: reach, Y: reach})
	box := geom.Box{Min: p.Add(c.extent.Min).Sub(upright), Max: p.Add(c.extent.Max).Add(upright)}
	c.findSurroundings(box)
	for i := range c.surroundings.list {
		n := &c.surroundings.list[i]
		if !n.bounds.Overlaps(box) {
			continue
		}
		o := c.addObstacle(n.collider, n.body, body.Static)
		o.near, o.twoSided = n, n.twoSided
		o.around = geom.Box{Min: n.bounds.Min.Sub(c.extent.Max), Max: n.bounds.Max.Sub(c.extent.Min)}
	}
	c.statics = len(c.obstacles)
	filter := c.queryFilter()
	filter.NoStatic = true
	c.candidates = c.world.AppendColliders(c.candidates[:0], box.Min.Mgl(), box.Max.Mgl(), filter)
	for _, collider := range c.candidates {
		if c.collidesWith(collider) {
			b := collider.Body()
			c.readMotion(c.addObstacle(collider, b, b.Type()))
		}
	}
	c.decidePassages(p)
}

func (c *Character) notStatic() []obstacle { return c.obstacles[c.statics:] }

// addObstacle adds an obstacle at rest. Its place in the list may hold an obstacle of an earlier
// move, so all fields are set but four: the callers and decidePassages set near, around, passage
// and ignored.
func (c *Character) addObstacle(collider world.Collider, b world.Body, kind body.Type) *obstacle {
	n := len(c.obstacles)
	if n == cap(c.obstacles) {
		c.obstacles = append(c.obstacles, obstacle{})
	}
	c.obstacles = c.obstacles[:n+1]
	o := &c.obstacles[n]
	o.collider, o.body, o.kind, o.skin, o.displaced, o.motion = collider, b, kind, c.def.Skin, geom.IdentityTransform, motion{limit: unlimited}
	o.twoSided, o.moving, o.pressed, o.measured, o.hasTangentSpeed, o.reacts = false, false, false, false, false, false
	return o
}

// readMotion reads the motion of an obstacle that is not static.
func (c *Character) readMotion(o *obstacle) {
	b := o.body
	o.near = nil
	lower, upper := o.collider.Bounds()
	o.around = geom.Box{Min: geom.From(lower).Sub(c.extent.Max), Max: geom.From(upper).Sub(c.extent.Min)}
	o.center = geom.From(b.WorldCenter())
	o.velocity, o.spin = geom.From(b.LinearVelocity()), b.AngularVelocity()
	if o.kind == body.Dynamic {
		o.skin *= dynamicSkins
	}
	if o.kind == body.Kinematic {
		// A character that was not moved in this tick yet still has the velocity of the last tick.
		if other, _ := Of(o.collider); other != nil && other.movedAt != c.world.Ticks()+1 {
			o.velocity, o.spin = geom.Vec2{}, 0
		}
	}
	o.moving = o.velocity != (geom.Vec2{}) || o.spin != 0
}

// dynamicSkins times its skin is the distance that a character keeps to dynamic bodies. Their
// motion in a tick is known only roughly, and for the solver the character has infinite mass. As
// long as the two stay apart, the solver does not act between them.
const dynamicSkins = 20

// advance moves the obstacles to their poses at a time after the beginning of the tick.
func (c *Character) advance(time float64) {
	others := c.notStatic()
	for i := range others {
		if o := &others[i]; o.moving {
			o.turned = float64(o.spin * float64(o.limit.part*time))
			o.displaced, o.measured = displacement(o.center, o.limit.apply(o.velocity), o.turned, time), false
		}
	}
}

// maxReaction times its skin is the distance by which a dynamic body is predicted to recede in a
// tick from the reaction of the character that it carries: the contacts that hold the body are
// known only after the tick.
const maxReaction = 0.5

// maxRetreat is the greatest distance beyond the skin, in metres at LengthUnit 1, by which a
// dynamic body is predicted to recede in a tick. If the body stops instead, the character overlaps
// it by at most maxRetreat.
const maxRetreat = 0.003

// limitPrediction limits the predicted motion of dynamic bodies near the character. Other bodies
// may stop a body that recedes in this tick, and the character stops a body that approaches, except
// ground, which carries it up at the speed of the last tick. All this is relative to the frame of
// the character: the crates of a train go on with the train.
func (c *Character) limitPrediction(m *move) {
	others := c.notStatic()
	for i := range others {
		o := &others[i]
		if o.kind != body.Dynamic || !o.moving || o.ignored {
			continue
		}
		s := c.measure(o, m.p)
		v := o.velocityAt(s.point).Dot(s.normal)
		common := m.commonVelocity(o.velocity).Dot(s.normal)
		away := float64((common - v) * c.timestep)
		most := o.skin + float64(maxRetreat*c.unit)
		if o.reacts {
			most = float64(maxReaction * o.skin)
		}
		if away < 0 {
			away, most = -away, max(s.distance, 0)
			if m.standing && o.body == m.ground.obstacle.body {
				most += float64(max(0, -c.state.Descent) * c.timestep)
			}
		}
		if away > most {
			o.limit = limit{s.normal, common, most / away}
		}
	}
}

// displacement returns the rigid motion of the world's points that go with a body: a turn
// about its centre, which moves straight ahead.
func displacement(center, velocity geom.Vec2, turned, time float64) geom.Transform {
	r := geom.RotFromAngle(turned)
	return geom.Transform{P: center.MulAdd(time, velocity).Sub(r.Apply(center)), R: r}
}

// velocityAt returns the velocity of the obstacle's material at a point where it is now.
func (o *obstacle) velocityAt(point geom.Vec2) geom.Vec2 {
	if !o.moving {
		return geom.Vec2{}
	}
	return o.velocity.MulAdd(o.spin, point.Sub(o.displaced.Apply(o.center)).LeftPerp())
}

// maxDisplacement bounds the displacement of the obstacle's material near the character in a time,
// m.
func (o *obstacle) maxDisplacement(time float64) float64 {
	return float64((o.velocity.Length() + float64(math.Abs(o.spin)*o.at.Distance(o.center))) * time)
}

// measure returns the separation from the character at p.
func (c *Character) measure(o *obstacle, p geom.Vec2) *separation {
	if o.measured && o.at == p {
		return &o.gap
	}
	o.measured, o.at = true, p
	c.measureAt(o, p)
	return &o.gap
}

// touch returns the separation from the character at p, and whether the two touch.
func (c *Character) touch(o *obstacle, p geom.Vec2) (s *separation, touches bool) {
	if o.ignored || o.lowerBound(p) > 2*o.skin {
		return nil, false
	}
	s = c.measure(o, p)
	return s, s.distance <= 2*o.skin
}

// lowerBound returns a lower bound of the distance of the obstacle at p. The plane through the
// nearest points of an earlier measurement still separates the two by the measured distance less
// the motion towards the plane. Without a measurement the bounding boxes separate them.
func (o *obstacle) lowerBound(p geom.Vec2) float64 {
	if o.measured {
		return o.gap.distance + o.gap.normal.Dot(p.Sub(o.at))
	}
	if o.moving {
		return math.Inf(-1)
	}
	apart := o.around.Min.Sub(p).Max(p.Sub(o.around.Max)).Max(geom.Vec2{})
	if apart == (geom.Vec2{}) {
		return math.Inf(-1)
	}
	return apart.Length()
}

// A motionHit is the obstacle that a motion meets first.
type motionHit struct {
	obstacle *obstacle
	fraction float64   // of the motion, at which the two are a skin apart
	normal   geom.Vec2 // from the obstacle to the character, where they would touch
	point    geom.Vec2 // where they would touch
}

// sweep moves the character from p along d and returns the first hit.
//
// Both shapes are convex, so a motion that stays on the character's side of the plane through the
// nearest points hits nothing. Only obstacles that fail this test need a cast.
func (c *Character) sweep(p, d geom.Vec2) (hit motionHit, ok bool) {
	length := d.Length()
	if length == 0 {
		return hit, false
	}
	tolerance := float64(1e-3 * c.def.Skin)
	hit.fraction = 1
	for i := range c.obstacles {
		o := &c.obstacles[i]
		if o.ignored || o.body == c.carrier || o.collider == c.grip || o.lowerBound(p) > length+o.skin {
			continue
		}
		from, d := p, d
		if along := c.alongside(o, p, d); along != (geom.Vec2{}) {
			from, d = p.Add(along), d.Sub(along)
		}
		s := c.measure(o, from)
		toward := -s.normal.Dot(d)
		if toward <= tolerance && toward <= float64(1e-6*length) || toward <= s.distance-o.skin+tolerance {
			continue
		}
		if s.distance <= 0 {
			if !ok || hit.fraction > 0 {
				hit, ok = motionHit{o, 0, s.normal, s.point}, true
			}
			continue
		}
		if h, found := c.approach(o, from, d, toward); found && h.fraction < hit.fraction {
			hit, ok = h, true
		}
	}
	return hit, ok
}

// approach casts at one obstacle, and returns the point at which the character is a skin from it.
// The cast is longer than the motion, by the way that closes a skin at the plane of the nearest
// points.
//
// On the way to a flat surface the gap falls in proportion. Past the edge of a round one it
// falls like a parabola, a skin within sqrt(2 r skin), which bounds the way back.
func (c *Character) approach(o *obstacle, p, d geom.Vec2, toward float64) (motionHit, bool) {
	longer := 1 + o.skin/toward
	hit, ok := c.castAt(o, p, d.Mul(longer))
	if !ok {
		return hit, false
	}
	back := math.Sqrt(2*c.shape.BoundingRadius*o.skin) / d.Length()
	if rate := -hit.normal.Dot(d); rate > 0 {
		back = min(back, o.skin/rate)
	}
	hit.fraction = max(0, float64(hit.fraction*longer)-back)
	return hit, true
}
