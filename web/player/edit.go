package player

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/live"
	"github.com/go-gl/mathgl/mgl64"
)

// edit is a command of an editor, with its answer.
type edit struct {
	*command  `json:"-"`
	Points    []mgl64.Vec2    `json:"points"`
	Tolerance float64         `json:"tolerance"`
	Stroke    *stroke         `json:"stroke"`
	Pointer   string          `json:"pointer"`
	Setting   json.RawMessage `json:"setting"`

	answer editAnswer
}

// editAnswer is a reply to an editor.
type editAnswer struct {
	Type     string          `json:"type"`
	ID       json.RawMessage `json:"id,omitempty"`
	OK       bool            `json:"ok"`
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

// documentEditor is the editor of a Player.
type documentEditor struct {
	document *live.Document // whose world runs, or nil
}

// Edit lets the page send the commands of an editor. Without the call a program links nothing of
// them.
func (p *Player) Edit() { p.editor = &documentEditor{} }

// Document makes the world of a document of package scene, for Config.Documents.
func Document(text []byte) (*world.World, error) {
	s, err := scene.Parse(text)
	if err != nil {
		return nil, err
	}
	w, _, err := s.New()
	return w, err
}

func (e *documentEditor) forget() { e.document = nil }

// commands returns what carries out the commands of an editor. A variable would be linked into any
// program.
func (e *documentEditor) commands() map[string]func(*Player, *edit) error {
	return map[string]func(*Player, *edit) error{
		"edit-check": e.check, "edit-open": e.open, "edit-capture": e.capture, "edit-outline": e.outline,
		"edit-brush": e.brush, "edit-schema": e.schema, "edit-set": e.set, "edit-go": e.program,
	}
}

// receive carries out a command of an editor. It reports false for one of another name.
func (e *documentEditor) receive(p *Player, c *command) bool {
	do, known := e.commands()[c.Do]
	if !known {
		return false
	}
	ed := &edit{command: c}
	if err := json.Unmarshal(c.text, ed); err != nil {
		p.sendReply(c, fmt.Errorf("not a command: %w", err))
		return true
	}
	err := p.refuses(c)
	if err == nil {
		err = do(p, ed)
	}
	if err != nil {
		p.sendReply(c, err)
		return true
	}
	ed.answer.Type, ed.answer.ID, ed.answer.OK = "reply", c.ID, true
	text, err := json.Marshal(ed.answer)
	if err != nil {
		panic(fmt.Sprintf("player: an answer cannot be written: %v", err))
	}
	p.config.Text(text)
	return true
}

func (e *documentEditor) check(p *Player, c *edit) error {
	c.answer.Errors = documentErrors(scene.Check(c.Document))
	return nil
}

// open builds the world of a document and lets it stand still. Errors of the document are
// part of the answer, and leave the world that was.
func (e *documentEditor) open(p *Player, c *edit) error {
	s, err := scene.Parse(c.Document)
	if err != nil {
		c.answer.Errors = documentErrors(scene.Check(c.Document))
		return nil
	}
	w, contents, err := s.New()
	if err != nil {
		return err
	}
	p.load(Run{World: w}, "document")
	if e.document, err = live.New(c.Document, w, contents, nil); err != nil {
		return err
	}
	p.paused = true
	p.sendCamera()
	p.sendWorlds()
	p.sendStatus()
	return nil
}

// capture describes the world as it is now, with what the document says besides.
func (e *documentEditor) capture(p *Player, c *edit) error {
	if err := p.doDrop(c.command); err != nil {
		return err
	}
	s, err := scene.FromWorld(p.run.World)
	if err != nil {
		return err
	}
	if e.document != nil {
		before := e.document.Scene()
		s.Description, s.Seconds, s.View = before.Description, before.Seconds, before.View
		keepMaterials(s, before.Materials)
	}
	c.answer.Document, err = s.Encode()
	return err
}

var errNoDocument = errors.New("the world is not that of an editor's document")

// set changes a value of the document and what the running world has of it.
func (e *documentEditor) set(p *Player, c *edit) error {
	if e.document == nil {
		return errNoDocument
	}
	err := e.document.Set(c.Pointer, c.Setting)
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

// outline makes convex polygons of a line that a hand has drawn around something, which may
// cross itself.
func (e *documentEditor) outline(p *Player, c *edit) error {
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

func (e *documentEditor) brush(p *Player, c *edit) error {
	if c.Stroke == nil {
		return geom.NewFieldError("Stroke", "nothing", scene.ErrMissing)
	}
	loops, err := c.Stroke.paint()
	c.answer.Loops = loops
	return err
}

func (e *documentEditor) schema(p *Player, c *edit) error {
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

// pointerOf returns a path, bodies[3].angle, as a JSON pointer, /bodies/3/angle.
func pointerOf(path string) string {
	if path == "" {
		return ""
	}
	return "/" + strings.NewReplacer("[", "/", "]", "", ".", "/").Replace(path)
}
