package polygon

import (
	"container/heap"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// SimplifyByArea removes points of a polyline, or of a loop if closed, whose triangle with their
// two neighbours has at most the given area, in square metres. The point with the smallest triangle
// is removed first, and its neighbours are measured again (Visvalingam and Whyatt, 1993). The area
// of a point is at least the area of a point that was removed beside it before. So the result for a
// larger area is a subset of the result for a smaller area. Small wiggles vanish, however many, and
// the outline keeps its look.
//
// Ends, crossings and errors are as in Simplify, with Area in place of Tolerance. A loop keeps
// three points. If the loop touches itself, the three points may lie on one line.
func SimplifyByArea(points []mgl64.Vec2, area float64, closed bool) ([]mgl64.Vec2, error) {
	if err := geom.CheckNotNegative("Area", area); err != nil {
		return nil, err
	}
	path, err := checkedPath(points, closed)
	if err != nil {
		return nil, err
	}
	n, least := len(path), 2
	if closed {
		least = 3
	}
	w := newAreaSimplifier(path, closed)
	for remaining := n; remaining > least && len(w.queue) > 0; {
		t := heap.Pop(&w.queue).(queuedPoint)
		if t.area2 != w.area2[t.i] {
			continue // measured before a neighbour was removed
		}
		if t.area2 > float64(2*area) {
			break
		}
		w.remove(t.i)
		remaining--
	}
	out := make([]mgl64.Vec2, 0, n)
	for i, p := range points {
		if !w.removed[i] {
			out = append(out, p)
		}
	}
	return out, nil
}

// areaSimplifier removes points of a path, the smallest triangle first.
type areaSimplifier struct {
	path       []geom.Vec2
	next, prev []int
	area2      []float64 // per point: twice the area with which it counts
	removed    []bool
	queue      triangleQueue
}

// queuedPoint is an entry of the queue, out of date once area2 of its point has changed.
type queuedPoint struct {
	area2 float64
	i     int
}

func newAreaSimplifier(path []geom.Vec2, closed bool) *areaSimplifier {
	n := len(path)
	w := &areaSimplifier{
		path: path, next: make([]int, n), prev: make([]int, n),
		area2: make([]float64, n), removed: make([]bool, n),
	}
	for i := range n {
		w.next[i], w.prev[i] = (i+1)%n, (i+n-1)%n
		w.area2[i] = math.Inf(1)
	}
	for i := range n {
		if closed || i > 0 && i < n-1 {
			w.measure(i, 0)
		}
	}
	return w
}

// measure queues point i with the area of its triangle, or with least if least is larger.
func (w *areaSimplifier) measure(i int, least float64) {
	a, b, c := w.path[w.prev[i]], w.path[i], w.path[w.next[i]]
	w.area2[i] = max(least, math.Abs(geom.Orient(a, b, c)))
	heap.Push(&w.queue, queuedPoint{w.area2[i], i})
}

// remove removes point i. The ends of a polyline are never measured.
func (w *areaSimplifier) remove(i int) {
	a, b, inherited := w.prev[i], w.next[i], w.area2[i]
	w.removed[i], w.area2[i] = true, -1
	w.next[a], w.prev[b] = b, a
	for _, k := range [2]int{a, b} {
		if !math.IsInf(w.area2[k], 1) {
			w.measure(k, inherited)
		}
	}
}

// triangleQueue is a heap: the smallest area on top, of equal ones the first point.
type triangleQueue []queuedPoint

func (q triangleQueue) Len() int      { return len(q) }
func (q triangleQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *triangleQueue) Push(t any)   { *q = append(*q, t.(queuedPoint)) }

func (q triangleQueue) Less(i, j int) bool {
	return q[i].area2 < q[j].area2 || q[i].area2 == q[j].area2 && q[i].i < q[j].i
}

func (q *triangleQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
