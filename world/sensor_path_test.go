package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/fphash"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// flyer is a body with one collider in free flight.
type flyer struct {
	body     world.Body
	collider world.Collider
	convex   shape.Convex // about the centre of mass
	spin     float64
	start    geom.Transform // of the centre of mass
	sensor   bool
	sees     bool
}

func centerPose(b world.Body) geom.Transform {
	cos, sin := b.Rotation()
	return geom.Transform{P: geom.From(b.WorldCenter()), R: geom.Rot{C: cos, S: sin}}
}

// at returns the pose at a fraction of the tick that has just passed.
func (f *flyer) at(fraction float64) geom.Transform {
	end := centerPose(f.body)
	angle := f.start.R.InverseMul(end.R).Angle()
	angle += 2 * math.Pi * math.Round((f.spin*dt-angle)/(2*math.Pi))
	return geom.Transform{P: f.start.P.Lerp(end.P, fraction), R: geom.RotFromAngle(angle * fraction).Mul(f.start.R)}
}

// addFlyers fills a square with sensors and visitors of all shapes, at rest, slow and fast.
func addFlyers(t *testing.T, w *world.World, r *rand.Rand, n int) []*flyer {
	const visitors, gates = 1, 2
	var list []*flyer
	for i := range n {
		f := &flyer{sensor: i%2 == 0}
		f.sees = f.sensor && r.IntN(3) == 0
		def := body.Def{
			Type: body.Type(r.IntN(3)), NeverSleep: true, FastRotation: true, Bullet: r.IntN(2) == 0,
			Position: mgl64.Vec2{8 * (r.Float64() - 0.5), 8 * (r.Float64() - 0.5)}, Angle: 6 * r.Float64(),
		}
		if def.Type != body.Static {
			angle, speed := 2*math.Pi*r.Float64(), math.Pow(10, 1.8*r.Float64()+0.8)
			def.LinearVelocity = mgl64.Vec2{speed * math.Cos(angle), speed * math.Sin(angle)}
			if r.IntN(3) > 0 {
				def.AngularVelocity = (r.Float64() - 0.5) * math.Pow(10, 2.4*r.Float64())
			}
		}
		c := world.ColliderDef{Sensor: f.sensor, SeesSensors: f.sees, Filter: shape.Filter{Category: visitors, Mask: gates}}
		if f.sensor {
			c.Filter = shape.Filter{Category: gates, Mask: visitors | gates}
		}
		s := sensorShape(r)
		f.body = addBody(t, w, def, s, c)
		f.collider = firstCollider(f.body)
		var arena shape.Arena
		g := world.Must(shape.Compile(s, geom.From(f.body.LocalCenter()), &arena))
		f.convex = shape.Convex{Geometry: &g, Arena: &arena}
		list = append(list, f)
	}
	return list
}

// sensorShape returns a shape of any kind but a half-plane, which reaches everything.
func sensorShape(r *rand.Rand) shape.Support {
	size := 0.2 + 0.5*r.Float64()
	switch r.IntN(10) {
	case 0:
		return shape.Segment{A: mgl64.Vec2{-size, 0}, B: mgl64.Vec2{2 * size, 0.3}}
	case 1:
		return shape.Capsule{A: mgl64.Vec2{-2 * size, 0}, B: mgl64.Vec2{2 * size, 0}, Radius: 0.03}
	case 2:
		return shape.Sector{Center: mgl64.Vec2{size, 0}, Radius: size, Sweep: 1.5}
	case 3:
		return shape.ChainSegment{Before: mgl64.Vec2{3, 0}, A: mgl64.Vec2{size, 0.1}, B: mgl64.Vec2{-size, 0}, After: mgl64.Vec2{-3, 0}}
	case 4:
		return superellipse{size, 0.5 * size, 4}
	case 5:
		return shape.OffsetBox(0.05, size, mgl64.Vec2{0.5, 0}, 0.5)
	default:
		return randomShape(r)
	}
}

// fractionsOf returns the fractions of the last tick at which a visitor came into a sensor or left
// it.
func fractionsOf(e *world.Events, sensor, visitor world.Collider) (begins, ends []float64) {
	for _, x := range e.SensorBegins {
		if x.Sensor == sensor && x.Visitor == visitor {
			begins = append(begins, x.Fraction)
		}
	}
	for _, x := range e.SensorEnds {
		if x.Sensor == sensor && x.Visitor == visitor {
			ends = append(ends, x.Fraction)
		}
	}
	return begins, ends
}

