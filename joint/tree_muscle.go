package joint

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/step"
)

// Muscles.
//
// A limit that bears the load of a tree cannot be left to a row beside it, nor can a motor
// or a spring: what holds only there gives way as every row would, and what answers a
// sub-step late drives the load. So each coordinate of a joint on which such things act is
// a further line of the joint, solved with the tree. Of motor and limits one at most
// decides how fast the coordinate changes:
//
//	held, the impulse of both        speed of the coordinate
//	more than the motor's most       what the lower limit asks for
//	within what the motor can        that of the motor
//	less than its least              what the upper limit asks for
//
// and between two of these, with the motor at its bound, the coordinate is free. The more
// there is held the slower it is, so there is one answer. Which rung of that ladder a
// muscle is on is found by trying: see tree_trial.go.
//
// A spring takes the line of a coordinate that is free, and gives way as its law says.
// Where a limit or the motor decides the speed, its impulse follows from that. Velocities
// alone do not change it: it is a force, and once per sub-step is what its equation asks
// for.
//
// A limit with room before it does not give way. What gives way does so for the impulses
// of all lines of its joint, and by what a couple on a light body does at a lever, a
// limit out of reach would stop what is on its way to it; the next pass sets that going
// again, and joint and limit hold each other up in mid-air. Nor does a motor give way.

// rung says what decides the speed of a coordinate. The limits have the sign of what they
// push with.
type rung int8

const (
	slack   rung = 0 // nothing: motor and limits hold as they do
	onLower rung = 1
	onUpper rung = -1
	onMotor rung = 2
)

// muscle is what acts along one coordinate of a limb beside what is rigid. Lengths in m,
// angles in rad, impulses in N s or N m s.
type muscle struct {
	limb         int32
	axis         int8 // of a bond
	line         int8 // of the limb, in this trial
	rung         rung
	tight        bool // there is nothing between the limits
	freed        bool // a limit let go in this pass, and is not caught again in it
	sprung       bool
	ji, jo       triple
	above, below float64 // room when the tick began, endless without limits
	bound        float64 // the most impulse of a limit
	moved        float64 // since the tick began
	speed, most  float64 // of the motor, and its impulse
	held         float64 // impulse of motor and limits

	back, forth float64 // between which that is while the motor decides, in this pass
	from, to    float64 // from which the lower limit bears, and up to which the upper one
	lent        float64 // what a limit that gives way adds while the motor decides

	spring    softness
	own       float64 // mobility of what the spring's frequency is of
	offset    float64 // from the target when the tick began
	springing float64 // impulse of the spring
	change    float64 // of it, in this trial, on a rung
}

// Limits nearer to each other than this, m or rad, hold what is between them.
const tight = 1e-6

// strongest bounds what a motor can do by what it would do to the speed of its bodies
// alone, m/s or rad/s. Beyond, its impulse could not be told from others in a float32.
const strongest = 1e8

// start readies a muscle as the tick begins.
func (x *muscle) start(in, out *node) {
	x.tight = x.above+x.below < tight
	if m := x.mobility(&in.mass, &out.mass); m > 0 {
		x.most = min(x.most, strongest/m)
	} else {
		x.most = 0
	}
	x.own = x.mobility(&in.bare, &out.bare)
	switch {
	case x.tight:
		x.rung = onLower
	case x.most > 0: // ready says
	case x.held > 0:
		x.rung = onLower
	case x.held < 0:
		x.rung = onUpper
	}
}

// ofAxle fills in the axle of a revolute joint at the given angle.
func (x *muscle) ofAxle(rec *axle, angle float64, maxTorque, h float32) {
	*x = muscle{limb: x.limb, above: endless, below: endless}
	x.held, x.springing = float64(rec.motor)+float64(rec.low)-float64(rec.high), float64(rec.spring)
	x.speed, x.most = float64(rec.speed), float64(rec.torque*h)
	if rec.parts&axleLimits != 0 {
		x.above, x.below, x.bound = angle-rec.lower, rec.upper-angle, float64(maxTorque*h)
	}
	if rec.parts&axleSpring != 0 {
		x.offset = angle - rec.target
		x.spring, x.sprung = springOf(softOf(step.MakeSoft(rec.hertz, rec.damping, h)))
	}
}

