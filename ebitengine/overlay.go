package ebitengine

import (
	"fmt"
	"strings"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
)

// Size of the panel, in pixels of an ordinary display.
const (
	panelText  = 13.0
	panelWidth = 250.0
)

// drawOverlay writes the counters of the world and the times of the stages of its last tick, beside
// bars of proportional length.
func (g *Game) drawOverlay(p *draw.Palette) {
	ratio := g.pixelRatio()
	words := overlayText(g.World, ebiten.ActualFPS())
	height := float64(strings.Count(words, "\n")+2) * panelText * 1.35 * ratio
	corner := func(x, y float64) mgl64.Vec2 { return g.view.ToWorld(x, y) }
	right := panelWidth * ratio
	g.canvas.Polygon([]mgl64.Vec2{corner(0, 0), corner(right, 0), corner(right, height), corner(0, height)},
		draw.Style{Fill: faded(p.Background, 0xE8)})
	line := panelText * 1.35 * ratio
	top := 10*ratio + line*overlayHead
	longest := max(g.World.Profile().Total, time.Microsecond)
	for i, s := range stages(g.World.Profile()) {
		y := top + (float64(i)+0.55)*line
		from := 165 * ratio
		g.canvas.Line(corner(from, y), corner(from+float64(s.time)/float64(longest)*75*ratio, y), 7, p.Awake.Stroke)
	}
	g.canvas.Label(words, TopLeft, panelText, p.Text)
}

// overlayHead is the number of lines above the stages.
const overlayHead = 8

func overlayText(w *world.World, fps float64) string {
	n, profile := w.Counters(), w.Profile()
	var b strings.Builder
	fmt.Fprintf(&b, "%.0f frames a second, tick %d\n", fps, w.Ticks())
	fmt.Fprintf(&b, "bodies %d: awake %d, asleep %d\n", n.Bodies, n.Awake, n.Asleep)
	fmt.Fprintf(&b, "colliders %d\n", n.Colliders)
	fmt.Fprintf(&b, "contacts %d, touching %d\n", n.Contacts, n.Touching)
	fmt.Fprintf(&b, "joints %d\n", n.Joints)
	fmt.Fprintf(&b, "islands %d, colours %d\n\n", n.Islands, n.Colors)
	fmt.Fprintf(&b, "tick %s\n", micro(profile.Total))
	for _, s := range stages(profile) {
		fmt.Fprintf(&b, "   %s %s\n", s.name, micro(s.time))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func micro(d time.Duration) string { return fmt.Sprintf("%.0f us", d.Seconds()*1e6) }

type stage struct {
	name string
	time time.Duration
}

func stages(p world.Profile) []stage {
	return []stage{
		{"pairs", p.Pairs}, {"evaluate", p.Evaluate}, {"transition", p.Transition}, {"areas", p.Areas},
		{"solve", p.Solve}, {"finalize", p.Finalize}, {"continuous", p.Continuous}, {"refit", p.Refit},
		{"bullets", p.Bullets}, {"sensors", p.Sensors}, {"sleep", p.Sleep}, {"publish", p.Publish},
	}
}
