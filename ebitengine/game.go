package ebitengine

import (
	"cmp"
	"image/color"
	"time"

	"github.com/carom2d/carom/ebitengine/screen"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
)

// Game is a world on the screen: an ebiten.Game. A Game with nothing but a World shows it. All
// functions may be nil.
type Game struct {
	World *world.World
	// Start makes the world when the game begins, and a new one when the player presses R. The old
	// world is closed. Start may also set the other fields.
	Start func() *world.World
	// Step steps the world in place of World.Step: it advances the world by the seconds of a frame
	// and returns the number of ticks that ran. A match of package world/rollback needs it, because
	// its session runs the ticks.
	Step func(dt float64) int
	// Frame is called once in each frame, after the step, with the seconds of the step. It is the
	// place to read the world's events. Code for every tick belongs in Config.BeforeTick.
	Frame func(dt float64)
	// Below and Above draw behind and in front of the world.
	Below, Above func(c *Canvas)

	Title  string
	Width  int // of the window, in the display's own pixels; zero means 960
	Height int // zero means 600
	Camera screen.Camera
	// Options say which parts of the world are drawn. Bodies are drawn at their RenderPose. Without
	// a Style in Options, a draw.Style in the UserData of a collider or its body is the style of
	// the collider.
	Options draw.Options
	Help    string // a line at the bottom of the screen, such as the keys
	// Left and Right are keys with buttons for fingers, in the lower corners. The buttons appear
	// when a finger touches the screen for the first time.
	Left, Right []ebiten.Key

	Drag    screen.Drag
	NoDrag  bool // bodies are not dragged
	NoZoom  bool // the wheel does not zoom
	NoWorld bool // the world is not drawn: Below and Above draw it
	Paused  bool
	Speed   float64 // factor on time; zero means 1
	Script  *Script // in place of keyboard, mouse, touch and clock

	input    Input
	clock    screen.Clock
	begun    time.Time
	shown    bool // the camera has been set
	overlay  bool
	canvas   *Canvas
	view     draw.Camera
	ratio    float64 // pixels of the screen for one of the display's own
	palette  draw.Palette
	pointers []screen.Pointer // scratch
	lines    [][2]mgl64.Vec2  // scratch
}

// Run opens a window, or fills the page of a browser, and plays the game until the window is
// closed.
func Run(g *Game) error {
	ebiten.SetWindowSize(cmp.Or(g.Width, 960), cmp.Or(g.Height, 600))
	ebiten.SetWindowTitle(g.title())
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	ebiten.SetTPS(ebiten.SyncWithFPS) // one Update for each frame: see The loop in the package's documentation
	if g.Script != nil {
		ebiten.SetVsyncEnabled(false)
	}
	return ebiten.RunGame(g)
}

func (g *Game) title() string { return cmp.Or(g.Title, "Carom") }

// Input returns the keys and pointers of the present frame.
func (g *Game) Input() *Input { return &g.input }

// View returns the map between world and screen of the present frame.
func (g *Game) View() draw.Camera { return g.view }

// Restart replaces the world by a new one from Start, like the key R. Without Start it does
// nothing.
func (g *Game) Restart() {
	if g.Start == nil {
		return
	}
	before := g.World
	g.World = g.Start()
	if before != nil && before != g.World {
		before.Close()
	}
}

// Update steps the world by the time of a frame: part of ebiten.Game.
func (g *Game) Update() error {
	if g.World == nil {
		if g.Restart(); g.World == nil {
			return errNoWorld
		}
	}
	dt, err := g.poll()
	if err != nil {
		return err
	}
	if g.input.Began(ebiten.KeyR) {
		g.Restart()
	}
	if g.input.Began(ebiten.KeyP) {
		g.Paused = !g.Paused
	}
	if g.input.Began(ebiten.KeyF1) {
		g.overlay = !g.overlay
	}
	g.show()
	if err := g.drag(); err != nil {
		return err
	}
	if g.Speed > 0 {
		dt *= g.Speed
	}
	if g.Paused {
		dt = 0
	}
	step := g.World.Step
	if g.Step != nil {
		step = g.Step
	}
	if step(dt) > 0 {
		g.input.ticked()
	}
	if g.Frame != nil {
		g.Frame(dt)
	}
	g.Camera.Update(dt)
	g.see()
	return nil
}

