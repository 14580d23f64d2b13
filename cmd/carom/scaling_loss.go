package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// stageLoss is the time that a stage of the pool costs eight workers beyond an eighth of its work,
// in milliseconds per tick.
type stageLoss struct {
	Name   string  `json:"name"`      // of the task, and its stage
	Blocks float64 `json:"blocks"`    // mean number
	Times  float64 `json:"times"`     // that it runs in a tick
	Before float64 `json:"before_ms"` // time outside the pool before it
	Alone  float64 `json:"alone_ms"`  // work of the times when it has one block
	Shared float64 `json:"shared_ms"` // work of the times when it has several
	Lost   float64 `json:"lost_ms"`   // of all these
}

// losses returns the losses of all stages of the pool, from their cost for the workers of a model.
func (t sceneTrace) losses(m *poolModel) []stageLoss {
	at := map[string]int{}
	var list []stageLoss
	scale := 1 / float64(max(len(t), 1)) / float64(time.Millisecond)
	for i := range t {
		m.beginTick(t[i].gap)
		t[i].each(func(g *segment, serial time.Duration, shared []time.Duration) {
			k, known := at[g.name]
			if !known {
				k = len(list)
				at[g.name] = k
				list = append(list, stageLoss{Name: g.name})
			}
			l, work, start := &list[k], sumOf(shared), m.now
			m.alone(serial)
			m.stage(shared)
			l.Before += float64(float64(g.serial) * scale)
			l.Alone += float64(float64(serial-g.serial) * scale)
			l.Shared += float64(float64(work) * scale)
			l.Blocks += float64(g.blocks)
			l.Times += 1 / float64(len(t))
			l.Lost += float64(float64(m.now-start-(work+serial)/time.Duration(m.workers)) * scale)
		})
	}
	for i := range list {
		list[i].Blocks /= list[i].Times * float64(len(t))
	}
	slices.SortFunc(list, func(a, b stageLoss) int {
		return cmp.Or(cmp.Compare(b.Lost, a.Lost), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// shownLosses is the number of stages of the pool that are printed.
const shownLosses = 16

// lossRows returns the largest losses as lines of a table.
func lossRows(list []stageLoss) string {
	text := fmt.Sprintf("  %-40s %8s %8s %8s %8s %8s %8s\n", "stage of the pool, eight workers", "lost", "before", "alone", "shared", "times", "blocks")
	for _, l := range list[:min(len(list), shownLosses)] {
		text += fmt.Sprintf("  %-40s %8.4f %8.4f %8.4f %8.4f %8.1f %8.1f\n", l.Name, l.Lost, l.Before, l.Alone, l.Shared, l.Times, l.Blocks)
	}
	return text
}
