package world

import (
	"bytes"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/snapshot"
	"github.com/carom2d/carom/internal/statefile"
)

// ParallelizeAlways makes the world share every tick among its workers, however little
// there is to do, and solve its islands in small groups.
func (w *World) ParallelizeAlways() {
	w.minParallelBodies = 0
	w.solver.SetMinParallelWork(0)
	w.solver.SetMaxGroupBodies(8)
}

// SetMaxGroupBodies makes groups of islands of so many bodies at most; zero makes none.
func (w *World) SetMaxGroupBodies(bodies int) { w.solver.SetMaxGroupBodies(bodies) }

// ReorderContacts puts the contacts into the order of their bodies, if they are scattered.
func (w *World) ReorderContacts() { w.solver.ReorderContacts(w.contacts, w.bodies, 0) }

// OutOfOrderContacts returns how many awake contacts come behind one whose body lies behind
// their own.
func (w *World) OutOfOrderContacts() (n int) {
	var firstRows []int
	for _, p := range w.contacts.Pair[:w.contacts.Awake()] {
		firstRows = append(firstRows, int(min(w.bodies.Rows[p.BodyA], w.bodies.Rows[p.BodyB])))
	}
	for i := range firstRows {
		if i > 0 && firstRows[i] < firstRows[i-1] {
			n++
		}
	}
	return n
}

// DisableManifoldReuse makes the world carry no manifold along. It holds for contacts to come.
func (w *World) DisableManifoldReuse() { w.pipeline.NoManifoldReuse = true }

// MarkSensorsOneByOne makes every collider that moves look for the sensors near it, and
// MarkAllSensors makes every sensor look for the colliders near it, however many there are of
// either.
func (w *World) MarkSensorsOneByOne() { w.sensing.MaxMarkedAlways = -1 << 30 }
func (w *World) MarkAllSensors()      { w.sensing.MaxMarkedAlways = 1 << 30 }

// SensorWork returns how many sensors and colliders the last tick looked at for their overlaps.
func (w *World) SensorWork() int { return w.sensing.Work() }

// SubscriptionCount returns how many subscriptions there are.
func (w *World) SubscriptionCount() int { return w.subscriptions.count }

// ColumnHashes returns the hash of every state column by part and name, in their order.
func (w *World) ColumnHashes() (names []string, hashes []uint64) {
	for _, e := range w.stateColumns().Entries {
		if !e.Derived {
			names, hashes = append(names, e.Part+"."+e.Name), append(hashes, e.Hash())
		}
	}
	return names, hashes
}

// RingBytes returns the memory of snapshots of one world, what they share counted once.
func RingBytes(ring []Snapshot) int {
	copies := make([]*column.Copy, len(ring))
	for i := range ring {
		copies[i] = &ring[i].columns
	}
	return column.SharedBytes(copies)
}

// SnapshotContent returns the version and the content of a file, and PackSnapshot the file of a
// content, with checksums that are right.
func SnapshotContent(file []byte) (version uint32, content []byte, err error) {
	return statefile.Unpack(bytes.NewReader(file), snapshot.Magic, defaultFileMemory)
}

func PackSnapshot(version uint32, content []byte) []byte {
	var b bytes.Buffer
	if err := statefile.Pack(&b, snapshot.Magic, version, content); err != nil {
		panic(err)
	}
	return b.Bytes()
}
