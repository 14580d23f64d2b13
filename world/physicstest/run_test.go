package physicstest_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/physicstest"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// fakeTB is a test that remembers how it failed.
type fakeTB struct {
	testing.TB
	errors []string
	logs   []string
}

func newFake(t *testing.T) *fakeTB {
	t.Setenv("CAROM_ARTIFACTS", t.TempDir())
	return &fakeTB{TB: t}
}

func (f *fakeTB) Helper() {}

func (f *fakeTB) Errorf(format string, args ...any) {
	f.errors = append(f.errors, fmt.Sprintf(format, args...))
}

// FailNow ends the goroutine without failing the true test.
func (f *fakeTB) FailNow() { runtime.Goexit() }

func (f *fakeTB) Logf(format string, args ...any) {
	f.logs = append(f.logs, fmt.Sprintf(format, args...))
}

// yard is a world with a floor, a crate that rests on it, and a ball high above.
type yard struct {
	*world.World
	floor, crate, ball world.Body
}

func newYard(t testing.TB) *yard {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
	t.Cleanup(w.Close)
	y := &yard{World: w}
	y.floor = y.add(body.Def{Type: body.Static, Name: "floor"}, shape.Box(20, 0.5), world.ColliderDef{})
	y.crate = y.add(body.Def{Position: mgl64.Vec2{3, 1}, Name: "crate"}, shape.Box(0.5, 0.5), world.ColliderDef{})
	y.ball = y.add(body.Def{Position: mgl64.Vec2{-3, 5}, Name: "ball"}, shape.Circle{Radius: 0.5},
		world.ColliderDef{Material: &shape.Material{Restitution: 0.5, Friction: 0.5}})
	return y
}

func (y *yard) add(def body.Def, s shape.Support, c world.ColliderDef) world.Body {
	b := world.Must(y.CreateBody(def))
	world.Must(b.Attach(s, c))
	return b
}

// pattern is the pattern of a message: # stands for any number.
func pattern(message string) string {
	return "^physicstest: " + strings.ReplaceAll(regexp.QuoteMeta(message), "#", `[-+\d.e]+`) + "$"
}

func checks(c ...physicstest.Check) []physicstest.Check { return c }

var named = regexp.MustCompile(`(?m)^\t([^:]+): (.+)$`)

// requireFails runs checks that fail, and looks at the message and at the files that it names.
func requireFails(t *testing.T, w *world.World, d time.Duration, message string, checks ...physicstest.Check) {
	t.Helper()
	f := newFake(t)
	require.False(t, physicstest.Run(f, w, d, checks...))
	require.Len(t, f.errors, 1)
	first, _, _ := strings.Cut(f.errors[0], "\n")
	require.Regexp(t, pattern(message), first)
	files := named.FindAllStringSubmatch(f.errors[0], -1)
	require.NotEmpty(t, files)
	for _, file := range files {
		info := world.Must(os.Stat(file[2]))
		require.Positive(t, info.Size())
		require.Contains(t, file[2], os.Getenv("CAROM_ARTIFACTS"))
	}
}

// requireHolds runs checks that hold. Nothing is left behind.
func requireHolds(t *testing.T, w *world.World, d time.Duration, checks ...physicstest.Check) {
	t.Helper()
	f := newFake(t)
	require.True(t, physicstest.Run(f, w, d, checks...), f.errors)
	require.Empty(t, f.errors)
	left := world.Must(os.ReadDir(os.Getenv("CAROM_ARTIFACTS")))
	require.Empty(t, left)
}

// pair is a check that holds for a time and one that fails.
type pair struct {
	d       time.Duration
	holds   func(y *yard) physicstest.Check
	fails   func(y *yard) []physicstest.Check
	message string
}

func requirePairs(t *testing.T, pairs map[string]pair) {
	for name, c := range pairs {
		t.Run(name, func(t *testing.T) {
			y := newYard(t)
			requireHolds(t, y.World, c.d, c.holds(y))
			y = newYard(t)
			requireFails(t, y.World, c.d, c.message, c.fails(y)...)
		})
	}
}

