package direct

import "github.com/carom2d/carom/internal/grow"

// graph finds an order of the bodies of a cluster in which touching and jointed bodies are near
// each other.
type graph struct {
	first     []int32 // by body: the index of its first neighbour
	neighbors []int32
	found     []int32 // bodies in the order of a search
	place     []int32 // by body: its place in that order, or noBody
}

// order returns the place of each body: its place in a breadth-first search from a body at the rim,
// reversed (Cuthill, McKee, Reducing the Bandwidth of Sparse Symmetric Matrices, 1969; Liu,
// Sherman, 1976). A search from any body ends at the rim.
func (g *graph) order(set *Set, k *cluster, bodies int) []int32 {
	g.link(set, k, bodies)
	rim := g.search(0)
	g.search(rim)
	if len(g.found) != bodies {
		panic("direct: a cluster is not connected")
	}
	for i := range g.place {
		g.place[i] = int32(bodies-1) - g.place[i]
	}
	return g.place
}

// link lists the neighbours of each body.
func (g *graph) link(set *Set, k *cluster, bodies int) {
	g.first = grow.Resize(g.first, bodies+2)
	clear(g.first)
	n := 0
	for i := range k.pairs() {
		if a, b := set.pair(k, i); *a != noBody && *b != noBody {
			g.first[*a+2]++
			g.first[*b+2]++
			n += 2
		}
	}
	for i := range bodies {
		g.first[i+2] += g.first[i+1]
	}
	g.neighbors = grow.Resize(g.neighbors, n)
	add := func(a, b int32) {
		g.neighbors[g.first[a+1]] = b
		g.first[a+1]++
	}
	for i := range k.pairs() {
		if a, b := set.pair(k, i); *a != noBody && *b != noBody {
			add(*a, *b)
			add(*b, *a)
		}
	}
	g.place = grow.Resize(g.place, bodies)
}

// search lists the bodies breadth first, starting with one of them, and returns the last.
func (g *graph) search(start int32) int32 {
	for i := range g.place {
		g.place[i] = noBody
	}
	g.found = append(g.found[:0], start)
	g.place[start] = 0
	for at := 0; at < len(g.found); at++ {
		b := g.found[at]
		for _, other := range g.neighbors[g.first[b]:g.first[b+1]] {
			if g.place[other] == noBody {
				g.place[other] = int32(len(g.found))
				g.found = append(g.found, other)
			}
		}
	}
	return g.found[len(g.found)-1]
}
