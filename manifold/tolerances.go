package manifold

// What a vector kernel needs to compute manifolds of flat faces as this package does.
const (
	ParallelSlope    = parallelSlope
	MergeFraction    = mergeFraction
	OverhangFraction = overhangFraction

	FeatureScale = 1 << indexBits                // of the index of A's feature in the number of a pair of features
	FaceVertex   = faceVertex << (2 * indexBits) // the number of the first face of A and the first corner of B; that of a corner and a face is zero
)
