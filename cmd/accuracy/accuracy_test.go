package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/stretchr/testify/require"
)

// testSize is what every test runs: the shorter runs, with few throws.
var testSize = long.Pick(size{throws: 240, short: true}, size{throws: 100_000})

// Every scene of every row keeps its bounds.
func TestAccuracy(t *testing.T) {
	for _, r := range allRows() {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			for _, s := range r.cases(testSize) {
				t.Run(s.name, func(t *testing.T) {
					c := runScene(s)
					require.Empty(t, c.Failure)
					require.NotEmpty(t, c.Figures)
					for _, f := range c.Figures {
						if !f.met() {
							t.Errorf("%s is %s%s, must be %s", f.Name, number(f.Value), f.unit(), f.bound())
						}
					}
				})
			}
		})
	}
}

func TestRowsHaveNamesOfTheirOwn(t *testing.T) {
	names := map[string]bool{}
	for _, r := range allRows() {
		require.NotEmpty(t, r.setup, r.name)
		require.False(t, names[r.name], r.name)
		names[r.name] = true
		scenes := map[string]bool{}
		for _, s := range r.cases(testSize) {
			require.False(t, scenes[s.name], "%s: %s", r.name, s.name)
			scenes[s.name] = true
		}
		require.NotEmpty(t, scenes, r.name)
	}
}

// A row is met when all figures of all its scenes are. The table has the worst of each name,
// and sums of counts.
func TestSummaryIsTheWorst(t *testing.T) {
	results := runRows([]row{
		{"good", "", "", func(size) []scene {
			return []scene{
				{"a", func(r *record) { r.below("x", 1, 3, "m"); r.count("n", 0) }},
				{"b", func(r *record) { r.below("x", 2, 3, "m"); r.count("n", 0) }},
			}
		}},
		{"bad", "", "", func(size) []scene {
			return []scene{
				{"a", func(r *record) { r.between("x", 5, 0, 3, "m"); r.count("n", 2) }},
				{"b", func(r *record) { r.between("x", 2, 0, 3, "m"); r.count("n", 3) }},
			}
		}},
		{"NaN", "", "", func(size) []scene {
			return []scene{{"a", func(r *record) { r.below("x", math.NaN(), 3, "m") }}, {"b", func(r *record) { r.below("x", 99, 3, "m") }}}
		}},
		{"panic", "", "", func(size) []scene { return []scene{{"a", func(*record) { panic("broken") }}} }},
	}, size{}, 3, func(string) {})
	require.True(t, results[0].Met)
	require.Equal(t, 2.0, results[0].Worst[0].Value)
	require.False(t, results[1].Met)
	require.Equal(t, 5.0, results[1].Worst[0].Value)
	require.Equal(t, 5.0, results[1].Worst[1].Value)
	require.False(t, results[2].Met)
	require.True(t, math.IsNaN(results[2].Worst[0].Value))
	require.False(t, results[3].Met)
	require.Contains(t, results[3].Cases[0].Failure, "broken")
	require.Equal(t, 1, verdict(results))
	require.Equal(t, 0, verdict(results[:1]))
	var out bytes.Buffer
	printTable(&out, results)
	require.Contains(t, out.String(), "| x 2 m<br>n 0 | x at most 3 m<br>n 0 | yes |")
	require.Contains(t, out.String(), "| x 5 m<br>n 5 | x 0 to 3 m<br>n 0 | **no** |")
	out.Reset()
	printJSON(&out, results)
	var back []result
	require.NoError(t, json.Unmarshal(out.Bytes(), &back))
	require.Len(t, back, 4)
}

// The page in the docs is what the command writes: the same words around the table, the same
// rows, set-ups and figures of Box2D in the same order. The figures come from its last writing.
func TestPageHasEveryRow(t *testing.T) {
	page, err := os.ReadFile("../../docs/accuracy.md")
	require.NoError(t, err)
	rest, ok := strings.CutPrefix(string(page), pageHead)
	require.True(t, ok)
	rest, ok = strings.CutSuffix(rest, pageFoot)
	require.True(t, ok)
	lines := strings.Split(strings.TrimSuffix(rest, "\n"), "\n")[2:]
	rows := allRows()
	require.Len(t, lines, len(rows))
	for i, r := range rows {
		require.True(t, strings.HasPrefix(lines[i], "| "+r.name+" | "+r.setup+" | "), "%s", lines[i])
		require.True(t, strings.HasSuffix(lines[i], " | "+cmp.Or(r.peer, "-")+" |"), "%s", lines[i])
	}
}

func TestCommand(t *testing.T) {
	call := func(args ...string) (code int, stdout, stderr string) {
		var out, err bytes.Buffer
		code = run(args, &out, &err)
		return code, out.String(), err.String()
	}
	code, out, _ := call("-rows", "cradle,rounded", "-v")
	require.Zero(t, code)
	require.Contains(t, out, "| cradle |")
	require.Contains(t, out, "| rounded polygon |")
	require.Contains(t, out, "five discs: last")
	require.Equal(t, 4, strings.Count(out, "\n|")+1, "head and two rows")
	code, again, _ := call("-rows", "cradle,rounded", "-v", "-workers", "1", "-q")
	require.Zero(t, code)
	require.Equal(t, out, again)
	code, out, _ = call("-list")
	require.Zero(t, code)
	require.Equal(t, len(allRows()), strings.Count(out, "\n"))
	code, out, _ = call("-rows", "cradle", "-markdown")
	require.Zero(t, code)
	require.True(t, strings.HasPrefix(out, "# Accuracy\n"))
	code, _, err := call("-rows", "no such row")
	require.Equal(t, 2, code)
	require.Contains(t, err, "no row of that name")
	code, _, _ = call("-throws", "0")
	require.Equal(t, 2, code)
}

// Rooms of the row that something once left: bodies that spin by nearly half a turn per tick, deep
// in the walls of a sharp corner.
func TestNothingLeavesLeakyRooms(t *testing.T) {
	for _, room := range []struct {
		walls int
		seed  uint64
	}{{0, 2198}, {0, 8097}, {2, 7105}, {3, 156}} {
		r := buildRoom(rand.New(rand.NewPCG(room.seed, uint64(121+room.walls))), room.walls, body.Def{Type: body.Static})
		require.Zero(t, r.run(120), "%s %d", wallKinds[room.walls].name, room.seed)
	}
}
