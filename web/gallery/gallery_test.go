package gallery_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func eachScene(t *testing.T, test func(*testing.T, *gallery.Scene)) {
	for _, s := range gallery.Scenes() {
		t.Run(s.Name, func(t *testing.T) { test(t, s) })
	}
}

// requireSound checks that all bodies are where numbers are good and where the camera may find
// them.
func requireSound(t *testing.T, r *gallery.Running, values gallery.Values) {
	t.Helper()
	size := r.Max.Sub(r.Min).Len()
	center := r.Max.Add(r.Min).Mul(0.5)
	if r.Follow.Valid() {
		center = r.Follow.Position()
		require.Less(t, center.Len(), 1e4, "%v", values)
	}
	for b := range r.World.Bodies() {
		if !geom.From(b.Position()).Finite() || !geom.From(b.LinearVelocity()).Finite() || !geom.Finite(b.Angle()) {
			t.Fatalf("%v with %v", b, values)
		}
		if !b.Enabled() && b.Type() == body.Dynamic {
			t.Fatalf("%v is in quarantine, with %v", b, values)
		}
		if b.Type() == body.Dynamic && !r.Follow.Valid() {
			require.True(t, b.Position().Sub(center).Len() < 40*size, "%v has escaped, with %v", b, values)
		}
	}
}

// run starts a scene and lets keys be pressed at random.
func run(t *testing.T, s *gallery.Scene, values gallery.Values, ticks int, seed uint64) {
	t.Helper()
	r, err := s.Start(values)
	require.NoError(t, err, "%v", values)
	defer r.Close()
	random := rand.New(rand.NewPCG(seed, 7))
	var keys gallery.Keys
	for range ticks {
		if random.IntN(10) == 0 {
			keys = gallery.Keys(random.IntN(32))
		}
		if r.Point != nil && random.IntN(3) == 0 {
			at := mgl64.Vec2{r.Min[0] + (r.Max[0]-r.Min[0])*random.Float64(), r.Min[1] + (r.Max[1]-r.Min[1])*random.Float64()}
			r.Point(at, random.IntN(4) > 0)
		}
		r.Advance(keys)
	}
	requireSound(t, r, values)
}

func TestScenesAreDescribed(t *testing.T) {
	names := map[string]bool{}
	place := 0
	require.GreaterOrEqual(t, len(gallery.Scenes()), 45)
	eachScene(t, func(t *testing.T, s *gallery.Scene) {
		require.Regexp(t, `^[a-z0-9_]+$`, s.Name)
		require.False(t, names[s.Name], "twice")
		names[s.Name] = true
		theme := slices.Index(gallery.Themes, s.Theme)
		require.GreaterOrEqual(t, theme, place, "scenes stand by their themes")
		place = theme
		require.NotEmpty(t, s.Title)
		require.Regexp(t, `^[A-Z].*[.]$`, s.About)
		require.Less(t, len(s.About), 220)
		r := world.Must(s.Start(nil))
		require.Equal(t, s.Pointer != "", r.Point != nil)
		r.Close()
		for _, p := range s.Params {
			require.Regexp(t, `^[a-z][a-z ]*$`, p.Name)
			require.Less(t, p.Min, p.Max, p.Name)
			require.Positive(t, p.Step, p.Name)
			require.True(t, p.Min <= p.Default && p.Default <= p.Max, p.Name)
			require.InDelta(t, math.Round((p.Default-p.Min)/p.Step), (p.Default-p.Min)/p.Step, 1e-9, "the default of %s is a step", p.Name)
		}
		found, ok := gallery.ByName(s.Name)
		require.True(t, ok && found == s)
	})
	require.LessOrEqual(t, place+1, len(gallery.Themes))
	_, ok := gallery.ByName("no_such_scene")
	require.False(t, ok)
}

// The page shows the declaration of the scene: Go code that reads every parameter.
func TestSourceIsOfScene(t *testing.T) {
	eachScene(t, func(t *testing.T, s *gallery.Scene) {
		source := s.Source()
		_, err := parser.ParseFile(token.NewFileSet(), "scene.go", "package p\n"+source, 0)
		require.NoError(t, err, source)
		require.Contains(t, source, `"`+s.Name+`"`)
		require.Equal(t, 1, strings.Count(source, "= Scene{"))
		for _, p := range s.Params {
			require.Regexp(t, `(\["`+p.Name+`"\]|Int\("`+p.Name+`"\))`, source)
		}
		for _, used := range regexp.MustCompile(`(?:p\["|Int\(")([a-z ]+)"`).FindAllStringSubmatch(source, -1) {
			require.True(t, slices.ContainsFunc(s.Params, func(p gallery.Param) bool { return p.Name == used[1] }), used[1])
		}
	})
}

