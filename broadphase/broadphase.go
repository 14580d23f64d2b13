package broadphase

import "github.com/carom2d/carom/geom"

// Class says how a proxy takes part in pair finding. A pair has at least one Moving proxy and no
// QueryOnly proxy.
type Class uint8

const (
	Static    Class = iota // static bodies
	Moving                 // dynamic bodies
	QueryOnly              // found by queries only: sensors
	Kinematic              // kinematic bodies
)

// classes is the number of classes.
const classes = 4

// Classes is a set of classes: the sum of 1<<c over its members c.
type Classes uint8

const (
	AllClasses Classes = 1<<classes - 1
	Immovable  Classes = 1<<Static | 1<<Kinematic // their proxies never pair with each other
)

func (s Classes) has(c Class) bool { return s>>c&1 != 0 }

// Proxy is one box as it is inserted. IDs are chosen by the caller (collider
// slots), small and dense.
type Proxy struct {
	ID       uint32
	Class    Class
	Category uint64 // prunes queries: a query's mask must share a bit
	Box      geom.Box32
}

// Pair is two proxies, A < B.
type Pair struct{ A, B uint32 }

// Broadphase keeps boxes and finds which of them overlap.
//
// Pairs reports a pair exactly when its boxes overlap now and did not at the previous call of
// Pairs. A proxy that was inserted, reclassified or invalidated since then counts as having
// overlapped nothing. So a caller has the set of overlapping pairs if it keeps the reported pairs
// and drops the pairs whose boxes have separated. It needs no look-up to recognise a pair.
//
// A box may be infinite on any side. An empty box, a box with a NaN and an ID that is not
// in use panic.
type Broadphase interface {
	Queries

	// Insert adds a proxy. It panics when the ID is in use.
	Insert(p Proxy)
	// Move gives a proxy a new box. Queries see it at once.
	Move(id uint32, box geom.Box32)
	// Update gives many proxies new boxes: boxes[i] is for ids[i], and no ID comes twice. The
	// result is the same as from a Move for each proxy, at a lower cost when the proxies are many.
	Update(ids []uint32, boxes []geom.Box32)
	// Remove takes a proxy out. It panics when the ID is not in use.
	Remove(id uint32)
	// Reclassify changes class and category, and invalidates the proxy.
	Reclassify(id uint32, class Class, category uint64)
	// Invalidate makes Pairs report every overlap of the proxy again.
	Invalidate(id uint32)
	// Box returns the box of a proxy as last inserted or moved.
	Box(id uint32) geom.Box32
	// Boxes returns the boxes of all proxies, indexed by ID, for callers that read many of them.
	// The slice is the column itself: it is read-only, and valid until the next Insert. A free ID
	// has a box of NaNs, which overlaps nothing.
	Boxes() []geom.Box32
	// Changes returns a number that rises whenever a proxy of the class is added, is removed or
	// gets a new box. It serves callers that cache the result of a query.
	Changes(class Class) uint64
	// Stale reports whether the next query among the proxies of the class has to repair a search
	// structure after Updates.
	Stale(class Class) bool
	// AppendAmong appends the proxies of the class whose box overlaps, whatever their category, in
	// ascending order. It tests every ID from lo up to but not including hi. It repairs nothing, so
	// several goroutines may divide the IDs among themselves.
	AppendAmong(dst []uint32, lo, hi int, class Class, box geom.Box32) []uint32
	// Pairs appends the new pairs in ascending order of (A, B).
	Pairs(dst []Pair) []Pair
	// SetPool lets the workers of a pool share Pairs from now on; nil leaves it
	// to the caller. The results do not depend on it.
	SetPool(pool Pool)
	// Len returns the number of proxies.
	Len() int
	// Validate panics with a sentence when an internal invariant is broken. It looks at
	// everything and is meant for tests.
	Validate()
}

// Queries finds boxes. Queries and casts may run on many goroutines between changes.
type Queries interface {
	// Query calls visit for every proxy of some classes whose box overlaps and whose category
	// shares a bit with mask, until visit returns false. The order is fixed by the history of
	// calls.
	Query(classes Classes, box geom.Box32, mask uint64, visit func(id uint32) bool)
	// QueryClasses is a Query that repairs no search structure of other classes. Queries of other
	// classes may not run at the same time.
	QueryClasses(classes Classes, box geom.Box32, mask uint64, visit func(id uint32) bool)
	// RayCast calls visit for every proxy whose box, grown by radius, meets the ray up to the
	// current limit. The limit starts at maxFraction. When visit returns a smaller fraction, that
	// becomes the limit. The same or a larger fraction changes nothing, and a negative fraction
	// ends the cast. No box is missed. A box that the ray passes within rounding (2^-50 of the
	// coordinates involved) may be visited too.
	RayCast(ray geom.Ray, radius, maxFraction float64, mask uint64, visit func(id uint32, limit float64) float64)
	// BoxCast is RayCast for a box that moves along translation.
	BoxCast(box geom.Box32, translation geom.Vec2, maxFraction float64, mask uint64, visit func(id uint32, limit float64) float64)
}
