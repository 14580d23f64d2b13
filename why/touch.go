package why

import "fmt"

// Touch is the reason why two colliders touch or do not touch.
type Touch uint8

// The reasons, in the order in which World.Why looks for them.
const (
	SameBody  Touch = iota // colliders of one body never touch
	Disabled               // a body is disabled
	Sensor                 // one is a sensor, which collides with nothing
	Immovable              // neither body is dynamic
	Ghost                  // a filter is the filter of a ghost
	Group                  // both are in one negative group
	Bits                   // category and mask of the filters
	Joint                  // a joint keeps its bodies from colliding
	Game                   // Config.ShouldCollide refused them
	Touching               // they touch
	Apart                  // they are too far from each other
	OneWay                 // a one-way collider lets the other pass, which did not come wholly from its side
	Dropping               // a one-way collider let go of the other, see Body.DropThrough
	PreSolve               // Config.PreSolve ignored the contact in the last tick
	Behind                 // the chain is there only for shapes that come from its front
	Neighbor               // colliders beside one of them carry the other instead
	NotYet                 // they have come together since the last tick looked for contacts
)

var touchReasons = [...]string{
	SameBody: "they belong to one body", Disabled: "a body is disabled", Sensor: "a sensor collides with nothing",
	Immovable: "neither body is dynamic", Ghost: "a filter is the filter of a ghost", Group: "both are in one negative group",
	Bits: "category and mask of the filters exclude each other", Joint: "a joint keeps its bodies from colliding",
	Game: "ShouldCollide refuses them", Touching: "they touch", Apart: "they are apart",
	OneWay: "a one-way collider lets the other pass", Dropping: "a one-way collider let go of the other",
	PreSolve: "PreSolve ignores the contact", Behind: "one is behind a chain", Neighbor: "a neighbour bears in its place",
	NotYet: "they met after the last tick looked for contacts",
}

func (r Touch) String() string {
	if int(r) >= len(touchReasons) {
		return fmt.Sprintf("Touch(%d)", uint8(r))
	}
	return touchReasons[r]
}
