package inspect

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

var errNoDocument = errors.New("the world was attached without inspect.OfDocument")

// mostAnswer is the length of an answer about the document, in bytes.
const mostAnswer = 4 << 20

// change is a command that has changed the document.
type change struct {
	do   string
	text []byte
}

// keepDocument returns a function that brings the document back to this moment and makes the later
// changes again. The error is of the first change that the earlier world refuses.
func (a *Attached) keepDocument() (restore func() error) {
	if a.document == nil {
		return func() error { return nil }
	}
	back, count := a.document.Keep(), len(a.edits)
	return func() (failed error) {
		back()
		for _, c := range a.edits[count:] {
			_, err := a.document.Answer(c.do, c.text)
			failed = cmp.Or(failed, err)
		}
		return failed
	}
}

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
	if a.document.Changes(m.Do) {
		a.edits = append(a.edits, change{m.Do, slices.Clone(m.text)})
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
