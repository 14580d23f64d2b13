package main

import (
	"cmp"
	"slices"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/reg"
)

// interval is the part of a function, by the numbers of its instructions, in which a value is
// needed.
type interval struct {
	half
	first, last int
}

// allocate gives registers to the values of a function. All jumps but the loops' go
// forward, so a value is needed from its first to its last mention; an integer from before a loop,
// to the end of the loop. Vectors from before a loop are in the frame.
func (b *neonBody) allocate(f *ir.Function) {
	vectors, integers := map[half]*interval{}, map[half]*interval{}
	starts := map[string]int{}
	var loops [][2]int // the first and last instruction of each
	for i, n := range f.Nodes {
		switch n := n.(type) {
		case ir.Label:
			if isLoop(string(n)) {
				starts[string(n)] = i
			}
		case *ir.Instruction:
			if label := n.TargetLabel(); label != nil && isLoop(string(*label)) {
				loops = append(loops, [2]int{starts[string(*label)], i})
			}
			mentionAll(n.Registers(), vectors, integers, i)
		}
	}
	for _, x := range integers {
		for _, loop := range loops {
			if x.first < loop[0] && x.last > loop[0] {
				x.last = max(x.last, loop[1])
			}
		}
	}
	b.vectors = assign(vectors, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28)
	places := assign(integers, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19, 20, 21, 22, 23, 24, 25)
	if len(places) < len(integers) {
		b.fail("more integers than registers")
	}
	b.integers = map[reg.ID]int{}
	for h, register := range places {
		b.integers[h.id] = register
	}
}

// mentionAll notes the registers of instruction i.
func mentionAll(registers []reg.Register, vectors, integers map[half]*interval, i int) {
	for _, r := range registers {
		switch r.Kind() {
		case reg.KindVector:
			mention(vectors, half{r.ID(), false}, i)
			mention(vectors, half{r.ID(), true}, i)
		case reg.KindGP:
			mention(integers, half{r.ID(), false}, i)
		}
	}
}

func mention(values map[half]*interval, h half, i int) {
	if x := values[h]; x != nil {
		x.last = i
	} else {
		values[h] = &interval{half: h, first: i, last: i}
	}
}

// assign gives registers to values in the order of their beginnings. When there is none left, the
// value that is needed longest goes without.
func assign(values map[half]*interval, free ...int) map[half]int {
	order := make([]*interval, 0, len(values))
	for _, x := range values {
		order = append(order, x)
	}
	slices.SortFunc(order, func(x, y *interval) int {
		return cmp.Or(cmp.Compare(x.first, y.first), cmp.Compare(x.id, y.id), cmp.Compare(number(x.upper), number(y.upper)))
	})
	slices.Reverse(free)
	places := map[half]int{}
	var active []*interval
	for _, x := range order {
		active = slices.DeleteFunc(active, func(a *interval) bool {
			if a.last >= x.first {
				return false
			}
			free = append(free, places[a.half])
			return true
		})
		if len(free) == 0 {
			longest := slices.MaxFunc(active, func(a, c *interval) int { return cmp.Compare(a.last, c.last) })
			if longest.last <= x.last {
				continue
			}
			places[x.half] = places[longest.half]
			delete(places, longest.half)
			active = append(slices.DeleteFunc(active, func(a *interval) bool { return a == longest }), x)
			continue
		}
		places[x.half] = free[len(free)-1]
		free = free[:len(free)-1]
		active = append(active, x)
	}
	return places
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}
