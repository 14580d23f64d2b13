package inspect

import (
	"errors"
	"fmt"
)

var errNoDocument = errors.New("the world was attached without inspect.OfDocument")

// mostDocument is the length of a document or patch that is sent, in bytes.
const mostDocument = 4 << 20

func checkLength(what string, text []byte) error {
	if len(text) > mostDocument {
		return fmt.Errorf("%s: its %d bytes are more than %d", what, len(text), mostDocument)
	}
	return nil
}

// doEditDocument sends the document with what was changed.
func doEditDocument(a *Attached, _ *client, _ *command, r *reply) error {
	if a.document == nil {
		return errNoDocument
	}
	text := a.document.Text()
	err := checkLength("document", text)
	if err == nil {
		r.Document = text
	}
	return err
}

// doEditPatch sends what was changed.
func doEditPatch(a *Attached, _ *client, _ *command, r *reply) error {
	if a.document == nil {
		return errNoDocument
	}
	text, err := a.document.PatchText()
	if err == nil {
		err = checkLength("patch", text)
	}
	if err == nil {
		r.Patch = text
	}
	return err
}

// doEditSet changes a value of the document and of the world.
func doEditSet(a *Attached, _ *client, m *command, _ *reply) error {
	if a.document == nil {
		return errNoDocument
	}
	return a.document.Set(m.Pointer, m.Setting)
}

// doEditAdd puts an object into the document and the world.
func doEditAdd(a *Attached, _ *client, m *command, r *reply) error {
	if a.document == nil {
		return errNoDocument
	}
	pointer, err := a.document.Add(m.List, m.Setting)
	if err != nil {
		return err
	}
	r.Pointer = pointer
	if b, ok := a.document.Body(pointer); ok {
		id := idOf(b.ID())
		r.Body = &id
	}
	return nil
}
