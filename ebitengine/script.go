package ebitengine

import (
	"errors"
	"fmt"
	"image/png"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"
)

var errNoWorld = errors.New("ebitengine: the game has no World, and Start made none")

// scriptFrame is the length of a frame that a script drives, s.
const scriptFrame = 1.0 / 60

// Script replaces a player: it holds keys and pointers at given frames. Each frame is a sixtieth of
// a second long, however fast it is drawn. It is for tests and recordings.
type Script struct {
	Frames int             // the game ends after this number of frames; zero means after the last event
	Shots  map[int]string  // files to which the picture of a frame is written, as PNG
	Each   func(frame int) // called before each frame; may be nil
	events []event         // ascending by frame

	frame int
	err   error
}

// event is an input at the beginning of a frame.
type event struct {
	frame int
	key   ebiten.Key
	down  bool
	// pointer is the finger 0, 1 ..., or noPointer for a key.
	pointer int
	at      [2]float64 // as fractions of the screen
}

const noPointer = -1

// ParseScript reads a script: events separated by semicolons or line breaks. Each event is a frame
// and an input. A finger's place is in hundredths of the screen's width and height.
//
//	0 +ArrowRight; 40 +Space; 45 -Space; 90 -ArrowRight
//	10 touch 50,20; 20 touch 60,20; 30 release
func ParseScript(text string) (*Script, error) {
	s := &Script{}
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		frame, err := strconv.Atoi(words[0])
		if err != nil || frame < 0 || len(words) < 2 {
			return nil, fmt.Errorf("ebitengine: %q is not a frame and what happens in it", strings.TrimSpace(line))
		}
		e, err := parseEvent(words[1:])
		if err != nil {
			return nil, fmt.Errorf("ebitengine: frame %d: %w", frame, err)
		}
		e.frame = frame
		s.events = append(s.events, e)
		s.Frames = max(s.Frames, frame+1)
	}
	slices.SortStableFunc(s.events, func(a, b event) int { return a.frame - b.frame })
	return s, nil
}

func parseEvent(words []string) (event, error) {
	e := event{pointer: noPointer}
	switch {
	case words[0] == "touch" && len(words) == 2:
		x, y, ok := strings.Cut(words[1], ",")
		px, errX := strconv.ParseFloat(x, 64)
		py, errY := strconv.ParseFloat(y, 64)
		if !ok || errX != nil || errY != nil {
			return e, fmt.Errorf("%q is not a place", words[1])
		}
		e.pointer, e.down, e.at = 0, true, [2]float64{px / 100, py / 100}
	case words[0] == "release" && len(words) == 1:
		e.pointer = 0
	case len(words) == 1 && (words[0][0] == '+' || words[0][0] == '-'):
		e.down = words[0][0] == '+'
		if err := e.key.UnmarshalText([]byte(words[0][1:])); err != nil {
			return e, fmt.Errorf("%q is not a key", words[0][1:])
		}
	default:
		return e, fmt.Errorf("%q is neither +key, -key, touch x,y nor release", strings.Join(words, " "))
	}
	return e, nil
}

// Press sets the state of a key from the present frame on. It is for Each, so that a script can
// react to the world.
func (s *Script) Press(key ebiten.Key, down bool) {
	s.now(event{key: key, down: down, pointer: noPointer})
}

// Touch puts the finger on a place, as fractions of the screen's width and height, or lifts it.
func (s *Script) Touch(x, y float64, down bool) { s.now(event{at: [2]float64{x, y}, down: down}) }

// now adds an event to the present frame, after the script's own events of this frame.
func (s *Script) now(e event) {
	e.frame = s.frame
	n := 0
	for n < len(s.events) && s.events[n].frame <= s.frame {
		n++
	}
	s.events = slices.Insert(s.events, n, e)
}

// next passes the events of a frame to the input, and reports whether the game goes on.
func (s *Script) next(i *Input) bool {
	if s.err != nil || s.frame >= s.Frames {
		return false
	}
	if s.Each != nil {
		s.Each(s.frame)
	}
	i.began = [ebiten.KeyMax + 1]bool{}
	for ; len(s.events) > 0 && s.events[0].frame <= s.frame; s.events = s.events[1:] {
		e := s.events[0]
		switch {
		case e.pointer == noPointer:
			i.set(e.key, e.down)
		case e.down:
			i.touch(e.pointer, e.at[0]*float64(i.view.Width), e.at[1]*float64(i.view.Height))
		default:
			i.touches = slices.DeleteFunc(i.touches, func(t touch) bool { return t.id == e.pointer })
		}
	}
	for _, b := range i.buttons {
		if down := i.onButton(b.key); down != i.held[b.key] && (down || i.byFinger[b.key]) {
			i.set(b.key, down)
			i.byFinger[b.key] = down
		}
	}
	s.frame++
	return true
}

// drawn writes the picture of the frame if it is asked for.
func (s *Script) drawn(picture *ebiten.Image) {
	name, ok := s.Shots[s.frame-1]
	if !ok || s.err != nil {
		return
	}
	file, err := os.Create(name)
	if err == nil {
		err = errors.Join(png.Encode(file, picture), file.Close())
	}
	s.err = err
}

// Err returns the error of a picture that could not be written.
func (s *Script) Err() error { return s.err }
