package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// race is a scene of the table of benchmarks/README.md.
type race struct {
	Scene         string
	Carom, Box2D  float64 // s, one worker
	Carom2, Box22 float64 // two workers
}

// Share is the time of Carom in percent of Box2D's.
func (r race) Share() float64 { return 100 * r.Carom / r.Box2D }

// readRaces reads the first table after the heading "Beside Box2D".
func (s *site) readRaces() ([]race, error) {
	file := filepath.Join(s.root, "benchmarks", "README.md")
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var races []race
	for _, cells := range tableAfter(string(text), "## Beside Box2D") {
		if len(cells) != 10 {
			return nil, fmt.Errorf("%s: a row of %d cells: %v", file, len(cells), cells)
		}
		r := race{Scene: strings.ReplaceAll(cells[0], "_", " ")}
		for column, to := range map[int]*float64{2: &r.Carom, 3: &r.Box2D, 6: &r.Carom2, 7: &r.Box22} {
			if *to, err = strconv.ParseFloat(cells[column], 64); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
		}
		races = append(races, r)
	}
	if len(races) == 0 {
		return nil, fmt.Errorf("%s: there is no table under Beside Box2D", file)
	}
	return races, nil
}

// tableAfter returns the rows of the first table of a page after a heading, without the table's
// header.
func tableAfter(page, heading string) [][]string {
	_, rest, _ := strings.Cut(page, heading)
	var rows [][]string
	for line := range strings.Lines(rest) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			if len(rows) > 0 {
				break
			}
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, cells)
	}
	return rows[min(2, len(rows)):]
}

// browserFigures are the measurements of benchmarks/results/wasm.json.
type browserFigures struct {
	Date    string `json:"date"`
	Machine string `json:"machine"`
	Rows    []struct {
		Engine  string  `json:"engine"`
		Version string  `json:"version"`
		Pyramid float64 `json:"pyramid_ms"`
		Rain    float64 `json:"rain_ms"`
	} `json:"rows"`
}

// readBrowserFigures returns nil if there are no measurements.
func (s *site) readBrowserFigures() (*browserFigures, error) {
	text, err := os.ReadFile(filepath.Join(s.root, "benchmarks", "results", "wasm.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var f browserFigures
	return &f, json.Unmarshal(text, &f)
}

// readHello returns the first program of the README.
func (s *site) readHello() (string, error) {
	text, err := os.ReadFile(filepath.Join(s.root, "README.md"))
	if err != nil {
		return "", err
	}
	_, rest, found := strings.Cut(string(text), "```go\npackage main\n")
	program, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		return "", errors.New("README.md has no program")
	}
	return "package main\n" + program, nil
}
