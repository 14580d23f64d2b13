// Package shape holds convex shapes and everything known about one shape alone.
package shape
