package main

import (
	"encoding/json"
	"io/fs"
	"path"
	"syscall/js"
	"testing/fstest"
)

// command is a message of the page: the level that a person dropped, with the files that came with
// it, by their names.
type command struct {
	ID    json.RawMessage   `json:"id"`
	Level string            `json:"level"`
	Files map[string]string `json:"files"`
}

type reply struct {
	Type   string          `json:"type"`
	ID     json.RawMessage `json:"id,omitempty"`
	OK     bool            `json:"ok"`
	Error  string          `json:"error,omitempty"`
	Answer answer          `json:"answer"`
}

type answer struct {
	Document json.RawMessage `json:"document,omitempty"`
	Warnings []string        `json:"warnings,omitempty"`
}

// main serves the page on which scenes are built: world_worker.js starts the program beside it when
// somebody drops a level.
func main() {
	global := js.Global()
	global.Set("caromReceive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text, err := json.Marshal(carryOut([]byte(args[0].String())))
		if err != nil {
			panic("carom-import: a reply cannot be written: " + err.Error())
		}
		global.Call("caromSend", string(text))
		return nil
	}))
	global.Set("caromAdvance", js.FuncOf(func(js.Value, []js.Value) any { return nil })) // no world runs
	global.Call("caromStarted")
	select {}
}

func carryOut(message []byte) reply {
	var c command
	err := json.Unmarshal(message, &c)
	r := reply{Type: "reply", ID: c.ID}
	if err == nil {
		err = r.Answer.read(&c)
	}
	if r.OK = err == nil; err != nil {
		r.Error = err.Error()
	}
	return r
}

// dropped are files that a person gave: they have names and no folders.
type dropped fstest.MapFS

func (d dropped) Open(name string) (fs.File, error) { return fstest.MapFS(d).Open(path.Base(name)) }

func (a *answer) read(c *command) error {
	files := dropped{}
	for name, text := range c.Files {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	s := settings{gravity: earth}
	document, warnings, err := s.document(files, c.Level)
	a.Document = document
	for _, warning := range warnings {
		a.Warnings = append(a.Warnings, warning.String())
	}
	return err
}
