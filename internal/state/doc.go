// Package state holds the tables of a world: bodies, colliders, contacts and joints.
package state
