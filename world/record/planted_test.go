package record_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/item"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/fxamacker/cbor/v2"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// call is a record of a log: a call, an answer of the game's code, or the beginning or end of a
// tick.
type call struct {
	name string // of a call that changes the world, empty for others
	tick int    // of the recording in which it is, or which follows it
	data []byte
}

// The kinds of records that have no name, by their numbers in the format.
const (
	kindTickEnd = 3
	kindAnswer  = 5
)

func (c *call) kind() byte { return c.data[1] }

// callsOf takes a log apart.
func callsOf(t testing.TB, log []byte, firstTick int) (list []call) {
	tick := firstTick
	for len(log) > 0 {
		var raw cbor.RawMessage
		rest := world.Must(cbor.UnmarshalFirst(log, &raw))
		c := call{tick: tick, data: bytes.Clone(raw)}
		counts := map[string]int{}
		require.NoError(t, recording.CountCalls(c.data, counts))
		for name := range counts {
			c.name = name
		}
		if c.kind() == kindTickEnd {
			tick++
		}
		list, log = append(list, c), rest
	}
	return list
}

// edit makes a recording of another one whose calls were changed. Its checksums are right.
func edit(t testing.TB, data []byte, change func(calls []call) []call) *record.Recording {
	in := bytes.NewReader(data)
	chunks, note, err := tape.Scan(in, int64(len(data)))
	require.NoError(t, err)
	require.NoError(t, note)
	reader := tape.NewReader(in)
	var out bytes.Buffer
	w, err := tape.NewWriter(&out)
	require.NoError(t, err)
	ticks := 1
	for i := range chunks {
		c := &chunks[i]
		content := world.Must(reader.Read(c))
		if c.Kind == tape.KindLog {
			calls := callsOf(t, content, ticks)
			ticks = int(c.Ticks) + 1
			content = nil
			for _, x := range change(calls) {
				content = append(content, x.data...)
			}
		}
		require.NoError(t, w.Write(c.Kind, c.Ticks, c.Time, content, c.Kind == tape.KindKeyframe))
	}
	return world.Must(record.Read(out.Bytes()))
}

// recordHeap records a heap that a script plays with.
func recordHeap(t testing.TB, boxes, ticks int, before func(w *world.World, tick int)) []byte {
	w := heap(t, boxes)
	var out bytes.Buffer
	require.NoError(t, w.Record(&out))
	for tick := range ticks {
		before(w, tick+1)
		w.Tick()
	}
	require.NoError(t, w.StopRecording())
	return out.Bytes()
}

// nothing is the script of a heap that is left alone.
func nothing(*world.World, int) {}

func bodyAt(w *world.World, slot uint64) world.Body { return w.BodyByID(world.BodyID(slot | 1<<32)) }

// requireVerify requires the first difference of a replay from what was recorded.
func requireVerify(t *testing.T, r *record.Recording, tick int, slot uint32, field string) {
	t.Helper()
	d := world.Must(r.Verify())
	require.NotNil(t, d)
	require.Equal(t, tick, d.Tick, d)
	require.EqualValues(t, slot, d.Body.Slot(), d)
	require.Equal(t, field, d.Field, d)
	require.Contains(t, d.String(), field)
}

