package ebitengine

import (
	"math"

	"github.com/carom2d/carom/ebitengine/screen"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
)

// Input is the state of keyboard, mouse and touch in a frame. A Game has one: Game.Input.
type Input struct {
	held, began, pressed [ebiten.KeyMax + 1]bool
	byFinger             [ebiten.KeyMax + 1]bool // held in a script by a finger on its button
	cursor               [2]float64              // pixels
	touches              []touch
	mouse                bool // its button is down
	moved                bool // the mouse has moved since the game began
	polled               bool
	touched              bool // a finger has been on the screen since the game began
	wheel                float64

	view    draw.Camera
	buttons []button

	ids []ebiten.TouchID // scratch
}

// touch is a finger on the screen.
type touch struct {
	id       int
	at       [2]float64 // pixels
	onButton bool       // it came down on a button, so it drags nothing
}

// Held reports whether one of the keys is down.
func (i *Input) Held(keys ...ebiten.Key) bool { return anyOf(&i.held, keys) }

// Pressed reports whether one of the keys went down since the last tick. It is for
// Config.BeforeTick: a key that goes down in a frame without a tick counts once, in the next tick.
func (i *Input) Pressed(keys ...ebiten.Key) bool { return anyOf(&i.pressed, keys) }

// Began reports whether one of the keys went down in this frame. It is for Game.Frame.
func (i *Input) Began(keys ...ebiten.Key) bool { return anyOf(&i.began, keys) }

func anyOf(state *[ebiten.KeyMax + 1]bool, keys []ebiten.Key) bool {
	for _, k := range keys {
		if k >= 0 && k <= ebiten.KeyMax && state[k] {
			return true
		}
	}
	return false
}

// Axis returns 1 if a key of plus is held, -1 if a key of minus is held, and 0 if none or both are
// held.
func (i *Input) Axis(minus, plus []ebiten.Key) float64 {
	v := 0.0
	if i.Held(plus...) {
		v++
	}
	if i.Held(minus...) {
		v--
	}
	return v
}

// Keys for Axis that most players expect.
var (
	KeysLeft  = []ebiten.Key{ebiten.KeyArrowLeft, ebiten.KeyA}
	KeysRight = []ebiten.Key{ebiten.KeyArrowRight, ebiten.KeyD}
	KeysUp    = []ebiten.Key{ebiten.KeyArrowUp, ebiten.KeyW}
	KeysDown  = []ebiten.Key{ebiten.KeyArrowDown, ebiten.KeyS}
)

// Cursor returns the point of the world below the mouse, m.
func (i *Input) Cursor() mgl64.Vec2 { return i.view.ToWorld(i.cursor[0], i.cursor[1]) }

// Pointer returns the point of the world, m, below the mouse if its button is down. Otherwise it
// returns the point below the finger that has been on the screen longest. It reports whether there
// is such a pointer.
func (i *Input) Pointer() (at mgl64.Vec2, down bool) {
	if i.mouse {
		return i.Cursor(), true
	}
	for _, t := range i.touches {
		if !t.onButton {
			return i.view.ToWorld(t.at[0], t.at[1]), true
		}
	}
	return mgl64.Vec2{}, false
}

// Hover returns the point of Pointer, or otherwise the point of the world, m, below the mouse with
// its button up. It reports whether there is such a point. The mouse counts once it has moved.
func (i *Input) Hover() (at mgl64.Vec2, ok bool) {
	if at, ok := i.Pointer(); ok {
		return at, true
	}
	return i.Cursor(), i.moved
}

// AppendPointers appends the pointers that are down, for screen.Drag: the mouse first, then the
// fingers that are on no button.
func (i *Input) AppendPointers(dst []screen.Pointer) []screen.Pointer {
	if i.mouse {
		dst = append(dst, screen.Pointer{ID: screen.MousePointer, At: i.Cursor()})
	}
	for _, t := range i.touches {
		if !t.onButton {
			dst = append(dst, screen.Pointer{ID: t.id, At: i.view.ToWorld(t.at[0], t.at[1])})
		}
	}
	return dst
}

// Wheel returns the number of notches by which the wheel has turned up in this frame.
func (i *Input) Wheel() float64 { return i.wheel }

// wheelFactor is the zoom of a turn of the wheel. Browsers give pixels in place of notches.
func wheelFactor(turn float64) float64 { return math.Pow(1.1, min(max(turn, -3), 3)) }

// ticked forgets the presses that a tick has seen.
func (i *Input) ticked() { i.pressed = [ebiten.KeyMax + 1]bool{} }

// poll reads the state of the devices.
func (i *Input) poll() {
	x, y := ebiten.CursorPosition()
	at := [2]float64{float64(x), float64(y)}
	i.moved = i.moved || i.polled && at != i.cursor
	i.cursor, i.polled = at, true
	i.mouse = ebiten.IsMouseButtonPressed(ebiten.MouseButtonLeft)
	_, i.wheel = ebiten.Wheel()
	i.pollTouches()
	for k := range ebiten.KeyMax + 1 {
		i.set(k, ebiten.IsKeyPressed(k) || i.onButton(k))
	}
}

func (i *Input) pollTouches() {
	i.ids = ebiten.AppendTouchIDs(i.ids[:0])
	kept := i.touches[:0]
	for _, t := range i.touches {
		for _, id := range i.ids {
			if t.id == int(id) {
				kept = append(kept, t)
			}
		}
	}
	i.touches = kept
	for _, id := range i.ids {
		x, y := ebiten.TouchPosition(id)
		i.touch(int(id), float64(x), float64(y))
	}
}

// touch notes the place of a finger. A finger that comes down on a button stays with the buttons.
func (i *Input) touch(id int, x, y float64) {
	i.touched = true
	for n := range i.touches {
		if i.touches[n].id == id {
			i.touches[n].at = [2]float64{x, y}
			return
		}
	}
	t := touch{id: id, at: [2]float64{x, y}}
	for _, b := range i.buttons {
		t.onButton = t.onButton || b.contains(t.at)
	}
	i.touches = append(i.touches, t)
}

// onButton reports whether a finger holds the button of a key.
func (i *Input) onButton(key ebiten.Key) bool {
	for _, b := range i.buttons {
		if b.key != key {
			continue
		}
		for _, t := range i.touches {
			if t.onButton && b.contains(t.at) {
				return true
			}
		}
	}
	return false
}

// set gives a key its state in a new frame.
func (i *Input) set(key ebiten.Key, down bool) {
	i.began[key] = down && !i.held[key]
	i.pressed[key] = i.pressed[key] || i.began[key]
	i.held[key] = down
}
