package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/world/scene"
	"github.com/stretchr/testify/require"
)

// written writes a site without its programs and pictures, which take long, and returns its folder.
func written(t *testing.T, games string) string {
	t.Helper()
	s := site{out: filepath.Join(t.TempDir(), "site"), root: filepath.Join("..", ".."), games: games}
	for _, step := range []func() error{s.clear, s.copyPage, s.writePages, s.copyGames} {
		require.NoError(t, step())
	}
	return s.out
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))))
	return string(text)
}

var tags = regexp.MustCompile(`<[^>]*>`)

// Each scene has a page with its words, a slider for each parameter and its source, and stands in
// the gallery.
func TestEveryScenesPage(t *testing.T) {
	dir := written(t, "")
	list := read(t, dir, "gallery.html")
	for _, s := range gallery.Scenes() {
		page := read(t, dir, "scenes/"+s.Name+".html")
		require.Contains(t, list, `href="scenes/`+s.Name+`.html"`)
		words := html.UnescapeString(page)
		require.Contains(t, words, s.Title)
		require.Contains(t, words, s.About)
		require.Equal(t, len(s.Params), strings.Count(page, `type="range"`), s.Name)
		for i, p := range s.Params { // a label around an output is the output's own
			require.Contains(t, page, fmt.Sprintf(`<label for="param%d">`, i))
			require.Contains(t, words, fmt.Sprintf(`id="param%d" aria-label="%s" name="%s"`, i, p.Name, p.Name))
		}
		program := "whole.wasm"
		if slices.Contains(gallery.Light(), s) {
			program = "world.wasm"
		}
		require.Contains(t, page, `data-program="`+program+`"`)
		require.Contains(t, page, `href="../`+program+`"`)
		for _, p := range s.Params {
			// What the address does not name is the default, so a link keeps what was changed and
			// nothing else.
			require.Contains(t, words, fmt.Sprintf(`name="%s" min="%v" max="%v" step="%v" value="%v" data-default="%[5]v"`, p.Name, p.Min, p.Max, p.Step, p.Default))
		}
		_, source, found := strings.Cut(page, `<pre class="go" tabindex="0" role="region" aria-label="Go source">`)
		require.True(t, found)
		source, _, _ = strings.Cut(source, "</pre>")
		require.Equal(t, s.Source(), html.UnescapeString(tags.ReplaceAllString(source, "")), s.Name)
	}
}

// The first page changes from scene to scene without another program.
func TestHeroesAreLight(t *testing.T) {
	for _, name := range heroes {
		s, _ := gallery.ByName(name)
		require.Contains(t, gallery.Light(), s)
	}
}

var links = regexp.MustCompile(`(?:href|src)="([^"#:]+)"`)

// Every address on a page is the address of something that the site has. The programs and the
// pictures of the scenes come from steps that are left out here.
func TestLinksLeadSomewhere(t *testing.T) {
	games := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(games, "hockey"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(games, "hockey", "index.html"), []byte("hockey"), 0o644))
	dir := written(t, games)
	made := map[string]bool{"world.wasm": true, "whole.wasm": true, "editor.wasm": true, "wasm_exec.js": true, "film.gz": true}
	for _, s := range gallery.Scenes() {
		made["thumbs/"+s.Name+"_light.png"], made["thumbs/"+s.Name+"_dark.png"] = true, true
	}
	count := 0
	err := filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".html" {
			return err
		}
		name, err := filepath.Rel(dir, file)
		require.NoError(t, err)
		for _, m := range links.FindAllStringSubmatch(read(t, dir, filepath.ToSlash(name)), -1) {
			to := path.Join(path.Dir(filepath.ToSlash(name)), m[1])
			if made[to] {
				continue
			}
			require.FileExists(t, filepath.Join(dir, filepath.FromSlash(to)), "%s: %s", name, m[1])
			count++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	require.Greater(t, count, 300)
	require.Contains(t, read(t, dir, "gallery.html"), `href="games/hockey/index.html"`)
	require.Equal(t, "hockey", read(t, dir, "games/hockey/index.html"))
}

// The film is light, and the same in every run.
func TestFilmOfTheFirstPage(t *testing.T) {
	var films [2][]byte
	for i := range films {
		s := site{out: t.TempDir()}
		require.NoError(t, s.shootFilm())
		films[i] = []byte(read(t, s.out, "film.gz"))
	}
	require.Equal(t, films[0], films[1])
	require.Less(t, len(films[0]), mostFilm)
	r := must.Get(gzip.NewReader(bytes.NewReader(films[0])))
	data := must.Get(io.ReadAll(r))
	text := data[4:][:binary.LittleEndian.Uint32(data)]
	var heads []cutHead
	require.NoError(t, json.Unmarshal(text, &heads))
	require.Len(t, heads, len(cuts))
	frames, begins := 0, map[int]bool{}
	for rest := data[4+len(text):]; len(rest) > 0; frames++ {
		require.Equal(t, uint32(0x564D5243), binary.LittleEndian.Uint32(rest), "a frame of world/view")
		begins[frames] = rest[6]&1 == 1
		rest = rest[binary.LittleEndian.Uint32(rest[12:]):]
	}
	require.InDelta(t, 210, frames, 45, "six to eight seconds at 30 frames a second")
	for _, h := range heads {
		require.True(t, begins[h.First], "a cut begins with a keyframe: %s", h.Scene)
		require.Less(t, h.View[0], h.View[2])
	}
}