// ofAxis fills in axis i of a bond.
func (x *muscle) ofAxis(from *axis, i int) {
	*x = muscle{limb: x.limb, axis: int8(i), above: endless, below: endless}
	x.held, x.springing = float64(from.driving)+float64(from.lower)-float64(from.upper), float64(from.springing)
	if from.parts&partMotor != 0 {
		x.speed, x.most = float64(from.speed), float64(from.most)
	}
	if from.parts&partLimit != 0 {
		x.above, x.below, x.bound = float64(from.above), float64(from.below), float64(from.bound)
	}
	if from.parts&partSpring != 0 {
		x.offset = float64(from.offset)
		x.spring, x.sprung = springOf(from.spring)
	}
}

// springOf returns what the line of a spring asks for and how it gives way. What is too
// weak to be told from nothing is no spring.
func springOf(c soft) (s softness, ok bool) {
	if !(c.mass > 0) {
		return s, false
	}
	return softness{float64(c.gain) / float64(c.mass), float64(c.leak) / float64(c.mass)}, true
}

// slides makes the stiffness of a spring along a translation what it is for the mean over
// all directions between anchors at the squared distances in2 and out2, as it is for
// springs in the plane: see block.loosen. What changes as the bodies turn has no potential,
// and solved exactly it drives them for ever.
func (x *muscle) slides(in, out *node, in2, out2 float64) {
	a, b := in.bare, out.bare
	a.w, b.w = 0, 0
	x.own = x.mobility(&a, &b) + float64(0.5*(float64(in.bare.w*in2)+float64(out.bare.w*out2)))
}

// turned finds where an angle has come to.
func (x *muscle) turned(l *limb, a, b *body.State) {
	x.moved = float64(turnOf(a, b))
	x.ji, x.jo = spin.sides(l.inA)
}

// shifted finds where the axis of a bond has come to.
func (x *muscle) shifted(l *limb, axis *axis) {
	x.moved = float64(axis.moved())
	x.ji, x.jo = axis.line.sides(l.inA)
}

// haste returns the speed away from a limit that is asked for at least: less than
// nothing where there is room, and otherwise what brings it back with the given bias.
func (x *muscle) haste(side rung, bias, invH float64) float64 {
	if x.apart(side) {
		return -float64(x.room(side) * invH)
	}
	return -float64(bias * x.room(side))
}

// room returns how far it is to a limit, m or rad.
func (x *muscle) room(side rung) float64 {
	if side == onUpper {
		return x.below - x.moved
	}
	return x.above + x.moved
}

// apart reports whether there is room before a limit.
func (x *muscle) apart(side rung) bool { return x.room(side) > 0 && !x.tight }

// rate returns what the line sees.
func (x *muscle) rate(in, out *triple) float64 { return x.ji.dot(in) + x.jo.dot(out) }

// mobility returns how fast the coordinate moves when a unit impulse acts on its bodies
// alone, whose inverse masses are given.
func (x *muscle) mobility(in, out *triple) float64 {
	ji, jo := x.ji.scaled(in), x.jo.scaled(out)
	return x.rate(&ji, &jo)
}

// push applies an impulse along the line.
func (x *muscle) push(j float64, in, out *node) {
	in.push(j, &x.ji)
	out.push(j, &x.jo)
}

// whole returns the impulse of all that acts.
func (x *muscle) whole() float64 { return x.held + x.springing }

// motor returns the part of what is held that is the motor's. Against a limit it pushes
// with all it has.
func (x *muscle) motor() float64 { return min(max(x.held, x.back), x.forth) - x.lent }

// parts returns the impulses of motor and limits.
func (x *muscle) parts() (motor, lower, upper float32) {
	m := x.motor()
	return float32(m), float32(max(x.held-m, 0)), float32(max(m-x.held, 0))
}

// reach returns between what impulses a muscle stays on its rung.
func (x *muscle) reach() (least, most float64) {
	switch {
	case x.tight:
		return -endless, endless
	case x.rung == onMotor || x.rung == slack:
		return x.back, x.forth
	case x.rung == onLower && x.from < x.back && x.held <= x.back:
		return x.from, x.back
	case x.rung == onUpper && x.to > x.forth && x.held >= x.forth:
		return x.forth, x.to
	case x.rung == onLower:
		return x.forth, x.forth - x.lent + x.bound
	default:
		return x.back - x.lent - x.bound, x.back
	}
}