func TestChecksOfBodies(t *testing.T) {
	lower, upper := mgl64.Vec2{-10, -1}, mgl64.Vec2{10, 6}
	requirePairs(t, map[string]pair{
		"NeverLeaves": {3 * time.Second,
			func(y *yard) physicstest.Check { return physicstest.NeverLeaves(lower, upper) },
			func(y *yard) []physicstest.Check {
				return checks(physicstest.NeverLeaves(mgl64.Vec2{-10, 1.5}, upper, y.ball))
			},
			`body(ball) left the box from (-10, #) to (10, 6): it reaches from (#, #) to (#, #) at # s (tick # of the run)`},
		"NeverEnters": {3 * time.Second,
			func(y *yard) physicstest.Check { return physicstest.NeverEnters(mgl64.Vec2{-1, -1}, mgl64.Vec2{1, 10}) },
			func(y *yard) []physicstest.Check {
				return checks(physicstest.NeverEnters(mgl64.Vec2{-4, 0}, mgl64.Vec2{-2, 2}, y.crate, y.ball))
			},
			`body(ball) entered the box from (-4, 0) to (-2, 2): it reaches from (#, #) to (#, #) at # s (tick # of the run)`},
		"Reaches": {3 * time.Second,
			func(y *yard) physicstest.Check {
				return physicstest.Reaches(y.ball, mgl64.Vec2{-4, 0}, mgl64.Vec2{-2, 1.1}, time.Second)
			},
			func(y *yard) []physicstest.Check {
				return checks(physicstest.Reaches(y.ball, mgl64.Vec2{-4, 0}, mgl64.Vec2{-2, 1.1}, time.Second/2))
			},
			`body(ball) did not reach the box from (-4, 0) to (-2, #) within 500ms: it is at (-3, #) at # s (tick # of the run)`},
		"StaysNear": {3 * time.Second,
			func(y *yard) physicstest.Check { return physicstest.StaysNear(0.02, y.crate) },
			func(y *yard) []physicstest.Check { return checks(physicstest.StaysNear(2)) },
			`body(ball) is # m away from where it began, at (-3, #): 2 m are allowed at # s (tick # of the run)`},
		"ComesToRest": {6 * time.Second,
			func(y *yard) physicstest.Check { return physicstest.ComesToRest(5 * time.Second) },
			func(y *yard) []physicstest.Check { return checks(physicstest.ComesToRest(2 * time.Second)) },
			`body(ball) is not at rest: it moves at # m/s and 0 rad/s, 2s after the beginning at # s (tick 120 of the run)`},
		"FallsAsleep": {6 * time.Second,
			func(y *yard) physicstest.Check { return physicstest.FallsAsleep(6 * time.Second) },
			func(y *yard) []physicstest.Check { return checks(physicstest.FallsAsleep(time.Second)) },
			`body(ball) does not sleep within 1s: a body moves or was just woken, at # m/s: body(ball) at # s (tick # of the run)`},
		"SpeedBelow": {2 * time.Second,
			func(y *yard) physicstest.Check { return physicstest.SpeedBelow(9.2) },
			func(y *yard) []physicstest.Check { return checks(physicstest.SpeedBelow(5)) },
			`body(ball) is at # m/s: less than 5 m/s are allowed at # s (tick # of the run)`},
		"SpinBelow": {time.Second,
			func(y *yard) physicstest.Check { return physicstest.SpinBelow(0.1) },
			func(y *yard) []physicstest.Check {
				world.Check(y.ball.SetAngularVelocity(-4))
				return checks(physicstest.SpinBelow(4))
			},
			`body(ball) turns at 4 rad/s: less than 4 rad/s are allowed at 0.000 s (tick 0 of the run)`},
		"StaysUpright": {2 * time.Second,
			func(y *yard) physicstest.Check { return physicstest.StaysUpright(0.01) },
			func(y *yard) []physicstest.Check {
				world.Check(y.ball.SetAngularVelocity(-4))
				return checks(physicstest.StaysUpright(1))
			},
			`body(ball) is turned by # rad: 1 rad are allowed at # s (tick # of the run)`},
		"StaysFinite": {time.Second,
			func(y *yard) physicstest.Check { return physicstest.StaysFinite() },
			func(y *yard) []physicstest.Check {
				world.Check(y.ball.SetMassData(world.MassData{Mass: 1e-18, Inertia: 1e-18}))
				for range 1000 {
					world.Check(y.ball.ApplyForceToCenter(mgl64.Vec2{1e18, 1e18}))
				}
				return checks(physicstest.StaysFinite())
			},
			`body(ball) was put into quarantine: its motion was no longer finite at # s (tick 1 of the run)`},
	})
}

