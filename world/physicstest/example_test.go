package physicstest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/scratch"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/physicstest"
	"github.com/go-gl/mathgl/mgl64"
)

// TestMain gives the files of examples, whose failures are meant, a folder that is removed.
func TestMain(m *testing.M) { scratch.Main(m) }

// console stands for the t of a test and prints the first line of what fails.
type console struct{ testing.TB }

func (console) Helper()      {}
func (console) Name() string { return "Example" }
func (console) Errorf(format string, args ...any) {
	line, _, _ := strings.Cut(fmt.Sprintf(format, args...), "\n")
	fmt.Println(line)
}

// newShelf is a level of a game: a shelf with three crates on it.
func newShelf() *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	shelf := world.Must(w.CreateBody(body.Def{Type: body.Static, Name: "shelf"}))
	world.Must(shelf.Attach(shape.Box(2, 0.1), world.ColliderDef{}))
	for i := range 3 {
		crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 0.7 + float64(i)}, Name: fmt.Sprint("crate ", i)}))
		world.Must(crate.Attach(shape.Box(0.4, 0.4), world.ColliderDef{}))
	}
	return w
}

// In a test, t is its own.
func ExampleRun() {
	t := console{}
	w := newShelf()
	defer w.Close()
	ok := physicstest.Run(t, w, 5*time.Second,
		physicstest.NeverLeaves(mgl64.Vec2{-2, 0}, mgl64.Vec2{2, 4}),
		physicstest.ComesToRest(3*time.Second),
		physicstest.NeverDeeper(0.1),
		physicstest.StaysUpright(0.01),
		physicstest.EnergyBelow(33),
	)
	fmt.Println(ok)
	// Output:
	// true
}

// A player throws a ball at the crates.
func ExampleEachTick() {
	t := console{}
	w := newShelf()
	defer w.Close()
	throw := func(tick int) {
		if tick == 60 {
			ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{-5, 2}, LinearVelocity: mgl64.Vec2{15, 2}, Name: "ball"}))
			world.Must(ball.Attach(shape.Circle{Radius: 0.2}, world.ColliderDef{Density: 4}))
		}
	}
	physicstest.Run(t, w, 5*time.Second,
		physicstest.EachTick(throw),
		physicstest.Always(func() error {
			for b := range w.Bodies() {
				if b.Name() != "ball" && b.Position()[1] < -1 {
					return fmt.Errorf("%v fell off the shelf", b)
				}
			}
			return nil
		}),
	)
	// Output:
	// physicstest: body(crate 2) fell off the shelf at 2.167 s (tick 130 of the run)
}

func ExampleDeterministic() {
	t := console{}
	fmt.Println(physicstest.Deterministic(t, 3*time.Second, newShelf))
	// Output:
	// true
}
