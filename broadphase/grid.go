package broadphase

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
)

// grid finds the pairs among all Moving proxies. It is rebuilt at each call by counting, in
// time and memory linear in their number.
//
// Each box belongs to the square cell of its centre, and the cell is no smaller than the box. So
// overlapping boxes are in the same cell or in adjacent ones, and each box is tested against the
// boxes of its own cell and of the four that follow. Boxes of different sizes are on levels with
// cells of different sizes, and the boxes of a finer level are looked up in the coarser ones. A few
// boxes are on no level, because they are larger than all the others or so far out that their cell
// has no number. These boxes are called oversized.
//
// Positions are whole numbers of quanta, 256 to a cell, rounded down. Rounding is monotone, so
// boxes that overlap also do so in quanta, and everything below is exact arithmetic on integers.
// The sum of a box's sides on one axis is twice its centre. Boxes have sizes of at most 254 quanta,
// so two boxes overlap only if their sums differ by at most 508. Their cells, sum / 512, then
// differ by at most one.
type grid struct {
	sizes       *gridSizes
	minBucket   int         // bucket in use
	maxBucket   int         // bucket in use, below minBucket when there is none
	levels      []gridLevel // coarsest first
	blockStarts []int32     // by block of IDs: how many Moving proxies come before it; one more for all
	entries     []entry     // all Moving proxies, ascending
	places      []int32     // by entry: its slot, later its place; negative for an oversized box
	oversized   []uint32    // proxies that are on no level, ascending

	// Sorted by level, row and cell:
	packed   []packedPair // and searchBatch more, of any contents
	items    []item
	slotEnds []int32 // by slot, after a leading zero: where the slot ends in the sorted columns

	memory grow.Memory // of entries, places, packed, items and slotEnds
}

// gridSizes counts the sizes of boxes, and has the level of each size.
type gridSizes struct {
	histogram [buckets]int32
	levelOf   [buckets]uint8
}

// end gives the memory back.
func (g *grid) end() {
	g.entries, g.places, g.packed, g.items, g.slotEnds = nil, nil, nil, nil, nil
}

// item holds the cell and the ID of a box in the sorted columns. Packed boxes have a column of
// their own, because most searches read nothing but the packed boxes.
type item struct {
	cell cell
	id   uint32
}

// gridLevel is the grid of one range of sizes.
type gridLevel struct {
	_ [0]func() // not comparable, so no program has code for a comparison
	extent
	scale     float64 // quanta per metre
	maxBucket int     // bucket of the largest size
	base      int32   // first slot
	stride    int32   // slots per row, or zero when rows are hashed
	mask      uint32
	from, end int32 // its range of the sorted columns
}

// extent describes the boxes of a level, or the boxes that one worker has added to it.
type extent struct {
	count     int
	low, high cell // the corners of all cells in use
}

// emptyExtent is the extent of nothing.
var emptyExtent = extent{low: cell{math.MaxInt32, math.MaxInt32}, high: cell{math.MinInt32, math.MinInt32}}

func (e *extent) add(f *extent) {
	e.count += f.count
	e.low = cell{min(e.low.x, f.low.x), min(e.low.y, f.low.y)}
	e.high = cell{max(e.high.x, f.high.x), max(e.high.y, f.high.y)}
}

// workerHistogram holds the counts of one worker.
type workerHistogram struct {
	histogram [buckets]int32
	used      uint64 // one bit for every 64 buckets
	extents   [maxGridLevels]extent
	args      locateArgs
}

var _ [32]byte = [unsafe.Sizeof(entry{})]byte{}

// entry is a box before it is sorted into the columns.
type entry struct {
	packed packedPair
	cell   cell
	level  int32 // negative for an oversized box
	id     uint32
}

// cell is the column and row of a cell.
type cell struct{ x, y int32 }

// packedBox is a box in quanta, in four lanes of 16 bits: negated, its left and lower side, and its
// right and upper side, each modulo 2^15. One addition then compares two boxes on all four sides at
// once: it adds the opposite side of one box to each side of the other. No lane carries into the
// next, and the second highest bit of each is the sign of a distance. The signs are right as long
// as the boxes are less than 2^14 quanta apart, as boxes of adjacent cells are.
type packedBox uint64

const signBits packedBox = 0x4000_4000_4000_4000

// probe returns the number that is added to another packed box to compare the two: each side
// in the lane of the opposite one.
func (p packedBox) probe() packedBox { return packedBox(bits.RotateLeft64(uint64(p), 32)) }

// apart returns zero when the box overlaps the probe's box in quanta, and a positive number
// otherwise. The result is right for boxes of adjacent cells and arbitrary for others.
func (p packedBox) apart(probe packedBox) packedBox { return (p + probe) & signBits }

