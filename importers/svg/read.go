package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strings"

	"github.com/carom2d/carom/importers/level"
)

// Bounds on the cost of a drawing.
const (
	maxFileBytes  = 64 << 20
	maxElements   = 1 << 18
	maxDepth      = 256
	maxProperties = 256 // of an element with its groups
)

// Drawing is a drawing as it was read.
type Drawing struct {
	file          string
	x, y          float64 // of the viewBox
	width, height float64 // of the viewBox, or else of the drawing; 0 where it has none
	elements      []element
}

// group is an element that holds others.
type group struct {
	attrs  []xml.Attr
	up     *group
	m      matrix
	layer  string // the layer that contains it, or its own name if it is a layer
	label  string
	shared bool // one body of all its shapes
	font   float64
	sized  bool // font is known
}

// element is a shape of a drawing, or another visible element.
type element struct {
	name  string
	attrs []xml.Attr
	up    *group
	m     matrix
	label string
}

// Elements that are not seen, or say nothing about shapes.
const unseen = " defs symbol clipPath mask marker pattern linearGradient radialGradient filter style script title desc metadata namedview " +
	"animate animateTransform animateMotion set font view cursor "

// Read reads a drawing from a file system such as os.DirFS or an embed.FS. The error is an *Error.
func Read(files fs.FS, name string) (*Drawing, error) {
	data, err := level.ReadFile(files, name, maxFileBytes)
	if err != nil {
		return nil, located(level.Place{File: name}, err)
	}
	d := &Drawing{file: name}
	r := reader{d: d, xml: xml.NewDecoder(bytes.NewReader(data)), references: bytes.Count(data, []byte{'&'})}
	r.xml.CharsetReader = level.Charset
	if err := r.read(); err != nil {
		return nil, located(level.Place{File: name, Layer: r.layer, Object: r.object}, err)
	}
	return d, nil
}

// reader goes through the elements of a file.
type reader struct {
	d             *Drawing
	xml           *xml.Decoder
	at            *group
	depth         int
	references    int    // to entities, at most
	layer, object string // for errors
}

func (r *reader) read() error {
	for {
		token, err := r.xml.Token()
		if err == io.EOF && r.at == nil && r.depth > 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrFormat, err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			err = r.start(&t)
		case xml.EndElement:
			r.at = r.at.up
		case xml.Directive:
			err = r.declare(string(t))
		}
		if err != nil {
			return err
		}
	}
}

// start reads an element. It enters a group, and reads any other element as a whole.
func (r *reader) start(t *xml.StartElement) error {
	name := t.Name.Local
	if r.depth == 0 {
		r.depth = 1
		if name != "svg" {
			return fmt.Errorf("%w: the root is <%s>", ErrFormat, name)
		}
		r.at = &group{attrs: clone(t.Attr), m: identity}
		return r.viewBox(t.Attr)
	}
	if r.at == nil {
		return fmt.Errorf("%w: <%s> after the end", ErrFormat, name)
	}
	if strings.Contains(unseen, " "+name+" ") {
		return r.skip()
	}
	r.object = labelOf(name, t.Attr, len(r.d.elements))
	m, err := parseTransform(attribute(t.Attr, "transform"))
	if err != nil {
		return err
	}
	m = r.at.m.times(m)
	if !finite(m) {
		return fmt.Errorf("%w: the transforms give numbers beyond %v", ErrFormat, maxNumber)
	}
	if name == "g" || name == "a" || name == "switch" {
		r.enter(&group{attrs: clone(t.Attr), up: r.at, m: m, label: r.object})
		if r.depth++; r.depth > maxDepth*maxElements || r.at.deep() {
			return fmt.Errorf("%w: groups nested more than %d deep", ErrTooLarge, maxDepth)
		}
		return nil
	}
	if len(r.d.elements) == maxElements {
		return fmt.Errorf("%w: more than %d elements", ErrTooLarge, maxElements)
	}
	r.d.elements = append(r.d.elements, element{name, clone(t.Attr), r.at, m, r.object})
	return r.skip()
}

// enter begins a group. The layers of Inkscape, and otherwise the outermost groups, are layers.
func (r *reader) enter(g *group) {
	layer := attribute(g.attrs, "groupmode") == "layer"
	g.layer = g.up.layer
	if layer || g.layer == "" {
		g.layer = g.label
	}
	g.shared = !layer && attribute(g.attrs, "data-body") != ""
	r.at, r.layer = g, g.layer
}

// deep reports whether there are too many groups around one.
func (g *group) deep() bool {
	for n := 0; g != nil; g = g.up {
		if n++; n > maxDepth {
			return true
		}
	}
	return false
}

// skip passes over the rest of an element.
func (r *reader) skip() error {
	if err := r.xml.Skip(); err != nil {
		return fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return nil
}

// viewBox reads the place and size of the drawing. A size in percent is a part of a page that the
// drawing does not know.
func (r *reader) viewBox(attrs []xml.Attr) error {
	text := attribute(attrs, "viewBox")
	v, err := parseNumbers(text, 4)
	if err != nil || len(v) != 4 && len(v) != 0 {
		return fmt.Errorf("%w: viewBox %.40q", ErrFormat, text)
	}
	if len(v) == 4 {
		r.d.x, r.d.y, r.d.width, r.d.height = v[0], v[1], v[2], v[3]
		return nil
	}
	root := &element{attrs: attrs}
	if w, err := r.d.length(root, "width"); err == nil {
		r.d.width = w
	}
	if h, err := r.d.length(root, "height"); err == nil {
		r.d.height = h
	}
	return nil
}

// entity is a declaration of a text that the document names: <!ENTITY name "text">.
var entity = regexp.MustCompile(`<!ENTITY\s+([\w.:-]+)\s+("[^"<&%]*"|'[^'<&%]*')\s*>`)

// declare reads the entities of the document's type. Each reference may become the longest text, so
// these texts count as bytes of the file.
func (r *reader) declare(text string) error {
	longest := 0
	for _, m := range entity.FindAllStringSubmatch(text, -1) {
		if r.xml.Entity == nil {
			r.xml.Entity = map[string]string{}
		}
		if _, declared := r.xml.Entity[m[1]]; !declared {
			r.xml.Entity[m[1]] = m[2][1 : len(m[2])-1]
		}
		longest = max(longest, len(m[2]))
	}
	if longest > maxFileBytes/max(1, r.references) {
		return fmt.Errorf("%w: %d references to entities of up to %d bytes", ErrTooLarge, r.references, longest)
	}
	return nil
}

func clone(list []xml.Attr) []xml.Attr { return append([]xml.Attr(nil), list...) }

// attribute returns an attribute of any namespace, or nothing.
func attribute(list []xml.Attr, name string) string {
	for _, a := range list {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// labelOf names an element for messages.
func labelOf(name string, list []xml.Attr, n int) string {
	if label := attribute(list, "label"); label != "" {
		return label
	}
	if id := attribute(list, "id"); id != "" {
		return id
	}
	return fmt.Sprintf("<%s> #%d", name, n)
}

func finite(m matrix) bool {
	for _, x := range [6]float64{m.a, m.b, m.c, m.d, m.e, m.f} {
		if !(x >= -maxNumber && x <= maxNumber) {
			return false
		}
	}
	return true
}
