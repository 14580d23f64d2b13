package games

import (
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// game is an example, and the keys that must change its picture, as names of xdotool.
type game struct {
	name string
	keys []string
}

// all lists the games. TestEveryGameIsListed compares it with the folder.
var all = []game{
	{"boat", []string{"Right"}},
	{"crane", []string{"Right", "Down"}},
	{"hockey", []string{"Right", "Up"}},
	{"lander", []string{"Up", "Left"}},
	{"miner", []string{"Down", "Right"}},
	{"pinball", []string{"space"}},
	{"platformer", []string{"Right", "space"}},
	{"racer", []string{"Up"}},
	{"ragdoll", []string{"n"}},
	{"slingshot", []string{"space"}},
	{"toy", []string{"n", "Right"}},
}

// root is the folder of the engine's module, from the folder of this package.
const root = "../.."

// output returns the folder for pictures.
func output() (string, error) {
	dir, err := filepath.Abs(filepath.Join(root, "out", "games"))
	if err != nil {
		return "", err
	}
	return dir, os.MkdirAll(dir, 0o755)
}

// scratch is a folder for compiled programs.
var scratch string

// programs compiles all games for this machine, once; what they share is compiled once too.
var programs = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(scratch, "programs")
	args := []string{"build", "-ldflags", "-s -w", "-o", dir + string(filepath.Separator)}
	for _, g := range all {
		args = append(args, "./games/"+g.name)
	}
	return dir, command("1", args...)
})

// pages builds the pages of all games, once: those that the site serves.
var pages = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(scratch, "pages")
	return dir, command("0", "run", "./games/internal/site", "-plain", dir)
})

// command runs the go command in the module of the games. With cgo "1" it compiles C, which only
// the windows need: "0" has what other parts have compiled.
func command(cgo string, args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Env = environment("CGO_ENABLED", cgo)
	cmd.Dir = filepath.Join(root, "examples")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", args[0], err, out)
	}
	return nil
}

// colors counts the different colours of a picture, and the share of its pixels that have the most
// frequent one.
func colors(m image.Image) (different int, most float64) {
	counts := map[[3]uint8]int{}
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, _ := m.At(x, y).RGBA()
			counts[[3]uint8{uint8(r >> 8), uint8(g >> 8), uint8(bl >> 8)}]++
		}
	}
	largest := 0
	for _, n := range counts {
		largest = max(largest, n)
	}
	return len(counts), float64(largest) / float64(b.Dx()*b.Dy())
}

// difference returns the share of pixels that differ between two pictures by more than noise.
func difference(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 1
	}
	n, r := 0, a.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			if apart(ar, br)+apart(ag, bg)+apart(ab, bb) > 0x1800 {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}

func apart(a, b uint32) uint32 { return max(a, b) - min(a, b) }

// environment returns the variables of this process with one replaced.
func environment(name, value string) []string {
	var kept []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, name+"=") {
			kept = append(kept, v)
		}
	}
	return append(kept, name+"="+value)
}
