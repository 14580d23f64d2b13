package draw_test

import (
	"image/color"
	"math"
	"slices"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// paintedAt draws a chain alone and reports whether the picture is filled at points of the world.
func paintedAt(t *testing.T, c shape.Chain, def world.ColliderDef, o draw.Options, points ...mgl64.Vec2) (filled []bool) {
	w := newWorld(t)
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0.5, -0.25}, Angle: 0}))
	c.Points = slices.Clone(c.Points)
	for i, p := range c.Points {
		c.Points[i] = p.Sub(mgl64.Vec2{0.5, -0.25})
	}
	world.Must(ground.AttachChain(c, def))
	m := draw.NewImage(draw.Fit(mgl64.Vec2{-10, -10}, mgl64.Vec2{10, 10}, 200, 200, 0))
	p := draw.DefaultPalette()
	o.Palette = &p
	m.Clear(p.Background)
	draw.World(w, m, o)
	for _, v := range points {
		x, y := m.Camera.ToPixel(v)
		got := color.NRGBA(m.RGBA().RGBAAt(int(x), int(y))) // opaque
		require.Contains(t, []color.NRGBA{p.Background, p.Static.Fill}, got, "%v", v)
		filled = append(filled, got == p.Static.Fill)
	}
	return filled
}

func TestChainsAreFilledOnSolidSide(t *testing.T) {
	hills := []mgl64.Vec2{{8, 5}, {8, 0}, {4, 1}, {0, -1}, {-4, 2}, {-8, 0}} // with a wall at its right end
	reversed := []mgl64.Vec2{{-8, 0}, {-4, 2}, {0, -1}, {4, 1}, {8, 0}}
	square := []mgl64.Vec2{{4, 4}, {-4, 4}, {-4, -4}, {4, -4}} // counter-clockwise: solid inside
	room := []mgl64.Vec2{{4, -4}, {-4, -4}, {-4, 4}, {4, 4}}
	bowl := []mgl64.Vec2{{4, 4}, {2, 4}, {2, -4}, {-2, -4}, {-2, 4}, {-4, 4}, {-4, -5}} // a hook
	for name, c := range map[string]struct {
		chain  shape.Chain
		def    world.ColliderDef
		none   bool
		points []mgl64.Vec2
		want   []bool
	}{
		"hills":        {shape.Chain{Points: hills}, world.ColliderDef{}, false, []mgl64.Vec2{{4, 0.5}, {-4, 1.5}, {-4, -9}, {7.5, -9}, {0, -0.5}, {4, 1.5}, {9, -5}}, []bool{true, true, true, true, false, false, false}},
		"ceiling":      {shape.Chain{Points: reversed}, world.ColliderDef{}, false, []mgl64.Vec2{{4, 2}, {0, 9}, {4, 0.5}, {0, -5}}, []bool{true, true, false, false}},
		"solid":        {shape.Chain{Points: square, Closed: true}, world.ColliderDef{}, false, []mgl64.Vec2{{0, 0}, {3.8, 3.8}, {5, 0}}, []bool{true, true, false}},
		"room":         {shape.Chain{Points: room, Closed: true}, world.ColliderDef{}, false, []mgl64.Vec2{{0, 0}, {4.5, 0}, {-4.5, 0}, {0, 4.5}, {0, -4.5}, {4.8, 4.8}, {6, 0}}, []bool{false, true, true, true, true, true, false}},
		"hook":         {shape.Chain{Points: bowl}, world.ColliderDef{}, false, []mgl64.Vec2{{0, 0}, {2.5, 0}, {0, -4.5}, {-2.5, 0}, {9, -9}}, []bool{false, true, true, true, false}},
		"platform":     {shape.Chain{Points: reversed}, world.ColliderDef{OneWay: mgl64.Vec2{0, -1}}, false, []mgl64.Vec2{{4, 2}, {0, 9}, {0, -5}}, []bool{false, false, false}},
		"switched off": {shape.Chain{Points: square, Closed: true}, world.ColliderDef{}, true, []mgl64.Vec2{{0, 0}, {3.8, 3.8}}, []bool{false, false}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, paintedAt(t, c.chain, c.def, draw.Options{NoGround: c.none}, c.points...))
		})
	}
}

