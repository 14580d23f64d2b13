package world_test

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// jointFuzzer is a world that a list of operations plays with.
type jointFuzzer struct {
	w      *world.World
	r      rng
	bodies []world.Body
	joints []world.Joint
}

func (s *jointFuzzer) body(k int) world.Body {
	if k%7 == 0 || len(s.bodies) == 0 {
		return s.w.Ground()
	}
	return s.bodies[k%len(s.bodies)]
}

// removeInvalid forgets what is gone.
func (s *jointFuzzer) removeInvalid() {
	bodies, joints := s.bodies[:0], s.joints[:0]
	for _, b := range s.bodies {
		if b.Valid() {
			bodies = append(bodies, b)
		}
	}
	for _, j := range s.joints {
		if j.Valid() {
			joints = append(joints, j)
		}
	}
	s.bodies, s.joints = bodies, joints
}

// runOperation plays one operation; what the world refuses is no fault.
func (s *jointFuzzer) runOperation(op, x, y byte) {
	w, r := s.w, s.r
	switch op % 14 {
	case 0, 1:
		if len(s.bodies) < 24 {
			t := body.Dynamic
			if x%9 == 0 {
				t = body.Type(y % 3)
			}
			b := world.Must(w.CreateBody(body.Def{Type: t, Position: mgl64.Vec2{float64(x%16) - 8, float64(y%16) / 2}, Angle: float64(x)}))
			world.Must(b.Attach(shape.Box(0.2+float64(x%5)/8, 0.3), world.ColliderDef{}))
			s.bodies = append(s.bodies, b)
		}
	case 2, 3, 4:
		a, b := s.body(int(x)), s.body(int(y))
		if a == b || a.Type() != body.Dynamic && b.Type() != body.Dynamic {
			return
		}
		if j, err := r.randomJoint(w, a, b); err == nil {
			s.joints = append(s.joints, j)
		}
	case 5:
		if len(s.joints) > 1 {
			if g, err := w.CreateGear(s.joints[int(x)%len(s.joints)], s.joints[int(y)%len(s.joints)], joint.Gear{Ratio: r.between(-2, 2)}); err == nil {
				s.joints = append(s.joints, g.Joint)
			}
		}
	case 6:
		list := []world.Body{s.body(int(x)), s.body(int(y)), s.body(int(x) + int(y)), s.body(int(x) * 3)}
		if j, err := w.CreateCustom(list[:2+int(x)%3], joint.Custom{Constraint: distanceConstraint{2}}); err == nil {
			s.joints = append(s.joints, j.Joint)
		}
	case 13:
		for range 1 + x%40 {
			w.Tick()
		}
	default:
		s.changeOrDestroy(op, x, y)
	}
}

// changeOrDestroy changes or ends something that exists.
func (s *jointFuzzer) changeOrDestroy(op, x, y byte) {
	if len(s.joints) > 0 {
		j := s.joints[int(x)%len(s.joints)]
		switch op % 14 {
		case 7:
			_ = j.Destroy()
		case 8:
			_ = j.SetEnabled(y%2 == 0)
		case 9:
			_ = j.EditBase(func(b *joint.Base) {
				*b = s.r.base()
				b.BreakForce, b.ReportOnly = float64(y), y%3 == 0
			})
			if d, ok := j.Distance(); ok {
				_ = d.Edit(func(d *joint.Distance) {
					d.Loose, d.SpringHertz, d.Law = y%2 == 0, float64(y%5), nil
					if y%5 == 1 {
						d.Law = func(x, v float64) float64 { return 5 - x - v }
					}
				})
			}
			if g, ok := j.Gear(); ok {
				_ = g.Edit(func(d *joint.Gear) { d.Ratio = float64(y%5) - 2 })
			}
		}
	}
	if len(s.bodies) == 0 {
		return
	}
	b := s.bodies[int(x)%len(s.bodies)]
	switch op % 14 {
	case 10:
		switch y % 4 {
		case 0:
			_ = b.Destroy()
		case 1:
			_ = b.SetEnabled(!b.Enabled())
		case 2:
			_ = b.SetType(body.Type(y / 4 % 3))
		default:
			_ = b.SetTransform(mgl64.Vec2{float64(y%16) - 8, 3}, float64(y))
		}
	case 11:
		if y%2 == 0 {
			_ = b.Sleep()
		} else {
			_ = b.Wake()
		}
	case 12:
		world.Must(b.Attach(shape.Circle{Radius: 0.1 + float64(y%8)/10, Center: mgl64.Vec2{float64(y%5) - 2, 0}}, world.ColliderDef{}))
	}
}

// play runs a list of operations of three bytes each and looks at the world after
// every one of them.
func runJointOperations(t *testing.T, ops []byte) {
	w := newGravityWorld(t)
	addFloor(t, w, world.ColliderDef{})
	s := &jointFuzzer{w: w, r: rng{rand.New(rand.NewPCG(uint64(len(ops)), 9))}}
	for len(ops) >= 3 {
		s.runOperation(ops[0], ops[1], ops[2])
		ops = ops[3:]
		s.removeInvalid()
		w.Validate()
		for i, j := range s.joints {
			if j.BodyA() == j.BodyB() || !j.BodyA().Valid() || !j.BodyB().Valid() {
				t.Fatalf("joint %d lost a body", i)
			}
		}
		count := 0
		for range w.Joints() {
			count++
		}
		if count != len(s.joints) || count != w.Counters().Joints {
			t.Fatalf("%d joints, counted %d, known %d", w.Counters().Joints, count, len(s.joints))
		}
	}
	w.Tick()
	w.Validate()
}

// FuzzJoints makes, edits, switches and destroys joints and their bodies.
func FuzzJoints(f *testing.F) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 12 {
		ops := make([]byte, 3*120)
		for i := range ops {
			ops[i] = byte(r.Uint32())
		}
		f.Add(ops)
	}
	f.Fuzz(runJointOperations)
}