// poll reads the input of the frame, and returns its length in seconds.
func (g *Game) poll() (dt float64, err error) {
	g.see()
	g.input.view = g.view
	g.input.buttons = g.buttons()
	if g.Script != nil {
		if !g.Script.next(&g.input) {
			return 0, ebiten.Termination
		}
		return scriptFrame, nil
	}
	g.input.poll()
	if g.begun.IsZero() {
		g.begun = time.Now()
	}
	return g.clock.Frame(time.Since(g.begun)), nil
}

// show sets the camera to the whole world if the game has not set it.
func (g *Game) show() {
	if g.shown {
		return
	}
	g.shown = true
	if g.Camera.Size == (mgl64.Vec2{}) {
		lower, upper := draw.Bounds(g.World)
		margin := upper.Sub(lower).Mul(0.03)
		g.Camera.Show(lower.Sub(margin), upper.Add(margin))
	}
	g.see()
}

// see takes the view from the camera.
func (g *Game) see() {
	g.view = g.Camera.View(g.view.Width, g.view.Height)
}

// dragSlack is the distance by which a finger may miss a body, in the display's own pixels.
const dragSlack = 12

func (g *Game) drag() error {
	if wheel := g.input.Wheel(); wheel != 0 && !g.NoZoom {
		at := g.input.Cursor()
		g.Camera.ZoomAt(at, wheelFactor(wheel))
		g.see()
	}
	if g.NoDrag {
		return nil
	}
	g.pointers = g.input.AppendPointers(g.pointers[:0])
	slack := g.Drag.Slack
	if slack == 0 {
		g.Drag.Slack = dragSlack * g.pixelRatio() / g.view.Scale
	}
	err := g.Drag.Update(g.World, g.pointers)
	g.Drag.Slack = slack
	return err
}

// Draw draws the present frame: part of ebiten.Game.
func (g *Game) Draw(target *ebiten.Image) {
	if g.World == nil {
		return
	}
	if g.canvas == nil {
		g.canvas = NewCanvas()
	}
	palette := g.Options.Palette
	if palette == nil {
		g.palette = draw.DefaultPalette()
		palette = &g.palette
	}
	target.Fill(palette.Background)
	g.canvas.Begin(target, g.view, g.pixelRatio())
	if g.Below != nil {
		g.Below(g.canvas)
	}
	if !g.NoWorld {
		o := g.Options
		o.Palette = palette
		o.Interpolate = true
		if g.overlay {
			o.Contacts, o.Normals, o.Boxes, o.Joints, o.Centers = true, true, true, true, true
		}
		if o.Style == nil {
			o.Style = styleOfUserData
		}
		o.Tolerance = cmp.Or(o.Tolerance, 0.2/g.view.Scale)
		draw.World(g.World, g.canvas, o)
	}
	if g.Above != nil {
		g.Above(g.canvas)
	}
	g.drawSprings(palette)
	g.drawButtons(palette)
	g.drawHelp(palette)
	if g.overlay {
		g.drawOverlay(palette)
	}
	g.canvas.End()
	if g.Script != nil {
		g.Script.drawn(target)
	}
}

// styleOfUserData is the style that a game has set for a collider or its body.
func styleOfUserData(c world.Collider, byState draw.Style) draw.Style {
	if s, ok := c.UserData().(draw.Style); ok {
		return s
	}
	if s, ok := c.Body().UserData().(draw.Style); ok {
		return s
	}
	return byState
}

func (g *Game) drawSprings(p *draw.Palette) {
	g.lines = g.Drag.AppendLines(g.lines[:0])
	for _, l := range g.lines {
		g.canvas.Line(l[0], l[1], 2, p.Velocity)
		g.canvas.Point(l[1], 4, draw.Style{Fill: p.Velocity})
	}
}

func (g *Game) drawHelp(p *draw.Palette) {
	if g.Help != "" {
		g.canvas.Label(g.Help, Bottom, 14, p.Text)
	}
	if g.Paused {
		g.canvas.Label("paused: P goes on", Top, 18, color.NRGBA(p.Text))
	}
}

// Layout is part of ebiten.Game; LayoutF is called in its place.
func (g *Game) Layout(width, height int) (int, int) {
	w, h := g.LayoutF(float64(width), float64(height))
	return int(w), int(h)
}

// LayoutF gives the screen the display's full resolution: part of ebiten.LayoutFer.
func (g *Game) LayoutF(width, height float64) (float64, float64) {
	g.ratio = 1
	if m := ebiten.Monitor(); m != nil {
		g.ratio = m.DeviceScaleFactor()
	}
	width, height = width*g.ratio, height*g.ratio
	g.view.Width, g.view.Height = int(width), int(height)
	return width, height
}

func (g *Game) pixelRatio() float64 { return cmp.Or(g.ratio, 1) }
