package collision

import "github.com/carom2d/carom/internal/par"

// batchScratch is the memory for a batch of pairs or of ended contacts. A world with small batches
// borrows it, because a server has thousands of such worlds. After its first large batch a world
// keeps its own.
type batchScratch struct {
	decisions []pairDecision
	counts    []pairCount
	contacts  []edgeEnds
	written   [][]uint32
}

// batchScratches lends the memory of batches.
var batchScratches par.Shelf[batchScratch]

// maxBorrowedBatch is the largest number of pairs or contacts of a batch with borrowed memory.
const maxBorrowedBatch = 256

// takeBatch borrows the memory of a batch for n pairs or contacts. It returns nil if there are none
// or if the pipeline has its own memory.
func (p *Pipeline) takeBatch(n int) *batchScratch {
	f, e := &p.filter, &p.edges
	if n == 0 || n > maxBorrowedBatch || cap(f.decisions) > 0 || cap(e.contacts) > 0 {
		return nil
	}
	b := batchScratches.Take()
	f.decisions, f.counts, e.contacts, e.written = b.decisions, b.counts, b.contacts, b.written
	return b
}

// giveBatch returns borrowed memory.
func (p *Pipeline) giveBatch(b *batchScratch) {
	if b == nil {
		return
	}
	f, e := &p.filter, &p.edges
	*b = batchScratch{f.decisions, f.counts, e.contacts, e.written}
	f.decisions, f.counts, e.contacts, e.written = nil, nil, nil, nil
	batchScratches.Give(b)
}
