package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// script reads a list of operations from bytes and applies them to a world. Where the bytes
// end it reads zeros.
type script struct {
	testing.TB
	w      *world.World
	code   []byte
	origin mgl64.Vec2 // of all bodies

	bodies    []world.Body // never removed: a handle may be stale
	colliders []world.Collider
	chains    []world.Chain
	joints    []world.Joint
	areas     []world.Area
	usedIDs   map[any]bool // every identity that was handed out
	events    *eventModel
	deferred  bool // an operation was deferred to the end of the last tick
}

func (s *script) byte() byte {
	if len(s.code) == 0 {
		return 0
	}
	b := s.code[0]
	s.code = s.code[1:]
	return b
}

// intN returns a number below n.
func (s *script) intN(n int) int { return int(s.byte()) % n }

// number returns a multiple of 1/16 in [-8, 8).
func (s *script) number() float64 { return float64(int8(s.byte())) / 16 }

func (s *script) point() mgl64.Vec2 { return mgl64.Vec2{s.number(), s.number()} }

// worldPoint is a point of the world.
func (s *script) worldPoint() mgl64.Vec2 { return s.origin.Add(s.point()) }

func (s *script) flag() bool { return s.byte()&1 != 0 }

// requireNewID requires that an identity was never handed out before.
func (s *script) requireNewID(id any) {
	require.False(s, s.usedIDs[id], "an identity is used twice")
	s.usedIDs[id] = true
}

// pick returns a valid element of a list.
func pick[T interface{ Valid() bool }](s *script, list []T) (x T, ok bool) {
	if len(list) == 0 {
		return x, false
	}
	x = list[s.intN(len(list))]
	return x, x.Valid()
}

// scriptLaw is the law of springs, which files name.
func scriptLaw(x, v float64) float64 { return 5 - x - v }

// customBox is a shape that only its support function describes.
type customBox struct{ a, b float64 }

func (o customBox) Support(d mgl64.Vec2) mgl64.Vec2 {
	p := mgl64.Vec2{o.a, o.b}
	for i := range p {
		if d[i] < 0 {
			p[i] = -p[i]
		}
	}
	return p
}

func (s *script) size() float64 { return 0.1 + float64(s.byte())/200 }

func (s *script) shape() shape.Support {
	switch s.intN(12) {
	case 0:
		return shape.Circle{Radius: s.size(), Center: s.point().Mul(0.1)}
	case 1:
		return shape.Capsule{A: mgl64.Vec2{-s.size(), 0}, B: mgl64.Vec2{s.size(), 0}, Radius: s.size() / 2}
	case 2:
		return shape.Segment{A: mgl64.Vec2{-s.size(), 0}, B: mgl64.Vec2{s.size(), s.size()}}
	case 3:
		return shape.Box(s.size(), s.size())
	case 4:
		return shape.OffsetBox(s.size(), s.size(), s.point().Mul(0.2), s.number())
	case 5:
		p := world.Must(shape.NewPolygon([]mgl64.Vec2{{-s.size(), 0}, {s.size(), 0}, {0, s.size()}}, s.size()/20))
		return p
	case 6:
		return shape.RegularPolygon(3+s.intN(5), s.size())
	case 7:
		return shape.Ellipse{RX: s.size(), RY: s.size()}
	case 8:
		return shape.HalfEllipse{RX: s.size(), RY: s.size()}
	case 9:
		return shape.Sector{Radius: s.size(), Sweep: 0.3 + s.size()}
	case 10:
		return customBox{s.size(), s.size()}
	default:
		return shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}
	}
}

func (s *script) material() shape.Material {
	m := shape.Material{
		Friction: float64(s.intN(8)) / 4, Restitution: float64(s.intN(5)) / 4,
		RollingResistance: float64(s.intN(3)) / 10, TangentSpeed: s.number() / 4,
	}
	s.addSurface(&m)
	return m
}

func (s *script) filter() shape.Filter {
	f := s.byte()
	if f < 128 {
		return shape.Filter{}
	}
	return shape.Filter{Category: uint64(1 + f&3), Mask: uint64(f >> 2 & 3), Group: int32(f>>4&3) - 1, Ghost: f == 255}
}

func (s *script) collider() world.ColliderDef {
	m := s.material()
	f := s.byte()
	d := world.ColliderDef{
		Density: float64(s.intN(4)), Material: &m, Filter: s.filter(),
		Sensor: f&7 == 7, HitEvents: f&8 != 0, NoContactEvents: f&0x30 == 0x30, PreSolve: f&0x40 != 0, NoSensorEvents: f&0x80 != 0,
		SeesSensors:    f&0x18 == 0x18,
		CrushThreshold: float64(f & 3),
	}
	return d
}

