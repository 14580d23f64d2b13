package manifold

// Constants for a vector kernel that computes manifolds of flat faces as this package does.
const (
	ParallelSlope    = parallelSlope
	MergeFraction    = mergeFraction
	OverhangFraction = overhangFraction

	FeatureScale = 1 << indexBits                // of the index of A's feature in the number of a pair of features
	FaceVertex   = faceVertex << (2 * indexBits) // the number of the first face of A and the first corner of B; the number of a corner and a face is zero
)
