//go:build norecordings

// A package with assembly may declare functions without bodies.
