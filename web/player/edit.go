//go:build !light

package player

import (
	"encoding/json"
	"fmt"

	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/edit"
	"github.com/carom2d/carom/world/scene/live"
)

// documentEditor is the editor of a Player.
type documentEditor struct {
	document   *live.Document          // whose world runs, or nil
	characters []*character.Controller // of that world
	failed     error                   // of an edit that was applied again
}

// Edit lets the page send the commands of an editor. A program that does not call Edit links no
// code of the editor.
func (p *Player) Edit() { p.editor = &documentEditor{} }

// Document makes the world of a document of package scene, for Config.Documents.
func Document(text []byte) (Run, error) {
	s, err := scene.Parse(text)
	if err != nil {
		return Run{}, err
	}
	w, contents, err := s.New()
	if err != nil {
		return Run{}, err
	}
	return runOf(w, contents.Characters), nil
}

func (e *documentEditor) forget() { *e = documentEditor{} }

// keep adds the document to the state that a run keeps: see live.Document.Keep.
func (e *documentEditor) keep(run Run, d *live.Document) Run {
	rest := run.Keep
	run.Keep = func() (restore func()) {
		back, backRest := d.Keep(), func() {}
		if rest != nil {
			backRest = rest()
		}
		return func() {
			backRest()
			e.failed = back()
		}
	}
	return run
}

func (e *documentEditor) restored() error { return e.failed }

// editReply is a reply to the page of an editor.
type editReply struct {
	Type   string          `json:"type"`
	ID     json.RawMessage `json:"id,omitempty"`
	OK     bool            `json:"ok"`
	Answer any             `json:"answer,omitempty"`
}

// commands returns the functions for the commands of an editor. A variable would be linked into
// every program.
func (e *documentEditor) commands() map[string]func(*Player, *command) (any, error) {
	return map[string]func(*Player, *command) (any, error){
		"edit-open": e.open, "edit-capture": e.capture, "edit-go": e.program, "edit-set": e.set,
		"edit-check": e.ask, "edit-schema": e.ask, "edit-outline": e.ask, "edit-brush": e.ask,
	}
}

// receive carries out a command of an editor. It reports false for any other command.
func (e *documentEditor) receive(p *Player, c *command) bool {
	do, known := e.commands()[c.Do]
	if !known {
		return false
	}
	var answer any
	err := p.refuses(c)
	if err == nil {
		answer, err = do(p, c)
	}
	if err != nil {
		p.sendReply(c, err)
		return true
	}
	text, err := json.Marshal(editReply{"reply", c.ID, true, answer})
	if err != nil {
		panic(fmt.Sprintf("player: an answer cannot be written: %v", err))
	}
	p.config.Text(text)
	return true
}

// ask lets package edit answer.
func (e *documentEditor) ask(_ *Player, c *command) (any, error) { return edit.Ask(c.Do, c.text) }

// set changes a value of the document and its counterpart in the running world.
func (e *documentEditor) set(p *Player, c *command) (any, error) {
	err := edit.Set(e.document, c.text)
	if err == nil && p.paused {
		p.sendFrame()
	}
	return nil, err
}

// open builds the world of a document and pauses it. Errors of the document are part of the answer.
// They leave the present world.
func (e *documentEditor) open(p *Player, c *command) (any, error) {
	s, err := scene.Parse(c.Document)
	if err != nil {
		return edit.Answer{Errors: edit.Errors(c.Document)}, nil
	}
	w, contents, err := s.New()
	if err != nil {
		return nil, err
	}
	d, err := live.New(c.Document, w, contents, nil)
	if err != nil {
		w.Close()
		return nil, err
	}
	p.load(e.keep(runOf(w, contents.Characters), d), "document")
	e.document, e.characters = d, contents.Characters
	p.paused = true
	p.sendCamera()
	p.sendWorlds()
	p.sendStatus()
	return nil, nil
}

// capture describes the present world as a document, with the parts of the old document that a
// world does not hold.
func (e *documentEditor) capture(p *Player, c *command) (any, error) {
	if err := p.doDrop(c); err != nil {
		return nil, err
	}
	s, err := scene.FromWorld(p.run.World, e.characters...)
	if err != nil {
		return nil, err
	}
	if e.document != nil {
		before := e.document.Scene()
		s.Description, s.Seconds, s.View = before.Description, before.Seconds, before.View
		keepMaterials(s, before.Materials)
	}
	text, err := s.Encode()
	return edit.Answer{Document: text}, err
}

// keepMaterials gives the materials of a captured scene the names of equal materials before, and
// adds the unused materials.
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
	for i := range s.Characters {
		s.Characters[i].Material = names[s.Characters[i].Material]
	}
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
