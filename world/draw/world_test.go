package draw_test

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// recorder is a Drawer that records its calls.
type recorder struct {
	polygons []struct {
		points []mgl64.Vec2
		style  draw.Style
	}
	circles []draw.Style
	centers []mgl64.Vec2
	lines   [][2]mgl64.Vec2
	colors  []color.NRGBA
	points  []draw.Style
	texts   []string
}

func (r *recorder) Polygon(points []mgl64.Vec2, style draw.Style) {
	r.polygons = append(r.polygons, struct {
		points []mgl64.Vec2
		style  draw.Style
	}{append([]mgl64.Vec2(nil), points...), style})
}

func (r *recorder) Circle(center mgl64.Vec2, _ float64, style draw.Style) {
	r.circles = append(r.circles, style)
	r.centers = append(r.centers, center)
}

func (r *recorder) Line(a, b mgl64.Vec2, _ float64, c color.NRGBA) {
	r.lines = append(r.lines, [2]mgl64.Vec2{a, b})
	r.colors = append(r.colors, c)
}

func (r *recorder) Point(_ mgl64.Vec2, _ float64, style draw.Style) {
	r.points = append(r.points, style)
}

func (r *recorder) Text(_ mgl64.Vec2, text string, _ color.NRGBA) { r.texts = append(r.texts, text) }

func newWorld(t testing.TB) *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
	t.Cleanup(w.Close)
	return w
}

func add(w *world.World, def body.Def, s shape.Support, c world.ColliderDef) world.Body {
	b := world.Must(w.CreateBody(def))
	world.Must(b.Attach(s, c))
	return b
}

func TestStyleFollowsState(t *testing.T) {
	p := draw.DefaultPalette()
	disc := shape.Circle{Radius: 0.5}
	for name, c := range map[string]struct {
		def      body.Def
		collider world.ColliderDef
		want     draw.Style
	}{
		"awake":            {want: p.Awake},
		"asleep":           {def: body.Def{Asleep: true}, want: p.Asleep},
		"static":           {def: body.Def{Type: body.Static}, want: p.Static},
		"kinematic":        {def: body.Def{Type: body.Kinematic}, want: p.Kinematic},
		"bullet":           {def: body.Def{Bullet: true}, want: p.Bullet},
		"sleeping bullet":  {def: body.Def{Bullet: true, Asleep: true}, want: p.Asleep},
		"disabled":         {def: body.Def{Disabled: true}, want: p.Disabled},
		"sensor":           {collider: world.ColliderDef{Sensor: true}, want: p.Sensor},
		"sensor, static":   {def: body.Def{Type: body.Static}, collider: world.ColliderDef{Sensor: true}, want: p.Sensor},
		"disabled, static": {def: body.Def{Type: body.Static, Disabled: true}, want: p.Disabled},
	} {
		w := newWorld(t)
		add(w, c.def, disc, c.collider)
		var r recorder
		draw.World(w, &r, draw.Options{})
		require.Equal(t, []draw.Style{c.want}, r.circles, name)
	}
}

// Tinted bodies that move have their looks by turns, awake or asleep; what does not move has that
// of its state.
func TestTintsGoByBody(t *testing.T) {
	w, p := newWorld(t), draw.DarkPalette()
	disc := shape.Circle{Radius: 0.5}
	var want []draw.Style
	add(w, body.Def{Type: body.Static}, disc, world.ColliderDef{})
	want = append(want, p.Static)
	for i := range 2 * len(p.Tints) {
		b := add(w, body.Def{Asleep: i%2 == 0}, disc, world.ColliderDef{})
		want = append(want, p.Tints[int(uint64(b.ID())%uint64(len(p.Tints)))])
	}
	var r recorder
	draw.World(w, &r, draw.Options{Palette: &p, Tinted: true})
	require.ElementsMatch(t, want, r.circles)
	require.Subset(t, r.circles, p.Tints)

	p.Tints = nil
	r = recorder{}
	draw.World(w, &r, draw.Options{Palette: &p, Tinted: true})
	require.Contains(t, r.circles, p.Asleep, "a palette without tints")
}

