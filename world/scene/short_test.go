//go:build !long

package scene

const extremeSamples = 250

// hostileShare divides the size of the hostile documents.
const hostileShare = 8

// bridgeSeconds is how long the long bridge carries its boxes.
const bridgeSeconds = 8