func (s *script) runOperation() {
	switch op := s.intN(30); op {
	case 0, 1, 2:
		s.createBody()
	case 3, 4:
		s.attachRandom()
	case 5:
		s.createJoint()
	case 6:
		s.destroy()
	case 7, 8, 9, 10:
		s.applyToBody()
	case 11, 12:
		s.movePlacement()
	case 13, 14, 15:
		s.changeColliderOrJoint()
	case 16, 17:
		s.configureBody()
	case 18, 19:
		s.query()
	case 20:
		s.clone()
	case 21:
		s.reconfigure()
	case 22:
		s.tick(40)
	case 23, 24:
		s.changeAreas()
	default:
		s.tick(1 + s.intN(12))
	}
}

func (s *script) tick(n int) {
	for range n {
		s.w.Tick()
		s.events.check(s)
	}
}

// deferOperation runs an operation at the end of the tick that is under way.
func (s *script) deferOperation() {
	s.w.AfterStep(func() {
		s.deferred = true
		switch s.intN(4) {
		case 0:
			s.createBody()
		case 1:
			s.destroy()
		case 2:
			s.movePlacement()
		default:
			s.changeColliderOrJoint()
		}
	})
}

// query makes queries. Their results go into the log, and must agree.
func (s *script) query() {
	w, p, q := s.w, s.worldPoint(), s.point()
	hit, ok := w.RayCast(p, q, world.QueryFilter{})
	minFraction, nearest := 2.0, world.Collider{}
	last := 0.0
	for h := range w.RayCastAll(p, q, world.QueryFilter{}) {
		require.GreaterOrEqual(s, h.Fraction, last, "the nearest first")
		last = h.Fraction
		if h.Fraction < minFraction || h.Fraction == minFraction && h.Collider.ID() < nearest.ID() {
			minFraction, nearest = h.Fraction, h.Collider
		}
	}
	require.Equal(s, ok, minFraction <= 1)
	require.Equal(s, hit.Collider, nearest)
	s.events.addToHash(uint64(hit.Collider.ID()), math.Float64bits(hit.Fraction))
	found := map[world.Collider]bool{}
	for c := range w.OverlapPoint(p, world.QueryFilter{Sensors: true}) {
		found[c] = true
	}
	for _, c := range s.colliders {
		if c.Valid() && c.Body().Enabled() && !c.Filter().Ghost {
			require.Equal(s, c.Contains(p), found[c], "%v of %v", c, c.Shape())
		}
	}
	var sum uint64
	for c := range w.OverlapShape(newConvex(s.finiteShape()), p, s.number(), world.QueryFilter{}) {
		sum += uint64(c.ID())
	}
	cast, _ := w.ShapeCast(newConvex(s.finiteShape()), p, s.number(), q, world.QueryFilter{})
	s.events.addToHash(sum, uint64(cast.Collider.ID()), math.Float64bits(cast.Fraction))
	s.queryNear(p)
}

// queryNear makes the queries about what is near and seen, which must agree with each
// collider.
func (s *script) queryNear(p mgl64.Vec2) {
	at, all := world.PointAt(p), world.QueryFilter{Sensors: true, Inside: world.InsidePasses}
	for n := range s.w.NearestColliders(at, math.Inf(1), 1, all) {
		for _, c := range s.colliders {
			if c.Valid() && c.Body().Enabled() && !c.Filter().Ghost {
				d, ok := c.Distance(at)
				require.True(s, ok)
				require.LessOrEqual(s, n.Distance, d.Distance, "%v", c)
			}
		}
	}
	for o := range s.w.OverlapContacts(at, all) {
		require.GreaterOrEqual(s, o.Depth, 0.0)
	}
	const radius = 4
	for _, v := range s.w.AppendVisibility(nil, p, radius, all) {
		require.Less(s, v.Sub(p).Len(), radius*(1+1e-6)+1e-14*p.Len(), "a few roundings of the points")
	}
	for c := range s.w.VisibleColliders(p, radius, all) {
		d, ok := c.Distance(at)
		require.True(s, ok)
		require.Less(s, d.Distance, radius+1e-6)
	}
}

// finiteShape is a shape that a query may move.
func (s *script) finiteShape() shape.Support {
	for {
		created := s.shape()
		if _, isHalfPlane := created.(shape.HalfPlane); !isHalfPlane {
			return created
		}
	}
}