func TestShapesAreDrawnAtBodyPose(t *testing.T) {
	w := newWorld(t)
	b := add(w, body.Def{Position: mgl64.Vec2{3, 4}, Angle: math.Pi / 2}, shape.Box(1, 0.5), world.ColliderDef{})
	world.Must(b.Attach(shape.Circle{Center: mgl64.Vec2{2, 0}, Radius: 0.25}, world.ColliderDef{}))
	var r recorder
	draw.World(w, &r, draw.Options{})
	want := []mgl64.Vec2{{3.5, 3}, {3.5, 5}, {2.5, 5}, {2.5, 3}}
	require.Len(t, r.polygons, 1)
	for i, p := range r.polygons[0].points {
		require.InDeltaSlice(t, want[i][:], p[:], 1e-12)
	}
	require.InDeltaSlice(t, []float64{3, 6}, r.centers[0][:], 1e-12)
	// The mark on the circle runs along the body's x axis to the rim.
	require.Len(t, r.lines, 1)
	require.InDeltaSlice(t, []float64{3, 6.25}, r.lines[0][1][:], 1e-12)

	r = recorder{}
	draw.World(w, &r, draw.Options{NoMarks: true})
	require.Empty(t, r.lines)
}

func TestEveryShapeIsDrawn(t *testing.T) {
	for _, c := range []struct {
		shape                    shape.Support
		polygons, circles, lines int
	}{
		{shape.Circle{Radius: 1}, 0, 1, 1},
		{shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.5}, 1, 0, 0},
		{shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}}, 0, 0, 1},
		{shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.1}, 1, 0, 0},
		{shape.Box(1, 2), 1, 0, 0},
		{shape.RoundedBox(1, 2, 0.5), 1, 0, 0},
		{shape.RegularPolygon(7, 1), 1, 0, 0},
		{shape.Ellipse{RX: 2, RY: 1}, 1, 0, 1},
		{shape.HalfEllipse{RX: 2, RY: 1}, 1, 0, 0},
		{shape.Sector{Radius: 1, Sweep: 1}, 1, 0, 0},
		{shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, 1, 0, 0},
		{shape.ChainSegment{Before: mgl64.Vec2{2, 0}, A: mgl64.Vec2{1, 0}, B: mgl64.Vec2{0, 0}, After: mgl64.Vec2{-1, 0}}, 0, 0, 1},
		{lens{}, 1, 0, 0},
		{shape.Compound{Parts: []shape.Support{shape.Box(1, 2), shape.Box(2, 1), shape.Segment{B: mgl64.Vec2{0, 9}}}}, 1, 0, 1},
		{shape.Compound{Parts: []shape.Support{
			shape.OffsetBox(2, 0.5, mgl64.Vec2{0, 1}, 0), shape.OffsetBox(2, 0.5, mgl64.Vec2{0, -1}, 0),
			shape.OffsetBox(0.5, 1, mgl64.Vec2{-1.5, 0}, 0), shape.OffsetBox(0.5, 1, mgl64.Vec2{1.5, 0}, 0),
		}}, 4, 0, 0}, // around a hole
	} {
		w := newWorld(t)
		add(w, body.Def{Type: body.Static}, c.shape, world.ColliderDef{})
		var r recorder
		draw.World(w, &r, draw.Options{})
		require.Equal(t, [3]int{c.polygons, c.circles, c.lines}, [3]int{len(r.polygons), len(r.circles), len(r.lines)}, "%T", c.shape)
	}
}

// lens is a custom shape: the intersection of two unit discs.
type lens struct{}

func (lens) Support(dir mgl64.Vec2) mgl64.Vec2 {
	d := dir.Normalize()
	if math.Abs(d[0]) < 0.5 { // the tips, where the arcs cross at 60 degrees
		return mgl64.Vec2{0, math.Copysign(math.Sqrt(3)/2, d[1])}
	}
	return d.Sub(mgl64.Vec2{math.Copysign(0.5, d[0]), 0})
}

func TestDrawnAreaMatchesShapeArea(t *testing.T) {
	// The pixels of each shape cover its area, which equals its mass at density 1.
	for _, s := range []shape.Support{
		shape.Circle{Radius: 2}, shape.Ellipse{RX: 2, RY: 1}, shape.HalfEllipse{RX: 2, RY: 1.5},
		shape.Sector{Radius: 3, Sweep: 1.2}, shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 1}, Radius: 1},
		shape.RoundedBox(1, 2, 0.5), shape.RegularPolygon(5, 2), lens{},
	} {
		w := newWorld(t)
		b := add(w, body.Def{Angle: 0.4}, s, world.ColliderDef{})
		m := draw.NewImage(draw.Camera{Scale: 50, Width: 500, Height: 500})
		m.Clear(color.NRGBA{0, 0, 0, 0xFF})
		white := color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
		p := draw.Palette{Awake: draw.Style{Fill: white}}
		draw.World(w, m, draw.Options{Palette: &p, NoMarks: true, Tolerance: 0.002})
		sum := 0.0
		for i := 0; i < len(m.RGBA().Pix); i += 4 {
			sum += float64(m.RGBA().Pix[i]) / 255
		}
		require.InEpsilon(t, b.Mass(), sum/50/50, 0.01, "%T", s)
	}
}

