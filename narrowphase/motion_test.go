package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func poseAt(x, y float64) *geom.Transform {
	return &geom.Transform{P: geom.Vec2{X: x, Y: y}, R: geom.Identity}
}

// The limit cases of a cast: no motion, away, along, touching, overlapping, tangential, too
// short. The closed form agrees where it applies.
func TestCastCases(t *testing.T) {
	box := mustCompile(t, shape.Box(1, 1))
	ball := mustCompile(t, shape.Circle{Radius: 0.5})
	v := func(x, y float64) geom.Vec2 { return geom.Vec2{X: x, Y: y} }
	for _, c := range []struct {
		name  string
		pose  *geom.Transform
		v     geom.Vec2
		limit float64
		want  Hit
		ok    bool
	}{
		{"head on", poseAt(4, 0), v(-5, 0), 1, Hit{Fraction: 0.5, Point: v(1, 0), Normal: v(1, 0)}, true},
		{"too short", poseAt(4, 0), v(-2.4, 0), 1, Hit{}, false},
		{"beyond the limit", poseAt(4, 0), v(-5, 0), 0.49, Hit{}, false},
		{"away", poseAt(4, 0), v(5, 0), 1, Hit{}, false},
		{"no motion", poseAt(4, 0), v(0, 0), 1, Hit{}, false},
		{"passing by", poseAt(4, 1.6), v(-9, 0), 1, Hit{}, false},
		{"touching and closing", poseAt(1.5, 0), v(-1, 0), 1, Hit{Point: v(1, 0), Normal: v(1, 0)}, true},
		{"touching and sliding", poseAt(1.5, 0), v(0, 3), 1, Hit{}, false},
		{"touching and parting", poseAt(1.5, 0), v(1, 0), 1, Hit{}, false},
		{"touching, no motion", poseAt(1.5, 0), v(0, 0), 1, Hit{}, false},
		{"overlapping, no motion", poseAt(1.25, 0.5), v(0, 0), 1, Hit{Point: v(0.875, 0.5), Normal: v(1, 0), InitialOverlap: true}, true},
		{"overlapping and parting", poseAt(1.25, 0.5), v(5, 0), 1, Hit{Point: v(0.875, 0.5), Normal: v(1, 0), InitialOverlap: true}, true},
		{"contained", poseAt(0, 0.25), v(0, -1), 1, Hit{Point: v(0, 0.375), Normal: v(0, 1), InitialOverlap: true}, true},
		{"corner", poseAt(4, 1.4), v(-6, 0), 1, Hit{Fraction: (3 - 0.3) / 6, Point: v(1, 1), Normal: v(0.6, 0.8)}, true},
	} {
		for name, cast := range map[string]func(shape.Convex, shape.Convex, *geom.Transform, geom.Vec2, float64) (Hit, bool){
			"ShapeCast": ShapeCast, "CapsuleCast": CapsuleCast,
		} {
			got, ok := cast(box, ball, c.pose, c.v, c.limit)
			if ok != c.ok {
				t.Errorf("%s, %s: hit %v, %+v", c.name, name, ok, got)
				continue
			}
			if ok && (math.Abs(got.Fraction-c.want.Fraction) > 1e-14 || got.Point.Distance(c.want.Point) > 1e-14 ||
				got.Normal.Distance(c.want.Normal) > 1e-13 || got.InitialOverlap != c.want.InitialOverlap) {
				t.Errorf("%s, %s: %+v, want %+v", c.name, name, got, c.want)
			}
		}
	}
}

// Motions that pass at a given distance from touching: they hit when that is negative and
// miss when it is positive, until rounding decides.
func TestGrazingCasts(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for range 4000 {
		ra, rb := randomSize(r), randomSize(r)
		a, b := mustCompile(t, shape.Circle{Radius: ra}), mustCompile(t, shape.Circle{Radius: rb})
		direction := geom.RotFromAngle(randomAngle(r)).X()
		miss := (ra + rb) * math.Pow(10, -11*r.Float64())
		if r.IntN(2) == 0 {
			miss = -miss
		}
		distance := (ra + rb) * (1 + 20*r.Float64())
		from := direction.Mul(-distance).MulAdd(ra+rb+miss, direction.LeftPerp())
		pose := geom.Transform{P: from, R: geom.RotFromAngle(randomAngle(r))}
		v := direction.Mul(2 * distance)
		hit, ok := ShapeCast(a, b, &pose, v, 1)
		require.True(t, ok == (miss < 0), "missing by %v: hit %v %+v", miss, ok, hit)
		closedForm, ok := CapsuleCast(a, b, &pose, v, 1)
		require.True(t, ok == (miss < 0), "missing by %v: closed form %v %+v", miss, ok, closedForm)
		if !ok {
			continue
		}
		// Pythagoras.
		want := (distance - math.Sqrt(-miss*(2*(ra+rb)+miss))) / (2 * distance)
		if math.Abs(hit.Fraction-want) > 1e-6 || math.Abs(closedForm.Fraction-want) > 1e-9 {
			t.Fatalf("missing by %v: %v, closed form %v, want %v", miss, hit.Fraction, closedForm.Fraction, want)
		}
	}
}

