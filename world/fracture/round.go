package fracture

import (
	"math"
	"sort"

	"github.com/carom2d/carom/geom"
)

// A coordinate of a velocity is moved to neighbours in float32, by moveShare of the fastest
// piece's at most. The nearer the masses of two pieces, the more neighbours have to be tried. For
// the angular momentum's sake one piece is then shifted by up to shiftTries neighbours, with fewer
// tries at each.
const (
	moveShare  = 2.4e-4
	pairTries  = 4096
	shiftTries = 256
)

// motions are the velocities of pieces, rounded to float32 as the world stores them.
type motions struct {
	across, up, turn rounder
	size, spin       float64 // of all momenta, and of all angular momenta about the common centre
}

// roundMotions rounds the velocities of the pieces such that the pieces together have the momenta
// of their fragments, and reports whether they exist. Rounded one by one, they lose 6e-8 of them.
func roundMotions(pieces []*fragment) bool {
	middle, mass := geom.Vec2{}, 0.0
	for _, x := range pieces {
		middle, mass = middle.MulAdd(x.Mass, geom.From(x.Center)), mass+x.Mass
	}
	if mass == 0 {
		return true
	}
	middle = geom.Vec2{X: middle.X / mass, Y: middle.Y / mass}
	best := roundedMotions(pieces, middle, 0)
	for shift := 1; shift < shiftTries && best.turn.lost() > roundTolerance && best.lost() <= roundTolerance; shift++ {
		m := roundedMotions(pieces, middle, shift)
		if m.lost() <= roundTolerance && m.turn.lost() < 0.5*best.turn.lost() {
			best = m
		}
	}
	for i, x := range pieces {
		x.Velocity = [2]float64{best.across.values[i], best.up.values[i]}
		x.AngularVelocity = best.turn.values[i]
	}
	return best.kept()
}

// roundedMotions rounds from velocities of which one is shifted: pieces of the same mass have but
// one rounding that keeps the momentum, and then it may not keep the angular momentum.
func roundedMotions(pieces []*fragment, middle geom.Vec2, shift int) (m motions) {
	angular := 0.0
	for _, x := range pieces {
		m.across.add(x.Mass, x.Velocity[0])
		m.up.add(x.Mass, x.Velocity[1])
		m.turn.add(x.Inertia, x.AngularVelocity)
		lever, speed := geom.From(x.Center).Sub(middle), geom.From(x.Velocity)
		angular += float64(x.Mass * lever.Cross(speed))
		orbit := float64(x.Mass * lever.Length() * speed.Length())
		m.size += float64(x.Mass * speed.Length())
		m.spin += math.Abs(float64(x.Inertia*x.AngularVelocity)) + orbit
		m.turn.size += float64(1e-4 * orbit)
		if x.Inertia > 0 {
			m.turn.most = max(m.turn.most, float64(4*moveShare*math.Sqrt(x.Mass/x.Inertia)*speed.Length()))
		}
	}
	tries := pairTries
	if shift > 0 {
		tries = shiftTries
	}
	m.across.round(shift, tries)
	m.up.round(shift/2, tries)
	for i, x := range pieces {
		lever := geom.From(x.Center).Sub(middle)
		angular -= float64(x.Mass * lever.Cross(geom.Vec2{X: m.across.values[i], Y: m.up.values[i]}))
	}
	m.turn.sum += angular
	m.turn.round(0, tries)
	return m
}

// kept reports whether the pieces have the momenta of their fragments to keptTolerance.
func (m *motions) kept() bool {
	return geom.Vec2{X: m.across.left, Y: m.up.left}.Length() <= float64(keptTolerance*m.size) && math.Abs(m.turn.left) <= float64(keptTolerance*m.spin)
}

// lost is the largest share of the linear momentum that the rounding takes.
func (m *motions) lost() float64 { return max(m.across.lost(), m.up.lost()) }

// roundTolerance is a share of one momentum that may be lost, keptTolerance a share of all momenta.
const (
	roundTolerance = 2e-10
	keptTolerance  = 6e-10
)

