//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"math"
	"unsafe"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// maxCorners is the largest number of corners of the polygons that facesVector supports.
const maxCorners = 8

// faceSide is one polygon of each of four pairs.
type faceSide struct {
	_                [0]func()  // not comparable, so no program has code for a comparison
	x, y, c, s       lanes64    // the pose of the other polygon in this one's frame
	centerX, centerY lanes64    // in this polygon's own frame
	vertices         [lanes]int // the offset of its vertices in the arena, bytes
	rows             [lanes]int // the offset of its row of offsets in faceConstants, bytes
	count            int        // of corners, the largest number of the four
}

// faceArgs are the arguments of facesVector, which is manifold.SearchFaces for four pairs of
// polygons. The search begins at a face of the first polygon. The first polygon is A unless the
// hint says B.
type faceArgs struct {
	_                            [0]func() // not comparable, so no program has code for a comparison
	vertices, normals, constants unsafe.Pointer
	first, second                faceSide
	hint                         [lanes]int   // the offset of the first face in the arena, bytes
	limit                        lanes64      // of separations; the search ends beyond it
	ties                         [lanes]int64 // all ones where B is first: at equal separations a face of A is better

	separation, face, deepest lanes64      // the result; -1 is the face where the search began
	inSecond                  [lanes]int64 // all ones if the face belongs to the second polygon

	hintFace [lanes]int32
	pairs    [lanes]int32 // the caller's indices
}

// faceConstants are the constants that facesVector reads.
type faceConstants struct {
	_                       [0]func() // not comparable, so no program has code for a comparison
	infinity, minusOne, one lanes64
	indices                 [maxCorners]lanes64
	offsets                 [maxCorners + 1][maxCorners]int // of corners, by their number; the last one fills the rest
}

var forFaces = makeFaceConstants()

func makeFaceConstants() *faceConstants {
	k := new(faceConstants)
	for l := range lanes {
		k.infinity[l], k.minusOne[l], k.one[l] = math.Inf(1), -1, 1
		for j := range k.indices {
			k.indices[j][l] = float64(j)
		}
	}
	for n := 1; n <= maxCorners; n++ {
		for j := range maxCorners {
			k.offsets[n][j] = min(j, n-1) * int(unsafe.Sizeof(geom.Vec2{}))
		}
	}
	return k
}

// FaceBatch collects pairs of polygons, four for each call of the kernel, and as many calls as pay.
type FaceBatch struct {
	calls    [simd.CallsAtOnce]faceArgs
	count    int // of pairs
	searched int // by the last Run
}

// Add puts the pair with the caller's index i into the next lane. It reports whether there is a
// kernel for the pair. The pose of b in a's frame is rel.
func (k *FaceBatch) Add(i int, hint manifold.FeatureHint, a, b shape.Convex, rel *geom.Transform, speculative float64) bool {
	if !vectorKernels || !isSmallPolygon(a) || !isSmallPolygon(b) || a.Kind == shape.KindBox && b.Kind == shape.KindBox {
		return false
	}
	g, l := &k.calls[k.count/lanes], k.count%lanes
	if l == 0 {
		g.vertices, g.normals = unsafe.Pointer(&a.Arena.Vertices[0]), unsafe.Pointer(&a.Arena.Normals[0])
		g.constants = unsafe.Pointer(forFaces)
		g.first.count, g.second.count = 0, 0
	}
	k.count++
	face, onB := manifold.FirstFace(hint, a, b, rel)
	inverse := rel.Inverse()
	g.limit[l] = speculative + (a.Radius + b.Radius)
	g.pairs[l], g.hintFace[l] = int32(i), int32(face)
	ofA, ofB, ties := &g.first, &g.second, int64(0) // selected without a branch, which no processor would predict
	if onB {
		ofA = &g.second
	}
	if onB {
		ofB = &g.first
	}
	if onB {
		ties = -1
	}
	g.ties[l] = ties
	ofA.set(l, a, rel)
	ofB.set(l, b, &inverse)
	g.hint[l] = g.first.vertices[l] + face*int(unsafe.Sizeof(geom.Vec2{}))
	return true
}

func isSmallPolygon(c shape.Convex) bool {
	return (c.Kind == shape.KindBox || c.Kind == shape.KindPolygon) && c.Count <= maxCorners
}

// set puts a polygon into a lane, with the pose of the other polygon.
func (f *faceSide) set(l int, c shape.Convex, pose *geom.Transform) {
	f.x[l], f.y[l], f.c[l], f.s[l] = pose.P.X, pose.P.Y, pose.R.C, pose.R.S
	f.centerX[l], f.centerY[l] = c.Center.X, c.Center.Y
	f.vertices[l] = int(c.First) * int(unsafe.Sizeof(geom.Vec2{}))
	f.rows[l] = int(c.Count) * int(unsafe.Sizeof(faceConstants{}.offsets[0]))
	f.count = max(f.count, int(c.Count))
}

// Full reports whether there is no room for another pair.
func (k *FaceBatch) Full() bool { return k.count == len(k.calls)*lanes }

// Run searches the faces of the pairs that fill whole calls and empties the batch. It returns the
// number of all pairs, the bound of the indices of At.
func (k *FaceBatch) Run() (count int) {
	for i := range k.count / lanes {
		facesVector(&k.calls[i])
	}
	simd.Flush()
	k.searched, count = k.count&^(lanes-1), k.count
	k.count = 0
	return count
}

// At returns the caller's index of a pair and the face that Run found. The result is valid until
// the next Add. If ok is false, the pair did not fill a call.
func (k *FaceBatch) At(i int) (pair int, face manifold.Face, ok bool) {
	g, l := &k.calls[i/lanes], i%lanes
	if ok = i < k.searched; ok {
		face = g.found(l)
	}
	return int(g.pairs[l]), face, ok
}

// found returns the result of a lane.
func (g *faceArgs) found(l int) manifold.Face {
	index, hint := int(g.face[l]), int(g.hintFace[l])
	if index < 0 {
		index = hint
	}
	f := manifold.Face{Index: index, Deepest: int(g.deepest[l]), Separation: g.separation[l]}
	f.OnB = (g.inSecond[l] != 0) != (g.ties[l] != 0)
	return f
}
