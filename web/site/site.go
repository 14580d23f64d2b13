package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/carom2d/carom/internal/slim"
	"github.com/carom2d/carom/web"
)

// site is the site that is being written.
type site struct {
	out, root, games string
	quick            bool  // without compressed forms; programs name the paths of this machine, as those that tests compile do
	mostBrotli       int64 // bytes that the compressed program may have
	scenes           int
	documents        []string // the names of the scenes that the editor opens
}

func (s *site) write() error {
	if err := s.clear(); err != nil {
		return err
	}
	for _, step := range []func() error{s.copyPage, s.buildPrograms, s.drawThumbnails, s.shootFilm, s.writeDocuments, s.writePages, s.copyGames} {
		if err := step(); err != nil {
			return err
		}
	}
	return s.compress()
}

// marker is the file that identifies a folder written by this program.
const marker = ".carom-site"

// clear empties the folder, if this program has written it.
func (s *site) clear() error {
	entries, err := os.ReadDir(s.out)
	if err == nil && len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(s.out, marker)); err != nil {
			return fmt.Errorf("%s is not empty, and nothing that this program wrote", s.out)
		}
		if err := os.RemoveAll(s.out); err != nil {
			return err
		}
	}
	return s.put(marker, nil)
}

func (s *site) put(name string, data []byte) error {
	file := filepath.Join(s.out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// copyPage copies the viewer, without the page of the inspector.
func (s *site) copyPage() error {
	inspector := func(name string) bool {
		return name == "index.html" || name == "js/page.js" || strings.HasPrefix(name, "js/attach/")
	}
	if err := s.copyFiles(web.Files, "", func(name string) bool { return !inspector(name) }); err != nil {
		return err
	}
	assets, err := fs.Sub(pages, "pages")
	if err != nil {
		return err
	}
	return s.copyFiles(assets, "", func(name string) bool { return !strings.HasSuffix(name, ".html") })
}

func (s *site) copyFiles(from fs.FS, under string, wanted func(string) bool) error {
	return fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !wanted(name) {
			return err
		}
		data, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		return s.put(under+name, data)
	})
}

// buildPrograms compiles four programs: the light scenes for most pages, everything for dropped
// files and for the other scenes, a program without scenes for the editor, and the importers for
// levels.
func (s *site) buildPrograms() error {
	importers := filepath.Join("importers", "cmd", "carom-import") // a module of its own
	for _, p := range []struct{ file, folder, pkg, tags string }{
		{"world.wasm", "", "./web/worker", "norecordings,light"}, {"whole.wasm", "", "./web/worker", ""},
		{"editor.wasm", "", "./web/worker", "norecordings,editor"}, {"importers.wasm", importers, ".", ""},
	} {
		target, err := filepath.Abs(filepath.Join(s.out, p.file))
		if err != nil {
			return err
		}
		cmd := exec.Command("go", "build", fmt.Sprint("-trimpath=", !s.quick), "-tags", p.tags, "-ldflags=-s -w", "-o", target, p.pkg)
		cmd.Dir, cmd.Env = filepath.Join(s.root, p.folder), append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		if text, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", p.file, err, text)
		}
		if err := slimFile(target); err != nil {
			return fmt.Errorf("%s: %w", p.file, err)
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	support, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	return s.put("wasm_exec.js", support)
}

// slimFile makes a program smaller. A program from a version of Go whose form is unknown stays
// unchanged.
func slimFile(name string) error {
	program, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	lighter, err := slim.Program(program)
	if err != nil {
		fmt.Fprintf(os.Stderr, "site: %s stays as it was built: %v\n", filepath.Base(name), err)
		return nil
	}
	return os.WriteFile(name, lighter, 0o644)
}

func (s *site) copyGames() error {
	if s.games == "" {
		return nil
	}
	return s.copyFiles(os.DirFS(s.games), "games/", func(string) bool { return true })
}
