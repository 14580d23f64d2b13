package plan_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carom2d/carom/batch"
	"github.com/carom2d/carom/batch/metric"
	"github.com/carom2d/carom/batch/plan"
	"github.com/carom2d/carom/batch/pointer"
	"github.com/carom2d/carom/batch/sample"
	"github.com/stretchr/testify/require"
)

const drop = `{
  "version": 1,
  "scene": {
    "version": 1,
    "world": {"gravity": [0, -10]},
    "bodies": [{"name": "ball", "position": [0, 5], "colliders": [{"type": "circle", "radius": 0.5}]}]
  },
  "parameters": [
    {"name": "g", "at": "/world/gravity/1", "from": -20, "to": -5},
    {"name": "r", "at": "/bodies/0/colliders/0/radius", "values": [0.25, 0.5]}
  ],
  "sampler": {"kind": "latinHypercube", "count": 8, "seed": 3},
  "seeds": 2,
  "ticks": 30,
  "metrics": [
    {"name": "y", "kind": "position", "body": "ball", "axis": "y", "take": "min"},
    {"name": "e", "kind": "energy"}
  ],
  "rules": [{"metric": "y", "min": 0}],
  "record": {"metric": "y", "best": 1},
  "heatmap": {"x": "g", "y": "r", "metric": "y"}
}`

func TestPlanIsReadAndWritten(t *testing.T) {
	p, err := plan.Parse([]byte(drop), "")
	require.NoError(t, err)
	require.Equal(t, 16, p.Runs())
	require.Equal(t, "max", p.Record.Goal)
	again, err := plan.Parse(p.Encode(), "")
	require.NoError(t, err)
	require.Equal(t, p.Encode(), again.Encode())
	require.True(t, p.Rules[0].Broken(-1))
	require.False(t, p.Rules[0].Broken(0))
}

func TestSceneOfAFileIsBesideThePlan(t *testing.T) {
	folder := t.TempDir()
	from := strings.Index(drop, `{
    "version"`)
	to := strings.Index(drop, `  "parameters"`)
	document := strings.TrimSuffix(strings.TrimSpace(drop[from:to]), ",")
	text := drop[:from] + `"drop.json",` + "\n" + drop[to:]
	require.NoError(t, os.WriteFile(filepath.Join(folder, "drop.json"), []byte(document), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "plan.json"), []byte(text), 0o600))
	p, err := plan.Read(filepath.Join(folder, "plan.json"))
	require.NoError(t, err)
	require.JSONEq(t, document, string(p.Scene))

	broken := strings.Replace(document, "0.5", "-0.5", 1)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "drop.json"), []byte(broken), 0o600))
	_, err = plan.Read(filepath.Join(folder, "plan.json"))
	require.ErrorContains(t, err, "drop.json, line 4, column")
	require.ErrorContains(t, err, "bodies[0].colliders[0].radius: -0.5 must be positive")
	_, err = plan.Parse([]byte(text), t.TempDir())
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestBadPlansNameFieldAndPlace(t *testing.T) {
	for _, c := range []struct {
		old, new, path string
		line           int
		want           error
	}{
		{`"version": 1,`, `"version": 2,`, "version", 2, plan.ErrVersion},
		{`"ticks": 30`, `"ticks": 0`, "ticks", 14, plan.ErrCount},
		{`"ticks": 30`, `"ticks": "30"`, "ticks", 14, plan.ErrType},
		{`"ticks": 30`, `"tocks": 30`, "tocks", 14, plan.ErrField},
		{`"ticks": 30`, `"ticks": 30, "ticks": 31`, "ticks", 14, pointer.ErrDuplicate},
		{`"seeds": 2`, `"seeds": -2`, "seeds", 13, plan.ErrCount},
		{`"count": 8`, `"count": 0`, "sampler.count", 12, sample.ErrCount},
		{`"count": 8`, `"count": 800000`, "seeds", 13, plan.ErrCount},
		{`"latinHypercube"`, `"sobol"`, "sampler.kind", 12, sample.ErrUnknownKind},
		{`"from": -20`, `"from": -2`, "parameters[0].to", 9, sample.ErrRange},
		{`"name": "r"`, `"name": "g"`, "parameters[1].name", 10, plan.ErrColumnName},
		{`"name": "r"`, `"name": "run"`, "parameters[1].name", 10, plan.ErrColumnName},
		{`"name": "r"`, `"name": "1r"`, "parameters[1].name", 10, plan.ErrColumnName},
		{`/world/gravity/1`, `/world/gravity/2`, "parameters[0].at", 9, plan.ErrNoNumber},
		{`/world/gravity/1`, `/bodies/0/name`, "parameters[0].at", 9, plan.ErrNoNumber},
		{`/world/gravity/1`, `/bodies/0/colliders/0/radius`, "parameters[1].at", 10, plan.ErrTwice},
		{`"kind": "energy"`, `"kind": "entropy"`, "metrics[1].kind", 17, metric.ErrKind},
		{`"kind": "energy"`, `"kind": "energy", "axis": "x"`, "metrics[1].axis", 17, metric.ErrAxis},
		{`"axis": "y"`, `"axis": "z"`, "metrics[0].axis", 16, metric.ErrAxis},
		{`"take": "min"`, `"take": "sum"`, "metrics[0].take", 16, metric.ErrTake},
		{`"body": "ball", `, ``, "metrics[0].body", 16, metric.ErrNeedBody},
		{`"kind": "energy"`, `"kind": "rest", "take": "max"`, "metrics[1].take", 17, metric.ErrTake},
		{`"kind": "energy"`, `"kind": "function", "function": "f"`, "metrics[1].function", 17, batch.ErrUnknownMetric},
		{`"kind": "energy"`, `"kind": "energy", "function": "f"`, "metrics[1].function", 17, metric.ErrFunction},
		{`"metric": "y", "min": 0`, `"metric": "z", "min": 0`, "rules[0].metric", 19, plan.ErrNoMetric},
		{`"min": 0`, `"min": 0, "max": -1`, "rules[0]", 19, plan.ErrNoBound},
		{`"metric": "y", "best": 1`, `"metric": "z"`, "record.metric", 20, plan.ErrNoMetric},
		{`"best": 1`, `"best": -1`, "record.best", 20, plan.ErrCount},
		{`"best": 1`, `"goal": "least"`, "record.goal", 20, plan.ErrGoal},
		{`"x": "g"`, `"x": "h"`, "heatmap.x", 21, plan.ErrNoAxis},
		{`"x": "g"`, `"x": "r"`, "heatmap.y", 21, plan.ErrNoAxis},
		{`"metric": "y"}`, `"metric": "y", "bins": 201}`, "heatmap.bins", 21, plan.ErrCount},
		{`"version": 1,
  "scene"`, `"version": 1, "setup": "x",
  "scene"`, "setup", 2, plan.ErrSetup},
		{`"seeds": 2`, `"params": {"a": 1}`, "params", 13, plan.ErrParams},
		{`{"gravity": [0, -10]}`, `[]`, "scene", 3, nil},
		{`"radius": 0.5`, `"radius": -1`, "scene", 3, nil},
	} {
		text := strings.Replace(drop, c.old, c.new, 1)
		require.NotEqual(t, drop, text, c.old)
		_, err := plan.Parse([]byte(text), "")
		var at *plan.Error
		require.True(t, errors.As(err, &at), "%s: %v", c.new, err)
		require.Equal(t, c.path, at.Path, "%s: %v", c.new, err)
		require.Equal(t, c.line, at.Line, "%s: %v", c.new, err)
		require.Positive(t, at.Column)
		if c.want != nil {
			require.ErrorIs(t, err, c.want, c.new)
		}
	}
}