// Something happens within five seconds, without a key.
func TestScenesMove(t *testing.T) {
	eachScene(t, func(t *testing.T, s *gallery.Scene) {
		r := world.Must(s.Start(nil))
		defer r.Close()
		size := r.Max.Sub(r.Min)
		require.InDelta(t, 1.6, size[0]/size[1], 1e-9, "the shape of the picture")
		start := map[string]mgl64.Vec2{}
		for b := range r.World.Bodies() {
			start[b.String()] = b.Position()
		}
		moved := 0.0
		for moved < 0.05*size[0] && r.World.Time() < 5 {
			if r.Advance(0); r.World.Ticks()%25 > 0 {
				continue
			}
			for b := range r.World.Bodies() {
				from, ok := start[b.String()]
				if !ok {
					from = b.Position().Add(size) // it came
				}
				moved = max(moved, b.Position().Sub(from).Len())
			}
		}
		require.Greater(t, moved, 0.05*size[0])
		requireSound(t, r, nil)
	})
}

// The crates of the lander's pad stand on it: none begins in the slope beside the pad.
func TestCratesStandOnThePad(t *testing.T) {
	for _, s := range gallery.Scenes() {
		if s.Name != "lander" {
			continue
		}
		r := world.Must(s.Start(nil))
		defer r.Close()
		for r.World.Time() < 2 {
			r.Advance(0)
		}
		for b := range r.World.Bodies() {
			require.True(t, b.Type() != body.Dynamic || b.Position()[1] > 1, "%v has fallen to %v", b, b.Position())
		}
	}
}

// The same values and keys give the same bits.
func TestScenesAreDeterministic(t *testing.T) {
	eachScene(t, func(t *testing.T, s *gallery.Scene) {
		var hashes [2]uint64
		for i := range hashes {
			r := world.Must(s.Start(nil))
			for k := range 40 {
				r.Advance(gallery.Keys(k / 8))
			}
			hashes[i] = r.World.Hash()
			r.Close()
		}
		require.Equal(t, hashes[0], hashes[1])
	})
}

// Corners of the parameters, every one with tag long, and settings between, with keys at random.
func TestNoValuesFail(t *testing.T) {
	eachScene(t, func(t *testing.T, s *gallery.Scene) {
		corners, ticks := 1<<len(s.Params), long.Pick(8, 400)
		for corner := range corners {
			if corner%long.Pick(5, 1) != 0 && corner != corners-1 {
				continue // the first and the last have each parameter at both its ends
			}
			values := gallery.Values{}
			for i, p := range s.Params {
				values[p.Name] = p.Min
				if corner>>i&1 == 1 {
					values[p.Name] = p.Max
				}
			}
			run(t, s, values, ticks, uint64(corner))
		}
		random := rand.New(rand.NewPCG(3, 4))
		for i := range long.Pick(1, 4) {
			values := gallery.Values{}
			for _, p := range s.Params {
				values[p.Name] = p.Min + (p.Max-p.Min)*random.Float64()
			}
			run(t, s, values, 2*ticks, uint64(i))
		}
	})
}

// Values outside the bounds, off the steps and of unknown names are made good.
func TestValuesAreFitted(t *testing.T) {
	var got gallery.Values
	s := gallery.Scene{
		Name:   "test",
		Params: []gallery.Param{{"a", 1, 10, 2, 3, ""}, {"b", 0, 1, 0.25, 0.5, "m"}, {"c", 0, 8, 1, 5, ""}},
		Build:  func(p gallery.Values) (*gallery.Running, error) { got = p; return nil, nil },
	}
	world.Must(s.Start(gallery.Values{"a": 99, "b": 0.3, "x": 1}))
	require.Equal(t, gallery.Values{"a": 10, "b": 0.25, "c": 5}, got)
	world.Must(s.Start(gallery.Values{"a": math.NaN(), "b": math.Inf(-1), "c": 2.6}))
	require.Equal(t, gallery.Values{"a": 3, "b": 0, "c": 3}, got)
	require.Equal(t, 3, got.Int("c"))

	s.Build = func(gallery.Values) (*gallery.Running, error) { panic("a mistake") }
	_, err := s.Start(nil)
	require.EqualError(t, err, "gallery: test: a mistake")
}

// Each slider matters to the eye within some seconds: at its other end there are other bodies, or
// one is elsewhere. Some matter only to who presses a key.
func TestEverySliderMatters(t *testing.T) {
	eachScene(t, func(t *testing.T, s *gallery.Scene) {
		for _, p := range s.Params {
			matters := sliderMatters(t, s, p, 0)
			if !matters && len(s.Keys) > 0 {
				matters = sliderMatters(t, s, p, s.Keys[0].Keys)
			}
			require.True(t, matters, p.Name)
		}
	})
}

func sliderMatters(t *testing.T, s *gallery.Scene, p gallery.Param, keys gallery.Keys) bool {
	t.Helper()
	low := world.Must(s.Start(gallery.Values{p.Name: p.Min}))
	defer low.Close()
	high := world.Must(s.Start(gallery.Values{p.Name: p.Max}))
	defer high.Close()
	for !looksOther(low, high) && low.World.Time() < 10 {
		for range 20 {
			low.Advance(keys)
			high.Advance(keys)
		}
	}
	return looksOther(low, high)
}

