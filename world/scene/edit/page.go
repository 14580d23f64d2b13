package edit

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/live"
	"github.com/go-gl/mathgl/mgl64"
)

// Page answers the questions of a page. Without a Document, it answers only questions that need no
// running world.
type Page struct{ Document *live.Document }

// question is the content of a question, besides its name.
type question struct {
	Document  json.RawMessage `json:"document"` // an object, or a text with it
	Points    []mgl64.Vec2    `json:"points"`
	Tolerance float64         `json:"tolerance"`
	Stroke    *stroke         `json:"stroke"`
	List      string          `json:"list"`
	At        int             `json:"at"`
	Pointer   string          `json:"pointer"`
	Setting   json.RawMessage `json:"setting"`
}

// Answer is the answer to a page.
type Answer struct {
	Errors   []Error         `json:"errors,omitempty"`
	Schema   *scene.Schema   `json:"schema,omitempty"`
	Polygons [][]mgl64.Vec2  `json:"polygons,omitempty"`
	Loops    [][]mgl64.Vec2  `json:"loops,omitempty"`
	Text     string          `json:"text,omitempty"`
	Document json.RawMessage `json:"document,omitempty"`
	Bodies   []*BodyID       `json:"bodies,omitempty"` // in the order of the document; nil is a body that is gone

	Characters []*BodyID       `json:"characters,omitempty"` // their bodies
	Patch      json.RawMessage `json:"patch,omitempty"`
	Pointer    string          `json:"pointer,omitempty"`
	Body       *BodyID         `json:"body,omitempty"`
}

// BodyID is the slot and the generation of a body.
type BodyID [2]uint32

// Error is an error of a document, with a JSON pointer to its place.
type Error struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// ErrNoDocument is the reason why a question about a running document has no answer.
var ErrNoDocument = errors.New("the world was not made of a document")

// Changes reports whether a question changes the world.
func (Page) Changes(do string) bool {
	return do == "edit-set" || do == "edit-add" || do == "edit-remove"
}

// Keep keeps the document: see live.Document.Keep.
func (p Page) Keep() (restore func() error) {
	if p.Document == nil {
		return func() error { return nil }
	}
	return p.Document.Keep()
}

// Answer answers a question, a JSON object, of the name. It must be called between steps.
func (p Page) Answer(do string, message []byte) (any, error) {
	a := new(Answer)
	err := p.answer(do, message, a)
	return a, err
}

func (p Page) answer(do string, message []byte, a *Answer) (err error) {
	switch do {
	case "edit-check", "edit-schema", "edit-outline", "edit-brush":
		return a.withoutDocument(do, message)
	case "edit-set":
		return Set(p.Document, message)
	}
	if p.Document == nil {
		return ErrNoDocument
	}
	var q question
	if err := json.Unmarshal(message, &q); err != nil {
		return err
	}
	switch do {
	case "edit-document":
		a.Document = p.Document.Text()
		for _, b := range p.Document.Bodies() {
			a.Bodies = append(a.Bodies, idOf(b))
		}
		for _, c := range p.Document.Characters() {
			a.Characters = append(a.Characters, idOf(c.Body()))
		}
	case "edit-patch":
		a.Patch, err = p.Document.PatchText()
	case "edit-add":
		if a.Pointer, err = p.Document.Add(q.List, q.At, q.Setting); err != nil {
			return err
		}
		switch q.List {
		case "bodies":
			a.Body = idOf(p.Document.Bodies()[q.At])
		case "characters":
			a.Body = idOf(p.Document.Characters()[q.At].Body())
		}
	case "edit-remove":
		err = p.Document.Remove(q.Pointer)
	default:
		err = fmt.Errorf("no command is named %.32q", do)
	}
	return err
}

// Ask answers the questions that need no running document: edit-check, edit-schema, edit-outline,
// edit-brush. A program that calls only Ask and Set, and not Page, links less.
func Ask(do string, message []byte) (*Answer, error) {
	a := new(Answer)
	err := a.withoutDocument(do, message)
	return a, err
}

func (a *Answer) withoutDocument(do string, message []byte) error {
	var q question
	err := json.Unmarshal(message, &q)
	if err != nil {
		return err
	}
	switch do {
	case "edit-check":
		var text []byte
		text, err = DocumentText(q.Document)
		a.Errors = Errors(text)
	case "edit-schema":
		a.Schema = scene.Describe()
	case "edit-outline":
		a.Polygons, err = outline(q.Points, q.Tolerance)
	case "edit-brush":
		if q.Stroke == nil {
			return geom.NewFieldError("Stroke", "nothing", scene.ErrMissing)
		}
		a.Loops, err = q.Stroke.paint()
	default:
		err = fmt.Errorf("no command is named %.32q", do)
	}
	return err
}

// Set carries out edit-set.
func Set(d *live.Document, message []byte) error {
	if d == nil {
		return ErrNoDocument
	}
	var q question
	if err := json.Unmarshal(message, &q); err != nil {
		return err
	}
	return d.Set(q.Pointer, q.Setting)
}

func idOf(b world.Body) *BodyID {
	if !b.Valid() {
		return nil
	}
	return &BodyID{uint32(b.ID()), uint32(b.ID() >> 32)}
}
