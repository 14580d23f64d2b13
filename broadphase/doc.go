// Package broadphase finds which boxes overlap.
package broadphase
