package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/go-gl/mathgl/mgl64"
)

// stateBytes is the size of a body's message between servers: its number, two bytes of flags, and
// position, rotation and velocities as six float32.
const stateBytes = 4 + 2 + 6*4

func main() {
	bands := flag.String("band", "1,2,4", "widths of the band on each side of the border, `m`")
	delays := flag.String("late", "1,3,6", "how late states come, in `ticks`")
	flag.Parse()
	if err := run(os.Stdout, *bands, *delays, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "zones:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, bands, delays string, files []string) error {
	widths, err := numbers(bands)
	if err != nil {
		return err
	}
	late, err := numbers(delays)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("no recording is given")
	}
	for _, name := range files {
		if err := report(out, name, widths, late); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// numbers reads positive numbers that commas separate.
func numbers(text string) (list []float64, err error) {
	for field := range strings.SplitSeq(text, ",") {
		x, err := strconv.ParseFloat(field, 64)
		if err != nil || !(x > 0) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("%q is no positive number", field)
		}
		list = append(list, x)
	}
	return list, nil
}

// state is a dynamic body at the end of a tick.
type state struct {
	id           world.BodyID
	position     mgl64.Vec2
	velocity     mgl64.Vec2
	lower, upper float64 // of its box along x
	awake        bool
	touching     bool
}

// report prints the rows of a recording.
func report(out io.Writer, name string, widths, late []float64) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	recording, err := record.Read(data)
	if err != nil {
		return err
	}
	ticks, level, err := replay(recording)
	if err != nil {
		return err
	}
	border := median(ticks)
	fmt.Fprintf(out, "%s: %d ticks, %.0f dynamic bodies, border at x = %.2f m, a body's part of a snapshot file %.0f bytes\n",
		strings.TrimSuffix(filepath.Base(name), ".rec"), len(ticks), average(ticks, func(list []state) int { return len(list) }), border, level.perBody)
	fmt.Fprintf(out, "  %-8s %10s %10s %12s\n", "band", "known", "awake", "kB/s")
	for _, width := range widths {
		known := average(ticks, func(list []state) int { return count(list, border, width, false) })
		awake := average(ticks, func(list []state) int { return count(list, border, width, true) })
		fmt.Fprintf(out, "  %-8s %10.1f %10.1f %12.1f\n", fmt.Sprintf("%g m", width), known, awake, awake*stateBytes/level.timestep/1e3)
	}
	moves := crossings(ticks, border)
	seconds := float64(len(ticks)) * level.timestep
	fmt.Fprintf(out, "  hand-overs: %.1f a second, %.1f kB/s\n", float64(moves)/seconds, float64(moves)/seconds*level.perBody/1e3)
	fmt.Fprintf(out, "  %-8s %14s %14s %14s %14s\n", "late", "median mm", "99 % mm", "touching 99 %", "most mm")
	for _, delay := range late {
		all, touching := errorsOf(ticks, int(delay), border, widths[len(widths)-1], level)
		fmt.Fprintf(out, "  %-8s %14.2f %14.1f %14.1f %14.0f\n", fmt.Sprintf("%g ticks", delay),
			quantile(all, 0.5), quantile(all, 0.99), quantile(touching, 0.99), quantile(all, 1))
	}
	return nil
}

// level holds the data of a whole recording.
type level struct {
	timestep float64 // s
	gravity  mgl64.Vec2
	perBody  float64 // bytes of a body in a snapshot file
}

// replay returns the dynamic bodies after each tick, by ID.
func replay(recording *record.Recording) (ticks [][]state, l level, err error) {
	player, err := recording.Player()
	if err != nil {
		return nil, l, err
	}
	defer player.Close()
	for {
		more, err := player.Step()
		if err != nil {
			return nil, l, err
		}
		if !more {
			break
		}
		ticks = append(ticks, bodiesOf(player.World()))
	}
	if len(ticks) == 0 {
		return nil, l, fmt.Errorf("the recording has no ticks")
	}
	w := player.World()
	config := w.Config()
	l.timestep, l.gravity = config.Timestep, config.Gravity
	var s world.Snapshot
	if err := w.Save(&s); err != nil {
		return nil, l, err
	}
	var file counter
	if err := s.Encode(&file, &world.Names{Partial: true}); err != nil {
		return nil, l, err
	}
	l.perBody = float64(file) / float64(max(w.BodyCount(), 1))
	return ticks, l, nil
}

