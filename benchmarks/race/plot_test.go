package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestPlot draws a table, and with RACE_PLOT the results of that name anew.
func TestPlot(t *testing.T) {
	table := &table{Title: "Nobody", Rows: []*row{
		{Engine: "fast", PyramidMS: 0.2, PyramidSpread: [2]float64{0.1, 0.3}, RainMS: 0.4, RainSpread: [2]float64{0.4, 0.4}},
		{Engine: "slow", PyramidMS: 20, PyramidSpread: [2]float64{19, 30}, RainMS: 40, RainSpread: [2]float64{30, 45}},
	}}
	name := filepath.Join(t.TempDir(), "plot.svg")
	if from := os.Getenv("RACE_PLOT"); from != "" {
		data, err := os.ReadFile(from + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, table); err != nil {
			t.Fatal(err)
		}
		name = from + ".svg"
	}
	if err := table.plot(name); err != nil {
		t.Fatal(err)
	}
	svg, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range table.Rows {
		if !bytes.Contains(svg, []byte(r.Engine)) {
			t.Errorf("the picture does not name %s", r.Engine)
		}
	}
}
