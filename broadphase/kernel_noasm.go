//go:build purego || !(amd64 || arm64 || js)

package broadphase

// searchBatch is the number of candidates of a step.
const searchBatch = 4

// searchArgs would be the arguments of a vector kernel.
type searchArgs struct{}

// keepNew keeps the steps in which a pair may be new, in their order.
func (*searchArgs) keepNew(k *stepList, packed, probes []packedPair) []searchStep {
	return k.keepNewPortable(packed, probes)
}

// locateArgs would be the arguments of a vector kernel.
type locateArgs struct{}

// place finds packed boxes and cells of entries whose levels are known.
func (*locateArgs) place(g *grid, table *proxyTable, hist *workerHistogram, entries []entry) {
	g.placePortable(table, hist, entries)
}
