package manifold

// The kinds of pairs of features. The two low fields of a feature ID hold an index of A's
// feature and one of B's.
const (
	vertexFace   = iota // a vertex of A on an edge of B
	faceVertex          // an edge of A under a vertex of B
	vertexVertex        // two corners
	wholeShape          // features without an index: of a circle or an ellipse
)

const (
	indexBits = 15
	indexMask = 1<<indexBits - 1
)

// HintFromFeature returns the face in the feature of a point, or zero if the feature has no face.
func HintFromFeature(f uint32) FeatureHint {
	switch f >> (2 * indexBits) {
	case vertexFace:
		return -FeatureHint(f&indexMask + 1)
	case faceVertex:
		return FeatureHint(f>>indexBits&indexMask + 1)
	}
	return 0
}

// featureID packs the ID of a pair of features. An index beyond 15 bits wraps. The IDs of
// the two points of one manifold stay distinct, because their vertices are neighbours.
func featureID(kind, a, b uint32) uint32 {
	return kind<<(2*indexBits) | (a&indexMask)<<indexBits | b&indexMask
}
