package record_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write recordings that are not there yet")

// disc is a shape of the game's own.
type disc struct{ radius float64 }

func (d disc) Support(dir mgl64.Vec2) mgl64.Vec2 { return dir.Normalize().Mul(d.radius) }

// pin is a joint of the game's own.
type pin struct{}

func (pin) Measure(m *joint.ConstraintContext) {
	p, q := m.Center(0), m.Center(1)
	gap := q.Sub(p)
	m.Row(joint.SoftRow{Error: gap.Len() - 2}).Linear(1, q, gap.Normalize()).Linear(0, p, gap.Normalize().Mul(-1))
}

// customWorld makes a world with code of the game in every place where it may be.
func customWorld(t testing.TB, workers int) *world.World {
	w := world.Must(world.New(world.Config{
		Gravity: mgl64.Vec2{0, -10}, Workers: workers,
		ShouldCollide:  func(a, b world.Collider) bool { return (a.ID().Slot()+b.ID().Slot())%7 != 0 },
		MixFriction:    func(a, b shape.Material) float64 { return a.Friction * b.Friction },
		MixRestitution: func(a, b shape.Material) float64 { return 0.25 },
		PreSolve: func(c *world.ContactEdit) bool {
			c.Friction, c.TangentSpeed = 0.3, 0.5
			if c.ID() != 0 { // not a sweep that meets a collider for the first time
				c.SetUserNumber(c.UserNumber() + 1)
			}
			return c.ID()%5 != 0
		},
		BeforeTick: func(w *world.World) {
			for b := range w.Bodies() {
				if uint64(b.ID().Slot())%9 == w.Ticks()%9 && b.Type() == body.Dynamic {
					_ = b.ApplyForceToCenter(mgl64.Vec2{3, 9})
				}
			}
		},
	}))
	t.Cleanup(w.Close)
	addBody(w, body.Def{Type: body.Static, Name: "floor"}, shape.OffsetBox(30, 1, mgl64.Vec2{0, -1}, 0), world.ColliderDef{})
	var bodies []world.Body
	for i := range 40 {
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(i%10)*1.5 - 7, 1 + float64(i/10)*1.5}, Angle: float64(i)}))
		var s shape.Support = shape.Box(0.5, 0.3)
		if i%8 == 0 {
			s = disc{0.4}
		}
		world.Must(b.Attach(s, world.ColliderDef{PreSolve: i%4 == 0}))
		bodies = append(bodies, b)
	}
	world.Must(w.CreateCustom([]world.Body{bodies[0], bodies[1]}, joint.Custom{Constraint: pin{}}))
	world.Must(w.CreateDistance(bodies[2], bodies[3], joint.Distance{Loose: true, Law: func(length, rate float64) float64 { return -5 * (length - 1.5) }}))
	world.Must(w.CreateArea(world.AreaDef{Effects: []area.Effect{
		world.AreaField{Acceleration: func(p world.FieldPoint) mgl64.Vec2 { return mgl64.Vec2{-p.Position[0], 0} }},
	}}))
	return w
}

// play lets a world run, with calls between the steps.
func play(t testing.TB, w *world.World, ticks int) {
	var saved world.Snapshot
	for i := range ticks {
		switch {
		case i == ticks/3:
			require.NoError(t, w.Save(&saved))
		case i == ticks/2:
			require.NoError(t, w.Restore(&saved))
		case i%40 == 11:
			require.NoError(t, w.Explode(world.Explosion{Point: mgl64.Vec2{float64(i%7) - 3, 0.5}, Radius: 3, Falloff: 2, ImpulsePerLength: 2}))
		case i%25 == 7:
			addBody(w, body.Def{Position: mgl64.Vec2{0, 8}, Bullet: true, LinearVelocity: mgl64.Vec2{0, -30}}, shape.Circle{Radius: 0.2}, world.ColliderDef{})
		}
		w.Step(1.0 / 45)
	}
}

// What code of the game has answered is in a recording: it replays without, from any tick, with one
// worker and with two.
func TestRecordingsOfCustomCodeReplay(t *testing.T) {
	var recorded [2]bytes.Buffer
	for i := range recorded {
		w := customWorld(t, i+1)
		play(t, w, 30)
		require.NoError(t, w.Record(&recorded[i]))
		play(t, w, 150)
		want := w.StateHash()
		require.NoError(t, w.StopRecording())
		r := world.Must(record.Read(recorded[i].Bytes()))
		p := world.Must(r.Player())
		for more := true; more; {
			more = world.Must(p.Step())
			require.Nil(t, p.Difference())
		}
		require.Equal(t, want, p.World().StateHash())
		for _, tick := range []int{r.Ticks(), 192, 120, 64, 3} {
			require.NoError(t, p.SeekTick(tick))
			require.Equal(t, tick, p.Tick())
			require.True(t, p.Last().Same(), "tick %d", tick)
		}
		p.Close()
	}
	a := world.Must(record.Read(recorded[0].Bytes()))
	b := world.Must(record.Read(recorded[1].Bytes()))
	d := world.Must(record.Diff(a, b))
	require.Nil(t, d, "one worker and two")
}

// A recording of each version of the format replays on every platform, for ever.
func TestGoldenRecordings(t *testing.T) {
	newest := filepath.Join("testdata", fmt.Sprintf("version%d.rec", recording.Version))
	if _, err := os.Stat(newest); *update && os.IsNotExist(err) {
		w := customWorld(t, 1)
		var out bytes.Buffer
		require.NoError(t, w.Record(&out))
		play(t, w, 50)
		require.NoError(t, w.StopRecording())
		require.NoError(t, os.MkdirAll("testdata", 0o777))
		require.NoError(t, os.WriteFile(newest, out.Bytes(), 0o666))
	}
	ticks := []int{1: 66}
	for version := 1; version <= recording.Version; version++ {
		name := filepath.Join("testdata", fmt.Sprintf("version%d.rec", version))
		data, err := os.ReadFile(name)
		require.NoError(t, err, "version %d has no golden recording: -update writes one", version)
		r := world.Must(record.Read(data))
		require.Equal(t, version, r.Version(), name)
		require.NoError(t, r.Torn())
		require.Equal(t, ticks[version], r.Ticks())
		d := world.Must(r.Verify())
		require.Nil(t, d, name)
		p := world.Must(r.Player())
		hashed := 0
		for more := true; more; {
			if more, err = p.Step(); more && p.Last().Hashed {
				hashed++
			}
			require.NoError(t, err)
		}
		p.Close()
		require.Equal(t, 1, hashed, name)
	}
}
