package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/go-gl/mathgl/mgl64"
)

// recorded is a recording in which two bodies pass each other at 1 m/s without gravity, for two
// seconds.
func recorded(t *testing.T) []byte {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	for _, side := range []float64{-1, 1} {
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{side, side}}))
		world.Must(b.Attach(shape.Circle{Radius: 0.25}, world.ColliderDef{}))
		world.Check(b.SetLinearVelocity(mgl64.Vec2{-side, 0}))
	}
	var out bytes.Buffer
	world.Check(w.Record(&out))
	for range 120 {
		w.Tick()
	}
	world.Check(w.StopRecording())
	return out.Bytes()
}

func TestBodiesThatPass(t *testing.T) {
	r, err := record.Read(recorded(t))
	if err != nil {
		t.Fatal(err)
	}
	ticks, l, err := replay(r)
	if err != nil || len(ticks) != 120 || l.perBody <= 0 {
		t.Fatal(len(ticks), l, err)
	}
	if border := median(ticks); border < -0.1 || border > 0.1 {
		t.Error("border", border)
	}
	if n := crossings(ticks, 0); n != 2 {
		t.Error("hand-overs", n)
	}
	if n := count(ticks[59], 0, 0.5, false); n != 2 {
		t.Error("known in the middle", n)
	}
	if n := count(ticks[0], 0, 0.5, false); n != 0 {
		t.Error("known at the beginning", n)
	}
	all, touching := errorsOf(ticks, 6, 0, 0.5, l)
	if len(all) == 0 || len(touching) != 0 || quantile(all, 1) > 1e-3 {
		t.Error("free bodies are where they are taken to be:", quantile(all, 1), len(touching))
	}
}

func TestReportAndRefusals(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pass.rec")
	if err := os.WriteFile(name, recorded(t), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run(&out, "1", "1,3", []string{name}); err != nil || !strings.Contains(out.String(), "pass: 120 ticks, 2 dynamic bodies") {
		t.Error(err, out.String())
	}
	for _, bad := range [][3]string{{"0", "1", name}, {"1", "x", name}, {"1", "1", name + "x"}} {
		if run(&out, bad[0], bad[1], bad[2:]) == nil {
			t.Error(bad, "is accepted")
		}
	}
	if run(&out, "1", "1", nil) == nil {
		t.Error("no recording is accepted")
	}
}