// A style of the game's own, by body and by collider, and on what the palette says.
// TestLinesWithTwoSidesAreNotFilled draws a pair of opposite chains, as importers make of a line.
func TestLinesWithTwoSidesAreNotFilled(t *testing.T) {
	for _, closed := range []bool{false, true} {
		w := newWorld(t)
		wire := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		points := []mgl64.Vec2{{4, -4}, {-4, -4}, {-4, 4}, {4, 4}}
		world.Must(wire.AttachChain(shape.Chain{Points: points, Closed: closed}, world.ColliderDef{}))
		slices.Reverse(points)
		world.Must(wire.AttachChain(shape.Chain{Points: points, Closed: closed}, world.ColliderDef{}))
		m := draw.NewImage(draw.Fit(mgl64.Vec2{-10, -10}, mgl64.Vec2{10, 10}, 200, 200, 0))
		p := draw.DefaultPalette()
		m.Clear(p.Background)
		draw.World(w, m, draw.Options{})
		for _, v := range []mgl64.Vec2{{}, {-3.7, 0}, {-4.5, 0}, {0, -4.5}, {0, 4.5}, {0, 9}} {
			x, y := m.Camera.ToPixel(v)
			require.Equal(t, p.Background, color.NRGBA(m.RGBA().RGBAAt(int(x), int(y))), "closed %v, %v", closed, v)
		}
	}
}

func TestStyleOfCollider(t *testing.T) {
	w := newWorld(t)
	red := draw.Style{Fill: color.NRGBA{200, 0, 0, 255}, Width: 3}
	disc := shape.Circle{Radius: 0.5}
	hero := add(w, body.Def{Name: "hero"}, disc, world.ColliderDef{})
	add(w, body.Def{}, disc, world.ColliderDef{})
	glass := world.Must(hero.Attach(disc, world.ColliderDef{UserData: "glass"}))
	var got recorder
	draw.World(w, &got, draw.Options{NoMarks: true, Style: func(c world.Collider, byState draw.Style) draw.Style {
		switch {
		case c == glass:
			byState.Fill.A = 40
		case c.Body() == hero:
			return red
		}
		return byState
	}})
	awake := draw.DefaultPalette().Awake
	pale := awake
	pale.Fill.A = 40
	require.Equal(t, []draw.Style{pale, red, awake}, got.circles, "the newest collider first")
}

// A coin has no mark, by the palette as a sensor or by a style; the ball beside it has one.
func TestMarkOfCollider(t *testing.T) {
	w := newWorld(t)
	disc := shape.Circle{Radius: 0.5}
	add(w, body.Def{Type: body.Static}, disc, world.ColliderDef{Sensor: true})
	coin := add(w, body.Def{}, shape.Ellipse{RX: 0.5, RY: 0.4}, world.ColliderDef{})
	add(w, body.Def{Position: mgl64.Vec2{3, 0}}, disc, world.ColliderDef{})
	var got recorder
	draw.World(w, &got, draw.Options{Style: func(c world.Collider, byState draw.Style) draw.Style {
		byState.NoMark = byState.NoMark || c.Body() == coin
		return byState
	}})
	require.Equal(t, [][2]mgl64.Vec2{{{3, 0}, {3.5, 0}}}, got.lines)
}

// luminance is the relative luminance of a colour (WCAG 2.1).
func luminance(c color.NRGBA) float64 {
	channel := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(c.R) + 0.7152*channel(c.G) + 0.0722*channel(c.B)
}

// contrast is the contrast ratio of two colours (WCAG 2.1), 1 to 21.
func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x/y, y/x)
}

