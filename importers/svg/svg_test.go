package svg_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/importers/svg"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func read(t *testing.T, text string, options svg.Options) (*world.World, *svg.Level) {
	t.Helper()
	d := world.Must(svg.Read(fstest.MapFS{"d.svg": {Data: []byte(text)}}, "d.svg"))
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	t.Cleanup(w.Close)
	level := world.Must(d.Build(w, options))
	return w, level
}

func shapes(b world.Body) (list []shape.Support) {
	for c := range b.Colliders() {
		list = append(list, c.Shape())
	}
	return list
}

func texts(list []svg.Warning) (all []string) {
	for _, w := range list {
		all = append(all, w.String())
	}
	return all
}

// A drawing of Inkscape becomes bodies, chains and joints where it shows them.
func TestDrawing(t *testing.T) {
	file, err := os.ReadFile("testdata/hills.svg")
	require.NoError(t, err)
	w, level := read(t, string(file), svg.Options{})
	get := func(name string) svg.Object {
		o, ok := level.Object(name)
		require.True(t, ok, name)
		return o
	}
	down := func(x float64) float64 {
		hit, ok := w.RayCast(mgl64.Vec2{x, -5}, mgl64.Vec2{0, -5}, world.QueryFilter{})
		require.True(t, ok, "%v", x)
		return hit.Point[1]
	}
	require.Equal(t, body.Static, get("hill").Body.Type())
	require.InDelta(t, -7, down(2.5), 0.01, "the middle of the curve, by its symmetry")
	require.InDelta(t, -6, down(7.5), 1e-9)
	require.InDelta(t, -8, down(12), 1e-9, "the road")
	require.InDelta(t, -8.5, down(17.5), 1e-9)
	up, ok := w.RayCast(mgl64.Vec2{12, -9}, mgl64.Vec2{0, 2}, world.QueryFilter{})
	require.True(t, ok, "a line collides on both sides")
	require.InDelta(t, -8, up.Point[1], 1e-9)
	_, ok = w.RayCast(mgl64.Vec2{-1, -5}, mgl64.Vec2{0.5, 0}, world.QueryFilter{})
	require.False(t, ok)
	for c := range get("frame").Body.Colliders() {
		require.Equal(t, 0.25, c.Material().Friction)
		require.False(t, c.Contains(mgl64.Vec2{370.0 / 32, -50.0 / 32}), "a hole")
	}
	for c := range get("hill").Body.Colliders() {
		require.Equal(t, 0.9, c.Material().Friction, "of the layer")
	}
	for c := range get("shelf").Body.Colliders() {
		low, high := c.Bounds()
		require.InDeltaSlice(t, []float64{38.0 / 32, -106.0 / 32, 54.0 / 32, -74.0 / 32}, []float64{low[0], low[1], high[0], high[1]}, 1e-9)
		require.Equal(t, mgl64.Vec2{0, 1}, c.OneWay())
	}
	ball := get("ball")
	require.Equal(t, []shape.Support{shape.Circle{Radius: 1}}, shapes(ball.Body))
	require.InDelta(t, 2*math.Pi, ball.Body.Mass(), 1e-5)
	require.InDeltaSlice(t, []float64{26, -6.25}, ball.Position[:], 1e-9)
	require.InDelta(t, math.Pi/2, get("egg").Body.Mass(), 0.06, "semi-axes 1 and 0.5, but for the tolerance")
	require.InDelta(t, math.Pi, get("moon").Body.Mass(), 0.06, "two arcs")
	cart := get("cart")
	require.Equal(t, []any{body.Dynamic, 0.5, 2}, []any{cart.Body.Type(), cart.Body.LinearDamping(), len(shapes(cart.Body))})
	require.InDelta(t, 3*(2*0.5+math.Pi/16), cart.Body.Mass(), 1e-5, "one body of both shapes")
	require.IsType(t, shape.Capsule{}, shapes(get("stick").Body)[0])
	require.Len(t, level.Joints, 2)
	rope, ok := level.Joints[1].Distance()
	require.True(t, ok)
	require.InDelta(t, 88.0/32, rope.Length(), 1e-9)
	require.Equal(t, []string{
		`layer Things: object moon: attribute "data-loot" is not known`,
		"layer Things: object title: an element <text> has no body",
		`layer joints: object lost: no body is called "nobody", so the joint was left out`,
	}, texts(level.Warnings))
	for range 60 {
		w.Tick()
	}
	require.NoError(t, level.Destroy())
	require.Zero(t, w.BodyCount())
}