// One bit of one number of one call: Verify names the tick and the body, and the field in the order
// of positions, angles, linear and angular velocities.
func TestVerifyFindsOneBit(t *testing.T) {
	velocity := mgl64.Vec2{1.25, -0.5}
	const spin = 0.75
	// In tick 8 all boxes still fall.
	data := recordHeap(t, 30, 40, func(w *world.World, tick int) {
		if tick == 8 {
			b := bodyAt(w, 9)
			b.SetName("ninth")
			require.NoError(t, b.SetLinearVelocity(velocity))
			require.NoError(t, bodyAt(w, 14).SetAngularVelocity(spin))
		}
	})
	untouched := edit(t, data, func(calls []call) []call { return calls })
	d := world.Must(untouched.Verify())
	require.Nil(t, d)
	for _, c := range []struct {
		name  string
		old   float64
		bit   int // of the float64: bit 29 is the last that a float32 has
		slot  uint32
		field string
	}{
		{"Body.SetLinearVelocity", velocity[0], 29, 9, "position"},
		{"Body.SetLinearVelocity", velocity[0], 40, 9, "position"},
		{"Body.SetLinearVelocity", velocity[1], 29, 9, "position"},
		{"Body.SetLinearVelocity", velocity[1], 63, 9, "position"},
		{"Body.SetAngularVelocity", spin, 29, 14, "angle"},
		{"Body.SetAngularVelocity", spin, 51, 14, "angle"},
	} {
		flipped := 0
		r := edit(t, data, func(calls []call) []call {
			for i := range calls {
				if calls[i].name == c.name {
					was, is := item.AppendFloat(nil, c.old), item.AppendFloat(nil, math.Float64frombits(math.Float64bits(c.old)^1<<c.bit))
					require.Equal(t, 1, bytes.Count(calls[i].data, was))
					calls[i].data = bytes.Replace(calls[i].data, was, is, 1)
					require.Equal(t, 8, calls[i].tick)
					flipped++
				}
			}
			return calls
		})
		require.Equal(t, 1, flipped)
		requireVerify(t, r, 8, c.slot, c.field)
		if d, err := r.Verify(); c.slot == 9 {
			require.NoError(t, err)
			require.Equal(t, "ninth", d.Name)
			require.NotEmpty(t, d.B)
		}
		original := world.Must(record.Read(data))
		d := world.Must(record.Diff(original, r))
		require.Equal(t, 8, d.Tick)
		require.EqualValues(t, c.slot, d.Body.Slot())
		require.Contains(t, []string{"position", "angle"}, d.Field)
		require.NotEqual(t, d.A, d.B)
		require.Contains(t, d.Parts, "bodies")
	}
	below := edit(t, data, func(calls []call) []call {
		for i := range calls {
			was := item.AppendFloat(nil, velocity[0])
			calls[i].data = bytes.Replace(calls[i].data, was, item.AppendFloat(nil, math.Nextafter(velocity[0], 2)), 1)
		}
		return calls
	})
	d = world.Must(below.Verify())
	require.Nil(t, d, "a velocity is kept as a float32")
}

// Two calls in another order: the first body that differs has the earlier slot.
func TestVerifyFindsCallsInAnotherOrder(t *testing.T) {
	data := recordHeap(t, 5, 40, func(w *world.World, tick int) {
		if tick == 12 {
			for x := range 2 { // slots 7 and 8
				addBody(w, body.Def{Position: mgl64.Vec2{float64(x), 9}}, shape.Circle{Radius: 0.3}, world.ColliderDef{})
			}
		}
	})
	r := edit(t, data, func(calls []call) []call {
		var made []int
		for i := range calls {
			if calls[i].name == "CreateBody" {
				made = append(made, i)
			}
		}
		require.Len(t, made, 2)
		calls[made[0]], calls[made[1]] = calls[made[1]], calls[made[0]]
		return calls
	})
	requireVerify(t, r, 12, 7, "position")
	original := world.Must(record.Read(data))
	d := world.Must(record.Diff(original, r))
	require.Equal(t, 12, d.Tick)
	require.EqualValues(t, 7, d.Body.Slot())
	require.Equal(t, "position", d.Field)
}

