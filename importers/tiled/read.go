package tiled

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io/fs"
	"path"

	"github.com/carom2d/carom/importers/level"
)

// Bounds on the cost of a map.
const (
	maxFileBytes = 64 << 20
	maxTiles     = 1 << 24 // of all layers
	maxPoints    = 4096    // of a polygon or polyline
	maxSide      = 1 << 20 // of a map in tiles, and of a tile in pixels

	maxAllBytes   = 128 << 20 // of a map with its tilesets and templates
	maxTilesets   = 1024
	maxTemplates  = 4096
	maxProperties = 256 // of an object with its layer
)

// Map is a map as it was read.
type Map struct {
	file      string
	document  mapElement
	tilesets  []tileset // by FirstGID
	templates map[string]*template
	grids     map[*layerElement]grid
	cells     int   // so far, of all layers
	bytes     int64 // so far, of all files
}

// tileset is a tileset and the place of its file.
type tileset struct {
	tilesetElement
	first uint32
	tiles map[uint32]*tileElement
}

// template is an object from which other objects are made. Its own tileset numbers its tiles.
type template struct {
	object  objectElement
	tileset *tileset
}

// Read reads a .tmx file with the tilesets and templates to which it refers, from a file system
// such as os.DirFS or an embed.FS. The error is an *Error.
func Read(files fs.FS, name string) (*Map, error) {
	m := &Map{file: name, templates: map[string]*template{}, grids: map[*layerElement]grid{}}
	if err := m.decode(files, name, &m.document); err != nil {
		return nil, err
	}
	d := &m.document
	if err := wrongNumber(d.Width.wrong, d.Height.wrong, d.TileWidth.wrong, d.TileHeight.wrong, d.Infinite.wrong); err != nil {
		return nil, located(level.Place{File: name}, err)
	}
	columns, rows := m.Size()
	width, height := d.TileWidth.value, d.TileHeight.value
	switch {
	case d.Orientation != "orthogonal":
		return nil, failure(name, ErrUnsupported, "orientation %q", d.Orientation)
	case width <= 0 || height <= 0:
		return nil, failure(name, ErrFormat, "tiles of %d by %d pixels", width, height)
	case max(columns, rows, width, height) > maxSide:
		return nil, failure(name, ErrTooLarge, "%d by %d tiles of %d by %d pixels", columns, rows, width, height)
	}
	if len(d.Tilesets) > maxTilesets {
		return nil, failure(name, ErrTooLarge, "%d tilesets", len(d.Tilesets))
	}
	for i := range d.Tilesets {
		t, err := m.readTileset(files, name, d.Tilesets[i])
		if err != nil {
			return nil, err
		}
		m.tilesets = append(m.tilesets, *t)
	}
	if err := m.readLayers(files, d.Layers); err != nil {
		return nil, err
	}
	return m, nil
}

// Size returns the number of columns and rows of the map. For an infinite map it is the size that
// the editor wrote last.
func (m *Map) Size() (columns, rows int) { return m.document.Width.value, m.document.Height.value }

