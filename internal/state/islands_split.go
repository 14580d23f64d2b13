package state

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
)

// Neighbors appends to dst the bodies that a body is linked with. It is symmetric, and workers may
// call it at the same time.
type Neighbors = func(dst []BodySlot, b BodySlot) []BodySlot

// linkLists holds the neighbours of the bodies of an island, in blocks of bodies. To read them from
// contacts and joints takes most of the time of a split, and no search needs to have come there.
type linkLists struct {
	neighbors Neighbors
	members   []BodySlot
	blocks    []linkBlock
}

// linkBlock holds the neighbours of the bodies of a block, one after the other.
type linkBlock struct {
	list []BodySlot
	ends []int32 // by body of the block
}

const (
	linkBlockBits = 7
	linkBlockSize = 1 << linkBlockBits
	// minSharedSplit is the number of bodies from which workers share a split.
	minSharedSplit = 4 * linkBlockSize
)

func (t *linkLists) Do(block, _ int) {
	lo, hi := par.Span(block, len(t.members), linkBlockSize)
	b := &t.blocks[block]
	b.list, b.ends = b.list[:0], b.ends[:0]
	for _, body := range t.members[lo:hi] {
		b.list = t.neighbors(b.list, body)
		b.ends = append(b.ends, int32(len(b.list)))
	}
}

// of returns the neighbours of a body by its place among the members.
func (t *linkLists) of(place uint32) []BodySlot {
	b, i := &t.blocks[place>>linkBlockBits], place&(linkBlockSize-1)
	start := int32(0)
	if i > 0 {
		start = b.ends[i-1]
	}
	return b.list[start:b.ends[i]]
}

// Split divides an island into its connected components. Workers of the pool may share the reading
// of neighbours.
func (s *Islands) Split(i uint32, neighbors Neighbors, pool *par.Pool) {
	s.visited.Grow(len(s.islandOf))
	s.visited.ClearAll()
	s.members = s.Bodies(s.members[:0], i)
	shared := pool.Workers() > 1 && len(s.members) >= minSharedSplit
	if shared {
		s.links.neighbors, s.links.members = neighbors, s.members
		s.links.blocks = grow.Resize(s.links.blocks, par.Blocks(len(s.members), linkBlockSize))
		pool.Run(len(s.links.blocks), &s.links)
		neighbors = nil
	}
	for place, b := range s.members {
		s.islandOf[b], s.next[b], s.prev[b] = None, None, None
		if shared {
			s.next[b] = uint32(place) // until the body is in a list again
		}
		s.writtenBodies.Set(int(b))
	}
	s.freeIsland(i)
	for _, seed := range s.members {
		if s.visited.Has(uint32(seed)) {
			continue
		}
		component := s.newIsland()
		s.table[component].splitAfter = s.readyCalls + splitCooldown
		s.fill(component, seed, neighbors)
	}
	s.links.neighbors, s.links.members = nil, nil
}

// fill appends to an island the bodies not yet visited that are connected with a body. Without a
// function the neighbours have been listed.
func (s *Islands) fill(i uint32, seed BodySlot, neighbors Neighbors) {
	s.visited.Set(uint32(seed))
	s.stack = append(s.stack[:0], seed)
	for len(s.stack) > 0 {
		b := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		var linked []BodySlot
		if neighbors == nil {
			linked = s.links.of(s.next[b])
		} else {
			s.neighbors = neighbors(s.neighbors[:0], b)
			linked = s.neighbors
		}
		s.appendBody(i, b)
		for _, n := range linked {
			if !s.visited.Has(uint32(n)) {
				s.visited.Set(uint32(n))
				s.stack = append(s.stack, n)
			}
		}
	}
}