// ready begins a pass: how fast the limits ask to be left says what the motor can do, and
// the impulse held says on which rung that is.
func (x *muscle) ready(g *grove, what pass, invH float64) {
	x.freed = false
	if x.most == 0 && x.bound > math.MaxFloat64 && (x.rung != slack || x.held == 0) {
		return // limits alone have no choice
	}
	l, bias := &g.limbs[x.limb], 0.0
	if what == solve {
		bias = l.bias
	}
	x.lent = 0
	x.from, x.to = x.most, -x.most
	x.back, x.forth = -x.most, x.most
	if x.most > 0 {
		low, high := x.haste(onLower, bias, invH), -x.haste(onUpper, bias, invH)
		switch {
		case x.speed < low:
			x.meet(g, onLower, what, low-x.speed)
		case x.speed > high:
			x.meet(g, onUpper, what, high-x.speed)
		}
	}
	least, most := x.back-x.lent-x.bound, x.forth-x.lent+x.bound
	if to := min(max(x.held, least), most); to != x.held && !x.tight {
		x.push(to-x.held, &g.nodes[l.in], &g.nodes[l.out]) // the game weakened a motor or a joint
		x.held = to
	}
	least, most = x.reach()
	switch {
	case x.tight:
		x.rung = onLower
	case x.back < x.held && x.held < x.forth:
		x.rung = onMotor
	case x.held > x.from:
		x.rung = onLower
	case x.held < x.to:
		x.rung = onUpper
	case !(least <= x.held && x.held <= most) || x.rung == onMotor && x.back == x.forth:
		x.rung = slack
	}
}

// meet is for a motor that works against a limit. Against one that does not give way it has
// lost. One that gives way adds what it holds at the motor's speed, which it misses by a gap,
// and decides by itself how fast the coordinate is where the motor can not.
func (x *muscle) meet(g *grove, side rung, what pass, gap float64) {
	full := float64(float64(side) * x.most)
	if what == relax || x.apart(side) || x.tight {
		x.back, x.forth = -full, -full
	} else {
		l := &g.limbs[x.limb]
		x.lent = gap / float64(l.comply*x.mobility(&g.nodes[l.in].mass, &g.nodes[l.out].mass))
		x.lent = min(max(x.lent, -x.bound), x.bound)
		x.back += x.lent
		x.forth += x.lent
	}
	if side == onLower {
		x.from = -full
	} else {
		x.to = -full
	}
}

// acts reports whether a muscle has a line.
func (x *muscle) acts(what pass) bool { return x.rung != slack || x.sprung && what == solve }

// terms are those of a pass and a limb.
type terms struct {
	what               pass
	bias, comply, invH float64
}

// join puts the line of a muscle behind the other lines of its limb.
func (e *limbBond) join(x *muscle, in, out *node, on *terms) {
	k := e.n
	e.n++
	x.line, x.change = int8(k), 0
	e.ji[k], e.jo[k], e.weight[k] = x.ji, x.jo, 0
	switch x.rung {
	case slack:
		e.y[k] = x.pull() - float64(x.give()*x.springing)
		e.alone[k], e.gives[k] = true, relaxed
		if own := x.mobility(&in.mass, &out.mass); own > 0 {
			e.gives[k] = x.give() / own
		}
		return
	case onMotor:
		e.y[k] = x.speed
		e.alone[k], e.gives[k] = true, relaxed
	default:
		e.y[k] = float64(float64(x.rung) * x.haste(x.rung, on.bias, on.invH))
		limit := x.held - x.motor()
		switch {
		case x.apart(x.rung):
			e.alone[k], e.gives[k] = true, 0
		case x.most > 0: // only then one knows what it holds at the motor's speed
			e.alone[k], e.gives[k] = true, on.comply
			if on.what == solve {
				e.y[k] -= float64(float64(on.comply*x.mobility(&in.mass, &out.mass)) * limit)
			}
		default:
			e.weight[k] = limit
		}
	}
	if x.sprung && on.what == solve {
		v := e.y[k]
		if !e.alone[k] {
			v -= float64(on.comply * (e.weighs(x, in, out) + float64(e.weight[k]*x.mobility(&in.mass, &out.mass))))
		}
		if give := x.give(); give > 0 {
			x.change = (x.pull()-v)/give - x.springing
		}
	}
}

// pull returns the speed that a spring without load asks for, and give how much less it
// is for an impulse.
func (x *muscle) pull() float64 { return -float64(x.spring.bias * (x.offset + x.moved)) }

func (x *muscle) give() float64 { return float64(x.spring.comply * x.own) }

// step returns how much the impulse of motor and limits would change in a trial.
func (x *muscle) step(e *limbBond) float64 { return e.y[x.line] - x.change }

// take adds a part of what a trial found.
func (x *muscle) take(e *limbBond, part float64) {
	if x.rung == slack {
		x.springing += float64(part * e.y[x.line])
		return
	}
	x.springing += float64(part * x.change)
	x.held += float64(part * x.step(e))
}