// answered records boxes on a floor whose contacts the game is asked about before they are solved.
func answered(t *testing.T, ticks int) []byte {
	w := world.Must(world.New(world.Config{
		Gravity: mgl64.Vec2{0, -10}, Workers: 1,
		PreSolve: func(c *world.ContactEdit) bool { c.TangentSpeed = 0.25; return true },
	}))
	defer w.Close()
	addBody(w, body.Def{Type: body.Static}, shape.OffsetBox(9, 1, mgl64.Vec2{0, -1}, 0), world.ColliderDef{PreSolve: true})
	for i := range 4 {
		addBody(w, body.Def{Position: mgl64.Vec2{float64(i)*2 - 3, 0.49}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	}
	var out bytes.Buffer
	require.NoError(t, w.Record(&out))
	for range ticks {
		w.Tick()
	}
	require.NoError(t, w.StopRecording())
	return out.Bytes()
}

// A callback that answers otherwise once: Verify names the tick and the body.
func TestVerifyFindsAnotherAnswer(t *testing.T) {
	data := answered(t, 50)
	for _, c := range []struct {
		name   string
		change func(answer []byte) []byte
	}{
		{"the contact is not solved", func(v []byte) []byte {
			at := 1 + bytes.IndexByte(v[1:], 0xf5) // true
			v[at] = 0xf4
			return v
		}},
		{"another speed along the floor", func(v []byte) []byte {
			was := item.AppendFloat(nil, 0.25)
			require.Equal(t, 1, bytes.Count(v, was))
			return bytes.Replace(v, was, item.AppendFloat(nil, 0.375), 1)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := false
			r := edit(t, data, func(calls []call) []call {
				third := 0
				for i := range calls {
					if calls[i].kind() == kindAnswer && calls[i].tick == 31 {
						if third++; third == 3 { // of the third box: contacts are asked about by their slots
							calls[i].data = c.change(calls[i].data)
							changed = true
						}
					}
				}
				return calls
			})
			require.True(t, changed)
			requireVerify(t, r, 31, 4, "position")
			original := world.Must(record.Read(data))
			d := world.Must(record.Diff(original, r))
			require.Equal(t, 31, d.Tick)
			require.EqualValues(t, 4, d.Body.Slot())
			require.Equal(t, "position", d.Field)
		})
	}
	missing := edit(t, data, func(calls []call) []call {
		for i := range calls {
			if calls[i].kind() == kindAnswer && calls[i].tick == 31 {
				return append(calls[:i], calls[i+1:]...)
			}
		}
		return calls
	})
	_, err := missing.Verify()
	require.ErrorIs(t, err, record.ErrReplay)
	require.ErrorContains(t, err, "tick 31: ")
	require.ErrorContains(t, err, "more answers than were recorded")
}

// A difference that does not move a body is found when the whole state is compared next, at most 32
// ticks later; Diff names its field in the same tick.
func TestDifferencesThatDoNotMoveAnything(t *testing.T) {
	data := recordHeap(t, 3, 100, func(w *world.World, tick int) {
		if tick == 40 {
			require.NoError(t, bodyAt(w, 3).SetSleepSpeed(0.0625))
		}
	})
	r := edit(t, data, func(calls []call) []call {
		for i := range calls {
			calls[i].data = bytes.Replace(calls[i].data, item.AppendFloat(nil, 0.0625), item.AppendFloat(nil, 0.125), 1)
		}
		return calls
	})
	d := world.Must(r.Verify())
	require.NotNil(t, d)
	require.GreaterOrEqual(t, d.Tick, 40)
	require.Less(t, d.Tick, 40+32)
	require.Equal(t, []string{"bodies"}, d.Parts)
	original := world.Must(record.Read(data))
	d = world.Must(record.Diff(original, r))
	require.Equal(t, &record.Difference{
		Tick: 40, Parts: []string{"bodies"}, Body: 3 | 1<<32, Field: "sleep speed", A: "0.0625", B: "0.125",
	}, d)
}

// recordedHeap records a heap in which body number 5 is pushed at a tick.
func recordedHeap(t *testing.T, pushAt int, push mgl64.Vec2) *record.Recording {
	w := heap(t, 12)
	var out bytes.Buffer
	require.NoError(t, w.Record(&out))
	for tick := range 60 {
		if tick == pushAt {
			b := w.BodyByID(5 | 1<<32)
			require.True(t, b.Valid())
			require.NoError(t, b.SetLinearVelocity(b.LinearVelocity().Add(push)))
		}
		w.Tick()
	}
	require.NoError(t, w.StopRecording())
	r := world.Must(record.Read(out.Bytes()))
	return r
}

// Diff names the tick, the body and a field of a difference that was planted, and nothing where
// there is none.
func TestDiffFindsWhatWasPlanted(t *testing.T) {
	a, b := recordedHeap(t, 20, mgl64.Vec2{1, 0}), recordedHeap(t, 20, mgl64.Vec2{1.01, 0})
	same := world.Must(record.Diff(a, recordedHeap(t, 20, mgl64.Vec2{1, 0})))
	require.Nil(t, same)
	d := world.Must(record.Diff(a, b))
	require.NotNil(t, d)
	require.Equal(t, 21, d.Tick)
	require.EqualValues(t, 5, d.Body.Slot())
	require.NotEmpty(t, d.Field)
	require.NotEqual(t, d.A, d.B)
}