func drawing(content string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">` + content + `</svg>`
}

// Every command of a path leads where the same path in other commands does: all the letters of
// SVG, numbers without blanks, and flags of arcs without them.
func TestPathCommands(t *testing.T) {
	area := func(d string) float64 {
		_, level := read(t, drawing(`<path data-body="dynamic" d="`+d+`"/>`), svg.Options{PixelsPerUnit: 1, Tolerance: 1e-4})
		require.Empty(t, level.Warnings, d)
		require.Len(t, level.Objects, 1, d)
		return level.Objects[0].Body.Mass()
	}
	for _, c := range []struct {
		path string
		area float64
	}{
		{"M0,0 10,0 10,10 0,10z", 100},
		{"m0 0h10v10h-10z", 100},
		{"M10-5.5.5-5.5L.5 4.5 10 4.5Z", 95},
		{"M0 0 H1e1 V10 H0 z", 100},
		{"M0 0L10 0L10 10L0 10L0 0", 100},
		{"m 0,0 10,0 0,10 -10,0 z m 20,0 10,0 0,10 -10,0 z", 200},
		{"M0 0Q5 10 10 0Z", 2.0 / 3 * 10 * 5},               // a parabola of height 5
		{"M0-20V0Q5 10 10 0T20 0V-20Z", 400},                // and its mirror image
		{"M0 0C0 10 10 10 10 0Z", 60},                       // 3/5 of 10 by 10
		{"M0-20V0C0 10 10 10 10 0S20-10 20 0V-20Z", 400},    // and its mirror image
		{"M0 0a5 5 0 0110 0z", math.Pi * 12.5},              // half a disc
		{"M0 0a5 5 0 1010 0z", math.Pi * 12.5},              // the other half
		{"M0 0A1 1 0 0 1 10 0A1,1,0,0,1,0,0", math.Pi * 25}, // radii that are too small grow
		{"M5 0a5 10 90 0 1 0 10a5 10 90 0 1 0-10z", math.Pi * 50},
		{"M0 0A10 10 0 0 1 10 10L0 10z", math.Pi * 25},     // a quarter about 0, 10
		{"M0 0A10 10 0 1 1 10 10L0 10z", 75*math.Pi + 100}, // three quarters about 10, 0 and a square
	} {
		require.InDelta(t, c.area, area(c.path), 0.01, c.path)
	}
}

// No point of a curve is farther from its outline than the tolerance, and a finer one costs
// more points.
func TestTolerance(t *testing.T) {
	last := 0
	for _, tolerance := range []float64{1, 0.1, 0.01, 0.001} {
		_, level := read(t, drawing(`<ellipse cx="50" cy="50" rx="40" ry="20"/>`), svg.Options{PixelsPerUnit: 1, Tolerance: tolerance})
		points := shapes(level.Objects[0].Body)[0].(shape.Polygon).Points()
		require.Greater(t, len(points), last)
		last = len(points)
		for i, p := range points {
			middle := p.Add(points[(i+1)%len(points)]).Mul(0.5)
			off := 20 * (1 - math.Hypot(middle[0]/40, middle[1]/20)) // no less than the distance, where it is widest
			require.LessOrEqual(t, math.Abs(off), tolerance)
		}
	}
}

