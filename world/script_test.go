package world_test

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// script reads a list of operations from bytes and does them to a world. Where the
// bytes end it reads zeros.
type script struct {
	testing.TB
	w    *world.World
	code []byte

	bodies    []world.Body // never removed: a handle may be stale
	colliders []world.Collider
	chains    []world.Chain
	joints    []world.Joint
	seen      map[any]bool // every identity that was handed out
	ledger    *ledger
}

func (s *script) byte() byte {
	if len(s.code) == 0 {
		return 0
	}
	b := s.code[0]
	s.code = s.code[1:]
	return b
}

// upTo returns a number below n.
func (s *script) upTo(n int) int { return int(s.byte()) % n }

// number returns a multiple of 1/16 in [-8, 8).
func (s *script) number() float64 { return float64(int8(s.byte())) / 16 }

func (s *script) point() mgl64.Vec2 { return mgl64.Vec2{s.number(), s.number()} }

func (s *script) flag() bool { return s.byte()&1 != 0 }

// fresh requires that an identity was never handed out before.
func (s *script) fresh(id any) {
	require.False(s, s.seen[id], "an identity is used twice")
	s.seen[id] = true
}

// pick returns a living one of a list.
func pick[T interface{ Valid() bool }](s *script, list []T) (x T, ok bool) {
	if len(list) == 0 {
		return x, false
	}
	x = list[s.upTo(len(list))]
	return x, x.Valid()
}

// blob is a shape that only its support function describes.
type blob struct{ a, b float64 }

func (o blob) Support(d mgl64.Vec2) mgl64.Vec2 {
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
	switch s.upTo(12) {
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
		p, err := shape.NewPolygon([]mgl64.Vec2{{-s.size(), 0}, {s.size(), 0}, {0, s.size()}}, s.size()/20)
		require.NoError(s, err)
		return p
	case 6:
		return shape.RegularPolygon(3+s.upTo(5), s.size())
	case 7:
		return shape.Ellipse{RX: s.size(), RY: s.size()}
	case 8:
		return shape.HalfEllipse{RX: s.size(), RY: s.size()}
	case 9:
		return shape.Sector{Radius: s.size(), Sweep: 0.3 + s.size()}
	case 10:
		return blob{s.size(), s.size()}
	default:
		return shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}
	}
}

func (s *script) material() shape.Material {
	return shape.Material{
		Friction: float64(s.upTo(8)) / 4, Restitution: float64(s.upTo(5)) / 4,
		RollingResistance: float64(s.upTo(3)) / 10, TangentSpeed: s.number() / 4,
	}
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
		Density: float64(s.upTo(4)), Material: &m, Filter: s.filter(),
		Sensor: f&7 == 7, HitEvents: f&8 != 0, NoContactEvents: f&0x30 == 0x30, PreSolve: f&0x40 != 0, Unseen: f&0x80 != 0,
	}
	return d
}

// step does one operation.
func (s *script) step() {
	switch op := s.upTo(24); op {
	case 0, 1, 2:
		s.create()
	case 3, 4:
		s.attach()
	case 5:
		s.link()
	case 6:
		s.destroy()
	case 7, 8, 9, 10:
		s.push()
	case 11, 12:
		s.place()
	case 13, 14, 15:
		s.reshape()
	case 16, 17:
		s.adjust()
	default:
		for range 1 + s.upTo(12) {
			s.w.Tick()
			s.ledger.check(s)
		}
	}
}

func (s *script) create() {
	f := s.byte()
	d := body.Def{
		Type: body.Type(s.upTo(5) % 3), Position: s.point(), Angle: s.number(),
		LinearVelocity: s.point(), AngularVelocity: s.number(),
		LockX: f&7 == 1, LockY: f&7 == 2, LockRotation: f&7 == 3, NeverSleep: f&0x18 == 0x18,
		Asleep: f&0x20 != 0, Bullet: f&0x40 != 0, Disabled: f&0x87 == 0x87, FastRotation: f&0x60 == 0x60,
	}
	if len(s.bodies) > 60 {
		return
	}
	b, err := s.w.CreateBody(d)
	require.NoError(s, err)
	s.fresh(b)
	s.bodies = append(s.bodies, b)
	if s.flag() {
		s.put(b)
	}
}

