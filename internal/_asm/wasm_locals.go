package main

import (
	"cmp"
	"slices"
)

// wasmUses tells where the variables of a function are used: places are numbered in the order of
// the code.
type wasmUses struct {
	now         int
	first, last []int // by variable; 0 if it is not used
	starts      []int // of the loops around this place
	loops       [][2]int
}

func (u *wasmUses) mention(variable int) {
	for len(u.first) <= variable {
		u.first, u.last = append(u.first, 0), append(u.last, 0)
	}
	u.now++
	if u.first[variable] == 0 {
		u.first[variable] = u.now
	}
	u.last[variable] = u.now
}

func (u *wasmUses) beginLoop() { u.starts = append(u.starts, u.now) }

func (u *wasmUses) endLoop() {
	last := len(u.starts) - 1
	u.loops = append(u.loops, [2]int{u.starts[last], u.now})
	u.starts = u.starts[:last]
}

// allocate gives a local to each variable, the lowest that is free, and returns the declarations of
// the locals too. All jumps but the loops' go forward, so a variable is needed from its
// first to its last use; one from before a loop, to the end of the loop. Variable 0 is the
// parameter.
func (u *wasmUses) allocate(types []byte) (locals []int, declarations []byte) {
	for v := range u.first {
		for _, loop := range u.loops {
			if u.first[v] <= loop[0] && u.last[v] > loop[0] {
				u.last[v] = max(u.last[v], loop[1])
			}
		}
	}
	locals = make([]int, len(types)+1)
	next := 1
	declarations = []byte{3}
	for _, t := range []byte{wasmI32, wasmI64, wasmV128} {
		var order []int
		for v := 1; v < len(u.first); v++ {
			if types[v-1] == t && u.first[v] > 0 {
				order = append(order, v)
			}
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(u.first[a], u.first[b]) })
		var ends []int // of the value in each local
		for _, v := range order {
			i := slices.IndexFunc(ends, func(end int) bool { return end < u.first[v] })
			if i < 0 {
				i = len(ends)
				ends = append(ends, 0)
			}
			ends[i] = u.last[v]
			locals[v] = next + i
		}
		next += len(ends)
		declarations = append(unsigned(declarations, uint64(len(ends))), t)
	}
	return locals, declarations
}