// A shape without an area is a warning; the other shapes are there.
func TestFlatShapesAreWarnings(t *testing.T) {
	for _, flat := range []string{
		`<polygon id="flat" points="0,0 10,0 20,0"/>`, `<path id="flat" d="M0 0L10 0L0 0Z"/>`, `<rect id="flat" width="9" height="9" transform="scale(1 0)"/>`,
		`<rect id="flat" width="auto" height="9"/>`, `<circle id="flat" r="1e-9"/>`, `<line id="flat" x1="9" x2="9.0000000001"/>`,
	} {
		_, level := read(t, drawing(flat+`<rect width="9" height="9"/>`), svg.Options{})
		require.Len(t, level.Warnings, 1, flat)
		require.Regexp(t, "object flat: (an outline without an area was left out|a shape without a size has no body)", level.Warnings[0].String())
		require.Len(t, level.Objects, 1)
	}
}

// A length is in user units, in a unit of 96 to an inch, in a part of the viewBox, or in fonts.
// TestHolesThatTouch has holes that touch the outline, along a side or in a corner, and each other.
func TestHolesThatTouch(t *testing.T) {
	for name, c := range map[string]struct {
		path string
		area float64
	}{
		"upper side":   {"M0 0h64v64h-64z M16 0h32v32h-32z", 4 - 1},
		"lower side":   {"M0 0h64v64h-64z M16 32h32v32h-32z", 4 - 1},
		"left side":    {"M0 0h64v64h-64z M0 16h32v32h-32z", 4 - 1},
		"right side":   {"M0 0h64v64h-64z M64 16h-32v32h32z", 4 - 1},
		"a corner":     {"M0 0h64v64h-64z M32 0l16 16l-16 16l-16 -16z", 4 - 0.5},
		"slanted side": {"M0 0l30 70l70 -30l-30 -70z M3 7l12 28l28 -12l-12 -28z", 5800.0/1024 - 928.0/1024},
		"each other":   {"M0 0h64v64h-64z M8 8h16v16h-16z M24 8h16v16h-16z", 4 - 0.5},
		"neighbours":   {"M0 0h32v32h-32z M32 0h32v32h-32z", 2},
		"in a hole":    {"M0 0h64v64h-64z M0 16h48v32h-48z M0 16h16v16h-16z", 4 - 1.5 + 0.25},
	} {
		_, level := read(t, drawing(`<path d="`+c.path+`" data-body="dynamic"/>`), svg.Options{})
		require.InDelta(t, c.area, level.Objects[0].Body.Mass(), 1e-6, name)
	}
}

// An outline that crosses itself is a warning, and so is an outline that goes back on itself.
func TestOutlinesThatCrossThemselves(t *testing.T) {
	_, level := read(t, drawing(`<polygon id="bow" points="0,0 64,64 64,0 0,64" data-body="dynamic"/><polygon id="hook" points="0,0 9,0 9,9 9,0"/>`), svg.Options{})
	require.Len(t, level.Objects, 1)
	require.InDelta(t, 2, level.Objects[0].Body.Mass(), 1e-9)
	require.Len(t, level.Warnings, 2)
	require.Contains(t, level.Warnings[0].String(), "object bow: an outline crosses itself")
	require.Contains(t, level.Warnings[1].String(), "object hook: an outline without an area was left out")
}

// TestMiddleOfEllipses has hubs of many sizes, and so with many numbers of points.
func TestMiddleOfEllipses(t *testing.T) {
	for r := 1; r < 60; r++ {
		_, level := read(t, drawing(fmt.Sprintf(`<circle id="wheel" cx="320" cy="160" r="64" data-body="dynamic"/>
			<circle cx="320" cy="160" r="%d" data-joint="revolute" data-a="wheel"/>
			<ellipse cx="320" cy="160" rx="%d" ry="40" transform="rotate(30 320 160)"/>`, r, r)), svg.Options{})
		require.InDeltaSlice(t, []float64{10, -5}, level.Objects[2].Position[:], 1e-9, "radius %d", r)
		anchor, _ := level.Joints[0].Anchors()
		require.InDeltaSlice(t, []float64{10, -5}, anchor[:], 1e-9, "radius %d", r)
	}
}