// mostFilm is what the film may weigh, in bytes: the page is to come at once.
const mostFilm = 300_000

// A scene without code of its own is a document, which is that scene; the page of each leads to the
// editor.
func TestScenesAreDocuments(t *testing.T) {
	s := site{out: filepath.Join(t.TempDir(), "site"), root: filepath.Join("..", "..")}
	for _, step := range []func() error{s.writeDocuments, s.writePages} {
		require.NoError(t, step())
	}
	require.Greater(t, len(s.documents), 10)
	for _, played := range gallery.Scenes() {
		leads := strings.Contains(read(t, s.out, "scenes/"+played.Name+".html"), `href="../build.html?scene=`+played.Name+`"`)
		require.Equal(t, s.isDocument(played.Name), leads, played.Name)
		if !leads {
			continue
		}
		described, err := scene.Parse([]byte(read(t, s.out, "documents/"+played.Name+".json")))
		require.NoError(t, err)
		running, err := played.Start(nil)
		require.NoError(t, err)
		require.Nil(t, running.BeforeTick, played.Name)
		w, _, err := described.New()
		require.NoError(t, err)
		require.Equal(t, running.World.Counters().Bodies, w.Counters().Bodies, played.Name)
		running.Close()
		w.Close()
	}
}

// A folder of somebody else is left as it is.
func TestForeignFoldersAreLeft(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "letter.txt"), []byte("dear"), 0o644))
	require.ErrorContains(t, (&site{out: dir}).clear(), "nothing that this program wrote")
	require.Equal(t, "dear", read(t, dir, "letter.txt"))
	again := written(t, "")
	require.NoError(t, os.WriteFile(filepath.Join(again, "old.html"), nil, 0o644))
	require.NoError(t, (&site{out: again}).clear())
	require.NoFileExists(t, filepath.Join(again, "old.html"))
	require.ErrorIs(t, (&site{out: filepath.Join(t.TempDir(), "x"), root: filepath.Join("..", ".."), games: t.TempDir()}).writePages(), os.ErrNotExist, "no games")
}

// noise is a program that no compressor makes smaller.
func noise(t *testing.T, dir string, size int) []byte {
	t.Helper()
	data := make([]byte, size)
	random := rand.NewChaCha8([32]byte{1})
	_, _ = random.Read(data)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "world.wasm"), data, 0o644))
	return data
}

func TestCompressedFormsHoldTheSame(t *testing.T) {
	dir := t.TempDir()
	want := noise(t, dir, 5000)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "picture.png"), want, 0o644))
	s := site{out: dir, quick: true, mostBrotli: 6000}
	require.NoError(t, s.compress())
	require.NoFileExists(t, filepath.Join(dir, "world.wasm.gz"), "a quick site has no compressed forms")
	require.NoError(t, zip(filepath.Join(dir, "world.wasm")))
	r := must.Get(gzip.NewReader(bytes.NewReader([]byte(read(t, dir, "world.wasm.gz")))))
	got := must.Get(io.ReadAll(r))
	require.Equal(t, want, got)

	if _, err := exec.LookPath("node"); err != nil {
		leftout.Installable(t, "node")
	}
	game := filepath.Join(dir, "games", "hockey", "main.wasm")
	require.NoError(t, os.MkdirAll(filepath.Dir(game), 0o755))
	require.NoError(t, os.WriteFile(game, []byte("hockey"), 0o644))
	require.NoError(t, os.WriteFile(game+".br", []byte("made before"), 0o644))
	s.quick = false
	require.NoError(t, s.compress())
	require.NoFileExists(t, filepath.Join(dir, "picture.png.gz"), "pictures are compressed already")
	require.Equal(t, "made before", read(t, dir, "games/hockey/main.wasm.br"))
	got = must.Get(exec.Command("node", "-e", `process.stdout.write(require("zlib").brotliDecompressSync(require("fs").readFileSync(process.argv[1])))`, filepath.Join(dir, "world.wasm.br")).Output())
	require.Equal(t, want, got)
	s.mostBrotli = 4000
	require.NoError(t, os.Remove(filepath.Join(dir, "world.wasm.br")))
	require.ErrorContains(t, s.compress(), "larger than 4000 bytes")
}
