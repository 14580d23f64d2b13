// Command site builds every game for a browser into folders that any static host serves:
// index.html, main.wasm, wasm_exec.js, and main.wasm.br for hosts that serve compressed files. It
// runs in the folder of the module and prints the size of each game.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/carom2d/carom/internal/slim"
)

//go:embed page.html
var page string

func main() {
	log.SetFlags(0)
	plain := flag.Bool("plain", false, "nothing compressed, and programs that name the paths of this machine")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: site [-plain] FOLDER")
	}
	if err := build(flag.Arg(0), *plain); err != nil {
		log.Fatal("site: ", err)
	}
}

// build compiles all games at once, so the packages they share are compiled once.
func build(folder string, plain bool) error {
	programs, err := os.MkdirTemp("", "games")
	if err != nil {
		return err
	}
	defer os.RemoveAll(programs)
	names, err := games()
	if err != nil {
		return err
	}
	args := []string{"build", fmt.Sprint("-trimpath=", !plain), "-ldflags", "-s -w", "-o", programs + string(filepath.Separator)}
	for _, n := range names {
		args = append(args, "./games/"+n)
	}
	if _, err := output(append(os.Environ(), "GOOS=js", "GOARCH=wasm"), args...); err != nil {
		return err
	}
	root, err := output(os.Environ(), "env", "GOROOT")
	if err != nil {
		return err
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	for _, n := range names {
		if err := place(filepath.Join(folder, n), n, filepath.Join(programs, n), script); err != nil {
			return err
		}
	}
	if plain {
		return nil
	}
	return compressAll(folder, names)
}

// games returns the folders of the games.
func games() ([]string, error) {
	entries, err := os.ReadDir("games")
	var names []string
	for _, e := range entries {
		if e.IsDir() && e.Name() != "internal" {
			names = append(names, e.Name())
		}
	}
	return names, err
}

func output(environment []string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = environment
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, out)
	}
	return string(out), nil
}

// place writes the page of one game.
func place(dir, name, program string, script []byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	code, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	if lighter, err := slim.Program(code); err == nil {
		code = lighter
	} else {
		fmt.Fprintf(os.Stderr, "%s stays as it was built: %v\n", name, err)
	}
	title := strings.ToUpper(name[:1]) + name[1:]
	html := strings.NewReplacer("{{name}}", title, "{{size}}", fmt.Sprint(len(code))).Replace(page)
	for file, data := range map[string][]byte{"index.html": []byte(html), "main.wasm": code, "wasm_exec.js": script} {
		if err := os.WriteFile(filepath.Join(dir, file), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// compressAll compresses a game on each processor, and prints the sizes.
func compressAll(folder string, names []string) error {
	lines, errors := make([]string, len(names)), make([]error, len(names))
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i, n := range names {
		all.Go(func() {
			room <- struct{}{}
			lines[i], errors[i] = compress(n, filepath.Join(folder, n, "main.wasm"))
			<-room
		})
	}
	all.Wait()
	for i := range names {
		if errors[i] != nil {
			return errors[i]
		}
		fmt.Println(lines[i])
	}
	return nil
}

// quality is the highest quality at which a game takes seconds. Quality 11 takes a minute and saves
// a tenth.
const quality = 9

func compress(name, file string) (line string, err error) {
	code, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	out, err := os.Create(file + ".br")
	if err != nil {
		return "", err
	}
	defer out.Close()
	w := brotli.NewWriterLevel(out, quality)
	if _, err := w.Write(code); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	size, err := out.Seek(0, io.SeekCurrent)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%-12s %5.1f MB, %4.1f MB compressed", name, float64(len(code))/1e6, float64(size)/1e6), out.Close()
}
