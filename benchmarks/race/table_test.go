package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/carom2d/carom/benchmarks/peers"
)

// TestSummary computes the figures of two runs by hand. A pause of one run is none of the engine's,
// one of both is.
func TestSummary(t *testing.T) {
	ticks := func(ms float64) run {
		r := run{Cold: slices.Repeat([]float64{ms}, 70), Ticks: slices.Repeat([]float64{ms}, 180)}
		return r
	}
	a, b := ticks(1), ticks(2)
	a.Cold[3], b.Cold[3] = 50, 40   // both
	a.Cold[65] = 900                // after the first second
	a.Ticks[10], b.Ticks[11] = 9, 9 // one each
	a.Ticks[100], b.Ticks[100] = 3, 4
	a.Ticks[120] = 70
	ms, spread, w := summary([]run{a, b})
	if ms != 1.5 || spread != [2]float64{1, 2} {
		t.Errorf("median %g of %v, want 1.5 of [1 2]", ms, spread)
	}
	// tick 11 took 1 in the first run, tick 10 took 2 in the second, tick 120 likewise
	if want := (worst{Cold: 40, Warm: 2, Ratio: 3, ColdClock: 45, Clock: 36}); w != want {
		t.Errorf("worst ticks %+v, want %+v", w, want)
	}
}

// TestPyramidTouches counts the contacts that the scene's comment derives.
func TestPyramidTouches(t *testing.T) {
	e := peers.Carom(peers.Pyramid())
	for range 60 {
		e.Tick()
	}
	if want := 45 + 2*990; e.Bodies() != 1035 || e.Contacts() != want {
		t.Errorf("%d bodies with %d contacts, want 1035 with %d", e.Bodies(), e.Contacts(), want)
	}
}

// TestCheckRefuses takes bodies away, lets the pyramid fall and changes a bit.
func TestCheckRefuses(t *testing.T) {
	good := func() *table {
		r := row{Engine: "Carom", Bodies: 1035, RainBodies: 1000, Contacts: 2025, PyramidHeight: 15, RainHeight: 5}
		other := r
		other.Engine = "Carom, SIMD"
		return &table{Rows: []*row{&r, &other}}
	}
	if err := good().check(); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*row){
		"a box less":         func(r *row) { r.Bodies-- },
		"a drop less":        func(r *row) { r.RainBodies-- },
		"a fallen pyramid":   func(r *row) { r.PyramidHeight = 9 },
		"a fallen rain":      func(r *row) { r.RainHeight = 1 },
		"a missing contact":  func(r *row) { r.Contacts-- },
		"another last place": func(r *row) { r.RainHeight += 1e-15 },
	} {
		table := good()
		spoil(table.Rows[1])
		if table.check() == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// TestScenesAgree compares what other languages read with the scenes.
func TestScenesAgree(t *testing.T) {
	for i, s := range exported() {
		bodies := peers.Races()[i].Bodies
		if len(s.Bodies) != len(bodies) {
			t.Fatalf("%s: %d bodies, want %d", s.Name, len(s.Bodies), len(bodies))
		}
		for j, b := range s.Bodies {
			if b.Box == nil {
				continue
			}
			want := peers.Shape{{-b.Box[0], -b.Box[1]}, {b.Box[0], -b.Box[1]}, {b.Box[0], b.Box[1]}, {-b.Box[0], b.Box[1]}}
			if !slices.Equal(b.Polygon, want) || !slices.Equal(bodies[j].Shapes[0], want) {
				t.Errorf("%s: body %d is no box of %v", s.Name, j, b.Box)
			}
		}
	}
}

// TestParseBox2D reads what the program of another engine prints, and refuses what is something
// else.
func TestParseBox2D(t *testing.T) {
	r := fieldRow{Scene: "rain"}
	ms, err := r.parseBox2D("Starting\nbenchmark: rain, steps = 1000\nthread count: 1\nrun 0 : 11970.5 (ms)\n" +
		"body 3 / shape 4 / contact 5 / joint 6 / stack 7\n")
	if err != nil || ms != 11970.5 || r.Box2DBodies != 3 || r.Box2DContacts != 5 {
		t.Errorf("%g ms, %+v, %v", ms, r, err)
	}
	for _, text := range []string{"", "benchmark: rain, steps = 10\n", "benchmark: smash, steps = 300\nrun 0 : 5 (ms)\n"} {
		if _, err := r.parseBox2D(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

// TestFieldTable counts the columns of what is printed beside Box2D.
func TestFieldTable(t *testing.T) {
	table := fieldTable{Rows: []*fieldRow{{Scene: "rain", Workers: 1, Ratio: 0.5, CPURatio: 0.25}}, Means: []mean{{1, 0.5, 0.25}}}
	text := table.String()
	columns := 0
	for line := range strings.Lines(text) {
		n := strings.Count(line, "|")
		if columns == 0 {
			columns = n
		}
		if n > 0 && n != columns {
			t.Errorf("%d columns in %q, want %d", n, line, columns)
		}
	}
	if want := "workers 1: 0.500 by the clock, 0.250 by processor time"; columns == 0 || !strings.Contains(text, want) {
		t.Errorf("want %q in\n%s", want, text)
	}
}

func TestFirstSecond(t *testing.T) {
	a := run{Start: 30, Cold: slices.Repeat([]float64{1}, second+5)}
	b := run{Start: 20, Cold: slices.Repeat([]float64{2}, second+5)}
	a.Cold[0], b.Cold[0], b.Cold[9] = 100, 60, 8
	want := []string{"20 / 25", "60 / 80", "1 / 1.5", "1 / 4.5", "159 / 172"}
	if got := firstSecond([]run{a, b}); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