// packedPair is a packed box with its packed old box. The right and the upper side of the old box
// are reduced by one quantum. Rounding is monotone, so two old boxes that still overlap in quanta
// did overlap. Nearly all old boxes that did overlap also overlap in quanta.
//
// An old box that is farther than nearQuanta from the present one, or does not exist, is
// replaced by an inverted one, which overlaps nothing near it.
type packedPair struct{ now, old packedBox }

// probe returns the numbers that are added to another pair.
func (p packedPair) probe() packedPair { return packedPair{p.now.probe(), p.old.probe()} }

// maybeNew returns a number that is negative when a pair of boxes of adjacent cells overlaps
// in quanta and is not known to have overlapped before. It is arbitrary for other cells.
func (p *packedPair) maybeNew(probe packedPair) int64 {
	return int64((p.now.apart(probe.now) - 1) &^ (p.old.apart(probe.old) - 1))
}

const (
	// nearQuanta is the largest distance between an old box and the present one at which the old
	// box is compared. Twice nearQuanta and the sides of three cells add up to less than 2^14
	// quanta, the largest distance that a lane holds.
	nearQuanta = 2048
	// invertedQuanta is the length by which an inverted box extends backwards. It exceeds the
	// distance of any two old boxes of adjacent cells.
	invertedQuanta = 4 * nearQuanta
)

const (
	// Sizes are sorted into buckets by exponent and four bits of the mantissa.
	bucketShift    = 19
	buckets        = 1 << (32 - 1 - bucketShift)
	octave         = 16 // buckets per doubling
	infiniteBucket = 0x7f800000 >> bucketShift
	// maxBoxQuanta is the size, in quanta, of the largest box of a level. The difference to
	// 256 is more than enough for rounding.
	maxBoxQuanta = 252
	// farQuanta is the position, in quanta, beyond which boxes are oversized. It is a
	// multiple of 2^15, so it can serve as an offset that makes all positions positive and
	// leaves the packed boxes as they are.
	farQuanta = 1 << 29
	// maxGridLevels limits the number of levels in which a box is looked up.
	maxGridLevels = 8
)

// countSizes counts the Moving proxies of a block of IDs, and their sizes.
func (g *grid) countSizes(table *proxyTable, hist *workerHistogram, block, lo, hi int) {
	n := int32(0)
	for i, s := range table.state[lo:hi] {
		if s&(flagPresent|classMask) == movingStatus {
			bucket := bucketOf(&table.boxes[lo+i])
			hist.histogram[bucket]++
			hist.used |= 1 << (bucket / (buckets / 64))
			n++
		}
	}
	g.blockStarts[block+1] = n
}

// bucketOf returns the bucket of a box's size, the longer of its sides.
func bucketOf(b *geom.Box32) int {
	// The bits of floats that are not negative are in the order of the floats.
	return int(max(math.Float32bits(b.MaxX-b.MinX), math.Float32bits(b.MaxY-b.MinY)) >> bucketShift & (buckets - 1))
}

// makeLevels adds up the counts and chooses the levels by them.
func (g *grid) makeLevels(searches []searchScratch) {
	g.mergeHistograms(searches)
	g.chooseLevels()
	g.assignLevels()
}

// mergeHistograms adds up the counts of the workers.
func (g *grid) mergeHistograms(searches []searchScratch) {
	used := uint64(0)
	for i := range searches {
		used |= searches[i].grid.histogram.used
	}
	const bucketsPerBit = buckets / 64
	g.minBucket, g.maxBucket = bits.TrailingZeros64(used)*bucketsPerBit, bits.Len64(used)*bucketsPerBit-1
	if used == 0 {
		g.minBucket = 0
	}
	clear(g.sizes.histogram[g.minBucket : g.maxBucket+1])
	for i := range searches {
		hist := &searches[i].grid.histogram
		for b := g.minBucket; b <= g.maxBucket; b++ {
			g.sizes.histogram[b] += hist.histogram[b]
			hist.histogram[b] = 0
		}
		hist.used = 0
		for k := range hist.extents {
			hist.extents[k] = emptyExtent
		}
	}
	sum := int32(0)
	for i, n := range g.blockStarts {
		sum += n
		g.blockStarts[i] = sum
	}
	g.entries = grow.Carve[entry](&g.memory, int(sum))
}

