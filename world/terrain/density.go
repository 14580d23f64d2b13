package terrain

import (
	"cmp"
	"fmt"
	"image"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// DensityDef describes smooth ground that is dug. The zero DensityDef has cells of a length unit,
// the default material, and ground that holds everywhere.
type DensityDef struct {
	Origin mgl64.Vec2 // where sample 0, 0 lies
	Size   float64    // between neighbouring samples, m; zero means Config.LengthUnit

	// Collider has the material, the filter and the density of the ground, and of the pieces that
	// come loose. Mass must be zero.
	Collider world.ColliderDef

	// Held reports whether ground at a sample holds by itself, such as bedrock. Ground that is
	// connected with held ground is held too. Other ground comes loose when an edit touches it. The
	// answer for a sample must always be the same, and Held must not call the Density. Nil means
	// that all ground holds.
	Held func(sample image.Point) bool

	// MinArea is the area, m^2, below which a loosened piece vanishes.
	MinArea float64

	// Source has the samples of the chunks that Focus loads and unloads. It is nil for ground that
	// is in the world as a whole.
	Source DensitySource
}

// Density is smooth ground in a world: where a density field on a grid of samples is not negative.
// It is dug and filled by outlines of any form. Calls that change it return world.ErrStepping
// while the world steps, and change nothing.
type Density struct {
	w         *world.World
	def       DensityDef
	chunks    map[image.Point]*densityChunk
	bodies    map[world.BodyID]image.Point
	stream    stream
	loosened  []Loosened
	unsettled []image.Point   // of ground that is held because a chunk is not there
	next      []*densityChunk // scratch of Focus
}

// Loosened is a piece of ground that has lost its hold.
type Loosened struct {
	Body   world.Body // the zero Body if the piece vanished
	Area   float64    // m^2
	Center mgl64.Vec2 // of mass, in the world, when it came loose
}

// NewDensity makes an empty field. It returns a *geom.FieldError for a field that cannot be used.
func NewDensity(w *world.World, def DensityDef) (*Density, error) {
	def.Size = cmp.Or(def.Size, w.Config().LengthUnit)
	err := cmp.Or(geom.CheckExtent("Origin", geom.From(def.Origin)), geom.CheckSize("Size", def.Size),
		geom.CheckNotNegative("MinArea", def.MinArea))
	if err != nil {
		return nil, err
	}
	if def.Collider.Mass != 0 {
		return nil, geom.NewFieldError("Collider.Mass", def.Collider.Mass, geom.ErrOutOfRange)
	}
	if err := checkCollider(def.Collider, def.Size); err != nil {
		return nil, err
	}
	d := &Density{w: w, def: def, chunks: map[image.Point]*densityChunk{}, bodies: map[world.BodyID]image.Point{}}
	d.stream = stream{w: w, ground: d, origin: def.Origin, side: ChunkSide * def.Size}
	return d, nil
}

// World returns the world in which the ground is.
func (d *Density) World() *world.World { return d.w }

// Def returns the definition.
func (d *Density) Def() DensityDef { return d.def }

// Sample returns the density at a sample: ground has a density from 0 to 1, air from -1 to below 0.
// It is -1 where the chunk is not loaded and was never edited.
func (d *Density) Sample(at image.Point) float64 {
	c := d.chunks[chunkOf(at)]
	if c == nil || !c.loaded && !c.edited {
		return -1
	}
	return float64(c.at(placeOf(at))) / densityUnit
}

// Place returns the position of a sample in the world.
func (d *Density) Place(sample image.Point) mgl64.Vec2 {
	p := geom.Vec2{X: float64(sample.X), Y: float64(sample.Y)}
	return geom.From(d.def.Origin).MulAdd(d.def.Size, p).Mgl()
}

// Has reports whether a collider belongs to the ground.
func (d *Density) Has(c world.Collider) bool {
	_, ok := placeOfBody(d.w, d.bodies, c)
	return ok
}

// Loosened returns the pieces that came loose in the last edit or Focus, including the pieces that
// vanished.
func (d *Density) Loosened() []Loosened { return d.loosened }

// SetSamples sets the densities of the samples of a rectangle, row by row from its lowest row. The
// border of the ground is where the density, interpolated linearly between two samples, crosses
// zero. The best densities are distances to the border in units of Size, positive inside. They are
// stored from -1 to 1 in steps of 1/16384, and densities within 1/1024 of zero become zero. Nothing
// comes loose.
//
// The error is a *geom.FieldError that names Samples, Samples[7] or Sample, for a rectangle with
// samples beyond 2^28, and wraps geom.ErrOutOfRange or geom.ErrNotFinite.
func (d *Density) SetSamples(r image.Rectangle, samples []float64) error {
	if len(samples) != max(0, r.Dx())*max(0, r.Dy()) {
		return geom.NewFieldError("Samples", len(samples), fmt.Errorf("%w: want %d by %d", geom.ErrOutOfRange, r.Dx(), r.Dy()))
	}
	for i, v := range samples {
		if !geom.Finite(v) {
			return geom.CheckFinite(fmt.Sprintf("Samples[%d]", i), v)
		}
	}
	if r.Empty() {
		return nil
	}
	if err := d.checkSamples(r); err != nil {
		return err
	}
	return d.edit(r, false, func(p image.Point, _ int16) int16 {
		return quantized(samples[(p.Y-r.Min.Y)*r.Dx()+p.X-r.Min.X])
	})
}

// checkSamples returns the error for a rectangle of samples that are too far away.
func (d *Density) checkSamples(r image.Rectangle) error {
	far := max(-r.Min.X, -r.Min.Y, r.Max.X, r.Max.Y)
	if far > maxCell || max(-r.Max.X, -r.Max.Y, r.Min.X, r.Min.Y) > maxCell {
		return geom.NewFieldError("Sample", r, geom.ErrOutOfRange)
	}
	for _, p := range [2]image.Point{r.Min.Sub(image.Pt(ChunkSide, ChunkSide)), r.Max.Add(image.Pt(ChunkSide, ChunkSide))} {
		if err := geom.CheckExtent("Sample", geom.From(d.Place(p))); err != nil {
			return err
		}
	}
	return nil
}

// densityUnit is the stored density of 1. Stored densities within densitySnap of zero become
// zero, so no edge of an outline is so short that it has no direction.
const (
	densityUnit = 1 << 14
	densitySnap = densityUnit >> 10
)

// quantized returns the stored form of a density.
func quantized(v float64) int16 {
	q := math.Floor(float64(max(-1, min(v, 1))*densityUnit) + 0.5)
	if math.Abs(q) < densitySnap {
		return 0
	}
	return int16(q)
}

// Destroy takes the ground out of its world. The bodies that lay on it wake up; loosened pieces
// stay.
func (d *Density) Destroy() error {
	for _, at := range d.sorted() {
		if err := destroyGround(d.w, d.chunks[at].body); err != nil {
			return err
		}
	}
	d.loosened, d.unsettled, d.stream.streamState = nil, nil, streamState{}
	clear(d.chunks)
	clear(d.bodies)
	return nil
}