func TestErrorsHaveTheValue(t *testing.T) {
	_, err := plan.Parse([]byte(strings.Replace(drop, `"ticks": 30`, `"ticks": -7`, 1)), "")
	require.EqualError(t, err, "plan: ticks (line 14, column 12): -7 is out of range")
	for _, c := range [][3]string{
		{`"axis": "y"`, `"axis": 7`, `metrics[0].axis (line 16, column 63): 7 has the wrong type: must be a string`},
		{`"axis": "y"`, `"axis": []`, `metrics[0].axis (line 16, column 63): a list has the wrong type: must be a string`},
		{`"to": -5`, `"to": 1e999`, `parameters[0].to (line 9, column 64): 1e999 has the wrong type: must be a number`},
		{`"seeds": 2`, `"seeds": 2.5`, `seeds (line 13, column 12): 2.5 has the wrong type: must be a whole number`},
		{`{"metric": "y", "min": 0}`, `7`, `rules[0] (line 19, column 13): 7 has the wrong type: must be an object`},
		{`"name": "r"`, `"name": "r", "nam": 1`, `parameters[1].nam (line 10, column 26): is not a field of the format`},
	} {
		_, err := plan.Parse([]byte(strings.Replace(drop, c[0], c[1], 1)), "")
		require.EqualError(t, err, "plan: "+c[2])
	}
	_, err = plan.Parse(nil, "")
	require.EqualError(t, err, "plan (line 1, column 1): is not JSON: EOF")
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(drop))
	f.Add([]byte(`{"version": 1, "setup": "x", "params": {"a": 1}, "ticks": 1, "metrics": [{"name": "e", "kind": "energy"}],
		"parameters": [{"name": "a", "at": "/a", "to": 1, "steps": 2}], "sampler": {"kind": "grid"}}`))
	f.Add([]byte(`{"version": 1, "scene": "../x.json"}`))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := plan.Parse(data, folder)
		if err != nil {
			var at *plan.Error
			require.ErrorAs(t, err, &at)
			return
		}
		require.LessOrEqual(t, p.Runs(), plan.MaxRuns)
		again, err := plan.Parse(p.Encode(), folder)
		require.NoError(t, err)
		require.Equal(t, p.Encode(), again.Encode())
	})
}