// chooseLevels chooses the sizes of the levels. Up to sqrt(n)/4 of the largest boxes are left out,
// so that a few large boxes do not make the cells too large for all others. Every level begins at
// the largest size that is left and covers an octave. When no more than 4 sqrt(n) boxes remain it
// covers them all: even in a single cell they would cost only 8 n tests.
func (g *grid) chooseLevels() {
	g.levels = g.levels[:0]
	sqrtN := int(math.Sqrt(float64(len(g.entries))))
	remaining := len(g.entries)
	for b := infiniteBucket; b <= g.maxBucket; b++ {
		remaining -= int(g.sizes.histogram[b])
	}
	oversizedBudget := sqrtN / 4
	bucket := min(infiniteBucket-1, g.maxBucket)
	for ; bucket >= g.minBucket && int(g.sizes.histogram[bucket]) <= oversizedBudget; bucket-- {
		oversizedBudget -= int(g.sizes.histogram[bucket])
		remaining -= int(g.sizes.histogram[bucket])
	}
	for remaining > 0 && len(g.levels) < maxGridLevels {
		for g.sizes.histogram[bucket] == 0 {
			bucket--
		}
		g.levels = append(g.levels, gridLevel{extent: emptyExtent, scale: maxBoxQuanta / bucketTop(bucket), maxBucket: bucket})
		for end := max(bucket-octave, g.minBucket-1); bucket > end; bucket-- {
			remaining -= int(g.sizes.histogram[bucket])
		}
		if remaining <= 4*sqrtN {
			return
		}
	}
}

// bucketTop returns a size that no box of a finite bucket exceeds.
func bucketTop(bucket int) float64 {
	return float64(math.Float32frombits(uint32(bucket+1)<<bucketShift - 1))
}

// noLevel is the level of sizes that are on none.
const noLevel = 0xff

// assignLevels records the level of every bucket, the finest whose cells are large enough.
func (g *grid) assignLevels() {
	b := g.minBucket
	for k := len(g.levels) - 1; k >= 0; k-- {
		for ; b <= g.levels[k].maxBucket; b++ {
			g.sizes.levelOf[b] = uint8(k)
		}
	}
	for ; b <= g.maxBucket; b++ {
		g.sizes.levelOf[b] = noLevel
	}
}

// locate finds packed boxes and cell of every Moving proxy of a block of IDs.
func (g *grid) locate(table *proxyTable, hist *workerHistogram, block, lo, hi int) {
	entries := g.entries[g.blockStarts[block]:g.blockStarts[block+1]]
	boxes := table.boxes[lo:hi]
	n := 0
	for i, s := range table.state[lo:hi] {
		if s&(flagPresent|classMask) != movingStatus {
			continue
		}
		e := &entries[n]
		n++
		e.id = uint32(lo + i)
		e.level = int32(int8(g.sizes.levelOf[bucketOf(&boxes[i])])) // noLevel is -1
	}
	if n > 0 {
		hist.args.place(g, table, hist, entries)
	}
}

// placePortable finds packed boxes and cells of entries whose levels are known. Entries that are
// too far out get no level. The vector kernel does the same, except that it also extends the
// extents by cells which a box only reaches into.
func (g *grid) placePortable(table *proxyTable, hist *workerHistogram, entries []entry) {
	for i := range entries {
		e := &entries[i]
		if e.level < 0 {
			continue
		}
		k := e.level & (maxGridLevels - 1)
		if !g.levels[k].locate(e, &table.boxes[e.id], &table.old[e.id]) {
			e.level = -1
			continue
		}
		hist.extents[k].add(&extent{1, e.cell, e.cell})
	}
}

// locate finds packed boxes and cell of a box on a level with cells no smaller than the
// box. It reports false when the box is too far out.
func (l *gridLevel) locate(e *entry, b, old *geom.Box32) bool {
	scale := l.scale
	x0, y0 := float64(float64(b.MinX)*scale)+farQuanta, float64(float64(b.MinY)*scale)+farQuanta
	x1, y1 := float64(float64(b.MaxX)*scale)+farQuanta, float64(float64(b.MaxY)*scale)+farQuanta
	if !(x0 >= 0 && y0 >= 0 && x1 < 2*farQuanta && y1 < 2*farQuanta) {
		return false
	}
	qx0, qy0, qx1, qy1 := int64(x0), int64(y0), int64(x1), int64(y1)
	e.cell = cell{int32((qx0 + qx1) >> 9), int32((qy0 + qy1) >> 9)}
	e.packed.now = packBox(qx0, qy0, qx1, qy1)
	u0, v0 := float64(float64(old.MinX)*scale)+farQuanta, float64(float64(old.MinY)*scale)+farQuanta
	u1, v1 := float64(float64(old.MaxX)*scale)+farQuanta, float64(float64(old.MaxY)*scale)+farQuanta
	if math.Abs(u0-x0) < nearQuanta && math.Abs(v0-y0) < nearQuanta && math.Abs(u1-x1) < nearQuanta && math.Abs(v1-y1) < nearQuanta {
		e.packed.old = packBox(int64(u0), int64(v0), int64(u1)-1, int64(v1)-1)
	} else {
		e.packed.old = packBox(qx0, qy0, qx0-invertedQuanta, qy0-invertedQuanta)
	}
	return true
}