func TestChecksOfWorlds(t *testing.T) {
	requirePairs(t, map[string]pair{
		"NeverDeeper": {2 * time.Second,
			func(y *yard) physicstest.Check { return physicstest.NeverDeeper(0.1) },
			func(y *yard) []physicstest.Check {
				y.add(body.Def{Position: mgl64.Vec2{3.2, 1.75}, Name: "intruder"}, shape.Box(0.5, 0.5), world.ColliderDef{})
				return checks(physicstest.NeverDeeper(0.1))
			},
			"body(crate) and body(intruder) overlap by # m at (#, #): 0.1 m are allowed at # s (tick 1 of the run)"},
		"Touches": {2 * time.Second,
			func(y *yard) physicstest.Check { return physicstest.Touches(y.ball, y.floor, 1100*time.Millisecond) },
			func(y *yard) []physicstest.Check { return checks(physicstest.Touches(y.ball, y.floor, time.Second/2)) },
			`body(ball) and body(floor) did not touch within 500ms: they are # m apart at # s (tick # of the run)`},
		"NeverTouches": {2 * time.Second,
			func(y *yard) physicstest.Check { return physicstest.NeverTouches(y.ball, y.crate) },
			func(y *yard) []physicstest.Check { return checks(physicstest.NeverTouches(y.floor, y.ball)) },
			`body(floor) and body(ball) touch at # s (tick # of the run)`},
		"EnergyBelow": {2 * time.Second,
			func(y *yard) physicstest.Check { return physicstest.EnergyBelow(50) },
			func(y *yard) []physicstest.Check { return checks(physicstest.EnergyBelow(49)) },
			`the energy is # J: less than 49 J are allowed at 0.000 s (tick 0 of the run)`},
		"EnergyNeverGrows": {2 * time.Second,
			func(y *yard) physicstest.Check { return physicstest.EnergyNeverGrows(1e-4) },
			func(y *yard) []physicstest.Check {
				return checks(physicstest.EnergyNeverGrows(1), physicstest.EachTick(func(tick int) {
					if tick == 30 {
						world.Check(y.crate.ApplyImpulseToCenter(mgl64.Vec2{0, 2}))
					}
				}))
			},
			"the energy grew from # J to # J: 1 J are allowed at # s (tick # of the run)"},
		"Always": {time.Second,
			func(y *yard) physicstest.Check { return physicstest.Always(func() error { return nil }) },
			func(y *yard) []physicstest.Check {
				return checks(physicstest.Always(func() error {
					if y.Ticks() == 7 {
						return errors.New("seven is a bad number")
					}
					return nil
				}))
			},
			`seven is a bad number at # s (tick 7 of the run)`},
		"Within": {time.Second,
			func(y *yard) physicstest.Check {
				return physicstest.Within(time.Second, "half a second", func() bool { return y.Time() > 0.5 })
			},
			func(y *yard) []physicstest.Check {
				return checks(physicstest.Within(time.Hour, "the cows are home", func() bool { return false }))
			},
			`not within 1h0m0s: the cows are home (the run ended at 1s) at # s (tick # of the run)`},
		"AtEnd": {time.Second,
			func(y *yard) physicstest.Check { return physicstest.AtEnd(func() error { return nil }) },
			func(y *yard) []physicstest.Check {
				return checks(physicstest.AtEnd(func() error { return fmt.Errorf("%d ticks", y.Ticks()) }))
			},
			`60 ticks at # s (tick # of the run)`},
	})
}
