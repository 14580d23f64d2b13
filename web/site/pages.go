package main

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/carom2d/carom/web/gallery"
)

//go:embed pages
var pages embed.FS

// theme is a section of the gallery.
type theme struct {
	Name   string
	Scenes []*gallery.Scene
}

// front holds the contents of the first page.
type front struct {
	Hero    []*gallery.Scene
	Themes  []theme
	Count   int
	Races   []race
	Browser *browserFigures
	Hello   template.HTML
	Games   []string
}

// scenePage is the page of a scene.
type scenePage struct {
	*gallery.Scene
	Code          template.HTML
	Before, After *gallery.Scene
	ParamsForPage []gallery.Param
	KeyRows       []keyRow
	IsDocument    bool   // the editor can open it
	Program       string // that has the scene
}

// keyRow is a line of the help for keys: a button for each.
type keyRow struct {
	Buttons []keyButton
	Does    string
}

type keyButton struct {
	Bit   gallery.Keys
	Label string
}

var keyButtons = []keyButton{
	{gallery.KeyLeft, "←"}, {gallery.KeyRight, "→"}, {gallery.KeyUp, "↑"}, {gallery.KeyDown, "↓"}, {gallery.KeyAction, "Space"},
}

// heroes are the scenes of the first page.
var heroes = []string{"city", "ragdolls", "boats", "car", "pinball"}

func (s *site) writePages() error {
	templates, err := template.New("").Funcs(template.FuncMap{
		"upper": func(s string) string { return strings.ToUpper(s[:1]) + s[1:] },
		"id":    func(s string) string { return strings.ReplaceAll(s, " ", "-") },
	}).ParseFS(pages, "pages/*.html")
	if err != nil {
		return err
	}
	page := func(file, name string, data any) error {
		var b bytes.Buffer
		if err := templates.ExecuteTemplate(&b, name, data); err != nil {
			return err
		}
		return s.put(file, b.Bytes())
	}
	f, err := s.readFront()
	if err != nil {
		return err
	}
	if err := page("index.html", "front.html", f); err != nil {
		return err
	}
	for _, file := range []string{"gallery.html", "build.html"} {
		if err := page(file, file, f); err != nil {
			return err
		}
	}
	all := gallery.Scenes()
	for i, scene := range all {
		p := scenePage{Scene: scene, Code: highlighted(scene.Source()), ParamsForPage: scene.Params, KeyRows: keyRows(scene), IsDocument: s.isDocument(scene.Name), Program: programOf(scene)}
		if i > 0 {
			p.Before = all[i-1]
		}
		if i+1 < len(all) {
			p.After = all[i+1]
		}
		if err := page("scenes/"+scene.Name+".html", "scene.html", p); err != nil {
			return err
		}
	}
	return nil
}

func programOf(scene *gallery.Scene) string {
	if slices.Contains(gallery.Light(), scene) {
		return "world.wasm"
	}
	return "whole.wasm"
}

func (s *site) readFront() (*front, error) {
	f := &front{Count: len(gallery.Scenes())}
	for _, name := range heroes {
		scene, ok := gallery.ByName(name)
		if !ok {
			return nil, fmt.Errorf("no scene is named %q", name)
		}
		f.Hero = append(f.Hero, scene)
	}
	for _, name := range gallery.Themes {
		t := theme{Name: name}
		for _, scene := range gallery.Scenes() {
			if scene.Theme == name {
				t.Scenes = append(t.Scenes, scene)
			}
		}
		f.Themes = append(f.Themes, t)
	}
	var err error
	if f.Races, err = s.readRaces(); err != nil {
		return nil, err
	}
	if f.Browser, err = s.readBrowserFigures(); err != nil {
		return nil, err
	}
	hello, err := s.readHello()
	if err != nil {
		return nil, err
	}
	f.Hello = highlighted(hello)
	if s.games != "" {
		folders, err := filepath.Glob(filepath.Join(s.games, "*", "index.html"))
		if err != nil {
			return nil, err
		}
		for _, file := range folders {
			f.Games = append(f.Games, filepath.Base(filepath.Dir(file)))
		}
		if len(folders) == 0 {
			return nil, fmt.Errorf("%s: %w", s.games, os.ErrNotExist)
		}
	}
	return f, nil
}

func keyRows(scene *gallery.Scene) (rows []keyRow) {
	for _, help := range scene.Keys {
		row := keyRow{Does: help.Does}
		for _, b := range keyButtons {
			if help.Keys&b.Bit != 0 {
				row.Buttons = append(row.Buttons, b)
			}
		}
		rows = append(rows, row)
	}
	return rows
}
