package world

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// The stand-ins for the game's code in a replay. In a tick or a call they give the recorded
// answers. Queries on the replay get a neutral answer.

// counts reports whether the world calls, and not a query.
func (p *replay) counts() bool { return p.w != nil && p.w.door.has(doorTicking|doorChanging) }

// Answers gives the replay the next answers of shapes of the game's own.
func (p *replay) Answers(log []byte) error {
	if err := p.trees.Answers.Read(log); err != nil {
		return p.player.Fail(err)
	}
	return nil
}

// assignHandle sets a broadphase, or a body to the body of the replay.
func (p *replay) assignHandle(v reflect.Value, tree any) (bool, error) {
	switch v.Type() {
	case broadphaseType:
		n, ok := tree.(uint64)
		kind, err := broadphaseOf(n)
		if !ok || err != nil {
			return false, recording.WrongTree(v, tree)
		}
		v.Set(reflect.ValueOf(kind))
		return true, nil
	case bodyType:
		return true, p.assignBody(v, tree)
	}
	return false, nil
}

func (p *replay) assignBody(v reflect.Value, tree any) error {
	switch n := tree.(type) {
	case uint64:
		v.Set(reflect.ValueOf(p.bodyOf(int64(n & math.MaxInt64))))
	case int64:
		v.Set(reflect.ValueOf(p.bodyOf(n)))
	default:
		return recording.WrongTree(v, tree)
	}
	return nil
}

// assignFunction sets a function of a definition to its stand-in.
func (p *replay) assignFunction(v reflect.Value) error {
	switch f := v.Addr().Interface().(type) {
	case *func(*World): // BeforeTick: its calls are in the recording
	case *func(a, b Collider) bool:
		*f = func(a, b Collider) bool {
			return !p.counts() || p.player.PairAnswer(recording.FilterAnswer, uint64(a.id), uint64(b.id))
		}
	case *func(a, b shape.Material) float64:
		*f = func(_, _ shape.Material) float64 { return p.number() }
	case *func(*ContactEdit) bool:
		*f = p.preSolve
	case *func(FieldPoint) mgl64.Vec2:
		*f = func(FieldPoint) mgl64.Vec2 {
			if !p.counts() {
				return mgl64.Vec2{}
			}
			a := p.player.Answer()
			return recording.Answered(a, mgl64.Vec2{a.Float(), a.Float()})
		}
	case *joint.ForceLaw:
		*f = func(_, _ float64) float64 { return p.number() }
	default:
		return fmt.Errorf("world: a recorded function of type %v: %w", v.Type(), tape.ErrItem)
	}
	return nil
}

func (p *replay) number() float64 {
	if !p.counts() {
		return 0
	}
	a := p.player.Answer()
	return recording.Answered(a, a.Float())
}

func (p *replay) preSolve(c *ContactEdit) bool {
	if !p.counts() {
		return true
	}
	if c.Swept {
		return p.player.PairAnswer(recording.SweepAnswer, uint64(c.ColliderA.id), uint64(c.ColliderB.id))
	}
	a := p.player.Answer()
	solved := a.Bool()
	c.Friction, c.Restitution, c.RollingResistance, c.TangentSpeed = a.Float(), a.Float(), a.Float(), a.Float()
	c.dropped = [2]bool{a.Bool(), a.Bool()}
	return recording.Answered(a, solved)
}

// replayedConstraint stands for a constraint of the game's own.
type replayedConstraint struct{ p *replay }

// Measure adds the rows that were recorded.
func (c *replayedConstraint) Measure(m *joint.ConstraintContext) {
	a := c.p.player.Answer()
	b := recording.Answered(a, a.Bytes())
	float := func() float64 {
		x := math.Float64frombits(binary.LittleEndian.Uint64(b))
		b = b[8:]
		return x
	}
	size := 8 * (7 + 3*m.Bodies())
	if len(b)%size != 0 {
		panic(recording.MissingAnswer("a custom joint has the rows of another number of bodies"))
	}
	for k := 0; len(b) > 0; k++ {
		row := joint.SoftRow{Error: float(), Speed: float(), Hertz: float(), Damping: float(), Lower: float(), Upper: float()}
		row.Spring = float() != 0
		m.Row(row)
		jacobians := m.Jacobians(k)
		for i := range jacobians {
			jacobians[i] = joint.RowJacobian{X: float(), Y: float(), W: float()}
			if j := &jacobians[i]; !geom.Finite(j.X) || !geom.Finite(j.Y) || !geom.Finite(j.W) {
				panic(recording.MissingAnswer("a row of a custom joint is not finite"))
			}
		}
	}
}

// body reads the handle of a body.
func (p *replay) body(a *tape.Items) Body { return p.bodyOf(a.Int()) }

// bodyOf returns the body of an identity: none for 0, and a body of another world for -1.
func (p *replay) bodyOf(id int64) Body {
	switch {
	case id == 0:
		return Body{}
	case id < 0:
		return p.otherWorld().Ground()
	}
	return Body{p.w, BodyID(id)}
}

// joint reads the handle of a joint.
func (p *replay) joint(a *tape.Items) Joint {
	switch id := a.Int(); {
	case id == 0:
		return Joint{}
	case id < 0:
		return Joint{p.otherWorld(), 0}
	default:
		return Joint{p.w, JointID(id)}
	}
}

func (p *replay) otherWorld() *World {
	if p.foreign == nil {
		p.foreign = Must(New(Config{Workers: 1}))
	}
	return p.foreign
}

// subscribe repeats a subscription, with a function that does nothing.
func (p *replay) subscribe(key subscriptionKey, id uint64) {
	if key.kind >= eventKinds {
		return
	}
	s, err := p.w.subscribe(subscription{
		key: key, contactBegin: func(ContactBegin) {}, contactEnd: func(ContactEnd) {}, hit: func(Hit) {}, sensor: func(SensorEvent) {},
	}, false)
	if err == nil {
		p.subscriptions[id] = s
	}
}

// cancel repeats the end of a subscription.
func (p *replay) cancel(id uint64) {
	_ = p.subscriptions[id].Cancel()
	delete(p.subscriptions, id)
}

// replay runs the calls that World.Record has written.
type replay struct {
	w       *World
	foreign *World // stands for other worlds of the game
	player  recording.Player

	ticks    uint64      // of the recording
	recorded StateHashes // when they were written last
	parts    int         // of the state that the recording knows: it lacks the snapshot.Parts that came later

	subscriptions map[uint64]Subscription
	trees         recording.Decoder
}

// leaveStep ends a Step that was begun.
func (p *replay) leaveStep() {
	if p.player.InStep {
		p.w.leaveStep()
		p.player.InStep = false
	}
}
