package solver

import (
	"github.com/carom2d/carom/joint"
)

// The rest of the world is cut into parts: ranges of rows of as many awake bodies each. What
// is done in a part, pass after pass and colour after colour, the pool gives to the
// same worker, for it gives a worker the same part of each stage. So most bodies and
// all rows stay in the cache of one core. A contact belongs to the part of the first of
// its bodies; those whose bodies are of different parts are few when bodies that touch
// are neighbours in the table, which Tidy cares for.

// partsPerWorker is into how many parts a worker's share is cut, so that others can take
// some when it is late.
const partsPerWorker = 4

// tracts are what parts are put together of: ranges of rows, a power of two each.
const tracts = 1 << tractBits

// partsFor returns how many parts there are for so many workers.
func partsFor(workers int) int {
	if workers <= 1 {
		return 1
	}
	return partsPerWorker * min(workers, tracts/partsPerWorker)
}

// leastShare is how many rows a piece of a colour has at least.
const leastShare = 4

// shares returns into how many pieces the passes over a colour are cut: into its parts,
// or into fewer that are whole numbers of them, or none where nothing is. The overflow
// is one piece.
func (b *batch) shares(colour int) int {
	rows := 0
	for _, sp := range b.spans[colour] {
		rows += sp.hi - sp.lo
	}
	if b.jointed[colour] {
		for _, sp := range b.jobs[colour] {
			rows += sp.Hi - sp.Lo
		}
	}
	n := b.of.sorting.parts
	if colour == overflow || n == 1 {
		return min(rows, 1)
	}
	for least := n / partsPerWorker; rows < n*leastShare; n /= 2 {
		if n == least {
			return min(rows, 1)
		}
	}
	return n
}

// rowsBefore returns where the rows of a class end that begin in the first i of n pieces
// of a colour.
func (b *batch) rowsBefore(colour int, k class, i, n int) int {
	sp, t := b.spans[colour][k], &b.of.sorting
	switch {
	case i == 0:
		return sp.lo
	case i == n:
		return sp.hi
	case t.parts == 1:
		return sp.lo + (sp.hi-sp.lo)*i/n
	}
	part := i*t.parts/n - 1
	end := t.contacts.next[part*t.contacts.stride+int(k)*colourCap+colour]
	return int(end-t.contactsOf(rest, k)[0]+Lanes-1) / Lanes
}

// leastPieces is into how many pieces preparing is cut at least. What is at the same place
// of the lists of all colours is about the same bodies, which a piece leaves in the cache.
const leastPieces = 16

// preparations returns into how many pieces preparing the rest is cut.
func (b *batch) preparations() int {
	if n := b.of.sorting.parts; n > 1 {
		return n
	}
	return leastPieces
}

// jointsOf returns the joints of a kind and colour in one of n pieces.
func (b *batch) jointsOf(colour int, kind joint.Kind, piece, n int) chunk {
	sp := b.jobs[colour][kind]
	lo, hi := sp.Lo+(sp.Hi-sp.Lo)*piece/n, sp.Lo+(sp.Hi-sp.Lo)*(piece+1)/n
	return chunk{kind: kind, lo: int32(lo), hi: int32(hi)}
}

// contactsOf returns the contacts of a class and colour in one of n pieces.
func (b *batch) contactsOf(colour int, k class, piece, n int) chunk {
	lo, hi := b.rowsBefore(colour, k, piece, n), b.rowsBefore(colour, k, piece+1, n)
	return chunk{contacts: k, single: colour == overflow, lo: int32(lo), hi: int32(hi)}
}