func (s *script) clone() {
	b, ok := pick(s, s.bodies)
	if !ok || len(s.bodies) > 60 {
		return
	}
	created, err := s.w.CreateBody(b.Def())
	if err != nil { // it has left the range of positions
		require.ErrorIs(s, err, geom.ErrOutOfRange)
		return
	}
	s.requireNewID(created)
	s.bodies = append(s.bodies, created)
	for c := range b.Colliders() {
		if _, isSegment := c.Chain(); !isSegment {
			copied := world.Must(created.Attach(c.Shape(), c.Def()))
			s.requireNewID(copied)
			s.colliders = append(s.colliders, copied)
		}
	}
}

func (s *script) createBody() {
	f := s.byte()
	d := body.Def{
		Type: body.Type(s.intN(5) % 3), Position: s.worldPoint(), Angle: s.number(),
		LinearVelocity: s.point(), AngularVelocity: s.number(),
		LockX: f&7 == 1, LockY: f&7 == 2, LockRotation: f&7 == 3, NeverSleep: f&0x18 == 0x18,
		Asleep: f&0x20 != 0, Bullet: f&0x40 != 0, Disabled: f&0x87 == 0x87, FastRotation: f&0x60 == 0x60,
	}
	if len(s.bodies) > 60 {
		return
	}
	b := world.Must(s.w.CreateBody(d))
	s.requireNewID(b)
	s.bodies = append(s.bodies, b)
	if s.flag() {
		s.attachShape(b)
	}
}

func (s *script) attachRandom() {
	b, ok := pick(s, s.bodies)
	if !ok {
		return
	}
	if s.intN(4) != 0 {
		s.attachShape(b)
		return
	}
	c := shape.Chain{Closed: s.flag(), Points: []mgl64.Vec2{{4, 0}, {1, 0.5}, {-3, 0}, {0, -3}}}
	chain := world.Must(b.AttachChain(c, s.collider()))
	s.requireNewID(chain)
	s.chains = append(s.chains, chain)
	for _, segment := range chain.Segments() {
		s.requireNewID(segment)
		s.colliders = append(s.colliders, segment)
	}
}

func (s *script) attachShape(b world.Body) {
	c := world.Must(b.Attach(s.shape(), s.collider()))
	s.requireNewID(c)
	s.colliders = append(s.colliders, c)
}

func (s *script) createJoint() {
	a, okA := pick(s, s.bodies)
	b, okB := pick(s, s.bodies)
	if s.intN(5) == 0 {
		a, okA = s.w.Ground(), true
	}
	if !okA || !okB || a == b || a.Type() != body.Dynamic && b.Type() != body.Dynamic {
		return
	}
	var j world.Joint
	if kind := s.byte(); kind&1 != 0 {
		var err error
		j, err = rng{rand.New(rand.NewPCG(uint64(s.byte()), uint64(kind)))}.randomJoint(s.w, a, b)
		if err != nil {
			return // such as a rod without length
		}
	} else {
		d := world.RevoluteAt(a, b, s.worldPoint())
		d.CollideConnected, d.Disabled, d.BreakForce = s.flag(), s.flag(), float64(s.byte())*20
		r := world.Must(s.w.CreateRevolute(a, b, d))
		j = r.Joint
	}
	s.requireNewID(j)
	s.joints = append(s.joints, j)
	s.createMultiBodyJoint(j)
}

// createMultiBodyJoint sometimes makes a gear of the joint and another, or a joint of many bodies.
func (s *script) createMultiBodyJoint(j world.Joint) {
	var created world.Joint
	switch s.intN(6) {
	case 0:
		other, ok := pick(s, s.joints)
		if !ok {
			return
		}
		g, err := s.w.CreateGear(j, other, joint.Gear{Ratio: s.number()})
		if err != nil {
			return
		}
		created = g.Joint
	case 1:
		list := []world.Body{j.BodyA(), j.BodyB()}
		for range 1 + s.intN(3) {
			if b, ok := pick(s, s.bodies); ok {
				list = append(list, b)
			}
		}
		c, err := s.w.CreateCustom(list, joint.Custom{Constraint: distanceConstraint{s.size()}})
		if err != nil {
			return
		}
		created = c.Joint
	default:
		return
	}
	s.requireNewID(created)
	s.joints = append(s.joints, created)
}

func (s *script) destroy() {
	switch s.intN(5) {
	case 0:
		if b, ok := pick(s, s.bodies); ok {
			require.NoError(s, b.Destroy())
		}
	case 4:
		if b, ok := pick(s, s.bodies); ok {
			for j := range b.Joints() {
				require.NoError(s, j.Destroy())
			}
			for c := range b.Colliders() {
				if _, isSegment := c.Chain(); !isSegment {
					require.NoError(s, c.Destroy())
				}
			}
		}
	case 1:
		if c, ok := pick(s, s.colliders); ok {
			if err := c.Destroy(); err != nil {
				require.ErrorIs(s, err, world.ErrChained)
			}
		}
	case 2:
		if c, ok := pick(s, s.chains); ok {
			require.NoError(s, c.Destroy())
		}
	default:
		if j, ok := pick(s, s.joints); ok {
			require.NoError(s, j.Destroy())
		}
	}
}