// rounder rounds values to float32 such that their weighted sum is kept.
type rounder struct {
	weights, values []float64
	sum, size       float64 // of the weighted values, and of their absolute values
	most            float64 // the farthest that a value may be moved
	left            float64 // the sum less the sum of the rounded values
}

func (r *rounder) add(weight, value float64) {
	r.weights, r.values = append(r.weights, weight), append(r.values, value)
	r.sum += float64(weight * value)
	r.size += math.Abs(float64(weight * value))
	r.most = max(r.most, float64(moveShare*math.Abs(value)))
}

func (r *rounder) lost() float64 {
	if r.size == 0 {
		return 0
	}
	return math.Abs(r.left) / r.size
}

// round rounds each value, then lets each take the rest of the sum, the heaviest first. A few
// values of similar weight leave too much of the rest, so pairs are tried last, the lightest first.
func (r *rounder) round(shift, tries int) {
	var order []int
	r.left = r.sum
	for i, v := range r.values {
		r.values[i] = float64(float32(v))
		r.left -= float64(r.weights[i] * r.values[i])
		if r.weights[i] > 0 {
			order = append(order, i)
		}
	}
	if shift == 0 && r.lost() <= roundTolerance || len(order) == 0 {
		return
	}
	sort.Stable(&byWeight{order, r.weights})
	first := order[0]
	r.move(first, float64(float32(r.values[first]+float64(spacing(r.values[first])*float64(shift)))))
	if shift > 0 {
		order = order[1:]
	}
	for _, i := range order {
		r.move(i, r.taker(i, r.left))
	}
	for k := len(order) - 1; k > 0 && r.lost() > roundTolerance; k-- {
		r.tryPair(order[k-1], order[k], tries)
	}
}

// byWeight sorts pieces from the heaviest on, by code that programs have already.
type byWeight struct {
	order   []int
	weights []float64
}

func (x *byWeight) Len() int           { return len(x.order) }
func (x *byWeight) Less(i, j int) bool { return x.weights[x.order[i]] > x.weights[x.order[j]] }
func (x *byWeight) Swap(i, j int)      { x.order[i], x.order[j] = x.order[j], x.order[i] }

func (r *rounder) move(i int, to float64) {
	r.left -= float64(r.weights[i] * (to - r.values[i]))
	r.values[i] = to
}

// taker returns the value that takes most of a rest, or the value as it is if that is too far.
func (r *rounder) taker(i int, left float64) float64 {
	move := left / r.weights[i]
	if math.Abs(move) > r.most {
		return r.values[i]
	}
	return float64(float32(r.values[i] + move))
}

// tryPair moves a value to its neighbours, the nearest first, and lets another take the rest.
func (r *rounder) tryPair(i, j, tries int) {
	step, taken := spacing(r.values[i]), r.values[j]
	least, from, to := math.Abs(r.left), r.values[i], r.values[i]
	tries = int(min(float64(tries), r.most/step))
	// A step that the partner's steps undo leaves the same rest.
	undone := math.Remainder(float64(r.weights[i]*step), float64(r.weights[j]*spacing(taken)))
	if float64(math.Abs(undone)*float64(tries)) < float64(roundTolerance*r.size) {
		return
	}
	for k := 2; k < 2*tries && least > float64(roundTolerance*r.size); k++ {
		near := float64(float32(from + float64(step*float64(k/2*(1-2*(k&1))))))
		left := r.left - float64(r.weights[i]*(near-from))
		partner := r.taker(j, left)
		if left -= float64(r.weights[j] * (partner - r.values[j])); math.Abs(left) < least {
			least, to, taken = math.Abs(left), near, partner
		}
	}
	r.move(i, to)
	r.move(j, taken)
}

// spacing is the distance of a value from its neighbour in float32.
func spacing(v float64) float64 {
	v = math.Abs(v)
	return float64(math.Nextafter32(float32(v), math.MaxFloat32)) - v
}
