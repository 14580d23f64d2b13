package world_test

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/outline"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// fluidSeconds is how long bodies float in a fluid without drag.
var fluidSeconds = long.Pick(12.0, 60.0)

// fluidEnergy returns the energy of a body with one shape in a fluid of density 1 below y = 0,
// under a gravity of 10: the energy of its motion, of its height, and of the fluid that it has
// pushed up to the surface.
func fluidEnergy(b world.Body, c shape.Convex) float64 {
	cos, sin := b.Rotation()
	pose := geom.Transform{P: geom.From(b.Position()), R: geom.Rot{C: cos, S: sin}}
	wet := outline.Clip(nil, outline.Append(nil, c, pose), outline.Side{Normal: geom.Vec2{Y: 1}})
	return b.KineticEnergy() + 10*b.MassData().Mass*b.WorldCenter()[1] - 10*outline.MomentsOf(wet, geom.Vec2{}).First.Y
}

// A body that falls into a fluid without drag heaves and rolls with the energy that it brought, and
// with no more.
func TestFluidKeepsEnergy(t *testing.T) {
	for i, s := range allShapes() {
		c := newConvex(s)
		if area, _ := shape.AreaOf(s); area == 0 {
			continue
		}
		for k, density := range []float64{0.2, 0.5, 0.8} {
			if (i+k)%sampleStep != 0 {
				continue
			}
			w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
			addSea(t, w, area.Fluid{})
			b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.4}, Angle: 0.6}, s, world.ColliderDef{Density: density})
			first := fluidEnergy(b, c)
			rest, most, last := first, -math.MaxFloat64, 0.0
			for i := range ticksIn(fluidSeconds) {
				w.Tick()
				e := fluidEnergy(b, c)
				most = max(most, e)
				rest = min(rest, e-b.KineticEnergy())
				if i >= ticksIn(fluidSeconds-5) {
					last += e / float64(ticksIn(5))
				}
			}
			brought := first - rest
			t.Logf("%#v %v: brought %.3g, most %.2f %%, last %.2f %%", s, density, brought, 100*(most-first)/brought, 100*(last-first)/brought)
			// It swings with half the angle per tick of the fastest oscillation, and nothing adds
			// up.
			require.Less(t, most-first, 0.1*brought)
			require.InDelta(t, first, last, 0.03*brought)
		}
	}
}

// A fluid without drag gives a light body no more energy than it had under water or in the air, in
// one area and between two. The fluid throws the body out within a tick and acts on it for only a
// part of the tick.
func TestLightBodiesAreNotThrownOutTooFast(t *testing.T) {
	for _, rate := range []float64{30, 60, 120} {
		for _, density := range []float64{0.001, 0.003, 0.01, 0.03, 0.1} {
			for k, size := range []float64{0.03, 0.1, 0.3} {
				for i, height := range []float64{-20, -3, -1.2, -0.9, 2, 20} {
					if (i+k)%sampleStep != 0 {
						continue
					}
					w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Timestep: 1 / rate, NoSleep: true})
					if i%2 == 0 {
						addSea(t, w, area.Fluid{})
					} else {
						for _, x := range []float64{-100, 100} {
							world.Must(w.CreateArea(world.AreaDef{Shape: shape.Box(100, 100), Position: mgl64.Vec2{x, 0}, Effects: []area.Effect{area.Fluid{Surface: []mgl64.Vec2{{}}}}}))
						}
					}
					ball := shape.Circle{Radius: size}
					b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, height * size}}, ball, world.ColliderDef{Density: density})
					c := newConvex(ball)
					first := fluidEnergy(b, c)
					rest, most := first, first
					for range int(5 * rate) {
						w.Tick()
						e := fluidEnergy(b, c)
						rest, most = min(rest, e-b.KineticEnergy()), max(most, e)
					}
					require.Less(t, most-first, 0.1*(first-rest), "%v Hz, density %v, radius %v, height %v", rate, density, size, height)
				}
			}
		}
	}
}

// What lies on the ground bears its weight less the buoyancy, whatever the drag.
func TestWeightUnderWater(t *testing.T) {
	for _, drag := range []float64{0, 1, 25} {
		w := newFloorWorld(t)
		addSea(t, w, area.Fluid{LinearDrag: drag, QuadraticDrag: drag, Surface: []mgl64.Vec2{{0, 5}}})
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{Density: 3})
		runSeconds(w, 5)
		force := 0.0
		for c := range b.Contacts() {
			for _, p := range c.Points() {
				force += p.NormalImpulse / dt
			}
		}
		require.InEpsilon(t, (3-1)*10, force, 1e-3, "drag %v", drag)
	}
}