// Both palettes read well: words and thin lines stand out from the background and from bodies,
// outlines from both sides of them, and the states of bodies differ.
func TestPalettesReadWell(t *testing.T) {
	for name, p := range map[string]draw.Palette{"light": draw.DefaultPalette(), "dark": draw.DarkPalette()} {
		require.GreaterOrEqual(t, contrast(p.Text, p.Background), 4.5, "%s: words", name)
		for line, c := range map[string]color.NRGBA{
			"joint": p.Joint, "velocity": p.Velocity, "normal": p.Normal, "contact": p.Contact.Fill,
			"static": p.Static.Stroke, "awake": p.Awake.Stroke, "asleep": p.Asleep.Stroke,
			"kinematic": p.Kinematic.Stroke, "bullet": p.Bullet.Stroke, "sensor": p.Sensor.Stroke,
		} {
			require.GreaterOrEqual(t, contrast(c, p.Background), 3.0, "%s: %s on the background", name, line)
		}
		bodies := map[string]draw.Style{"static": p.Static, "awake": p.Awake, "asleep": p.Asleep, "kinematic": p.Kinematic, "bullet": p.Bullet}
		for a, s := range bodies {
			require.GreaterOrEqual(t, contrast(s.Fill, s.Stroke), 2.2, "%s: outline of %s", name, a)
			require.GreaterOrEqual(t, contrast(p.Contact.Fill, s.Fill), 2.0, "%s: contact on %s", name, a)
			for b, other := range bodies {
				d := math.Hypot(math.Hypot(float64(s.Fill.R)-float64(other.Fill.R), float64(s.Fill.G)-float64(other.Fill.G)), float64(s.Fill.B)-float64(other.Fill.B))
				require.True(t, a == b || d > 25, "%s: %s and %s", name, a, b)
			}
		}
		require.Less(t, contrast(p.Grid, p.Background), 1.3, "%s: the grid is faint", name)
	}
}

// Areas lie behind all bodies. Those without a shape and disabled ones are not drawn, and one on a
// body is drawn where the body is drawn.
func TestAreas(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	carrier := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{1, 2}, AngularVelocity: 9, LinearVelocity: mgl64.Vec2{6, 0}}))
	world.Must(carrier.Attach(shape.Circle{Radius: 1}, world.ColliderDef{}))
	w.Step(1.5 / 60)
	disc := shape.Circle{Center: mgl64.Vec2{0.5, 0}, Radius: 3}
	for _, def := range []world.AreaDef{
		{}, {Shape: disc, Disabled: true}, {Shape: disc, Position: mgl64.Vec2{4, 5}},
		{Shape: disc, Body: carrier, Position: mgl64.Vec2{1, 0}, Angle: 1},
	} {
		world.Must(w.CreateArea(def))
	}
	p := draw.DefaultPalette()
	for _, interpolate := range []bool{false, true} {
		r := &recorder{}
		draw.World(w, r, draw.Options{Interpolate: interpolate})
		require.Len(t, r.lines, 1, "the mark of the body alone")
		area := p.Area
		area.NoMark = true
		require.Equal(t, []draw.Style{area, area, p.Awake}, r.circles)
		require.Equal(t, mgl64.Vec2{4.5, 5}, r.centers[0])
		at, angle := carrier.Position(), carrier.Angle()
		if interpolate {
			at, angle = carrier.RenderPose()
		}
		want := at.Add(mgl64.Rotate2D(angle).Mul2x1(mgl64.Vec2{1, 0}.Add(mgl64.Rotate2D(1).Mul2x1(mgl64.Vec2{0.5, 0}))))
		require.InDelta(t, 0, r.centers[1].Sub(want).Len(), 1e-9)
	}
}

// A fluid is drawn below its surface, within the shape of its area.
func TestFluid(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	world.Must(w.CreateArea(world.AreaDef{
		Shape: shape.Box(2, 1), Position: mgl64.Vec2{10, 0},
		Effects: []area.Effect{area.Fluid{Surface: []mgl64.Vec2{{-1, 0}, {1, 0.5}}}},
	}))
	camera := draw.Fit(mgl64.Vec2{7, -2}, mgl64.Vec2{13, 2}, 600, 400, 0)
	m := draw.NewImage(camera)
	p := draw.DefaultPalette()
	p.Area = draw.Style{Fill: p.Text}
	draw.World(w, m, draw.Options{Palette: &p})
	for point, wet := range map[mgl64.Vec2]bool{
		{8.5, -0.1}: true, {8.5, 0.1}: false, {10, 0.2}: true, {10, 0.3}: false, {11.5, 0.4}: true, {11.5, 0.6}: false,
		{10, -0.9}: true, {10, -1.1}: false, {12.1, 0}: false, {7.9, -0.5}: false,
	} {
		x, y := camera.ToPixel(point)
		pixel := m.RGBA().RGBAAt(int(x), int(y))
		require.Equal(t, wet, pixel.A > 0 && pixel.R < 128, "%v", point)
	}
}