// A chain is solid on its left: shapes that start there pass.
func TestChainIsOneSided(t *testing.T) {
	chain := mustCompile(t, shape.ChainSegment{
		Before: mgl64.Vec2{10, -5}, A: mgl64.Vec2{5, 0}, B: mgl64.Vec2{-5, 0}, After: mgl64.Vec2{-10, -5},
	})
	ball := mustCompile(t, shape.Circle{Radius: 0.5})
	down, up := geom.Vec2{Y: -4}, geom.Vec2{Y: 4}
	if hit, ok := ShapeCast(chain, ball, poseAt(1, 2), down, 1); !ok || hit.Fraction != 0.375 || hit.Normal != (geom.Vec2{Y: 1}) {
		t.Errorf("from above: %v %+v", ok, hit)
	}
	if hit, ok := ShapeCast(chain, ball, poseAt(1, -2), up, 1); ok {
		t.Errorf("from below: %+v", hit)
	}
	if hit, ok := ShapeCast(ball, chain, poseAt(-1, 2), down, 1); ok {
		t.Errorf("a chain that falls on a ball from above comes with its back: %+v", hit)
	}
	if hit, ok := ShapeCast(ball, chain, poseAt(-1, -2), up, 1); !ok || hit.Fraction != 0.375 || hit.Normal != (geom.Vec2{Y: -1}) {
		t.Errorf("a chain that rises to a ball: %v %+v", ok, hit)
	}
	if hit, ok := CapsuleCast(chain, ball, poseAt(1, -2), up, 1); ok {
		t.Errorf("closed form from below: %+v", hit)
	}
	still := StaticSweep(geom.IdentityTransform)
	rise := Sweep{Start: *poseAt(1, -2), End: *poseAt(1, 2)}
	if got := TimeOfImpact(chain, &still, ball, &rise, 0.01, 1e-3); got.State != Separated {
		t.Errorf("time of impact from below: %+v", got)
	}
	fall := Sweep{Start: *poseAt(1, 2), End: *poseAt(1, -2)}
	if got := TimeOfImpact(chain, &still, ball, &fall, 0.01, 1e-3); got.State != ReachedTarget || math.Abs(got.Time-0.375) > 0.003 {
		t.Errorf("time of impact from above: %+v", got)
	}
}

func TestCapsuleCastPanicsOnOtherShapes(t *testing.T) {
	box, ellipse := mustCompile(t, shape.Box(1, 1)), mustCompile(t, shape.Ellipse{RX: 1, RY: 2})
	for _, pair := range [][2]shape.Convex{{box, box}, {ellipse, box}, {box, ellipse}} {
		func() {
			defer func() {
				require.False(t, recover() == nil, "%v against %v must panic", pair[0].Kind, pair[1].Kind)
			}()
			CapsuleCast(pair[0], pair[1], &geom.IdentityTransform, geom.Vec2{X: 1}, 1)
		}()
	}
}

// The tunnelling table: walls from a metre to a tenth of a millimetre, bullets from
// slow to ten thousand wall thicknesses per step, spinning and not.
func TestTimeOfImpactDoesNotTunnel(t *testing.T) {
	const target, tolerance = 1e-5, 1e-6
	r := rand.New(rand.NewPCG(41, 42))
	bullets := []shape.Convex{
		mustCompile(t, shape.Box(0.05, 0.02)), mustCompile(t, shape.Circle{Radius: 0.03}), mustCompile(t, shape.Ellipse{RX: 0.06, RY: 0.01}),
		mustCompile(t, shape.Segment{A: mgl64.Vec2{-0.1, 0}, B: mgl64.Vec2{0.1, 0}}), mustCompile(t, shape.RegularPolygon(7, 0.04)),
	}
	maxSteps := 0
	for _, thickness := range []float64{1, 0.1, 1e-2, 1e-3, 1e-4} {
		wall := mustCompile(t, shape.Box(thickness/2, 10))
		for _, bullet := range bullets {
			for _, speed := range []float64{0.5, 5, 50} {
				for range 20 {
					still := StaticSweep(geom.Transform{P: geom.From(randomPoint(r, 100)), R: geom.RotFromAngle(randomAngle(r))})
					start := geom.Transform{P: geom.Vec2{X: -thickness/2 - 0.2, Y: r.Float64()}, R: geom.RotFromAngle(randomAngle(r))}
					end := start
					end.P.X += thickness + 0.4 + speed
					end.R = geom.RotFromAngle(0.99 * randomAngle(r)).Mul(start.R)
					sweep := Sweep{still.Start.Mul(start), still.Start.Mul(end)}
					got := TimeOfImpact(wall, &still, bullet, &sweep, target, tolerance)
					require.True(t, got.State == ReachedTarget, "wall of %v, speed %v: %+v", thickness, speed, got)
					checkImpact(t, wall, bullet, &still, &sweep, got, target, tolerance)
					maxSteps = max(maxSteps, got.Iterations)
				}
			}
		}
	}
	t.Logf("most iterations %d", maxSteps)
}

