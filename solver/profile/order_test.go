package profile

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// A ladder has rows of four bodies at most, in whatever order its bodies are numbered. Bodies that
// are not connected have no order. TakesMore counts the products of Factor.
func TestOrder(t *testing.T) {
	const rungs = 30
	number := rand.New(rand.NewPCG(1, 2)).Perm(2 * rungs)
	var g Graph
	link := func(a, b int) { g.Link(int32(number[a]), int32(number[b])) }
	g.Begin()
	for i := range rungs {
		link(2*i, 2*i+1)
		if i > 0 {
			link(2*i-2, 2*i)
			link(2*i-1, 2*i+1)
		}
	}
	g.Link(3, None)
	require.Len(t, g.Order(2*rungs, 3), 2*rungs)
	rows := make([]Row, 2*rungs)
	blocks, width := g.LayOut(rows)
	require.LessOrEqual(t, width, 4)
	require.LessOrEqual(t, blocks, 4*2*rungs)
	products := 0
	for i := range rows {
		for j := int(rows[i].First); j < i; j++ { // one division, and a product for each common column
			products++
			for k := range j {
				if k >= int(rows[i].First) && k >= int(rows[j].First) {
					products++
				}
			}
		}
	}
	require.False(t, TakesMore(rows, products))
	require.True(t, TakesMore(rows, products-1))
	require.Nil(t, g.Order(2*rungs+1, 3), "a body without links")
}

// A disc under a rope has the last row, which alone is wide. Its links may have no other
// connection.
func TestHubsComeLast(t *testing.T) {
	const links, disc = 40, 7
	for _, gap := range []int{0, 20} {
		var g Graph
		g.Begin()
		for i := range int32(links) {
			switch {
			case i == disc:
			case i+1 == disc:
				g.Link(i, i+2)
			case int(i) != gap-1:
				g.Link(i, min(i+1, links-1))
			}
			g.Link(i, disc)
		}
		require.Len(t, g.Order(links, 3), links)
		rows := make([]Row, links)
		blocks, width := g.LayOut(rows)
		require.EqualValues(t, links-1, g.Place(disc))
		require.LessOrEqual(t, width, 3)
		require.LessOrEqual(t, blocks, 3*links+links)
	}
}
