package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// compressed are the endings of files that compress well.
var compressed = []string{".wasm", ".js", ".mjs", ".css", ".html"}

// brotli is a program for node that compresses the files named on its command line.
const brotli = `const {readFileSync, writeFileSync} = require("fs"), {brotliCompressSync, constants: c} = require("zlib");
for (const file of process.argv.slice(1)) { const data = readFileSync(file);
writeFileSync(file + ".br", brotliCompressSync(data, {params: {[c.BROTLI_PARAM_QUALITY]: 11, [c.BROTLI_PARAM_LGWIN]: 24, [c.BROTLI_PARAM_SIZE_HINT]: data.length}})); }`

// compress writes the compressed forms beside the files and prints the size of the program. A quick
// site has no compressed forms: they take longer than all the rest.
func (s *site) compress() error {
	world := filepath.Join(s.out, "world.wasm")
	if s.quick {
		fmt.Printf("world.wasm: %.2f MB\n", megabytes(world))
		return nil
	}
	var files []string
	err := filepath.WalkDir(s.out, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && slices.Contains(compressed, filepath.Ext(name)) {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range files {
		if err := zip(name); err != nil {
			return err
		}
	}
	fmt.Printf("world.wasm: %.2f MB, with gzip %.2f MB", megabytes(world), megabytes(world+".gz"))
	if _, err := exec.LookPath("node"); err != nil {
		fmt.Println("; no brotli forms, and so no check of their sizes, without node: apt-get install nodejs")
		return nil
	}
	// Games come with their compressed forms.
	files = slices.DeleteFunc(files, func(name string) bool {
		_, err := os.Stat(name + ".br")
		return err == nil
	})
	if text, err := exec.Command("node", append([]string{"-e", brotli}, files...)...).CombinedOutput(); err != nil {
		return fmt.Errorf("brotli: %w\n%s", err, text)
	}
	fmt.Printf(", with brotli %.2f MB\n", megabytes(world+".br"))
	if info, err := os.Stat(world + ".br"); err != nil || info.Size() > s.mostBrotli {
		return fmt.Errorf("world.wasm.br is larger than %d bytes, or missing (%v)", s.mostBrotli, err)
	}
	if _, err := os.Stat(filepath.Join(s.out, "editor.wasm")); err != nil {
		return nil // a part of a site
	}
	return s.weighEditor()
}

// mostEditor is the largest download of the editor's page, in bytes.
const mostEditor = 2_500_000

// plotLibrary is loaded only when somebody opens plots.
const plotLibrary = "uPlot.esm.js"

// weighEditor adds up the compressed forms of the files that the editor's page loads at first: its
// program and all modules but the one of plots.
func (s *site) weighEditor() error {
	var sum int64
	for _, name := range []string{"build.html", "build.js", "theme.js", "site.css", "carom.css", "wasm_exec.js", "editor.wasm", "js", "vendor"} {
		err := filepath.WalkDir(filepath.Join(s.out, name), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || d.Name() == plotLibrary || !slices.Contains(compressed, filepath.Ext(file)) {
				return err
			}
			info, err := os.Stat(file + ".br")
			if err == nil {
				sum += info.Size()
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	fmt.Printf("the editor's page weighs %.2f MB\n", float64(sum)/1e6)
	if sum > mostEditor {
		return fmt.Errorf("the editor's page weighs %d bytes, at most %d are allowed", sum, mostEditor)
	}
	return nil
}

func zip(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	packed, err := gzipped(data)
	if err != nil {
		return err
	}
	return os.WriteFile(name+".gz", packed, 0o644)
}

// gzipped returns some parts one after the other, compressed.
func gzipped(parts ...[]byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return b.Bytes(), err
}

func megabytes(name string) float64 {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return float64(info.Size()) / 1e6
}
