// Package narrowphase answers questions about two convex shapes.
package narrowphase
