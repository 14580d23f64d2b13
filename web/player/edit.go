package player

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/live"
	"github.com/go-gl/mathgl/mgl64"
)

// edit is what the commands of an editor have besides.
type edit struct {
	Points    []mgl64.Vec2    `json:"points"`
	Tolerance float64         `json:"tolerance"`
	Stroke    *stroke         `json:"stroke"`
	Pointer   string          `json:"pointer"`
	Setting   json.RawMessage `json:"setting"`
}

// editAnswer is what the replies to an editor have besides.
type editAnswer struct {
	Errors   []documentError `json:"errors,omitempty"`
	Document json.RawMessage `json:"document,omitempty"`
	Polygons [][]mgl64.Vec2  `json:"polygons,omitempty"`
	Loops    [][]mgl64.Vec2  `json:"loops,omitempty"`
	Text     string          `json:"text,omitempty"`
	Schema   any             `json:"schema,omitempty"`
}

// documentError is an error of a document, with a JSON pointer to what it is about.
type documentError struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// Edit lets the page send the commands of an editor. Without the call a program links nothing of
// them.
func (p *Player) Edit() {
	p.editing = map[string]func(*Player, *command) error{
		"edit-check": (*Player).doEditCheck, "edit-open": (*Player).doEditOpen, "edit-capture": (*Player).doEditCapture,
		"edit-outline": (*Player).doEditOutline, "edit-brush": (*Player).doEditBrush, "edit-schema": (*Player).doEditSchema,
		"edit-set": (*Player).doEditSet, "edit-go": (*Player).doEditGo,
	}
}

// documentText returns the document of a command, which may be a text or an object.
func (c *command) documentText() ([]byte, error) {
	if !bytes.HasPrefix(c.Document, []byte(`"`)) {
		return c.Document, nil
	}
	var text string
	err := json.Unmarshal(c.Document, &text)
	return []byte(text), err
}

func (p *Player) doEditCheck(c *command) error {
	text, err := c.documentText()
	c.answer.Errors = documentErrors(scene.Check(text))
	return err
}

// doEditOpen builds the world of a document and lets it stand still. Errors of the document are
// part of the answer, and leave the world that was.
func (p *Player) doEditOpen(c *command) error {
	text, err := c.documentText()
	if err != nil {
		return err
	}
	s, err := scene.Parse(text)
	if err != nil {
		c.answer.Errors = documentErrors(scene.Check(text))
		return nil
	}
	w, contents, err := s.New()
	if err != nil {
		return err
	}
	p.load(Run{World: w}, "document")
	if p.edited, err = live.New(text, w, contents, nil); err != nil {
		return err
	}
	p.paused = true
	p.sendCamera()
	p.sendWorlds()
	p.sendStatus()
	return nil
}

// doEditCapture describes the world as it is now, with what the document says besides.
func (p *Player) doEditCapture(c *command) error {
	if err := p.doDrop(c); err != nil {
		return err
	}
	s, err := scene.FromWorld(p.run.World)
	if err != nil {
		return err
	}
	if p.edited != nil {
		e := p.edited.Scene()
		s.Description, s.Seconds, s.View = e.Description, e.Seconds, e.View
		keepMaterials(s, e.Materials)
	}
	c.answer.Document, err = s.Encode()
	return err
}

var errNoDocument = errors.New("the world is not that of an editor's document")

// doEditSet changes a value of the document and what the running world has of it.
func (p *Player) doEditSet(c *command) error {
	if p.edited == nil {
		return errNoDocument
	}
	err := p.edited.Set(c.Pointer, c.Setting)
	if err == nil && p.paused {
		p.sendFrame()
	}
	return err
}

// keepMaterials gives the materials of a captured scene the names that equal ones had, and adds
// those that nothing uses.
func keepMaterials(s *scene.Scene, before []scene.Material) {
	names, taken := map[string]string{"": ""}, map[string]bool{}
	var materials []scene.Material
	for _, m := range before {
		taken[m.Name] = true
	}
	for _, m := range s.Materials {
		name := m.Name
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s (%d)", m.Name, n)
		}
		for _, old := range before {
			if old.Material == m.Material {
				name = old.Name
				break
			}
		}
		names[m.Name] = name
		if !taken[name] {
			taken[name] = true
			materials = append(materials, scene.Material{Name: name, Material: m.Material})
		}
	}
	s.Materials = append(before[:len(before):len(before)], materials...)
	for i := range s.Bodies {
		b := &s.Bodies[i]
		for j := range b.Colliders {
			b.Colliders[j].Material = names[b.Colliders[j].Material]
		}
		for j := range b.Chains {
			chain := &b.Chains[j]
			chain.Material = names[chain.Material]
			for k := range chain.Materials {
				chain.Materials[k] = names[chain.Materials[k]]
			}
		}
	}
}

// mostOutline is how many points a line around something may have.
const mostOutline = 5000

// doEditOutline makes convex polygons of a line that a hand has drawn around something, which may
// cross itself.
func (p *Player) doEditOutline(c *command) error {
	points := c.Points
	if len(points) > mostOutline {
		return geom.NewFieldError("Points", len(points), geom.ErrOutOfRange)
	}
	var err error
	if c.Tolerance > 0 {
		if points, err = polygon.Simplify(points, c.Tolerance, true); err != nil {
			return err
		}
	}
	regions, err := polygon.Regions([][]mgl64.Vec2{points}, polygon.NonZero)
	if err != nil {
		return err
	}
	for _, r := range regions {
		for i := range r.Holes {
			roundPoints(r.Holes[i])
		}
		parts, err := polygon.Decompose(roundPoints(r.Outer), r.Holes...)
		if err != nil {
			return err
		}
		for _, part := range parts {
			if _, err := shape.NewPolygon(part, 0); err == nil { // a sliver is left out
				c.answer.Polygons = append(c.answer.Polygons, part)
			}
		}
	}
	return nil
}

// roundPoints brings points to a millionth of a metre, as an editor writes them: then writing them
// moves no corner.
func roundPoints(points []mgl64.Vec2) []mgl64.Vec2 {
	for i, p := range points {
		points[i] = mgl64.Vec2{math.Round(p[0]*1e6) / 1e6, math.Round(p[1]*1e6) / 1e6}
	}
	return points
}

func (p *Player) doEditBrush(c *command) error {
	if c.Stroke == nil {
		return geom.NewFieldError("Stroke", "nothing", scene.ErrMissing)
	}
	loops, err := c.Stroke.paint()
	c.answer.Loops = loops
	return err
}

func (p *Player) doEditSchema(c *command) error {
	c.answer.Schema = scene.Describe()
	return nil
}

func documentErrors(errors []*scene.Error) []documentError {
	out := make([]documentError, len(errors))
	for i, e := range errors {
		out[i] = documentError{pointerOf(e.Path), e.Err.Error()}
	}
	return out
}

var asPointer = strings.NewReplacer("[", "/", "]", "", ".", "/")

// pointerOf returns a path, bodies[3].angle, as a JSON pointer, /bodies/3/angle.
func pointerOf(path string) string {
	if path == "" {
		return ""
	}
	return "/" + asPointer.Replace(path)
}
