package draw

import (
	"cmp"
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Options select the contents of a picture. The zero Options draw the shapes, filled by the
// state of their bodies, with a mark on round ones that makes their rotation visible.
type Options struct {
	Palette     *Palette // nil means DefaultPalette
	Interpolate bool     // bodies are drawn at their RenderPose instead of at the last tick's
	NoMarks     bool     // no marks on round shapes; Style.NoMark leaves out the mark of one
	NoGround    bool     // chains are lines, without their solid side
	Tinted      bool     // dynamic bodies have the Tints of the palette by turns, whatever their state

	// Style returns the look of a collider, and so of a body: of c.Body(). It gets the palette's
	// look for the state of the body, which it may return or change. Chains are filled in the look
	// of their first segment. Nil means the palette's look.
	Style func(c world.Collider, byState Style) Style

	Joints     bool // anchors and lines between them
	Contacts   bool // contact points; pale where they carry no load
	Normals    bool // from each contact point, from collider A to B; and out of the open side of chains
	Boxes      bool // of every collider
	Centers    bool // of mass
	Velocities bool // of the centres of mass
	Names      bool // of bodies that have one

	// Tolerance is how far a drawn outline may depart from a curve, in metres;
	// zero means 0.01 times the world's LengthUnit.
	Tolerance float64
	// NormalLength is the length of a normal, in metres; zero means 0.25 times the
	// world's LengthUnit. Velocities are drawn as the displacement of a tenth of a second.
	NormalLength float64
}

// velocityTime is the time, in seconds, over which a velocity is drawn as a displacement.
const velocityTime = 0.1

// World draws a world: first the enabled areas with a shape, then the solid side of chains, static
// bodies, moving bodies, sensors, and the additions of the options. It must not be called during a
// step.
func World(w *world.World, d Drawer, o Options) {
	unit := w.Config().LengthUnit
	if o.Palette == nil {
		p := DefaultPalette()
		o.Palette = &p
	}
	o.Tolerance = cmp.Or(o.Tolerance, 0.01*unit)
	o.NormalLength = cmp.Or(o.NormalLength, 0.25*unit)
	p := painter{world: w, drawer: d, options: &o, palette: o.Palette}
	p.areas()
	p.ground()
	for l := range layers {
		p.shapes(l)
	}
	if o.Boxes {
		p.boxes()
	}
	if o.Joints {
		p.joints()
	}
	if o.Normals {
		p.chainNormals()
	}
	p.bodyOverlays()
	p.contacts()
}

// The layers of a picture, back to front.
const (
	layerFixed = iota
	layerMoving
	layerSensors
	layers
)

// painter draws one picture.
type painter struct {
	world   *world.World
	drawer  Drawer
	options *Options
	palette *Palette
	points  []mgl64.Vec2  // scratch
	chains  []world.Chain // scratch
}

func (p *painter) shapes(layer int) {
	for b := range p.world.Bodies() {
		fixed := b.Type() != body.Dynamic || !b.Enabled()
		var at pose
		ready := false
		for c := range b.Colliders() {
			if c.Sensor() != (layer == layerSensors) || layer == layerFixed && !fixed || layer == layerMoving && fixed {
				continue
			}
			if !ready {
				at, ready = p.poseOf(b), true
			}
			p.collider(c.Shape(), at, p.style(b, c))
		}
	}
}

// pose is the pose of a body in the picture.
type pose struct {
	origin   mgl64.Vec2
	cos, sin float64
}

func (p *painter) poseOf(b world.Body) pose {
	if p.options.Interpolate {
		position, angle := b.RenderPose()
		r := mgl64.Rotate2D(angle)
		return pose{position, r[0], r[1]}
	}
	cos, sin := b.Rotation()
	return pose{b.Position(), cos, sin}
}

// style returns the look of a collider.
func (p *painter) style(b world.Body, c world.Collider) Style {
	style := p.styleByState(b, c)
	if p.options.Style != nil {
		style = p.options.Style(c, style)
	}
	return style
}

// styleByState chooses the colours by the state of the collider and its body.
func (p *painter) styleByState(b world.Body, c world.Collider) Style {
	switch {
	case !b.Enabled():
		return p.palette.Disabled
	case c.Sensor():
		return p.palette.Sensor
	case b.Type() == body.Static:
		return p.palette.Static
	case b.Type() == body.Kinematic:
		return p.palette.Kinematic
	case p.options.Tinted && len(p.palette.Tints) > 0:
		return p.palette.Tints[uint64(b.ID())%uint64(len(p.palette.Tints))]
	case !b.Awake():
		return p.palette.Asleep
	case b.Bullet():
		return p.palette.Bullet
	}
	return p.palette.Awake
}

// lineWidth is the width of shapes without area, in pixels.
const lineWidth = 1.6

func (p *painter) collider(s shape.Support, at pose, style Style) {
	switch s := s.(type) {
	case shape.Circle:
		center := at.apply(s.Center)
		p.drawer.Circle(center, s.Radius, style)
		p.orientationMark(center, at.apply(s.Center.Add(mgl64.Vec2{s.Radius, 0})), style)
		return
	case shape.HalfPlane:
		p.halfPlane(s, at, style)
		return
	case shape.Compound:
		p.compound(s, at, style)
		return
	case shape.Ellipse:
		defer p.orientationMark(at.apply(s.Center), at.apply(s.Center.Add(mgl64.Rotate2D(s.Angle).Mul2x1(mgl64.Vec2{s.RX + s.Skin, 0}))), style)
	}
	outline := shape.Outline(s, p.options.Tolerance)
	p.points = p.points[:0]
	for _, v := range outline {
		p.points = append(p.points, at.apply(v))
	}
	switch len(p.points) {
	case 0:
	case 1, 2:
		p.drawer.Line(p.points[0], p.points[len(p.points)-1], lineWidth, style.Stroke)
	default:
		p.drawer.Polygon(p.points, style)
	}
}

// orientationMark draws the line that makes the rotation of a round shape visible.
func (p *painter) orientationMark(from, to mgl64.Vec2, style Style) {
	if !p.options.NoMarks && !style.NoMark {
		p.drawer.Line(from, to, style.Width, style.Stroke)
	}
}

// halfPlane draws a half-plane as the square that its support function describes. The far
// sides of the square lie outside of any picture.
func (p *painter) halfPlane(s shape.HalfPlane, at pose, style Style) {
	edge := shape.Outline(s, 0) // with the solid on its left
	along := edge[1].Sub(edge[0])
	down := mgl64.Vec2{-along[1], along[0]}
	p.points = append(p.points[:0],
		at.apply(edge[0]), at.apply(edge[1]), at.apply(edge[1].Add(down)), at.apply(edge[0].Add(down)))
	p.drawer.Polygon(p.points, style)
}

// Bounds returns the box around everything in the world. For a half-plane it includes the point
// that defines it. An empty world gives the box of two metres (times LengthUnit) around the origin.
func Bounds(w *world.World) (min, max mgl64.Vec2) {
	empty := true
	include := func(low, high mgl64.Vec2) {
		if empty {
			min, max, empty = low, high, false
			return
		}
		for i := range 2 {
			if low[i] < min[i] {
				min[i] = low[i]
			}
			if high[i] > max[i] {
				max[i] = high[i]
			}
		}
	}
	for b := range w.Bodies() {
		for c := range b.Colliders() {
			if h, ok := c.Shape().(shape.HalfPlane); ok {
				at := b.WorldPoint(h.Point)
				include(at, at)
				continue
			}
			include(c.Bounds())
		}
	}
	if empty {
		unit := w.Config().LengthUnit
		return mgl64.Vec2{-unit, -unit}, mgl64.Vec2{unit, unit}
	}
	return min, max
}

// Frame draws a whole picture: background, world, scale bar and time. Unless the options
// set a tolerance, curves are drawn to a tenth of a pixel.
func (m *Image) Frame(w *world.World, o Options) {
	p := o.Palette
	if p == nil {
		d := DefaultPalette()
		p = &d
		o.Palette = p
	}
	o.Tolerance = cmp.Or(o.Tolerance, 0.1/m.Camera.Scale)
	m.DrawGrid(p)
	World(w, m, o)
	m.ScaleBar(p.Text)
	m.Caption("", fmt.Sprintf("%.2f s", w.Time()), p.Text)
}

// apply maps a point of the body to the world.
func (f pose) apply(v mgl64.Vec2) mgl64.Vec2 {
	return mgl64.Vec2{
		f.origin[0] + f.cos*v[0] - f.sin*v[1],
		f.origin[1] + f.sin*v[0] + f.cos*v[1],
	}
}
