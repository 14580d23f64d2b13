package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/carom2d/carom/world/worlds/env"
	"github.com/go-gl/mathgl/mgl64"
)

func main() {
	var o options
	name := flag.String("task", "walker", "cartpole, walker, lander or pusher")
	flag.IntVar(&o.iterations, "iterations", 150, "iterations")
	flag.IntVar(&o.directions, "directions", 16, "random changes in each iteration")
	flag.IntVar(&o.best, "best", 8, "of these, how many count")
	flag.Float64Var(&o.noise, "noise", 0.05, "size of a change")
	flag.Float64Var(&o.rate, "rate", 0.02, "size of a move")
	flag.Uint64Var(&o.seed, "seed", 1, "of the random numbers")
	picture := flag.String("picture", "", "file for the curve, a PNG")
	movie := flag.String("movie", "", "file for an episode of the policy at the end, a GIF")
	scenes := flag.String("scenes", "", "only draw the scene of every task into this folder, a PNG each")
	flag.Parse()
	if *scenes != "" {
		drawScenes(*scenes)
		return
	}
	if err := o.check(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	task, ok := env.TaskByName(*name)
	if !ok {
		fmt.Fprintf(os.Stderr, "no task %q\n", *name)
		os.Exit(2)
	}
	for _, file := range []string{*picture, *movie} {
		if err := tryFile(file); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	began := time.Now()
	t := train(task, o, os.Stdout)
	took := time.Since(began)
	fmt.Printf("%d steps in %s, %.0f a second\n", t.steps, took.Round(time.Second), float64(t.steps)/took.Seconds())
	if *picture != "" {
		write(*picture, func(w io.Writer) error { return drawCurve(task, t.curve).EncodePNG(w) })
	}
	if *movie != "" {
		write(*movie, func(w io.Writer) error { return film(task, t.policy).Encode(w) })
	}
}

// tryFile returns the error that a file of a name would have after the minutes of training.
func tryFile(name string) error {
	if name == "" {
		return nil
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	return file.Close()
}

func write(name string, encode func(io.Writer) error) {
	file := world.Must(os.Create(name))
	world.Check(encode(file))
	world.Check(file.Close())
}

// drawScenes draws each task after half a second.
func drawScenes(folder string) {
	for _, task := range env.Tasks() {
		v := world.Must(env.New(task, 1, env.Config{}))
		out := v.NewBatch()
		world.Check(v.Reset(env.Seeds(3, 1), out.Observations))
		for range 12 {
			world.Check(v.Step(make([]float32, task.Actions), out))
		}
		image := draw.NewImage(draw.Fit(task.ViewMin, task.ViewMax, 320, 240, 8))
		image.Frame(v.World(0), draw.Options{})
		write(filepath.Join(folder, "env_"+task.Name+".png"), image.EncodePNG)
		v.Close()
	}
}

// film plays an episode. The camera follows the moving bodies.
func film(task env.Task, p *policy) *draw.Movie {
	v := world.Must(env.New(task, 1, env.Config{Autoreset: env.Disabled}))
	defer v.Close()
	out := v.NewBatch()
	world.Check(v.Reset(env.Seeds(77, 1), out.Observations))
	actions := make([]float32, task.Actions)
	palette := draw.DefaultPalette()
	movie := draw.NewMovie(12.5, &palette)
	image := draw.NewImage(draw.Fit(task.ViewMin, task.ViewMax, 400, 200, 4))
	middle := image.Camera.Center
	for step := 0; step < 400 && !out.Terminated[0] && !out.Truncated[0]; step++ {
		p.act(actions, out.Observations, nil)
		world.Check(v.Step(actions, out))
		if step%4 != 0 {
			continue
		}
		if task.Name == "walker" {
			for b := range v.World(0).Bodies() {
				if b.Name() == "hull" {
					image.Camera.Center = mgl64.Vec2{b.Position()[0], middle[1]}
				}
			}
		}
		image.Frame(v.World(0), draw.Options{Palette: &palette})
		movie.Add(image)
	}
	return movie
}
