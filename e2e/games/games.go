package games

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	cmd.Env = append(os.Environ(), "CGO_ENABLED="+cgo)
	cmd.Dir = filepath.Join(root, "examples")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", args[0], err, out)
	}
	return nil
}
