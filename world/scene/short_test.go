//go:build !long

package scene

const extremeSamples = 500

// hostileShare divides the size of the hostile documents.
const hostileShare = 8