func (s *script) attach() {
	b, ok := pick(s, s.bodies)
	if !ok {
		return
	}
	if s.upTo(4) != 0 {
		s.put(b)
		return
	}
	c := shape.Chain{Closed: s.flag(), Points: []mgl64.Vec2{{4, 0}, {1, 0.5}, {-3, 0}, {0, -3}}}
	chain, err := b.AttachChain(c, s.collider())
	require.NoError(s, err)
	s.fresh(chain)
	s.chains = append(s.chains, chain)
	for _, segment := range chain.Segments() {
		s.fresh(segment)
		s.colliders = append(s.colliders, segment)
	}
}

func (s *script) put(b world.Body) {
	c, err := b.Attach(s.shape(), s.collider())
	require.NoError(s, err)
	s.fresh(c)
	s.colliders = append(s.colliders, c)
}

func (s *script) link() {
	a, okA := pick(s, s.bodies)
	b, okB := pick(s, s.bodies)
	if s.upTo(5) == 0 {
		a, okA = s.w.Ground(), true
	}
	if !okA || !okB || a == b || a.Type() != body.Dynamic && b.Type() != body.Dynamic {
		return
	}
	var j world.Joint
	if kind := s.byte(); kind&1 != 0 {
		var err error
		j, err = dice{rand.New(rand.NewPCG(uint64(s.byte()), uint64(kind)))}.link(s.w, a, b)
		if err != nil {
			return // such as a rod without length
		}
	} else {
		d := world.PinAt(a, b, s.point())
		d.CollideConnected, d.Disabled, d.BreakForce = s.flag(), s.flag(), float64(s.byte())*20
		r, err := s.w.CreateRevolute(a, b, d)
		require.NoError(s, err)
		j = r.Joint
	}
	s.fresh(j)
	s.joints = append(s.joints, j)
}

func (s *script) destroy() {
	switch s.upTo(4) {
	case 0:
		if b, ok := pick(s, s.bodies); ok {
			require.NoError(s, b.Destroy())
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

func (s *script) push() {
	b, ok := pick(s, s.bodies)
	if !ok {
		return
	}
	var err error
	switch s.upTo(8) {
	case 0:
		err = b.SetLinearVelocity(s.point().Mul(4))
	case 1:
		err = b.SetAngularVelocity(s.number() * 4)
	case 2:
		err = b.ApplyForce(s.point().Mul(100), s.point())
	case 3:
		err = b.ApplyTorque(s.number() * 50)
	case 4:
		err = b.ApplyImpulse(s.point(), s.point())
	case 5:
		err = b.ApplyAngularImpulse(s.number())
	case 6:
		err = b.Sleep()
	default:
		err = b.Wake()
	}
	require.NoError(s, err)
}

func (s *script) place() {
	b, ok := pick(s, s.bodies)
	if !ok {
		return
	}
	var err error
	switch s.upTo(3) {
	case 0:
		err = b.SetTransform(s.point(), s.number())
	case 1:
		err = b.SetType(body.Type(s.upTo(3)))
	default:
		err = b.SetEnabled(s.flag())
	}
	require.NoError(s, err)
}

// reshape changes a collider, or the settings of a joint.
func (s *script) reshape() {
	if j, ok := pick(s, s.joints); ok && s.upTo(3) == 0 {
		f := s.byte()
		require.NoError(s, j.EditBase(func(d *joint.Base) { d.Disabled, d.CollideConnected = f&1 != 0, f&2 != 0 }))
		return
	}
	c, ok := pick(s, s.colliders)
	if !ok {
		return
	}
	var err error
	switch s.upTo(4) {
	case 0:
		err = c.SetShape(s.shape())
	case 1:
		err = c.SetFilter(s.filter())
	case 2:
		err = c.SetMaterial(s.material())
	default:
		d := float64(s.upTo(4))
		if c.Sensor() {
			d = 0
		}
		err = c.SetDensity(d)
	}
	if err != nil {
		require.ErrorIs(s, err, world.ErrChained)
	}
}

// adjust changes the settings of a body.
func (s *script) adjust() {
	b, ok := pick(s, s.bodies)
	if !ok {
		return
	}
	var err error
	switch s.upTo(8) {
	case 0:
		err = b.SetLocks(s.flag(), s.flag(), s.flag())
	case 1:
		err = b.SetLinearDamping(float64(s.upTo(4)))
	case 2:
		err = b.SetGravityScale(s.number())
	case 3:
		err = b.SetBullet(s.flag())
	case 4:
		err = b.SetNeverSleep(s.flag())
	case 5:
		err = b.SetSleepSpeed(float64(s.upTo(4)))
	case 6:
		err = b.SetMassData(world.MassData{Mass: s.size(), Center: s.point().Mul(0.1), Inertia: s.size()})
	default:
		err = b.SetMassData(world.MassData{})
	}
	require.NoError(s, err)
}