// A tick of a disc wholly in a fluid of linear drag has a closed form. With k the rate of the drag
// of the disc, x = 3 k dt the trace over its three motions and p = 1 - 1/(2 x) from x = 1/2 on, a
// motion u under the acceleration f becomes u + dt (f - k u) / (1 + p k dt). All forces count in f:
// gravity less buoyancy, the field's, the game's, and its torque.
func TestForcesAgainstStrongDrag(t *testing.T) {
	const density, radius = 2.0, 0.5
	gravity, pull, push, torque := mgl64.Vec2{3, -10}, mgl64.Vec2{-2, 5}, mgl64.Vec2{7, 4}, 0.6
	for _, rate := range []float64{1, 19, 21, 200, 5000} {
		w := newWorld(t, world.Config{Gravity: gravity, NoSleep: true})
		world.Must(w.CreateArea(world.AreaDef{Effects: []area.Effect{
			area.Fluid{LinearDrag: rate},
			world.AreaField{Force: func(world.FieldPoint) mgl64.Vec2 { return pull }},
		}}))
		b := addBody(t, w, body.Def{LinearVelocity: mgl64.Vec2{3, -2}, AngularVelocity: 4}, shape.Circle{Radius: radius}, world.ColliderDef{Density: density})
		mass := density * math.Pi * radius * radius
		k := rate / density
		p := max(0, 1-0.5/(3*k*dt))
		next := func(u, f float64) float64 { return u + dt*(f-k*u)/(1+p*k*dt) }
		for range 5 {
			v, spin := b.LinearVelocity(), b.AngularVelocity()
			require.NoError(t, b.ApplyForceToCenter(push))
			require.NoError(t, b.ApplyTorque(torque))
			w.Tick()
			for i := range 2 {
				want := next(v[i], gravity[i]*(1-1/density)+(pull[i]+push[i])/mass)
				require.InDelta(t, want, b.LinearVelocity()[i], 1e-5, "rate %v, axis %d", rate, i)
			}
			require.InDelta(t, next(spin, torque/(0.5*mass*radius*radius)), b.AngularVelocity(), 1e-5, "rate %v", rate)
		}
	}
}

// Fluids and winds with special values are refused, or all numbers stay finite.
func TestSpecialValuesInMedia(t *testing.T) {
	for _, e := range []area.Effect{
		area.Fluid{Density: 2, Flow: mgl64.Vec2{1, 2}, LinearDrag: 0.5, QuadraticDrag: 1, Surface: []mgl64.Vec2{{0, 1}}},
		area.Wind{Velocity: mgl64.Vec2{1, 2}, Density: 0.5, Drag: 1, Lift: 1},
	} {
		v := reflect.New(reflect.TypeOf(e)).Elem()
		v.Set(reflect.ValueOf(e))
		for i := range numberFields(v) {
			for _, x := range specialValues {
				v.Set(reflect.ValueOf(e))
				if f, ok := v.Interface().(area.Fluid); ok {
					f.Surface = []mgl64.Vec2{{0, 1}}
					v.Set(reflect.ValueOf(f))
				}
				numberFields(v)[i].value.SetFloat(x)
				name := fmt.Sprintf("%#v", v.Interface())
				w := newGravityWorld(t)
				addTwoBoxes(t, w)
				for k, s := range allShapes()[:13] {
					addBody(t, w, body.Def{Position: mgl64.Vec2{float64(3 * k), 0.5}, AngularVelocity: 1}, s, world.ColliderDef{})
				}
				if _, err := w.CreateArea(world.AreaDef{Effects: []area.Effect{v.Interface().(area.Effect)}}); err != nil {
					var field *geom.FieldError
					require.ErrorAs(t, err, &field, name)
				} else {
					requireFiniteWorld(t, name, w, 10)
				}
				w.Close()
			}
		}
	}
}

func TestFluidAtPoint(t *testing.T) {
	w := newWorld(t, world.Config{})
	fluid := area.Fluid{Density: 2, Flow: mgl64.Vec2{1, 0}, LinearDrag: 3, Surface: []mgl64.Vec2{{-1, 0}, {1, 1}}}
	a := world.Must(w.CreateArea(world.AreaDef{
		Shape: shape.Box(4, 4), Position: mgl64.Vec2{10, 0}, Angle: math.Pi / 2, Effects: []area.Effect{fluid},
	}))
	at := func(x, y float64) mgl64.Vec2 { return mgl64.Vec2{10 - y, x} } // from the area's frame
	for _, p := range []struct {
		x, y float64
		in   bool
	}{{0, 0.4, true}, {0, 0.6, false}, {-3, -0.1, true}, {-3, 0.1, false}, {3, 0.9, true}, {3, 1.1, false}, {0, -3.9, true}, {0, -4.1, false}} {
		f, ok := a.FluidAt(at(p.x, p.y))
		require.Equal(t, p.in, ok, "%v", p)
		if ok {
			require.InDelta(t, 0, f.Flow.Sub(mgl64.Vec2{0, 1}).Len(), 1e-12)
			require.Equal(t, 2.0, f.Density)
			require.Empty(t, f.Surface)
		}
	}
	require.NoError(t, a.SetEffects(area.Damping{}))
	_, ok := a.FluidAt(mgl64.Vec2{10, 0})
	require.False(t, ok)
	_, ok = a.FluidAt(mgl64.Vec2{math.NaN(), 0})
	require.False(t, ok)
}
