package scene

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The scenes in testdata/scenes are written by the functions of this file and
// its neighbours: go test ./world/scene -run TestScenesAreCurrent -update

var update = flag.Bool("update", false, "write the scenes of testdata/scenes anew")

const sceneFolder = "../../testdata/scenes"

// sceneBuilders lists the scenes by the name of their file.
var sceneBuilders = map[string]func() *Scene{
	"boats":               boats,
	"bouncing_balls":      bouncingBalls,
	"bridge":              bridge,
	"cables":              cables,
	"car":                 car,
	"card_house":          cardHouse,
	"clockwork":           clockwork,
	"conveyor":            conveyor,
	"dominoes":            dominoes,
	"driving":             driving,
	"heavy_on_light":      heavyOnLight,
	"light_and_sight":     lightAndSight,
	"loaded_chain":        loadedChain,
	"long_bridge":         longBridge,
	"mixed_rain":          mixedRain,
	"mixer":               mixer,
	"pinball":             pinball,
	"newtons_cradle":      newtonsCradle,
	"one_way_tower":       oneWayTower,
	"planet":              planet,
	"pyramid":             pyramid,
	"ragdoll_pile":        ragdollPile,
	"rolling_and_sliding": rollingAndSliding,
	"scissor_lift":        scissorLift,
	"slope":               slope,
	"surfaces":            surfaces,
	"tall_stack":          tallStack,
	"winch":               winch,
	"wind":                wind,
	"wrecking_ball":       wreckingBall,
}

func TestScenesAreCurrent(t *testing.T) {
	for name, build := range sceneBuilders {
		document, err := build().Encode()
		require.NoError(t, err, name)
		file := filepath.Join(sceneFolder, name+".json")
		if *update {
			require.NoError(t, os.WriteFile(file, document, 0o644))
		}
		stored, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(stored), string(document), "%s differs: run with -update", name)
	}
	files := world.Must(filepath.Glob(filepath.Join(sceneFolder, "*.json")))
	for _, file := range files {
		require.Contains(t, sceneBuilders, strings.TrimSuffix(filepath.Base(file), ".json"), "a file that nothing writes")
	}
}

const degree = math.Pi / 180

// newTestScene returns a scene with gravity and a view.
func newTestScene(description string, seconds float64, view Camera) *Scene {
	return &Scene{
		Description: description,
		Seconds:     seconds,
		View:        view,
		Config:      world.Config{Gravity: mgl64.Vec2{0, -10}},
	}
}

func viewOf(minX, minY, maxX, maxY float64) Camera {
	return Camera{Min: mgl64.Vec2{minX, minY}, Max: mgl64.Vec2{maxX, maxY}}
}

// addFloor adds a static slab whose top is at y = 0.
func (s *Scene) addFloor(halfWidth float64, material string) {
	s.addStatic(mgl64.Vec2{0, -1}, 0, Collider{Shape: shape.Box(halfWidth, 1), Material: material})
}

func (s *Scene) addStatic(at mgl64.Vec2, angle float64, colliders ...Collider) {
	s.Bodies = append(s.Bodies, Body{
		Def:       body.Def{Type: body.Static, Position: at, Angle: angle},
		Colliders: colliders,
	})
}

// addDynamic adds a dynamic body and returns it, so that the caller may change it.
func (s *Scene) addDynamic(at mgl64.Vec2, angle float64, colliders ...Collider) *Body {
	s.Bodies = append(s.Bodies, Body{
		Def:       body.Def{Position: at, Angle: angle},
		Colliders: colliders,
	})
	return &s.Bodies[len(s.Bodies)-1]
}

// plainCollider returns a collider of default material and density.
func plainCollider(s shape.Support) Collider { return Collider{Shape: s} }

// round returns x without the noise of its last digits, so that a document can
// be read by people.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// polar returns the point at a distance and direction from the origin.
func polar(radius, angle float64) mgl64.Vec2 {
	s, c := math.Sincos(angle)
	return mgl64.Vec2{round(radius * c), round(radius * s)}
}