// counter counts the written bytes.
type counter int

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

func bodiesOf(w *world.World) (list []state) {
	for b := range w.Bodies() {
		if b.Type() != body.Dynamic || !b.Enabled() {
			continue
		}
		s := state{
			id: b.ID(), position: b.WorldCenter(), velocity: b.LinearVelocity(), awake: b.Awake(),
			lower: math.Inf(1), upper: math.Inf(-1),
		}
		for c := range b.Colliders() {
			lower, upper := c.Bounds()
			s.lower, s.upper = min(s.lower, lower[0]), max(s.upper, upper[0])
		}
		for range b.Touching() {
			s.touching = true
		}
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b state) int { return cmp.Compare(a.id, b.id) })
	return list
}

// median returns the place with as many bodies on its left as on its right.
func median(ticks [][]state) float64 {
	var places []float64
	for _, list := range ticks {
		for i := range list {
			places = append(places, list[i].position[0])
		}
	}
	return quantile(places, 0.5)
}

func average(ticks [][]state, of func([]state) int) float64 {
	sum := 0
	for _, list := range ticks {
		sum += of(list)
	}
	return float64(sum) / float64(len(ticks))
}

// near reports whether a body comes within a distance of the border.
func (s *state) near(border, width float64) bool {
	return s.lower < border+width && s.upper > border-width
}

// count counts the bodies that both servers know, all or only the awake ones.
func count(list []state, border, width float64, awake bool) (n int) {
	for i := range list {
		if list[i].near(border, width) && (list[i].awake || !awake) {
			n++
		}
	}
	return n
}

// crossings counts the changes of sides. A body changes sides when it is a quarter of a metre
// beyond the border, so that a body which trembles at the border stays.
func crossings(ticks [][]state, border float64) (n int) {
	const slack = 0.25
	side := map[world.BodyID]bool{}
	for _, list := range ticks {
		for i := range list {
			s := &list[i]
			x := s.position[0] - border
			was, known := side[s.id]
			now := x > 0
			if known && (now == was || math.Abs(x) <= slack) {
				continue
			}
			side[s.id] = now
			if known {
				n++
			}
		}
	}
	return n
}

// errorsOf returns the position errors of bodies near the border, mm, on a server that has their
// states of some ticks ago. The server extrapolates a body with gravity alone, or without any force
// if the body touches something.
func errorsOf(ticks [][]state, late int, border, width float64, l level) (all, touching []float64) {
	time := float64(late) * l.timestep
	for t := late; t < len(ticks); t++ {
		before := ticks[t-late]
		for i := range ticks[t] {
			s := &ticks[t][i]
			if !s.awake || !s.near(border, width) {
				continue
			}
			k, found := slices.BinarySearchFunc(before, s.id, func(x state, id world.BodyID) int { return cmp.Compare(x.id, id) })
			if !found {
				continue
			}
			old := &before[k]
			guess := old.position.Add(old.velocity.Mul(time))
			if !old.touching {
				guess = guess.Add(l.gravity.Mul(0.5 * time * time))
			}
			distance := 1e3 * guess.Sub(s.position).Len()
			all = append(all, distance)
			if s.touching {
				touching = append(touching, distance)
			}
		}
	}
	return all, touching
}

// quantile returns the value below which a part of the list lies, or zero for an empty list. It
// sorts the list.
func quantile(list []float64, part float64) float64 {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[min(int(part*float64(len(list))), len(list)-1)]
}
