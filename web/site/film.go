package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/world/view"
)

// cut is a part of the film of the first page.
type cut struct {
	scene      string
	from, long float64    // s of the scene's time
	view       [4]float64 // the box of the camera, m; zero is the scene's own
}

// cuts are the film: six seconds that show the engine.
var cuts = []cut{
	{scene: "city", from: 2, long: 1, view: [4]float64{-12, -0.5, 22, 16}},
	{scene: "breaking_bridge", from: 4, long: 1.3},
	{scene: "creatures", from: 1, long: 1.2},
	{scene: "torn_cloth", from: 0.4, long: 1.2},
	{scene: "ragdolls", from: 1.2, long: 1.2},
	{scene: "boats", from: 1.2, long: 1.2},
}

// Frames of the film are filmTicks ticks apart. Up to fewestTies joints are written in each frame.
// If there are more, as in soft things, only the first frame of a cut has the joints.
const (
	filmTicks  = 2
	fewestTies = 4
)

// cutHead describes a cut for the page.
type cutHead struct {
	Scene string     `json:"scene"`
	First int        `json:"first"` // its first frame
	View  [4]float64 `json:"view"`
}

// shootFilm writes film.gz, which js/film_source.js plays: the length of the heads, the heads as
// JSON, and frames of world/view one after the other. The first page shows the film before the
// program is loaded.
func (s *site) shootFilm() error {
	var frames []byte
	var heads []cutHead
	count := 0
	for _, c := range cuts {
		scene, ok := gallery.ByName(c.scene)
		if !ok {
			return fmt.Errorf("no scene is named %q", c.scene)
		}
		head, more, n, err := shoot(scene, c, frames)
		if err != nil {
			return err
		}
		head.First = count
		heads, frames, count = append(heads, head), more, count+n
	}
	text, err := json.Marshal(heads)
	if err != nil {
		return err
	}
	film, err := gzipped(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text, frames)
	if err != nil {
		return err
	}
	return s.put("film.gz", film)
}

// shoot appends the frames of a cut. While the scene asks for slow motion, each tick is a frame.
func shoot(scene *gallery.Scene, c cut, frames []byte) (cutHead, []byte, int, error) {
	r, err := scene.Start(nil)
	if err != nil {
		return cutHead{}, nil, 0, err
	}
	defer r.Close()
	for r.World.Time() < c.from {
		r.Advance(0)
	}
	var e view.Encoder
	n := 0
	for r.World.Time() < c.from+c.long {
		e.Layers = view.Areas | view.Events
		if n == 0 || r.World.Counters().Joints <= fewestTies {
			e.Layers |= view.Joints
		}
		frames = e.AppendFrame(frames, r.World)
		n++
		ticks := filmTicks
		if r.Pace != nil && r.Pace() < 1 {
			ticks = 1
		}
		for range ticks {
			r.Advance(0)
			e.Gather(r.World)
		}
	}
	if c.view != ([4]float64{}) {
		return cutHead{Scene: scene.Name, View: c.view}, frames, n, nil
	}
	low, high := r.Min, r.Max
	if r.Follow.Valid() {
		to := r.Follow.Position()[0] - (low[0]+high[0])/2
		low[0], high[0] = low[0]+to, high[0]+to
	}
	return cutHead{Scene: scene.Name, View: [4]float64{low[0], low[1], high[0], high[1]}}, frames, n, nil
}