// TestRoundingOfPlaces has paths that return to their beginning, and rectangles without straight
// sides, but for rounding.
func TestRoundingOfPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 500 {
		path, area, at := "M 50,10 m 0,0", 0.0, mgl64.Vec2{50, 10}
		for _, to := range []mgl64.Vec2{{10 + 20*r.Float64(), 50}, {50, 70 + 20*r.Float64()}, {70 + 20*r.Float64(), 50}, {50, 10}} {
			path += fmt.Sprintf(" l %.3f,%.3f", to[0]-at[0], to[1]-at[1])
			to = mgl64.Vec2{math.Round(to[0]*1e3) / 1e3, math.Round(to[1]*1e3) / 1e3}
			area += (at[1]*to[0] - at[0]*to[1]) / 2
			at = to
		}
		w, rx := 5+20*r.Float64(), 20*r.Float64()
		_, level := read(t, drawing(fmt.Sprintf(`<path d="%s z" data-body="dynamic"/>
			<rect x="%v" y="9" width="%v" height="30" rx="%v" transform="skewX(-3.5)" data-body="dynamic"/>`, path, 60*r.Float64(), w, w/2+rx)), svg.Options{})
		require.Empty(t, level.Warnings)
		require.InDelta(t, area/1024, level.Objects[0].Body.Mass(), 1e-3)
		require.Len(t, shapes(level.Objects[0].Body), 1, "a convex outline")
	}
}

func TestUnitsOfLengths(t *testing.T) {
	for text, want := range map[string]float64{
		"40": 40, "40px": 40, " 40 ": 40, "4e1": 40, "1in": 96, "2.54cm": 96, "25.4mm": 96, "101.6Q": 96, "72pt": 96, "6pc": 96,
		"100%": 200, "12.5%": 25, "2em": 32, "2ex": 16,
	} {
		for _, font := range []float64{0, 10} {
			style := ""
			if em := strings.HasSuffix(text, "em") || strings.HasSuffix(text, "ex"); font > 0 && em {
				style, want = `font-size="10pt" style="fill:red; font-size: 10px"`, want*font/16
			}
			const form = `<svg viewBox="0 0 200 300"><g %s><a style="stroke:red"><rect width="%s" height="10%%" data-body="dynamic"/></a></g></svg>`
			_, level := read(t, fmt.Sprintf(form, style, text), svg.Options{PixelsPerUnit: 1})
			require.Empty(t, level.Warnings)
			require.InDelta(t, want*30, level.Objects[0].Body.Mass(), 1e-9, "%s in %q", text, style)
		}
	}
	// Without a viewBox the drawing's own size is the whole. A font may be a part of the group's.
	_, level := read(t, `<svg width="2in" height="96"><circle r="50%" data-body="dynamic"/><g font-size="20"><circle font-size="50%" r="1em" data-body="dynamic"/></g></svg>`,
		svg.Options{PixelsPerUnit: 1})
	require.InDelta(t, math.Pi*(192*192+96*96)/8, level.Objects[0].Body.Mass(), 1e-6)
	require.InDelta(t, math.Pi*100, level.Objects[1].Body.Mass(), 1e-9)
}

// An error in the last body leaves the world in the same state, to the bit.
func TestAnErrorChangesNothing(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	before := w.StateHash()
	text := drawing(`<rect width="9" height="9"/><rect id="ice" width="9" height="9" data-friction="-1"/>`)
	d := world.Must(svg.Read(fstest.MapFS{"d.svg": {Data: []byte(text)}}, "d.svg"))
	_, err := d.Build(w, svg.Options{})
	require.ErrorContains(t, err, "object ice")
	require.Equal(t, before, w.StateHash())
}