func (m *Map) decode(files fs.FS, name string, element any) error {
	data, err := level.ReadFile(files, name, min(maxFileBytes, maxAllBytes-m.bytes))
	m.bytes += int64(len(data))
	if err != nil {
		return located(level.Place{File: name}, err)
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = level.Charset
	if err := d.Decode(element); err != nil {
		return failure(name, ErrFormat, "%v", err)
	}
	return nil
}

// readTileset returns a tileset, which may be in a file of its own.
func (m *Map) readTileset(files fs.FS, from string, e tilesetElement) (*tileset, error) {
	first := e.FirstGID
	if err := wrongNumber(first.wrong); err != nil {
		return nil, located(level.Place{File: from, Layer: "tileset " + e.label()}, err)
	}
	if e.Source != "" {
		name := path.Join(path.Dir(from), e.Source)
		e = tilesetElement{}
		if err := m.decode(files, name, &e); err != nil {
			return nil, err
		}
		from = name
	}
	here := level.Place{File: from, Layer: "tileset " + e.label()}
	if err := wrongNumber(e.TileWidth.wrong, e.TileHeight.wrong); err != nil {
		return nil, located(here, err)
	}
	if e.TileWidth.value <= 0 || e.TileHeight.value <= 0 {
		return nil, located(here, fmt.Errorf("%w: tiles of %d by %d pixels", ErrFormat, e.TileWidth.value, e.TileHeight.value))
	}
	t := &tileset{tilesetElement: e, first: first.value, tiles: map[uint32]*tileElement{}}
	for i := range e.Tiles {
		tile := &e.Tiles[i]
		if err := wrongNumber(tile.ID.wrong, tile.Width.wrong, tile.Height.wrong, tile.Image.Width.wrong, tile.Image.Height.wrong); err != nil {
			return nil, located(here, err)
		}
		t.tiles[tile.ID.value] = tile
	}
	return t, nil
}

// readLayers decodes the tiles of layers, and reads the templates of their objects.
func (m *Map) readLayers(files fs.FS, list []layerElement) error {
	for i := range list {
		l := &list[i]
		err := wrongNumber(l.OffsetX.wrong, l.OffsetY.wrong, l.Width.wrong, l.Height.wrong)
		switch {
		case err != nil:
		case l.XMLName.Local == "layer":
			var g grid
			if g, err = m.readGrid(l); err == nil {
				m.grids[l] = g
			}
		case l.XMLName.Local == "objectgroup":
			err = m.readTemplates(files, l)
		case l.XMLName.Local == "group":
			err = m.readLayers(files, l.Layers)
		}
		if err != nil {
			return located(level.Place{File: m.file, Layer: l.label()}, err)
		}
	}
	return nil
}

func (m *Map) readTemplates(files fs.FS, l *layerElement) error {
	for i := range l.Objects {
		source := l.Objects[i].attr("template")
		if source == "" || m.templates[source] != nil {
			continue
		}
		if len(m.templates) == maxTemplates {
			return fmt.Errorf("%w: more than %d templates", ErrTooLarge, maxTemplates)
		}
		name := path.Join(path.Dir(m.file), source)
		var e templateElement
		if err := m.decode(files, name, &e); err != nil {
			return err
		}
		if e.Object == nil {
			return failure(name, ErrFormat, "a template without an object")
		}
		t := &template{object: *e.Object}
		if len(e.Tilesets) > 0 {
			var err error
			if t.tileset, err = m.readTileset(files, name, e.Tilesets[0]); err != nil {
				return err
			}
		}
		m.templates[source] = t
	}
	return nil
}

// The flags of a tile's number.
const (
	flipX     = 1 << 31
	flipY     = 1 << 30
	transpose = 1 << 29
	hexagonal = 1 << 28
	allFlags  = flipX | flipY | transpose | hexagonal
)

// tile returns the tileset of a tile and the tile's number in it. It reports false if no tileset
// has the tile.
func (m *Map) tile(gid uint32) (t *tileset, id uint32, ok bool) {
	gid &^= allFlags
	for i := range m.tilesets {
		if s := &m.tilesets[i]; s.first <= gid && (t == nil || s.first > t.first) {
			t = s
		}
	}
	if t == nil {
		return nil, 0, false
	}
	return t, gid - t.first, true
}

// grid is a rectangle of tiles, row by row from the top.
type grid struct {
	x, y, width, height int
	gids                []uint32
}

// readGrid decodes the tiles of a layer: all of them, or the chunks of an infinite map.
func (m *Map) readGrid(l *layerElement) (grid, error) {
	if l.Data == nil {
		return grid{}, fmt.Errorf("%w: a layer without data", ErrFormat)
	}
	if len(l.Data.Chunks) == 0 {
		g := grid{width: l.Width.value, height: l.Height.value}
		if m.document.Infinite.value != 0 {
			return grid{}, nil // the editor writes no chunks for an empty layer
		}
		err := m.decodeTiles(&g, l.Data, l.Data.Text, l.Data.Tiles)
		return g, err
	}
	low, high := [2]int{maxSide, maxSide}, [2]int{-maxSide, -maxSide}
	parts := make([]grid, len(l.Data.Chunks))
	for i := range l.Data.Chunks {
		c := &l.Data.Chunks[i]
		if err := wrongNumber(c.X.wrong, c.Y.wrong, c.Width.wrong, c.Height.wrong); err != nil {
			return grid{}, err
		}
		p := grid{x: c.X.value, y: c.Y.value, width: c.Width.value, height: c.Height.value}
		if min(p.x, p.y) < -maxSide || max(p.x, p.y) > maxSide {
			return grid{}, fmt.Errorf("%w: a chunk at %d, %d", ErrTooLarge, p.x, p.y)
		}
		if err := m.decodeTiles(&p, l.Data, c.Text, c.Tiles); err != nil {
			return grid{}, err
		}
		low = [2]int{min(low[0], p.x), min(low[1], p.y)}
		high = [2]int{max(high[0], p.x+p.width), max(high[1], p.y+p.height)}
		parts[i] = p
	}
	whole := grid{x: low[0], y: low[1], width: high[0] - low[0], height: high[1] - low[1]}
	if err := m.spend(whole.width, whole.height); err != nil {
		return grid{}, err
	}
	whole.gids = make([]uint32, whole.width*whole.height)
	for _, p := range parts {
		for y := range p.height {
			copy(whole.gids[(p.y-whole.y+y)*whole.width+p.x-whole.x:], p.gids[y*p.width:(y+1)*p.width])
		}
	}
	return whole, nil
}

// spend counts tiles, and rejects more than maxTiles.
func (m *Map) spend(width, height int) error {
	if width < 0 || height < 0 {
		return fmt.Errorf("%w: %d by %d tiles", ErrFormat, width, height)
	}
	if width > maxSide || height > maxSide || width > (maxTiles-m.cells)/max(height, 1) {
		return fmt.Errorf("%w: %d by %d tiles", ErrTooLarge, width, height)
	}
	m.cells += width * height
	return nil
}
