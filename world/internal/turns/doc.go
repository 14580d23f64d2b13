// Package turns describes joints whose bodies have turned more than once, for programs that make a
// joint again.
package turns
