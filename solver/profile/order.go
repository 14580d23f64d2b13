package profile

import "github.com/carom2d/carom/internal/grow"

// Graph finds an order of bodies in which linked bodies are near each other. It is used again for
// one graph after the other. The zero Graph is ready.
type Graph struct {
	links     [][2]int32
	first     []int32 // by body: the index of its first neighbour
	neighbors []int32
	found     []int32 // bodies in the order of a search
	count     int     // of these bodies
	place     []int32 // by body: its place in that order, or None
	hubs      int     // bodies at the end of the order
}

// Begin drops all links.
func (g *Graph) Begin() { g.links = g.links[:0] }

// Link adds a link between two bodies. A link with None is none, nor is a link of one body.
//
//go:noinline
func (g *Graph) Link(a, b int32) {
	if a != None && b != None && a != b {
		g.links = append(g.links, [2]int32{a, b})
	}
}

// Order returns the place of each body: its place in a breadth-first search from a body at the rim,
// reversed (Cuthill, McKee, Reducing the Bandwidth of Sparse Symmetric Matrices, 1969; Liu,
// Sherman, 1976). A search from any body ends at the rim. Bodies with more links than most are
// hubs. They come last, and the search does not spread from them: their own rows are wide, but not
// the rows of their neighbours. Without hubs Order returns nil if the bodies are not connected.
func (g *Graph) Order(bodies int, most int32) []int32 {
	g.list(bodies)
	rim := g.search(0, most)
	g.search(rim, most)
	if g.count != bodies {
		return nil
	}
	for i := range g.place {
		g.place[i] = int32(bodies-1) - g.place[i]
	}
	return g.place
}

// LayOut sets the first places and the blocks of the rows, whose bodies have the places that Order
// returned, and returns the number of blocks and the width of the widest row of a body that is no
// hub.
func (g *Graph) LayOut(rows []Row) (blocks, width int) {
	for i := range rows {
		rows[i].First = int32(i)
	}
	for _, l := range g.links {
		a, b := g.place[l[0]], g.place[l[1]]
		last := &rows[max(a, b)]
		last.First = min(last.First, a, b)
	}
	for i := range rows {
		n := i - int(rows[i].First) + 1
		rows[i].Block = int32(blocks)
		blocks += n
		if i < len(rows)-g.hubs {
			width = max(width, n)
		}
	}
	return blocks, width
}

// Place returns the place of a body in the last order.
func (g *Graph) Place(body int) int32 { return g.place[body] }

// TakesMore reports whether Factor takes more than a number of products of blocks, for rows that
// LayOut has set.
func TakesMore(rows []Row, products int) bool {
	for i := range rows {
		for j := rows[i].First; j < int32(i); j++ {
			products -= int(max(0, j-max(rows[i].First, rows[j].First))) + 1
		}
		if products < 0 {
			return true
		}
	}
	return false
}

// list lists the neighbours of each body.
func (g *Graph) list(bodies int) {
	g.first = grow.Resize(g.first, bodies+2)
	clear(g.first)
	for _, l := range g.links {
		g.first[l[0]+2]++
		g.first[l[1]+2]++
	}
	for i := range bodies {
		g.first[i+2] += g.first[i+1]
	}
	g.neighbors = grow.Resize(g.neighbors, 2*len(g.links))
	add := func(a, b int32) {
		g.neighbors[g.first[a+1]] = b
		g.first[a+1]++
	}
	for _, l := range g.links {
		add(l[0], l[1])
		add(l[1], l[0])
	}
	g.place, g.found = grow.Resize(g.place, bodies), grow.Resize(g.found, bodies)
}

// search lists hubs, then the other bodies breadth first, starting with one of them unless it is a
// hub, and returns the last.
func (g *Graph) search(start, most int32) int32 {
	g.count = 0
	for i := range g.place {
		g.place[i] = None
		if g.first[i+1]-g.first[i] > most {
			g.find(int32(i))
		}
	}
	g.hubs = g.count
	at, next := g.count, int32(0)
	for g.find(start); ; at++ {
		for ; g.hubs > 0 && at == g.count && int(next) < len(g.place); next++ {
			g.find(next)
		}
		if at == g.count {
			return g.found[at-1]
		}
		b := g.found[at]
		for _, other := range g.neighbors[g.first[b]:g.first[b+1]] {
			g.find(other)
		}
	}
}

// find appends a body to the order, unless it has a place.
//
//go:noinline
func (g *Graph) find(b int32) {
	if g.place[b] == None {
		g.place[b], g.found[g.count] = int32(g.count), b
		g.count++
	}
}
