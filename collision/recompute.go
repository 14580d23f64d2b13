package collision

import (
	"math/bits"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/collision/kernel"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// recomputeList holds the contacts of a block whose manifolds are computed in full, in batches of
// the same two kinds of shapes. Most branches of the narrowphase depend on the kinds, and a
// processor predicts them only if the same kinds follow each other.
type recomputeList struct {
	_        [0]func() // not comparable, so no program has code for a comparison
	contacts kernel.RelativePoses
	next     [kernel.BlockSize]int16 // one more than the index of the next contact of the batch; zero ends the list
	heads    [batchCount]int16       // likewise, of the first contact of each batch
	used     [batchCount / 64]uint64 // the batches that have contacts
	words    uint32                  // the words of used that are not zero

	manifold    manifold.Manifold
	faces       kernel.FaceBatch
	rectangles  kernel.RectangleBatch
	predictions kernel.PredictionBatch

	edges [kernel.BlockSize]uint32 // scratch of fetchLists, one of each list
	read  uint32                   // by fetchLists; stored so that the reads stay
}

// The number of a batch contains the bits of the two kinds, whether the contact had points, whether
// it is a contact with the ground, and whether its first point had an impulse.
const (
	kindBits      = 4 // see kernel.KindFactor
	batchCount    = 1 << (2*kindBits + 3)
	staticBatch   = 1 << 1             // the bit of contacts with the ground
	touchingBatch = 1 << 2             // the bit of contacts that had points
	groundBatches = 0xc0c0c0c0c0c0c0c0 // the batches of 64 that have both bits
)

// culledBatch holds only the contacts of shapes whose bounding circles are apart. No kinds have its
// number, the largest of so many bits.
const culledBatch = batchCount - 1

var (
	_ [1<<kindBits - 1 - shape.KindCount]struct{}
	_ [1 << kindBits]struct{} = [kernel.KindFactor]struct{}{}
	_ [32]struct{}            = [batchCount / 64]struct{}{} // recomputeList.words has a bit for each word
)

// kindsOf returns the kinds of the shapes of a batch.
func kindsOf(batch int) (a, b shape.Kind) {
	return shape.Kind(batch >> (kindBits + 3)), shape.Kind(batch >> 3 & (1<<kindBits - 1))
}

// recompute computes the manifolds of all queued contacts, batch by batch.
func (p *Pipeline) recompute(e *evaluator) {
	k := &e.recomputed
	k.rectangles.Reset(&e.tables, &k.contacts)
	p.fetchLists(k)
	for ; k.words != 0; k.words &= k.words - 1 {
		w := bits.TrailingZeros32(k.words)
		for ; k.used[w] != 0; k.used[w] &= k.used[w] - 1 {
			batch := 64*w + bits.TrailingZeros64(k.used[w])
			first := int(k.heads[batch])
			k.heads[batch] = 0
			kindA, kindB := kindsOf(batch)
			switch {
			case batch == culledBatch:
				p.recomputeCulled(first, e)
			case kindB >= shape.KindPolygon:
				p.recomputeHulls(first, e)
			case k.rectangles.Serves(kindA, kindB):
				p.recomputeRectangles(first, e)
			default:
				p.recomputeBatch(first, e)
			}
		}
	}
	p.runFaces(e)
	p.runRectangles(e)
	k.predictions.Run(&e.tables)
}

// recomputeCulled handles the contacts of shapes whose bounding circles are apart. The test of the
// circles comes between the test of the boxes and the narrowphase.
func (p *Pipeline) recomputeCulled(first int, e *evaluator) {
	k := &e.recomputed
	m := &k.manifold
	for i := first; i > 0; i = int(k.next[i-1]) {
		r := int(k.contacts.Rows[i-1])
		pair := &p.Contacts.Pair[r]
		a, b := &p.Shapes.Geometry[pair.ColliderA], &p.Shapes.Geometry[pair.ColliderB]
		between, reach := kernel.BetweenCircles(a, b, &k.contacts.Poses[i-1], p.Tolerance.Speculative)
		m.Hint, m.SeparationBound = p.hintOf(r, pair), between.Length()-reach
		p.finishApart(r, pair, m, &k.contacts.Poses[i-1], e)
	}
}

// recomputeBatch computes the contacts of a batch whose pair function neither reads nor writes the
// hint.
func (p *Pipeline) recomputeBatch(first int, e *evaluator) {
	k := &e.recomputed
	m := &k.manifold
	for i := first; i > 0; i = int(k.next[i-1]) {
		r := int(k.contacts.Rows[i-1])
		pair := &p.Contacts.Pair[r]
		a, b := p.shapesOf(pair)
		manifold.Collide(m, a, b, &k.contacts.Poses[i-1], p.Tolerance.Speculative)
		if m.Count == 0 {
			m.Hint = p.hintOf(r, pair)
		}
		p.finish(i-1, m, e)
	}
}

// recomputeHulls computes the contacts of a batch whose pair function may search a face.
func (p *Pipeline) recomputeHulls(first int, e *evaluator) {
	k, speculative := &e.recomputed, p.Tolerance.Speculative
	m := &k.manifold
	for i := first; i > 0; i = int(k.next[i-1]) {
		r, rel := int(k.contacts.Rows[i-1]), &k.contacts.Poses[i-1]
		pair := &p.Contacts.Pair[r]
		a, b := p.shapesOf(pair)
		m.Hint = p.hintOf(r, pair)
		if !k.faces.Add(i-1, m.Hint, a, b, rel, speculative) {
			manifold.Collide(m, a, b, rel, speculative)
			p.layDown(m, pair, a, b, rel)
			p.finish(i-1, m, e)
		} else if k.faces.Full() {
			p.runFaces(e)
		}
	}
}

// layDown lays a flat side on a surface of small curvature, if the side may rock. A tile or a part
// of a compound below a large ellipse does not: two points on it would push the ellipse aside.
func (p *Pipeline) layDown(m *manifold.Manifold, pair *state.ContactPair, a, b shape.Convex, rel *geom.Transform) {
	flat, collider := pair.BodyB, pair.ColliderB
	if a.BoundingRadius < b.BoundingRadius {
		flat, collider = pair.BodyA, pair.ColliderA
	}
	if m.Count > 0 && p.Bodies.IsDynamic(state.BodySlot(flat)) && p.Shapes.Link[collider].Flags&state.ColliderPart == 0 {
		manifold.CollideLying(m, a, b, rel, p.Tolerance.Speculative)
	}
}

// runFaces runs the kernel over the queued pairs of polygons.
func (p *Pipeline) runFaces(e *evaluator) {
	k, speculative := &e.recomputed, p.Tolerance.Speculative
	m := &k.manifold
	for j := range k.faces.Run() {
		i, face, ok := k.faces.At(j)
		r, rel := int(k.contacts.Rows[i]), &k.contacts.Poses[i]
		pair := &p.Contacts.Pair[r]
		a, b := p.shapesOf(pair)
		if !ok {
			m.Hint = p.hintOf(r, pair)
			face = manifold.SearchFaces(m, a, b, rel, speculative)
		}
		manifold.CollideAlong(m, a, b, rel, speculative, face)
		p.finish(i, m, e)
	}
}

// recomputeRectangles computes the contacts of a batch of boxes, capsules and segments.
func (p *Pipeline) recomputeRectangles(first int, e *evaluator) {
	k := &e.recomputed
	for i := first; i > 0; i = int(k.next[i-1]) {
		k.rectangles.Add(i - 1)
		if k.rectangles.Full() {
			p.runRectangles(e)
		}
	}
}

// runRectangles runs the kernel over the queued pairs of boxes, capsules and segments.
func (p *Pipeline) runRectangles(e *evaluator) {
	k := &e.recomputed
	list, results := k.rectangles.Run()
	for j, i := range list {
		m, r := &results[j].Manifold, int(k.contacts.Rows[i])
		if results[j].Left != 0 {
			a, b := p.shapesOf(&p.Contacts.Pair[r])
			manifold.Collide(m, a, b, &k.contacts.Poses[i], p.Tolerance.Speculative)
		}
		if m.Count == 0 {
			m.Hint = p.hintOf(r, &p.Contacts.Pair[r])
		}
		p.finish(int(i), m, e)
	}
}

// hintOf returns the face of largest separation in the last tick.
//
//go:noinline
func (p *Pipeline) hintOf(r int, pair *state.ContactPair) manifold.FeatureHint {
	if pair.Flags&state.ContactTouching != 0 {
		return manifold.HintFromFeature(p.Contacts.Solver[r].Points[0].Feature)
	}
	return p.Contacts.Cache[r].SeparationBound().Hint
}

// maxFetchedEdges bounds the number of edges of a list that are read ahead: the list of a moving
// platform may have thousands.
const maxFetchedEdges = 24

// fetchLists reads the contact lists of the bodies that touched the ground. The search for internal
// edges will walk these lists. Contacts without points are left out, because they rarely get
// points. The search alone would wait for memory at each edge of each list in turn. Here the lists
// are walked side by side, so no read of one list waits for another list.
func (p *Pipeline) fetchLists(k *recomputeList) {
	contacts := p.Contacts
	count := 0
	for words := k.words; words != 0; words &= words - 1 {
		w := bits.TrailingZeros32(words)
		used := k.used[w]
		for used &= groundBatches; used != 0; used &= used - 1 {
			batch := 64*w + bits.TrailingZeros64(used)
			if a, b := kindsOf(batch); batch != culledBatch && canTile(a) && canTile(b) {
				count = p.appendLists(int(k.heads[batch]), count, k)
			}
		}
	}
	read := uint32(0)
	for range maxFetchedEdges {
		edges := k.edges[:count]
		count = 0
		for _, key := range edges {
			read += contacts.Pair[contacts.Rows[key>>1]].ColliderA
			next := p.Contacts.Next(key)
			edges[count] = next
			if next != state.None {
				count++
			}
		}
	}
	k.read = read
}

// appendLists appends the first edge of the dynamic body of each contact of a batch to the edges.
func (p *Pipeline) appendLists(first, count int, k *recomputeList) int {
	bodies := p.Bodies.Meta
	for i := first; i > 0; i = int(k.next[i-1]) {
		pair := &p.Contacts.Pair[k.contacts.Rows[i-1]]
		a, b := &bodies[pair.BodyA], &bodies[pair.BodyB]
		key := a.FirstContact
		if a.Type != body.Dynamic {
			key = b.FirstContact
		}
		if count == 0 || key != k.edges[count-1] { // neighbours often are contacts of one body
			k.edges[count] = key
			count++
		}
	}
	return count
}
