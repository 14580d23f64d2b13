//go:build long

package scene

const extremeSamples = 50_000

// hostileShare divides the size of the hostile documents.
const hostileShare = 1

// bridgeSeconds is how long the long bridge carries its boxes.
const bridgeSeconds = 15
