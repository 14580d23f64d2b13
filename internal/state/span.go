package state

// Span is the rows, or other indices, from Lo up to Hi.
type Span struct{ Lo, Hi int }