// packBox packs a box given in quanta.
func packBox(x0, y0, x1, y1 int64) packedBox {
	const lane = 0x7fff
	return packedBox(-x0&lane) | packedBox(-y0&lane)<<16 | packedBox(x1&lane)<<32 | packedBox(y1&lane)<<48
}

const (
	// maxSlotsPerBox is the number of slots per box up to which a level has one for every
	// cell, in full rows.
	maxSlotsPerBox = 4
	// Hashed rows are cut into segments of 64 cells.
	segmentBits  = 6
	segmentCells = 1 << segmentBits
)

// makeCells gives every level its slots. A level whose boxes are dense has a slot per cell, with an
// empty cell at either end of a row and an empty row after the last. A sparse level has about twice
// as many slots as boxes, and segments of its rows are hashed to them. Cells may share a slot.
// Telling their boxes apart costs time, but the result is the same.
func (g *grid) makeCells(searches []searchScratch) {
	next, from := int32(0), int32(0)
	for k := range g.levels {
		t := &g.levels[k]
		for i := range searches {
			t.add(&searches[i].grid.histogram.extents[k])
		}
		t.base = next
		t.from, t.end = from, from+int32(t.count)
		from = t.end
		if t.count == 0 {
			continue
		}
		width := int64(t.high.x) - int64(t.low.x) + 3
		height := int64(t.high.y) - int64(t.low.y) + 2
		if size := width * height; size <= int64(maxSlotsPerBox*t.count)+segmentCells {
			t.stride = int32(width)
			next += int32(size)
			continue
		}
		t.stride = 0
		t.mask = uint32(1)<<(1+log2(t.count)) - 1
		next += int32(t.mask) + segmentCells
	}
	g.slotEnds = grow.Carve[int32](&g.memory, int(next)+1)
	g.places = grow.Carve[int32](&g.memory, len(g.entries))
	n := int(from)
	g.packed, g.items = grow.Carve[packedPair](&g.memory, n+searchBatch), grow.Carve[item](&g.memory, n)
}

// slot returns the slot of a cell. On a dense level the cell may lie one cell beside the cells in
// use, or one row after the last.
func (l *gridLevel) slot(c cell) int32 {
	if l.stride != 0 {
		return l.base + (c.y-l.low.y)*l.stride + c.x - l.low.x + 1
	}
	return l.hashedSlot(c)
}

// hashedSlot returns the slot of a cell on a sparse level.
func (l *gridLevel) hashedSlot(c cell) int32 {
	h := uint32(c.y)*0x9e3779b1 ^ uint32(c.x>>segmentBits)*0x85ebca6b
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 13
	return l.base + int32(h&l.mask) + c.x&(segmentCells-1)
}

func (g *grid) findSlots(lo, hi int) {
	entries, places := g.entries[lo:hi], g.places[lo:hi]
	places = places[:len(entries)]
	for i := range entries {
		if e := &entries[i]; e.level < 0 {
			places[i] = -1
		} else {
			places[i] = g.levels[e.level].slot(e.cell)
		}
	}
}

// assignPlaces counts the boxes of each slot, and replaces the slot of every box by its place in
// the sorted columns. Boxes of one slot keep the order of IDs. Slots and places are a column of
// their own, because a single worker reads it.
func (g *grid) assignPlaces() {
	clear(g.slotEnds)
	g.oversized = g.oversized[:0]
	slotStarts := g.slotEnds[1:]
	for i, slot := range g.places {
		if slot < 0 {
			g.oversized = append(g.oversized, g.entries[i].id)
			continue
		}
		slotStarts[slot]++
	}
	sum := int32(0)
	for i, n := range slotStarts {
		slotStarts[i] = sum
		sum += n
	}
	for i, slot := range g.places {
		if slot >= 0 { // now the start of the slot becomes its end
			g.places[i] = slotStarts[slot]
			slotStarts[slot]++
		}
	}
}

// scatter writes a block of boxes to their places.
func (g *grid) scatter(lo, hi int) {
	entries, packed, items := g.entries[lo:hi], g.packed, g.items
	for i, at := range g.places[lo:hi] {
		if at >= 0 {
			e := &entries[i]
			packed[at] = e.packed
			items[at] = item{e.cell, e.id}
		}
	}
}