func looksOther(a, b *gallery.Running) bool {
	if a.World.BodyCount() != b.World.BodyCount() || a.Max != b.Max {
		return true
	}
	size := a.Max.Sub(a.Min).Len()
	var at []mgl64.Vec2
	for x := range a.World.Bodies() {
		at = append(at, x.Position(), mgl64.Vec2{x.Angle() * size / 10})
	}
	i := 0
	for x := range b.World.Bodies() {
		if at[i].Sub(x.Position()).Len() > 0.02*size || math.Abs(at[i+1][0]-x.Angle()*size/10) > 0.02*size {
			return true
		}
		i += 2
	}
	return false
}

// A person digs where the pointer is held down. What is cut off falls, and the ground comes back
// with the world.
func TestDigging(t *testing.T) {
	s, ok := gallery.ByName("dig")
	require.True(t, ok)
	r := world.Must(s.Start(gallery.Values{"stones": 0}))
	defer r.Close()
	at := func(x, y float64) string {
		for c := range r.World.OverlapPoint(mgl64.Vec2{x, y}, world.QueryFilter{}) {
			return c.Body().Type().String()
		}
		return "air"
	}
	drag := func(points ...mgl64.Vec2) {
		for _, p := range points {
			r.Point(p, true)
		}
		r.Point(mgl64.Vec2{}, false)
	}
	r.Point(mgl64.Vec2{}, false) // the mole stops
	var snapshot world.Snapshot
	require.NoError(t, r.World.Save(&snapshot))
	back := r.Keep()
	hash := r.World.StateHash()
	dig := func() (after uint64) {
		require.Equal(t, "static", at(4.5, -8.1))
		drag(mgl64.Vec2{3, -8}, mgl64.Vec2{6, -8})
		drag(mgl64.Vec2{-9, -8})
		require.Equal(t, []string{"air", "air", "static"}, []string{at(4.5, -8.1), at(-9.1, -8.1), at(-1.1, -8.1)})
		r.Advance(0)
		require.Zero(t, r.World.Counters().Awake, "the ground holds")
		drag(mgl64.Vec2{-6, 1}, mgl64.Vec2{-6, -3}, mgl64.Vec2{-2, -3}, mgl64.Vec2{-2, 1})
		r.Advance(0)
		require.Equal(t, "dynamic", at(-4.1, -1.1))
		for b := range r.World.Bodies() {
			if b.Type() == body.Dynamic {
				require.InDelta(t, 2.9*2.45, b.Mass(), 0.5, "of density 1")
			}
		}
		for range 60 {
			r.Advance(0)
		}
		require.Equal(t, "air", at(-4.1, -0.2), "it fell")
		return r.World.StateHash()
	}
	after := dig()
	require.NoError(t, r.World.Restore(&snapshot))
	back()
	require.Equal(t, hash, r.World.StateHash())
	require.Equal(t, after, dig())
}

// The light scenes stand in the order of all. The others are those that need what the light program
// does not have; a gate of package site looks into the programs.
func TestLightScenesAreListed(t *testing.T) {
	light, others := gallery.Light(), []string{}
	for _, s := range gallery.Scenes() {
		if len(light) > 0 && light[0] == s {
			light = light[1:]
			continue
		}
		others = append(others, s.Name)
	}
	require.Empty(t, light)
	require.Equal(t, []string{
		"platformer", "crowd", "movers", "blobs", "cloth", "ropes", "torn_cloth", "jelly", "dig", "tiled",
	}, others)
}

// Recordings of soft things replay without the code of package soft: each tick has the state that
// was recorded, in which cloths tear and what reached over a torn link ends.
func TestSoftScenesAreRecorded(t *testing.T) {
	for _, name := range []string{"blobs", "cloth", "ropes", "torn_cloth"} {
		s, ok := gallery.ByName(name)
		require.True(t, ok)
		r := world.Must(s.Start(nil))
		joints := r.World.Counters().Joints
		var out bytes.Buffer
		require.NoError(t, r.World.Record(&out))
		for range 120 {
			r.Advance(0)
		}
		require.NoError(t, r.World.StopRecording())
		require.Equal(t, name == "torn_cloth", r.World.Counters().Joints < joints, "%s tears", name)
		r.Close()
		recording := world.Must(record.Read(out.Bytes()))
		require.Equal(t, 120, recording.Ticks())
		difference := world.Must(recording.Verify())
		require.Nil(t, difference, name)
	}
}

// A damped block of springs comes to rest. Blocks of balls that turned while springs held their
// middles spun on for ever.
func TestJellyRests(t *testing.T) {
	s, ok := gallery.ByName("jelly")
	require.True(t, ok)
	r := world.Must(s.Start(gallery.Values{"stiffness": 12, "damping": 1}))
	defer r.Close()
	for range 900 {
		r.Advance(0)
	}
	require.Zero(t, r.World.Counters().Awake)
}