// checkPassages compares the events of a pair with its distance at a thousand times of the tick.
// A gap of less than .5 mm does not count for those that rotate.
func checkPassages(t *testing.T, e *world.Events, a, b *flyer, inside bool) (now bool, passages int) {
	begins, ends := fractionsOf(e, a.collider, b.collider)
	passages = len(begins)
	distance := func(fraction float64) float64 {
		pose := a.at(fraction).InverseMul(b.at(fraction))
		return narrowphase.SignedDistance(a.convex, b.convex, &pose, nil).Distance
	}
	var times []float64
	for k, on := 0, inside; k < len(begins)+len(ends); k++ {
		i := k / 2
		list := &ends
		if !on {
			list = &begins
		}
		require.Less(t, i, len(*list), "begins %v, ends %v, inside %v", begins, ends, inside)
		times = append(times, (*list)[i])
		on = !on
		require.True(t, k == 0 || times[k] >= times[k-1], "begins %v, ends %v, inside %v", begins, ends, inside)
	}
	reach := a.convex.BoundingRadius + b.convex.BoundingRadius
	way := a.start.P.Sub(b.start.P).Length()
	if len(times) == 0 && !inside && way > reach+a.start.P.Distance(a.at(1).P)+b.start.P.Distance(b.at(1).P)+a.convex.Center.Length()+b.convex.Center.Length() {
		return inside, 0
	}
	const samples = 1000
	on, next := inside, 0
	for i := range samples + 1 {
		time := float64(i) / samples
		near := false
		for ; next < len(times) && times[next] <= time; next++ {
			on = !on
		}
		for _, x := range times {
			near = near || math.Abs(x-time) < 1.0/samples
		}
		if near || on && i%4 != 0 {
			continue
		}
		if d := distance(time); on && d > 5.1e-4 || !on && d < -1e-6 {
			t.Fatalf("at %v: inside %v, distance %v, begins %v, ends %v", time, on, d, begins, ends)
		}
	}
	return inside != (len(times)%2 == 1), passages
}

// Sensors of all shapes, at rest and in motion, report every passage of fast bodies with the
// fractions of the tick.
func TestSensorsMissNothing(t *testing.T) {
	sensorWorlds := long.Pick(3, 1000)
	passages := 0
	for seed := range uint64(sensorWorlds) {
		r := rand.New(rand.NewPCG(seed, 15))
		w := newRecordedWorld(t, world.Config{Workers: 1})
		list := addFlyers(t, w, r, 24)
		inside := map[overlap]bool{}
		for range 3 {
			for _, f := range list {
				f.start, f.spin = centerPose(f.body), f.body.AngularVelocity()
			}
			w.Tick()
			for _, a := range list {
				for _, b := range list {
					if a == b || !a.sensor || b.sensor && !a.sees {
						continue
					}
					key := overlap{a.collider, b.collider}
					if w.Ticks() == 1 { // what was there before begins at once
						pose := a.start.InverseMul(b.start)
						if narrowphase.Intersects(a.convex, b.convex, &pose) {
							continue
						}
					}
					now, n := checkPassages(t, w.Events(), a, b, inside[key])
					inside[key] = now
					passages += n
				}
			}
			for _, a := range list {
				for b := range a.collider.Overlaps() {
					inside[overlap{a.collider, b}] = true
				}
			}
		}
		w.Close()
	}
	t.Log(passages, "passages")
	require.Greater(t, passages, 5*sensorWorlds)
}

// sensorRun returns a fingerprint of the events of a world of flyers among obstacles.
func sensorRun(t *testing.T, seed uint64, config world.Config, change func(w *world.World)) uint64 {
	r := rand.New(rand.NewPCG(seed, 16))
	w := newRecordedWorld(t, config)
	defer w.Close()
	change(w)
	addFlyers(t, w, r, 60)
	addWalls(t, w, 8, world.ColliderDef{})
	h := fphash.New()
	for range 40 {
		w.Tick()
		for _, list := range [][]world.SensorEvent{w.Events().SensorBegins, w.Events().SensorEnds} {
			h.Uint64(uint64(len(list)))
			for _, x := range list {
				h.Uint64(uint64(x.Sensor.ID()))
				h.Uint64(uint64(x.Visitor.ID()))
				h.Uint64(math.Float64bits(x.Fraction))
			}
		}
	}
	return h.Sum()
}

// The events are the same for any number of workers and every broadphase, and whether all sensors
// are looked at or only those near which something moved.
func TestSensorEventsDoNotDependOnTheSearch(t *testing.T) {
	for seed := uint64(0); seed < 6; seed += uint64(sampleStep) {
		same := func(*world.World) {}
		want := sensorRun(t, seed, world.Config{Workers: 1}, same)
		require.Equal(t, want, sensorRun(t, seed, world.Config{Workers: 3}, (*world.World).ParallelizeAlways), "three workers")
		require.Equal(t, want, sensorRun(t, seed, world.Config{Workers: 1, Broadphase: world.BroadphaseBrute}, same), "brute force")
		require.Equal(t, want, sensorRun(t, seed, world.Config{Workers: 1}, (*world.World).MarkSensorsOneByOne), "marked one by one")
		require.Equal(t, want, sensorRun(t, seed, world.Config{Workers: 1}, (*world.World).MarkAllSensors), "all marked")
	}
}