func TestLayers(t *testing.T) {
	w := newWorld(t)
	p := draw.DefaultPalette()
	disc := shape.Circle{Radius: 1}
	add(w, body.Def{}, disc, world.ColliderDef{Sensor: true})
	add(w, body.Def{}, disc, world.ColliderDef{})
	add(w, body.Def{Type: body.Static}, disc, world.ColliderDef{})
	var r recorder
	draw.World(w, &r, draw.Options{})
	require.Equal(t, []draw.Style{p.Static, p.Awake, p.Sensor}, r.circles)
}

func TestOverlays(t *testing.T) {
	w := newWorld(t)
	p := draw.DefaultPalette()
	add(w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}, Name: "floor"}, shape.Box(5, 1), world.ColliderDef{})
	crate := add(w, body.Def{Position: mgl64.Vec2{0, 0.5}, LinearVelocity: mgl64.Vec2{2, 0}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	other := add(w, body.Def{Position: mgl64.Vec2{3, 3}, Asleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{})
	world.Must(w.CreateRevolute(w.Ground(), other, joint.Revolute{LocalAnchorA: mgl64.Vec2{3, 4}, LocalAnchorB: mgl64.Vec2{0, 1}}))
	w.Tick()
	count := func(o draw.Options) (polygons, lines, points, texts int) {
		var r recorder
		draw.World(w, &r, o)
		return len(r.polygons), len(r.lines), len(r.points), len(r.texts)
	}
	check := func(o draw.Options, want [4]int) {
		t.Helper()
		a, b, c, d := count(o)
		require.Equal(t, want, [4]int{a, b, c, d})
	}
	check(draw.Options{}, [4]int{3, 0, 0, 0})
	check(draw.Options{Boxes: true}, [4]int{6, 0, 0, 0})
	check(draw.Options{Joints: true}, [4]int{3, 2, 1, 0})
	check(draw.Options{Contacts: true}, [4]int{3, 0, 2, 0})
	check(draw.Options{Normals: true}, [4]int{3, 2, 0, 0})
	check(draw.Options{Centers: true}, [4]int{3, 0, 2, 0})
	check(draw.Options{Velocities: true}, [4]int{3, 2, 0, 0}) // the joint woke the other
	check(draw.Options{Names: true}, [4]int{3, 0, 0, 1})

	var r recorder
	draw.World(w, &r, draw.Options{Velocities: true})
	v := crate.LinearVelocity()
	from, to := r.lines[0][0], r.lines[0][1]
	require.InDelta(t, 0.1*v[0], to[0]-from[0], 1e-12, "a tenth of a second")
	r = recorder{}
	draw.World(w, &r, draw.Options{Normals: true, NormalLength: 0.5})
	require.InDelta(t, 0.5, r.lines[0][1].Sub(r.lines[0][0]).Len(), 1e-6)
	require.Equal(t, p.Normal, r.colors[0])
}

func TestInterpolatedPicture(t *testing.T) {
	w := newWorld(t)
	b := add(w, body.Def{LinearVelocity: mgl64.Vec2{6, 0}, Weightless: true}, shape.Circle{Radius: 1}, world.ColliderDef{})
	w.Step(1.5 / 60)
	var r recorder
	draw.World(w, &r, draw.Options{Interpolate: true})
	mid, _ := b.RenderPose()
	require.InDelta(t, mid[0], r.centers[0][0], 1e-12)
	require.InDelta(t, 0.05, mid[0], 1e-6, "half of a tick's way")
}

func TestBounds(t *testing.T) {
	w := newWorld(t)
	low, high := draw.Bounds(w)
	require.Equal(t, [2]mgl64.Vec2{{-1, -1}, {1, 1}}, [2]mgl64.Vec2{low, high})
	add(w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -2}}, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{})
	add(w, body.Def{Position: mgl64.Vec2{5, 1}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	low, high = draw.Bounds(w)
	require.InDeltaSlice(t, []float64{0, -2}, low[:], 1e-12)
	require.InDeltaSlice(t, []float64{6, 2}, high[:], 1e-12)
}

func TestHalfPlaneEdgeIsPixelExact(t *testing.T) {
	for _, up := range []float64{3, 1e-200, 1e200} { // a normal of any length will do
		w := newWorld(t)
		add(w, body.Def{Type: body.Static}, shape.HalfPlane{Point: mgl64.Vec2{0, 0.5}, Normal: mgl64.Vec2{0, up}}, world.ColliderDef{})
		m := draw.NewImage(draw.Camera{Scale: 40, Width: 400, Height: 200})
		m.Frame(w, draw.Options{})
		p := draw.DefaultPalette()
		at := func(y int) color.NRGBA { return color.NRGBA(m.RGBA().RGBAAt(317, y)) }
		require.Equal(t, p.Background, at(78))
		require.NotEqual(t, p.Background, at(80), "the outline at 0.5 m, 80 pixels down")
		require.Equal(t, p.Static.Fill, at(83))
	}
}

// Normals show the side on which a chain collides.
func TestChainNormals(t *testing.T) {
	w := newWorld(t)
	b := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{1, 1}, Angle: math.Pi / 2}))
	world.Must(b.AttachChain(shape.Chain{Points: []mgl64.Vec2{{2, 0}, {-2, 0}}}, world.ColliderDef{}))
	var r recorder
	draw.World(w, &r, draw.Options{Normals: true, NormalLength: 0.5})
	require.Len(t, r.lines, 2, "the segment and its tick")
	require.InDeltaSlice(t, []float64{1, 1}, r.lines[1][0][:], 1e-12)
	require.InDeltaSlice(t, []float64{0.75, 1}, r.lines[1][1][:], 1e-12)
}