// A transform that is no attribute transform is not applied, with one warning for its element.
func TestTransformsInStylesAreWarnings(t *testing.T) {
	_, level := read(t, drawing(`<g id="all" style="fill:red; transform: scale(2)"><rect id="a" width="9" height="9" transform-origin="1 1"/><rect id="b" width="9" height="9" transform="scale(2)" style="rotate:5deg"/></g>`), svg.Options{})
	var texts []string
	for _, w := range level.Warnings {
		texts = append(texts, w.String())
	}
	require.Equal(t, []string{
		"layer all: object a: transform-origin has no effect", "layer all: object all: transform in a style has no effect", "layer all: object b: rotate in a style has no effect",
	}, texts)
}

// A radius that is missing or auto is as long as the other one.
func TestAutomaticRadii(t *testing.T) {
	mass := func(form string) float64 {
		_, level := read(t, drawing(form), svg.Options{PixelsPerUnit: 1})
		require.Empty(t, level.Warnings, form)
		return level.Objects[0].Body.Mass()
	}
	for _, c := range []struct{ form, both string }{
		{`<rect width="40" height="20" data-body="dynamic" `, `rx="5" ry="5"/>`}, {`<ellipse data-body="dynamic" `, `rx="5" ry="5"/>`},
	} {
		want := mass(c.form + c.both)
		for _, radii := range []string{`rx="5"/>`, `ry="5"/>`, `rx="5" ry="auto"/>`, `rx=" auto " ry="5"/>`} {
			require.Equal(t, want, mass(c.form+radii), c.form+radii)
		}
	}
	require.InDelta(t, 800, mass(`<rect width="40" height="20" data-body="dynamic" rx="auto" ry="auto"/>`), 1e-9)
}

// Entities that the document declares, as Illustrator does for its name spaces, stand for their
// texts.
func TestEntities(t *testing.T) {
	_, level := read(t, `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
	<!ENTITY ns_svg "http://www.w3.org/2000/svg">
	<!ENTITY wide '30'>
	<!ENTITY wide "40">
]>
<svg xmlns="&ns_svg;" viewBox="0 0 100 100"><rect id="a&amp;b" width="&wide;" height="10" data-body="dynamic"/></svg>`, svg.Options{PixelsPerUnit: 1})
	require.Empty(t, level.Warnings)
	require.Equal(t, "a&b", level.Objects[0].Name)
	require.InDelta(t, 300, level.Objects[0].Body.Mass(), 1e-9)
}

// Transforms apply from the right, and compose through groups.
func TestTransforms(t *testing.T) {
	for _, c := range []struct {
		transform string
		x, y      float64
	}{
		{"", 2, 1},
		{" none ", 2, 1},
		{"translate(3)", 5, 1},
		{"translate(3,4)", 5, 5},
		{"scale(2) translate(1 1)", 6, 4},
		{"translate(1 1),scale(2,3)", 5, 4},
		{"rotate(90)", -1, 2},
		{"rotate(90 2 0)", 1, 0},
		{"skewX(45)", 3, 1},
		{"skewY(45)", 2, 3},
		{"matrix(0,1,-1,0,10,20)", 9, 22},
	} {
		content := `<g transform="translate(10 10)"><rect x="1.5" y="0.5" width="1" height="1" transform="` + c.transform + `"/></g>`
		_, level := read(t, drawing(content), svg.Options{PixelsPerUnit: 1})
		require.InDeltaSlice(t, []float64{10 + c.x, -10 - c.y}, level.Objects[0].Position[:], 1e-9, c.transform)
	}
}

