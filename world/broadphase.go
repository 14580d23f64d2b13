package world

import (
	"reflect"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
)

// BroadphaseKind is an implementation of the broadphase. All give the same results. A program
// contains the tree and the broadphases that it names.
type BroadphaseKind struct{ implementation *implementation }

type implementation struct {
	number uint8 // in files and recordings; the tree has zero
	name   string
	make   func() broadphase.Broadphase
}

// The broadphases.
var (
	// BroadphaseTree is a dynamic tree, for almost every world, and the zero value.
	BroadphaseTree BroadphaseKind
	// BroadphaseSweep sweeps and prunes.
	BroadphaseSweep = BroadphaseKind{&implementation{1, "sweep", func() broadphase.Broadphase { return broadphase.NewSweep() }}}
	// BroadphaseBrute looks at all pairs: for tests and tiny worlds.
	BroadphaseBrute = BroadphaseKind{&implementation{2, "brute", func() broadphase.Broadphase { return broadphase.NewBrute() }}}
)

func (k BroadphaseKind) String() string {
	if k.implementation == nil {
		return "tree"
	}
	return k.implementation.name
}

func (k BroadphaseKind) fresh() broadphase.Broadphase {
	if k.implementation == nil {
		return broadphase.NewTree()
	}
	return k.implementation.make()
}

func (k BroadphaseKind) number() uint8 {
	if k.implementation == nil {
		return 0
	}
	return k.implementation.number
}

// broadphaseOf returns the broadphase with a number. Only readers of files and recordings call it.
func broadphaseOf(number uint64) (BroadphaseKind, error) {
	kinds := [...]BroadphaseKind{BroadphaseTree, BroadphaseSweep, BroadphaseBrute}
	if number >= uint64(len(kinds)) {
		return BroadphaseKind{}, geom.NewFieldError("Broadphase", number, geom.ErrOutOfRange)
	}
	return kinds[number], nil
}

var broadphaseType = reflect.TypeFor[BroadphaseKind]()
