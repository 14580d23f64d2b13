package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/carom2d/carom/world"
)

// report prints the table of a run.
func report(out io.Writer, s *source, w *world.World, m *timings, o *options) error {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-11s %s\n", name, fmt.Sprintf(format, args...))
	}
	c, config := w.Counters(), w.Config()
	simulated := float64(len(m.ticks)) * config.Timestep
	line("scene", "%s", s.name)
	line("steps", "%d of %.4g ms, %d sub-steps: %.2f s", len(m.ticks), 1000*config.Timestep, config.SubSteps, simulated)
	line("bodies", "%d, %d awake", c.Bodies, c.Awake)
	line("contacts", "%d touching, %d near", c.Touching, c.Contacts-c.Touching)
	line("step time", "median %s ms, p99 %s ms, max %s ms", ms(m.quantile(0.5)), ms(m.quantile(0.99)), ms(m.quantile(1)))
	line("run time", "%s ms, %.3g times as fast as the clock", ms(m.total), simulated/max(m.total.Seconds(), 1e-9))
	if o.stats {
		stats(line, w, c)
	}
	if o.hash {
		line("hash", "%016x", w.StateHash())
	}
	b.WriteString("\nwhere the time went\n")
	share := func(name string, d time.Duration) {
		fmt.Fprintf(&b, "  %-11s %10s ms %5.1f %%\n", name, ms(d), 100*float64(d)/float64(max(m.total, 1)))
	}
	for i := range m.stages {
		share(m.stages[i].name, m.stages[i].sum)
	}
	share("other", m.other())
	for _, file := range []string{o.png, o.gif, o.record} {
		if file != "" {
			fmt.Fprintf(&b, "\nwrote %s", file)
		}
	}
	if o.png != "" || o.gif != "" || o.record != "" {
		b.WriteByte('\n')
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// stats prints further counts.
func stats(line func(name, format string, args ...any), w *world.World, c world.Counters) {
	line("colliders", "%d on %d static, %d sleeping and %d awake bodies", c.Colliders, c.Static, c.Asleep, c.Awake)
	line("joints", "%d", c.Joints)
	line("islands", "%d", c.Islands)
	line("colours", "%d", c.Colors)
	deepest, fastest, energy := 0.0, 0.0, 0.0
	for contact := range w.Contacts() {
		for _, p := range contact.Points() {
			deepest = math.Max(deepest, -p.Separation)
		}
	}
	for b := range w.Bodies() {
		fastest = math.Max(fastest, b.LinearVelocity().Len())
		energy += b.KineticEnergy()
	}
	line("overlap", "%.4f m at the deepest contact", deepest)
	line("speed", "%.4g m/s of the fastest body, %.4g J in all", fastest, energy)
}

// ms writes a duration in milliseconds with three significant digits or more.
func ms(d time.Duration) string {
	switch x := milliseconds(d); {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	case x >= 1:
		return fmt.Sprintf("%.2f", x)
	default:
		return fmt.Sprintf("%.4f", x)
	}
}