func ExampleWorld() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 2}}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))

	camera := draw.Fit(mgl64.Vec2{-2, 0}, mgl64.Vec2{2, 3}, 400, 300, 10)
	picture := draw.NewImage(camera)
	palette := draw.DefaultPalette()
	picture.DrawGrid(&palette)
	draw.World(w, picture, draw.Options{Palette: &palette, Velocities: true})

	x, y := camera.ToPixel(ball.Position())
	middle := color.NRGBA(picture.RGBA().RGBAAt(int(x), int(y)+20))
	fmt.Println(middle == palette.Awake.Fill)
	// Output: true
}

func ExampleMovie() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 2}}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))

	palette := draw.DefaultPalette()
	picture := draw.NewImage(draw.Fit(mgl64.Vec2{-2, -3}, mgl64.Vec2{2, 3}, 200, 300, 10))
	movie := draw.NewMovie(30, &palette)
	for range 20 {
		picture.Frame(w, draw.Options{})
		movie.Add(picture)
		w.Step(1.0 / 30)
	}
	fmt.Println(movie.Len(), "pictures") // movie.Encode writes the file
	// Output: 20 pictures
}

// The numbers of lines and points in the picture of each kind of joint.
func TestEveryJointKindIsDrawn(t *testing.T) {
	up := mgl64.Vec2{0, 1}
	for name, c := range map[string]struct {
		make  func(w *world.World, b world.Body) world.Joint
		lines int
	}{
		"rod": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{})).Joint
		}, 2},
		"spring": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{SpringHertz: 2})).Joint
		}, 1 + 13},
		"pulley": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreatePulley(w.Ground(), b, joint.Pulley{WheelB: up})).Joint
		}, 1 + 3},
		"groove": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateGroove(w.Ground(), b, joint.Groove{LocalGrooveA2: up})).Joint
		}, 2},
		"ratchet": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateRatchet(w.Ground(), b, joint.Ratchet{})).Joint
		}, 1},
		"filter": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateNoCollision(w.Ground(), b, joint.NoCollision{})).Joint
		}, 0},
		"custom": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateCustom([]world.Body{w.Ground(), b}, joint.Custom{Constraint: emptyConstraint{}})).Joint
		}, 0},
	} {
		w := world.Must(world.New(world.Config{Workers: 1}))
		defer w.Close()
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{3, 3}}))
		c.make(w, b)
		var r recorder
		draw.World(w, &r, draw.Options{Joints: true})
		require.Len(t, r.lines, c.lines, name)
		for _, line := range r.lines {
			for _, end := range line {
				require.LessOrEqual(t, end.Sub(mgl64.Vec2{1.5, 1.5}).Len(), 2.5, "%s: lines stay at the joint", name)
			}
		}
	}
}

type emptyConstraint struct{}

func (emptyConstraint) Measure(*joint.ConstraintContext) {}
