package player

import (
	"fmt"

	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/edit"
	"github.com/carom2d/carom/world/scene/live"
)

// Edit lets the page send the commands of an editor. Without the call a program links nothing of
// them.
func (p *Player) Edit() {
	p.editing = map[string]func(*Player, *command) error{
		"edit-open": (*Player).doEditOpen, "edit-capture": (*Player).doEditCapture, "edit-go": (*Player).doEditGo,
		"edit-set": (*Player).doEditSet,
	}
	for _, name := range []string{"edit-check", "edit-schema", "edit-outline", "edit-brush"} {
		p.editing[name] = (*Player).ask
	}
}

// ask lets package edit answer.
func (p *Player) ask(c *command) (err error) {
	c.answer.Answer, err = edit.Ask(c.Do, c.text)
	return err
}

// doEditSet changes a value of the document and what the running world has of it.
func (p *Player) doEditSet(c *command) error {
	err := edit.Set(p.edited, c.text)
	if err == nil && p.paused {
		p.sendFrame()
	}
	return err
}

// doEditOpen builds the world of a document and lets it stand still. Errors of the document are
// part of the answer, and leave the world that was.
func (p *Player) doEditOpen(c *command) error {
	text, err := edit.DocumentText(c.Document)
	if err != nil {
		return err
	}
	s, err := scene.Parse(text)
	if err != nil {
		c.answer.Answer = edit.Answer{Errors: edit.Errors(text)}
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
	text, err := s.Encode()
	c.answer.Answer = edit.Answer{Document: text}
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
