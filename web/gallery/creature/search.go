package creature

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// The duration and the beat of an attempt.
const (
	attemptSeconds = 8
	attemptBeat    = 1.5 // Hz
)

// Distance returns the distance that a creature walks to the right in eight seconds, m. The walk
// ends when the creature falls, and then counts half.
func Distance(f Form, g Gait) float64 {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
	defer w.Close()
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -0.5}}))
	world.Must(ground.Attach(shape.Box(200, 0.5), world.ColliderDef{Material: &shape.Material{Friction: 1}}))
	c := world.Must(New(w, f, g, mgl64.Vec2{}))
	from := c.Center()
	for w.Time() < attemptSeconds {
		c.Beat(attemptBeat)
		w.Tick()
		if c.Fallen() {
			return (c.Center()[0] - from[0]) / 2
		}
	}
	return c.Center()[0] - from[0]
}

// waves is the number of tries with random waves that run through the body. The other tries change
// a few springs of the best gait so far, and a change that goes farther is kept.
const waves = 40

// Learned is a gait and how far it goes, m.
type Learned struct {
	Gait Gait
	Far  float64
}

// Learn searches a gait and returns the best after each number of tries, which ascend. The same
// seed gives the same gaits.
func Learn(f Form, tries []int, seed uint64) (found []Learned) {
	random := rand.New(rand.NewPCG(seed, 1))
	places := f.places()
	pairs := f.pairs(places)
	best := Learned{Far: math.Inf(-1)}
	for try := 0; len(found) < len(tries); try++ {
		for len(found) < len(tries) && try == tries[len(found)] {
			found = append(found, best)
		}
		g := wave(random, places, pairs)
		if try >= waves {
			g = changed(random, best.Gait)
		}
		if far := Distance(f, g); far > best.Far {
			best = Learned{g, far}
		}
	}
	return found
}

// wave returns a gait whose phases grow evenly along and up the body.
func wave(random *rand.Rand, places, pairs [][2]int) (g Gait) {
	along, up, skew := 128*(random.Float64()-0.5), 128*(random.Float64()-0.5), 256*random.Float64()
	swing := uint8(5 + random.IntN(MostSwing-4))
	for _, p := range pairs {
		a, b := places[p[0]], places[p[1]]
		phase := float64(along*float64(a[0]+b[0])/2) + float64(up*float64(a[1]+b[1])/2)
		if a[0] == b[0] { // upright springs beat at another time than level ones
			phase += skew
		}
		g.Swing = append(g.Swing, swing)
		g.Phase = append(g.Phase, uint8(int(math.Floor(phase))&255))
	}
	return g
}

// changed returns a gait with a few springs changed.
func changed(random *rand.Rand, from Gait) Gait {
	g := Gait{slices.Clone(from.Swing), slices.Clone(from.Phase)}
	for range 1 + random.IntN(6) {
		i := random.IntN(len(g.Swing))
		if random.IntN(2) == 0 {
			g.Swing[i] = uint8(min(MostSwing, max(0, int(g.Swing[i])+random.IntN(21)-10)))
		} else {
			g.Phase[i] += uint8(random.IntN(81) - 40)
		}
	}
	return g
}
