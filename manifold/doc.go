// Package manifold finds where two shapes touch.
package manifold
