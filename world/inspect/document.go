package inspect

import (
	"encoding/json"
	"errors"
	"fmt"
)

var errNoDocument = errors.New("the world was attached without inspect.OfDocument")

// mostAnswer is the length of an answer about the document, in bytes.
const mostAnswer = 4 << 20

// editJob returns the job of a command about the document.
func (a *Attached) editJob(do string) job {
	return job{a.document != nil && a.document.Changes(do), doEdit}
}

// doEdit sends the answer of the document.
func doEdit(a *Attached, _ *client, m *command, r *reply) error {
	if a.document == nil {
		return errNoDocument
	}
	answer, err := a.document.Answer(m.Do, m.text)
	if err != nil {
		return err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	if len(text) > mostAnswer {
		return fmt.Errorf("%s: an answer of %d bytes is longer than %d", m.Do, len(text), mostAnswer)
	}
	r.Answer = text
	return nil
}