func (s *script) applyToBody() {
	b, ok := pick(s, s.bodies)
	if !ok {
		return
	}
	var err error
	switch s.intN(8) {
	case 0:
		err = b.SetLinearVelocity(s.point().Mul([]float64{4, 4, 50, 1e6}[s.intN(4)]))
	case 1:
		err = b.SetAngularVelocity(s.number() * 4)
	case 2:
		err = b.ApplyForce(s.point().Mul(100), s.worldPoint())
	case 3:
		err = b.ApplyTorque(s.number() * 50)
	case 4:
		err = b.ApplyImpulse(s.point(), s.worldPoint())
	case 5:
		err = b.ApplyAngularImpulse(s.number())
	case 6:
		err = b.Sleep()
	default:
		err = b.Wake()
	}
	require.NoError(s, err)
}

func (s *script) movePlacement() {
	b, ok := pick(s, s.bodies)
	if !ok {
		return
	}
	var err error
	switch s.intN(3) {
	case 0:
		err = b.SetTransform(s.worldPoint(), s.number())
	case 1:
		err = b.SetType(body.Type(s.intN(3)))
	default:
		err = b.SetEnabled(s.flag())
	}
	require.NoError(s, err)
}

// changeColliderOrJoint changes a collider, or the settings of a joint.
func (s *script) changeColliderOrJoint() {
	if j, ok := pick(s, s.joints); ok && s.intN(3) == 0 {
		s.editJoint(j)
		return
	}
	c, ok := pick(s, s.colliders)
	if !ok {
		return
	}
	var err error
	switch s.intN(4) {
	case 0:
		err = c.SetShape(s.shape())
	case 1:
		err = c.SetFilter(s.filter())
	case 2:
		err = c.SetMaterial(s.material())
	default:
		d := float64(s.intN(4))
		if c.Sensor() {
			d = 0
		}
		err = c.SetDensity(d)
	}
	if err != nil {
		require.ErrorIs(s, err, world.ErrChained)
	}
}

// editJoint changes the definition of a joint, or the part that all kinds share.
func (s *script) editJoint(j world.Joint) {
	f := s.byte()
	var err error
	distance, isDistance := j.Distance()
	gear, isGear := j.Gear()
	switch {
	case f&4 != 0:
		base := rng{rand.New(rand.NewPCG(uint64(f), 9))}.base()
		base.BreakForce, base.ReportOnly = float64(s.byte()), f&8 != 0
		err = j.EditBase(func(d *joint.Base) { *d = base })
	case f&8 != 0 && isDistance:
		hertz := float64(s.intN(5))
		err = distance.Edit(func(d *joint.Distance) {
			d.Loose, d.SpringHertz, d.Law = f&1 != 0, hertz, nil
			if f&2 != 0 {
				d.Law = scriptLaw
			}
		})
	case f&8 != 0 && isGear:
		ratio := s.number()
		err = gear.Edit(func(d *joint.Gear) { d.Ratio = ratio })
	default:
		err = j.EditBase(func(d *joint.Base) { d.Disabled, d.CollideConnected = f&1 != 0, f&2 != 0 })
	}
	if err != nil { // a joint that only keeps bodies from colliding cannot let them collide
		require.ErrorIs(s, err, geom.ErrOutOfRange)
	}
}

func (s *script) configureBody() {
	b, ok := pick(s, s.bodies)
	if !ok {
		return
	}
	var err error
	switch s.intN(9) {
	case 0:
		err = b.SetLocks(s.flag(), s.flag(), s.flag())
	case 1:
		err = b.SetLinearDamping(float64(s.intN(4)))
	case 2:
		err = b.SetGravityScale(s.number())
	case 3:
		err = b.SetBullet(s.flag())
	case 4:
		err = b.SetNeverSleep(s.flag())
	case 5:
		err = b.SetSleepSpeed(float64(s.intN(4)))
	case 6:
		m := []float64{1, 1, 1e-9, 1e9}[s.intN(4)]
		err = b.SetMassData(world.MassData{Mass: m * s.size(), Center: s.point().Mul(0.1), Inertia: m * s.size()})
	case 7:
		err = b.SetDominance(int8(s.byte()))
	default:
		err = b.SetMassData(world.MassData{})
	}
	require.NoError(s, err)
}
