//go:build gates

package player_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/testdata/scenes"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/view"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The modules pass their tests under node, and read from frames of every scene what Go reads, while
// bodies come and go.
func TestModulesUnderNode(t *testing.T) {
	node, err := exec.LookPath("node")
	require.NoError(t, err, "this gate needs node")
	folder := t.TempDir()
	for i, name := range scenes.Names() {
		writeFrames(t, filepath.Join(folder, name), name, i)
	}
	tests, err := filepath.Glob("../test/*.test.js")
	require.NoError(t, err)
	require.NotEmpty(t, tests)
	cmd := exec.Command(node, append([]string{"--test"}, tests...)...)
	cmd.Env = append(os.Environ(), "CAROM_FRAMES="+folder)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// writeFrames runs a scene and writes its frames, and after each the picture that Go reads.
func writeFrames(t *testing.T, file, name string, seed int) {
	document := world.Must(scenes.Read(name))
	s := world.Must(scene.Parse(document))
	w, contents, err := s.New()
	require.NoError(t, err)
	defer w.Close()
	encoder := view.Encoder{Layers: view.AllLayers, Style: func(b world.Body) uint32 { return uint32(b.ID()) % 3 * 0x10203040 }}
	var decoder view.Decoder
	var frames, pictures bytes.Buffer
	write := func(frame []byte) {
		require.NoError(t, decoder.Decode(frame))
		frames.Write(frame)
		line := world.Must(json.Marshal(decoder.Picture()))
		pictures.Write(append(line, '\n'))
	}
	for i := range 8 {
		for range 5 {
			w.Tick()
			encoder.Gather(w)
		}
		switch i {
		case 2:
			require.NoError(t, contents.Bodies[seed%len(contents.Bodies)].Destroy())
			newcomer := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(seed), 9}, Name: "newcomer é"}))
			world.Must(newcomer.Attach(shape.HalfEllipse{RX: 0.5, RY: 0.3}, world.ColliderDef{}))
		case 4:
			write(encoder.AppendKeyframe(nil, w))
		case 6:
			encoder.Layers = view.Counters | view.Names
		}
		write(encoder.AppendFrame(nil, w))
	}
	require.NoError(t, os.WriteFile(file+".frames", frames.Bytes(), 0o666))
	require.NoError(t, os.WriteFile(file+".json", pictures.Bytes(), 0o666))
}
