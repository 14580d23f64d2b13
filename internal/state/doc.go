// Package state holds the tables of a world: bodies, colliders, contacts and joints. A snapshot of a
// world is a copy of the columns that are marked as state.
package state