// A long rod that rotates over a ball: the ends move far, the middle hardly.
func TestTimeOfImpactOfTurningRod(t *testing.T) {
	rod := mustCompile(t, shape.Box(10, 0.1))
	ball := mustCompile(t, shape.Circle{Radius: 0.5})
	spin := Sweep{Start: geom.IdentityTransform, End: geom.Transform{R: geom.RotFromAngle(1.5)}}
	for _, x := range []float64{0.7, 3, 9, 10.2} {
		still := StaticSweep(*poseAt(x, 4))
		got := TimeOfImpact(rod, &spin, ball, &still, 0.001, 1e-6)
		want, hit := impactOracle(rod, ball, &spin, &still, 0.001, 4000)
		if hit != (got.State == ReachedTarget) || hit && math.Abs(got.Time-want) > 1e-5 {
			t.Errorf("ball at %v: %+v, oracle %v %v", x, got, want, hit)
		}
	}
}

// Targets on either side of zero, and starts on either side of the target.
func TestImpactStates(t *testing.T) {
	a := mustCompile(t, shape.RoundedBox(1, 1, 0.1))
	b := mustCompile(t, shape.Circle{Radius: 0.5})
	still := StaticSweep(geom.IdentityTransform)
	fall := func(from, to float64) *Sweep { return &Sweep{*poseAt(0, from), *poseAt(0, to)} }
	for _, c := range []struct {
		name   string
		sweep  *Sweep
		target float64
		state  ImpactState
		time   float64
	}{
		{"to a gap", fall(3.6, 0), 0.1, ReachedTarget, (3.6 - 1.7) / 3.6},
		{"to touching", fall(3.6, 0), 0, ReachedTarget, (3.6 - 1.6) / 3.6},
		{"into the skins", fall(3.6, 0), -0.25, ReachedTarget, (3.6 - 1.35) / 3.6},
		{"not far enough", fall(3.6, 1.75), 0.1, Separated, 1},
		{"away", fall(2, 5), 0.1, Separated, 1},
		{"no motion", fall(2, 2), 0.1, Separated, 1},
		{"at the target", fall(1.7+1e-10, 0), 0.1, ReachedTarget, 0},
		{"nearer than the target", fall(1.65, 0), 0.1, Overlapped, 0},
		{"overlapping", fall(0.5, 4), 0.1, Overlapped, 0},
	} {
		got := TimeOfImpact(a, &still, b, c.sweep, c.target, 1e-9)
		if got.State != c.state || math.Abs(got.Time-c.time) > 1e-8 {
			t.Errorf("%s: %+v, want state %d at %v", c.name, got, c.state, c.time)
		}
	}
}

// The pose of a sweep: exact at both ends, constant rates between, and the shorter
// way around.
func TestSweep(t *testing.T) {
	s := Sweep{
		Start: geom.Transform{P: geom.Vec2{X: 1, Y: 2}, R: geom.RotFromAngle(3)},
		End:   geom.Transform{P: geom.Vec2{X: 5, Y: -2}, R: geom.RotFromAngle(-3)},
	}
	if s.At(0) != s.Start || s.At(1) != s.End {
		t.Error("the ends are not exact")
	}
	quarter := s.At(0.25)
	turn := 2*math.Pi - 6
	if quarter.P.Distance(geom.Vec2{X: 2, Y: 1}) > 1e-15 || math.Abs(quarter.R.Angle()-(3+turn/4)) > 1e-14 {
		t.Errorf("a quarter of the way: %v at angle %v", quarter.P, quarter.R.Angle())
	}
}

// RayCast is shape.RayCast seen from the outer frame.
func TestRayCast(t *testing.T) {
	box := mustCompile(t, shape.Box(1, 1))
	pose := geom.Transform{P: geom.Vec2{X: 10, Y: 5}, R: geom.RotFromAngle(math.Pi / 4)}
	hit, ok := RayCast(box, &pose, geom.Ray{Origin: geom.Vec2{X: 10.5, Y: 15}, Translation: geom.Vec2{Y: -20}})
	if !ok || hit.Point.Distance(geom.Vec2{X: 10.5, Y: 5 + math.Sqrt2 - 0.5}) > 1e-14 ||
		math.Abs(hit.Fraction-(15-hit.Point.Y)/20) > 1e-15 || hit.Normal.Distance(geom.Vec2{X: 1, Y: 1}.Mul(math.Sqrt(0.5))) > 1e-15 {
		t.Errorf("%v %+v", ok, hit)
	}
	if hit, ok := RayCast(box, &pose, geom.Ray{Origin: geom.Vec2{X: 12, Y: 15}, Translation: geom.Vec2{Y: -20}}); ok {
		t.Errorf("passing by: %+v", hit)
	}
}
