package ldtk

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"

	"github.com/carom2d/carom/importers/level"
)

// Bounds on the cost of a project.
const (
	maxBytes = 64 << 20 // of all files
	maxList  = 1 << 18  // objects of one list
	maxCells = 1 << 24  // of all layers
	maxSide  = 1 << 20  // of a layer in cells
	maxCoord = 1e9      // pixels
)

// Project is a project as it was read.
type Project struct {
	file   string
	values map[valueKey]string // names of the values of IntGrid layers
	shifts map[int]bool        // definitions of layers with a parallax
	worlds []worldObject
	bytes  int64
	cells  int
}

type valueKey struct{ layer, value int }

// Read reads an .ldtk file and the levels that are files of their own, from a file system such as
// os.DirFS or an embed.FS. The error is an *Error.
func Read(files fs.FS, name string) (*Project, error) {
	p := &Project{file: name, values: map[valueKey]string{}, shifts: map[int]bool{}}
	var document projectObject
	if err := p.decode(files, name, &document); err != nil {
		return nil, err
	}
	if document.Version == "" {
		return nil, located(level.Place{File: name}, fmt.Errorf("%w: it has no jsonVersion", ErrFormat))
	}
	p.worlds = append(p.worlds, worldObject{WorldLayout: document.WorldLayout, Levels: document.Levels})
	if len(document.Levels) == 0 && len(document.Worlds) > 0 {
		p.worlds = document.Worlds
	}
	for _, l := range document.Defs.Layers {
		p.shifts[l.UID] = l.ParallaxX != 0 || l.ParallaxY != 0
		for _, v := range l.Values {
			p.values[valueKey{l.UID, v.Value}] = v.Identifier
		}
	}
	for i := range p.worlds {
		w := &p.worlds[i]
		for k := range w.Levels {
			if err := p.readLevel(files, &w.Levels[k]); err != nil {
				return nil, err
			}
		}
		if err := w.place(); err != nil {
			return nil, located(level.Place{File: name}, err)
		}
	}
	return p, nil
}

// decode reads the object of a file.
func (p *Project) decode(files fs.FS, name string, object any) error {
	data, err := level.ReadFile(files, name, maxBytes-p.bytes)
	p.bytes += int64(len(data))
	if err != nil {
		return located(level.Place{File: name}, err)
	}
	if err = json.Unmarshal(data, object); err == nil {
		return nil
	}
	at := level.Place{}
	var inside *placed
	if errors.As(err, &inside) {
		at, err = inside.Place, inside.error
	}
	at.File = name
	return located(at, inDocument(data, err))
}

// readLevel reads the layers of a level from its own file if it has one, and checks them.
func (p *Project) readLevel(files fs.FS, l *levelObject) error {
	file := p.file
	if len(l.Layers) == 0 && l.File != "" {
		file = path.Join(path.Dir(p.file), l.File)
		var own levelObject
		if err := p.decode(files, file, &own); err != nil {
			return err
		}
		l.Layers = own.Layers
	}
	if !inRange(l.WorldX, l.WorldY, l.Width, l.Height) {
		return located(level.Place{File: file, Level: l.Identifier}, fmt.Errorf("%w: place %v, %v, size %v, %v", ErrFormat, l.WorldX, l.WorldY, l.Width, l.Height))
	}
	for i := range l.Layers {
		if err := p.checkLayer(&l.Layers[i]); err != nil {
			return located(level.Place{File: file, Level: l.Identifier, Layer: l.Layers[i].Identifier}, err)
		}
	}
	return nil
}

// checkLayer rejects sizes that do not fit, and counts cells.
func (p *Project) checkLayer(l *layerObject) error {
	switch {
	case !inRange(l.OffsetX, l.OffsetY, l.GridSize) || l.GridSize <= 0:
		return fmt.Errorf("%w: grid %v, offset %v, %v", ErrFormat, l.GridSize, l.OffsetX, l.OffsetY)
	case l.Type != "IntGrid":
		return nil
	case l.Width < 0 || l.Height < 0:
		return fmt.Errorf("%w: %d by %d cells", ErrFormat, l.Width, l.Height)
	case l.Width > maxSide || l.Height > maxSide || l.Width > (maxCells-p.cells)/max(l.Height, 1):
		return fmt.Errorf("%w: %d by %d cells", ErrTooLarge, l.Width, l.Height)
	case len(l.Cells) == 0 && l.Width*l.Height > 0:
		return fmt.Errorf("%w: an IntGrid layer without intGridCsv, which LDtk writes since version 0.8", ErrUnsupported)
	case len(l.Cells) != l.Width*l.Height:
		return fmt.Errorf("%w: %d cells where %d by %d belong", ErrFormat, len(l.Cells), l.Width, l.Height)
	}
	p.cells += len(l.Cells)
	return nil
}

// place puts the levels of linear layouts one after the other, because the editor writes -1 for
// their places.
func (w *worldObject) place() error {
	if !slices.Contains([]string{"LinearHorizontal", "LinearVertical", "Free", "GridVania", ""}, w.WorldLayout) {
		return fmt.Errorf("%w: a world layout %q", ErrUnsupported, w.WorldLayout)
	}
	at := 0.0
	for i := range w.Levels {
		l := &w.Levels[i]
		switch w.WorldLayout {
		case "LinearHorizontal":
			l.WorldX, l.WorldY = at, 0
			at += l.Width
		case "LinearVertical":
			l.WorldX, l.WorldY = 0, at
			at += l.Height
		}
	}
	return nil
}

func inRange(numbers ...float64) bool {
	return !slices.ContainsFunc(numbers, func(x float64) bool { return !(math.Abs(x) <= maxCoord) })
}
