package world

import "errors"

// Errors that name no field.
var (
	// ErrStepping is returned by calls that would change the world while it steps.
	ErrStepping = errors.New("world: the world is stepping")
	// ErrClosed is returned by calls that would change a closed world.
	ErrClosed = errors.New("world: the world is closed")
	// ErrBroken is the value with which all calls panic that step, change or query a world
	// whose tick was left half done by a panic.
	ErrBroken = errors.New("world: a panic has left a tick half done, the world can only be read and closed")
	// ErrForeign is wrapped when a definition names a body of another world.
	ErrForeign = errors.New("belongs to another world")
	// ErrDestroyed is wrapped when a definition names something destroyed.
	ErrDestroyed = errors.New("is destroyed")
	// ErrSameBody is wrapped when a joint names one body twice.
	ErrSameBody = errors.New("is the same body twice")
	// ErrImmovable is wrapped when a joint names two bodies that are not dynamic.
	ErrImmovable = errors.New("is not dynamic and neither is the other")
	// ErrGround is returned by calls that would change the ground.
	ErrGround = errors.New("world: the ground cannot be changed")
	// ErrChained is returned when a segment of a chain is changed alone.
	ErrChained = errors.New("world: the collider is part of a chain")
)
