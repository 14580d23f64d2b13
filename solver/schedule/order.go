package schedule

import (
	"math/bits"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

const (
	BundleSize = 8  // contacts in a bundle of the solver, in every build
	ColorCount = 24 // colours, the overflow included
	Overflow   = 0  // the colour of constraints that found no other
	Global     = 0  // the group that all workers solve together
)

// Constraints are the contacts and joints of a colour, in the order in which they were linked. The
// solver visits joints, and the contacts of the overflow, in this order.
type Constraints struct {
	Contacts []state.ContactSlot
	Joints   []state.JointSlot
}

// Len returns the number of constraints.
func (c *Constraints) Len() int { return len(c.Contacts) + len(c.Joints) }

// Class tells the number of points of the contacts of a bundle, whether one of them has a moving
// surface or resists rolling, and whether one is on an arc that the solver follows. Contacts of
// OnePointSurface may be on such arcs too. Contacts with a friction cone are separate from all
// others, because the kernels of the other classes have one coefficient of friction.
type Class int

const (
	OnePoint Class = iota
	TwoPoints
	OnePointSurface
	TwoPointsSurface
	OnePointArc
	OnePointCone
	TwoPointsCone
	Classes // number of classes of bundles

	Direct      = Classes // contacts of clusters, which are in no bundle
	sortClasses = Classes + 1
)

// Input holds the tables from which an order is made. All fields are required except
// Joints, Articulations, Clusters and Islands.
type Input struct {
	_             [0]func() // not comparable, so no program has code for a comparison
	Bodies        *state.Bodies
	Contacts      *state.Contacts
	Joints        *state.Joints  // nil: no joints
	Articulations Members        // of the joints; nil: none
	Clusters      Members        // of the contacts that have state.ContactDirect; nil: none
	Islands       *state.Islands // of all bodies that contacts and joints link; nil: unknown
	Memory        *grow.Memory   // for Build alone
}

// Order is the order in which the constraints of a tick are solved, and their distribution among
// workers.
type Order struct {
	constraints             *[ColorCount]Constraints `column:"fixed"`
	grouping                grouping                 `column:"derived"`
	sort                    bucketSort               `column:"derived"`
	articulations, clusters membersByGroup           `column:"scratch"`
	bouncy                  []int32                  `column:"scratch"` // contact rows with restitution, by colour
	reorderer               contactReorderer         `column:"scratch"`

	in Input `column:"scratch"` // while Build runs
}

// NewOrder returns the order of constraints. The lists of the constraints belong to the solver.
func NewOrder(constraints *[ColorCount]Constraints) *Order {
	return &Order{constraints: constraints, grouping: grouping{maxBodies: maxGroupBodies, minAwake: minAwakeToGroup}}
}

// MarkChanged records that a constraint came, went or changed its place in the list of a colour.
func (o *Order) MarkChanged() { o.sort.dirty = true }

// Restored records that all tables were replaced.
func (o *Order) Restored() {
	o.MarkChanged()
	o.grouping.forgotten = true
}

// SetMaxGroupBodies limits the bodies of a group and makes groups even in small worlds. Zero
// makes no groups. The results are the same for every number.
func (o *Order) SetMaxGroupBodies(bodies int) { o.grouping.maxBodies, o.grouping.minAwake = bodies, 0 }

// Build makes the groups and partitions of a tick and sorts the constraints by them. The workers of
// the pool share the work. With a nil pool the caller does all of it.
func (o *Order) Build(in Input, pool *par.Pool) {
	o.in = in
	t, c := &o.sort, in.Contacts
	if n := c.Awake(); len(t.sortKeys) != n || t.contactMoves != c.Version() {
		t.sortKeys, t.contactMoves, t.dirty = grow.Resize(t.sortKeys, n), c.Version(), true
	}
	t.changed = grow.Resize(t.changed, par.Blocks(len(t.sortKeys), sortKeyGrain))
	t.blockShift = max(bits.Len(uint(in.Bodies.Awake()))-rowBlockBits, 0)
	t.workers = pool.Workers()
	n := partitionsFor(t.workers)
	if len(o.grouping.groups) > 1 && !o.HasGlobal() {
		n = 1 // in the last tick the global group was empty
	}
	if t.partitions != n {
		t.partitions, t.dirty = n, true
	}
	o.grouping.enabled = in.Islands != nil && o.grouping.maxBodies > 0 && in.Bodies.Awake() >= o.grouping.minAwake &&
		in.Islands.Cap() < 1<<(32-keyIslandShift)
	t.late = t.dirty
	t.takeScratch(c.Awake())
	pool.RunStages((*sortRunner)(o))
	t.giveScratch()
	t.sortedThisTick, t.dirty = t.dirty, false
	if invariant.Enabled {
		o.validate()
	}
	o.articulations.assign(o, in.Articulations)
	o.clusters.assign(o, in.Clusters)
	o.in = Input{} // so that a forgotten world can be collected
}

// Groups returns the number of groups, including the global group.
func (o *Order) Groups() int { return len(o.grouping.groups) }

// HasGlobal reports whether the global group has bodies.
func (o *Order) HasGlobal() bool { return len(o.grouping.partitions) > 0 }

// Partitions returns the number of partitions of the global group.
func (o *Order) Partitions() int { return o.sort.partitions }

// SortedThisTick reports whether the last Build sorted the constraints. Otherwise the order is the
// order of the tick before.
func (o *Order) SortedThisTick() bool { return o.sort.sortedThisTick }

// Contacts returns the contact rows of a group and class, colour after colour and in whole bundles.
// A lane without a contact is -1. The bundles of colour i go from (begin[i] - begin[0]) /
// BundleSize up to (begin[i+1] - begin[0]) / BundleSize.
func (o *Order) Contacts(group int, k Class) (rows, begin []int32) {
	begin = o.sort.contactBucketsOf(group, k)
	return o.sort.contactOrder[begin[0]:begin[ColorCount]], begin
}

// Joints returns the joints of a group and colour.
func (o *Order) Joints(group, color int) []state.JointSlot {
	if len(o.grouping.groups) == 1 {
		return o.constraints[color].Joints
	}
	begin := o.sort.jointBuckets.begin[group*ColorCount+color:]
	return o.sort.jointOrder[begin[0]:begin[1]]
}

// PartitionEnd returns the index after the last contact of a partition in Contacts(Global, k), for
// a colour other than the overflow. A bundle that begins before that index belongs to the
// partition.
func (o *Order) PartitionEnd(partition int, k Class, color int) int {
	c := &o.sort.contactBuckets
	return int(c.next[partition*c.stride+int(k)*ColorCount+color] - o.sort.contactBucketsOf(Global, k)[0])
}

// Bouncy returns the rows of the contacts with restitution, in the order of the colours. The
// overflow keeps the order of its list; the rows of the other colours ascend.
func (o *Order) Bouncy() []int32 { return o.bouncy }

// FirstRun returns the first run of body rows of a group, or a negative number.
func (o *Order) FirstRun(group int) int32 { return o.grouping.groups[group].firstRun }

// Run returns a run of body rows and the next run of its group, or a negative number.
func (o *Order) Run(i int32) (rows column.Span, next int32) {
	r := &o.grouping.runs[i]
	return column.Span{Lo: int(r.lo), Hi: int(r.hi)}, r.next
}

// PartitionRows returns the body rows of a partition, if the global group has bodies.
func (o *Order) PartitionRows(partition int) []column.Span {
	p := o.grouping.partitions[partition]
	return o.grouping.runSlices[p.Lo:p.Hi]
}

// FirstArticulation returns the first articulation of a group, or a negative number.
func (o *Order) FirstArticulation(group int) int32 { return o.articulations.first[group] }

// NextArticulation returns the next articulation of the same group, or a negative number.
func (o *Order) NextArticulation(i int32) int32 { return o.articulations.next[i] }

// FirstCluster and NextCluster do the same for clusters.
func (o *Order) FirstCluster(group int) int32 { return o.clusters.first[group] }

func (o *Order) NextCluster(i int32) int32 { return o.clusters.next[i] }
