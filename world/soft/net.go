package soft

import (
	"fmt"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Kind is rope, chain, cloth or blob.
type Kind uint8

// The kinds.
const (
	KindRope Kind = iota + 1
	KindChain
	KindCloth
	KindBlob
)

// IDs is the content of a handle: plain data for any encoding. It does not change while the nodes
// move and the links tear.
type IDs struct {
	Kind    Kind
	Nodes   []world.BodyID
	Links   []world.JointID
	Extra   []world.JointID // the diagonals of a cloth, the area and bending springs of a blob, the joints at the ends of ropes and chains
	Lengths []float64       // m, of the links at rest; of a chain, of its capsules between their pins
	Radius  float64         // m, of the nodes
	Columns int             // of a cloth, in nodes
}

// Net is the nodes and links of a rope, chain, cloth or blob. Its methods may be called wherever
// methods of its world may be called.
type Net struct {
	w   *world.World
	ids IDs
}

// Tear is a link that tore.
type Tear struct {
	Link     int         // its place
	Joint    world.Joint // that is gone: it serves for comparison
	A, B     int         // the places of the nodes that it held
	Force    float64     // N
	Position mgl64.Vec2  // in the world, m
}

// World returns the world of the bodies.
func (n *Net) World() *world.World { return n.w }

// IDs returns the content of the handle. The lists are copies.
func (n *Net) IDs() IDs {
	ids := n.ids
	ids.Nodes, ids.Links, ids.Extra, ids.Lengths = slices.Clone(ids.Nodes), slices.Clone(ids.Links), slices.Clone(ids.Extra), slices.Clone(ids.Lengths)
	return ids
}

// Len returns the number of nodes.
func (n *Net) Len() int { return len(n.ids.Nodes) }

// Body returns a node. A place outside the list panics, in all methods that take one.
func (n *Net) Body(node int) world.Body { return n.w.BodyByID(at("node", n.ids.Nodes, node)) }

// at returns an entry of a list of nodes or links.
func at[T any](what string, list []T, place int) T {
	if uint(place) >= uint(len(list)) {
		panic(fmt.Sprintf("soft: %s %d of %d", what, place, len(list)))
	}
	return list[place]
}

// Valid reports whether all nodes exist.
func (n *Net) Valid() bool {
	for i := range n.ids.Nodes {
		if !n.Body(i).Valid() {
			return false
		}
	}
	return len(n.ids.Nodes) > 0
}

// Links returns the number of links, torn ones included.
func (n *Net) Links() int { return len(n.ids.Links) }

// Link returns the joint of a link. It is not Valid if the link is torn.
func (n *Net) Link(link int) world.Joint { return n.w.JointByID(at("link", n.ids.Links, link)) }

// Torn reports whether a link is gone.
func (n *Net) Torn(link int) bool { return !n.Link(link).Valid() }

// RestLength returns the length of a link at rest, m; in a chain, the length of the capsule at this
// place.
func (n *Net) RestLength(link int) float64 { return at("link", n.ids.Lengths, link) }

// Nodes returns the places of the two nodes of a link.
func (n *Net) Nodes(link int) (a, b int) {
	if n.ids.Kind != KindCloth {
		return link, (link + 1) % n.Len()
	}
	columns := n.ids.Columns
	if across := n.Len() / columns * (columns - 1); link >= across {
		return link - across, link - across + columns
	}
	a = link/(columns-1)*columns + link%(columns-1)
	return a, a + 1
}

// AppendBodies appends the nodes.
func (n *Net) AppendBodies(dst []world.Body) []world.Body {
	for i := range n.ids.Nodes {
		dst = append(dst, n.Body(i))
	}
	return dst
}

// AppendPoints appends the positions of the nodes, in the world, m. It panics if a node was
// destroyed: see Valid.
func (n *Net) AppendPoints(dst []mgl64.Vec2) []mgl64.Vec2 {
	for i := range n.ids.Nodes {
		dst = append(dst, n.Body(i).Position())
	}
	return dst
}

// AppendTears appends the links that tore in the last step, in the order of World.Events.
func (n *Net) AppendTears(dst []Tear) []Tear {
	for _, e := range n.w.Events().JointStresses {
		if i := slices.Index(n.ids.Links, e.Joint.ID()); i >= 0 && e.Broke {
			a, b := n.Nodes(i)
			dst = append(dst, Tear{Link: i, Joint: e.Joint, A: a, B: b, Force: e.Force, Position: e.Position})
		}
	}
	return dst
}

// Cut tears a link. It does nothing to a torn link.
func (n *Net) Cut(link int) error {
	if n.Torn(link) {
		return nil
	}
	return n.Link(link).Destroy()
}

// Pin makes a node stay where it is.
func (n *Net) Pin(node int) error { return n.Body(node).SetType(body.Static) }

// Unpin releases a pinned node.
func (n *Net) Unpin(node int) error { return n.Body(node).SetType(body.Dynamic) }

// Destroy removes all nodes from the world, and with them all links.
func (n *Net) Destroy() error {
	for i := range n.ids.Nodes {
		if b := n.Body(i); b.Valid() {
			if err := b.Destroy(); err != nil {
				return err
			}
		}
	}
	return nil
}

// endExtra destroys a joint of the list Extra, if it is there.
func (n *Net) endExtra(place int) error {
	if j := n.w.JointByID(n.ids.Extra[place]); j.Valid() {
		return j.Destroy()
	}
	return nil
}

// of makes the handle of a kind again.
func of(w *world.World, kind Kind, ids IDs) (Net, error) {
	n := Net{w, ids}
	n.ids = n.IDs()
	nodes, links, extra := len(ids.Nodes), 0, len(ids.Extra)
	switch {
	case ids.Kind != kind:
		return Net{}, geom.NewFieldError("Kind", ids.Kind, geom.ErrOutOfRange)
	case nodes < 2:
		return Net{}, geom.NewFieldError("Nodes", nodes, geom.ErrOutOfRange)
	}
	switch kind {
	case KindRope, KindChain:
		links = nodes - 1
	case KindBlob:
		links = nodes
		if extra != 1+nodes {
			return Net{}, geom.NewFieldError("Extra", extra, geom.ErrOutOfRange)
		}
	case KindCloth:
		if ids.Columns < 2 || nodes%ids.Columns != 0 || nodes/ids.Columns < 2 {
			return Net{}, geom.NewFieldError("Columns", ids.Columns, geom.ErrOutOfRange)
		}
		cells := (nodes/ids.Columns - 1) * (ids.Columns - 1)
		if extra != 0 && extra != 2*cells {
			return Net{}, geom.NewFieldError("Extra", extra, geom.ErrOutOfRange)
		}
		links = 2*nodes - nodes/ids.Columns - ids.Columns
	}
	if len(ids.Links) != links {
		return Net{}, geom.NewFieldError("Links", len(ids.Links), geom.ErrOutOfRange)
	}
	if kind == KindChain {
		links = nodes
	}
	if len(ids.Lengths) != links {
		return Net{}, geom.NewFieldError("Lengths", len(ids.Lengths), geom.ErrOutOfRange)
	}
	if err := geom.CheckSize("Radius", ids.Radius); err != nil {
		return Net{}, err
	}
	return n, nil
}

// builder makes a Net. After the first error it stops, and removes the bodies and joints that it
// has made.
type builder struct {
	Net
	err error
}

// bodies makes the nodes, each with one collider, all or none.
func (b *builder) bodies(parts []world.BodyParts) error {
	made, err := b.w.CreateBodies(nil, parts)
	for _, x := range made {
		b.ids.Nodes = append(b.ids.Nodes, x.ID())
	}
	return ofDefinition(err)
}

// joint makes a joint between two nodes.
func (b *builder) joint(x, y int, def joint.Definition) world.JointID {
	return b.join(func() (world.Joint, error) { return b.w.CreateJoint(b.Body(x), b.Body(y), def) })
}

func (b *builder) join(create func() (world.Joint, error)) world.JointID {
	if b.err != nil {
		return 0
	}
	j, err := create()
	b.err = err
	return j.ID()
}

// links makes the links as distance joints with the given lengths at rest.
func (b *builder) links(l *Link) {
	for i, length := range b.ids.Lengths {
		x, y := b.Nodes(i)
		b.ids.Links = append(b.ids.Links, b.joint(x, y, l.joint(length)))
	}
}

// pin pins nodes that Validate has checked.
func (b *builder) pin(nodes []int) {
	for _, i := range nodes {
		if b.err == nil {
			b.err = b.Pin(i)
		}
	}
}

// finish returns the error of the construction, after removing the bodies and joints that were
// made.
func (b *builder) finish() (Net, error) {
	if b.err == nil {
		return b.Net, nil
	}
	if err := b.Destroy(); err != nil {
		return Net{}, err
	}
	return Net{}, b.err
}

// handle returns a handle, or nil with an error.
func handle[T any](h *T, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return h, nil
}