// A ball that rolls over the corners of a flat line keeps its speed, on either side of it; of a
// line with a side it falls through the other.
func TestLinesAreSmooth(t *testing.T) {
	const line = `<polyline points="-900,50 -20,50 0,50 7,50 15,50 900,50" %s/><circle cx="-50" cy="%d" r="5" data-body="dynamic" data-friction="0" data-velocity-x="10"/>`
	for _, c := range []struct {
		attribute string
		y         int
		gravity   float64
		holds     bool
	}{
		{"", 44, -10, true}, {"", 56, 10, true}, {`data-chain="left"`, 44, -10, true},
		{`data-chain="right"`, 56, 10, true}, {`data-chain="left"`, 57, 10, false}, {`data-chain="right"`, 43, -10, false},
	} {
		w, level := read(t, drawing(fmt.Sprintf(line, c.attribute, c.y)), svg.Options{PixelsPerUnit: 10})
		w.SetGravity(mgl64.Vec2{0, c.gravity})
		ball := level.Objects[1].Body
		for range 90 {
			w.Tick()
		}
		off := math.Abs(ball.Position()[1] - -5)
		if !c.holds {
			require.Greater(t, off, 2.0, "%+v", c)
			continue
		}
		require.InDelta(t, 0.5, off, 0.02, "%+v", c)
		require.InDelta(t, 10, ball.LinearVelocity()[0], 0.05, "%+v", c)
	}
}

// A closed chain is an island or a cave, however it was drawn.
func TestClosedChains(t *testing.T) {
	for _, points := range []string{"0,0 50,0 50,50 0,50", "0,50 50,50 50,0 0,0"} {
		for _, side := range []string{"inside", "outside"} {
			w, _ := read(t, drawing(`<polygon points="`+points+`" data-chain="`+side+`"/>`), svg.Options{PixelsPerUnit: 10})
			_, from := w.RayCast(mgl64.Vec2{2.5, -2.5}, mgl64.Vec2{0, -5}, world.QueryFilter{})
			require.Equal(t, side == "inside", from, "%s of %s", side, points)
		}
	}
}

// Files that lie get an *Error with a reason and a place, and cost little.
func TestHostileFiles(t *testing.T) {
	var crowd strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&crowd, "%d,%d ", i, i*i)
	}
	for _, c := range []struct {
		name, text, message string
		reason              error
	}{
		{"empty", "", "d.svg", svg.ErrFormat},
		{"other", "<map/>", "<map>", svg.ErrFormat},
		{"cut", drawing("")[:60], "d.svg", svg.ErrFormat},
		{"two roots", drawing("") + "<g/>", "after the end", svg.ErrFormat},
		{"view", `<svg viewBox="0 0 1"/>`, "viewBox", svg.ErrFormat},
		{"transform", drawing(`<g transform="fly(1)"/>`), "fly", svg.ErrFormat},
		{"far", drawing(`<g transform="scale(1e9)"><rect id="r" transform="scale(1e9)"/></g>`), "object r", svg.ErrFormat},
		{"skew", drawing(`<g transform="skewX(90)"/>`), "beyond", svg.ErrFormat},
		{"deep", drawing(strings.Repeat("<g>", 1000)), "deep", svg.ErrTooLarge},
		{"many", drawing(strings.Repeat("<b/>", 1<<18+1)), "elements", svg.ErrTooLarge},
		{"long", drawing(`<rect width="1e18" height="1"/>`), `"1e18": want at most 1e+09 user units`, svg.ErrFormat},
		{"too long", drawing(`<rect width="1e999" height="1"/>`), "want at most", svg.ErrFormat},
		{"command", drawing(`<path id="p" d="M0 0 J1 1"/>`), "object p", svg.ErrFormat},
		{"beginning", drawing(`<path d="L0 0"/>`), "begins", svg.ErrFormat},
		{"number", drawing(`<path d="M0 NaN"/>`), "NaN", svg.ErrFormat},
		{"flag", drawing(`<path d="M0 0A1 1 0 2 0 1 1"/>`), "0 or 1", svg.ErrFormat},
		{"length", drawing(`<rect width="3" height="5 0"/>`), "height", svg.ErrFormat},
		{"unit", drawing(`<rect id="r" width="3furlong" height="3"/>`), `object r: width: is not a drawing in SVG: length "3furlong"`, svg.ErrFormat},
		{"percent", `<svg width="100%"><rect width="50%" height="3"/></svg>`, `"50%" is a part of a drawing without a viewBox`, svg.ErrFormat},
		{"font", drawing(`<g style="font-size:large"><rect width="1em" height="3"/></g>`), `width: font-size: is not a drawing in SVG: length "large"`, svg.ErrFormat},
		{"entity", drawing(`<g id="&what;"/>`), "&what;", svg.ErrFormat},
		{"laughs", `<!DOCTYPE svg [<!ENTITY a "` + strings.Repeat("a", 1<<16) + `">]>` + drawing(`<g id="`+strings.Repeat("&a;", 1<<11)+`"/>`), "references", svg.ErrTooLarge},
		{"points", drawing(`<polygon points="0,0 1"/>`), "no y", svg.ErrFormat},
		{"many points", drawing(`<polygon points="` + strings.Repeat("0,0 ", 5000) + `"/>`), "numbers", svg.ErrTooLarge},
		{"curve", drawing(`<path d="M0 0C1e9 1e9-1e9 1e9 0 0"/>`), "curve", svg.ErrTooLarge},
		{"arc", drawing(`<circle r="1e9"/>`), "arc", svg.ErrTooLarge},
		{"loops", drawing(`<path d="` + strings.Repeat("M0 0 1 0 1 1z", 300) + `"/>`), "loops", svg.ErrTooLarge},
		{"outlines", drawing(strings.Repeat(`<polygon points="`+crowd.String()+`"/>`, 30)), "points", svg.ErrTooLarge},
		{"attributes", drawing(`<g ` + attributes(200) + `><rect width="1" height="1" ` + attributes2(200) + `/></g>`), "attributes", svg.ErrTooLarge},
		{"body", drawing(`<rect width="3" height="5" data-body="ghost"/>`), "ghost", svg.ErrFormat},
		{"friction", drawing(`<rect width="3" height="5" data-friction="-1"/>`), "Friction", geom.ErrNegative},
		{"chain", drawing(`<path d="M0 0 1 1" data-chain="up"/>`), "up", svg.ErrFormat},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := world.Must(world.New(world.Config{}))
			defer w.Close()
			d, err := svg.Read(fstest.MapFS{"d.svg": {Data: []byte(c.text)}}, "d.svg")
			if err == nil {
				_, err = d.Build(w, svg.Options{})
			}
			var e *svg.Error
			require.ErrorAs(t, err, &e)
			require.ErrorContains(t, err, c.message)
			require.ErrorIs(t, err, c.reason)
			require.Zero(t, w.BodyCount())
		})
	}
}

func attributes(n int) (text string) {
	for i := range n {
		text += fmt.Sprintf(`data-a%d="" `, i)
	}
	return text
}

func attributes2(n int) string { return strings.ReplaceAll(attributes(n), "data-a", "data-b") }

// Whatever the bytes are, Read and Build give a level or an *Error, and a refused one leaves
// nothing in the world.
func FuzzRead(f *testing.F) {
	data, err := os.ReadFile("testdata/hills.svg")
	require.NoError(f, err)
	f.Add(data)
	f.Add([]byte(drawing(`<path d="M0 0C0 10 10 10 10 0S20-10 20 0Z"/>`)))
	f.Add([]byte(drawing(`<path d="M0 0a5 5 0 0110 0z" transform="rotate(3)"/>`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		w := world.Must(world.New(world.Config{Workers: 1}))
		defer w.Close()
		d, err := svg.Read(fstest.MapFS{"d.svg": {Data: data}}, "d.svg")
		if err == nil {
			_, err = d.Build(w, svg.Options{})
		}
		if err != nil {
			var e *svg.Error
			require.ErrorAs(t, err, &e)
			require.Zero(t, w.BodyCount())
		}
	})
}
