package shape

// Filter says what a collider may collide with. The zero Filter is category 1,
// colliding with everything.
type Filter struct {
	Category uint64 // the groups the collider belongs to; zero means 1
	Mask     uint64 // the groups it collides with; zero means all, see Ghost
	Group    int32  // same positive group: always collide; same negative group: never; zero: the bits decide
	Ghost    bool   // collides with nothing
}

// Normalized returns the filter with its zero values spelled out, as a collider tells
// it: category 1, every bit of the mask, or no bit for a ghost.
func (f Filter) Normalized() Filter {
	if f.Category == 0 {
		f.Category = 1
	}
	if f.Ghost {
		f.Mask = 0
	} else if f.Mask == 0 {
		f.Mask = ^uint64(0)
	}
	return f
}

// Accepts reports whether two filters let their colliders touch. It is the same from
// either side.
func (f Filter) Accepts(g Filter) bool {
	f, g = f.Normalized(), g.Normalized()
	if f.Group == g.Group && f.Group != 0 && !f.Ghost && !g.Ghost {
		return f.Group > 0
	}
	return f.Mask&g.Category != 0 && g.Mask&f.Category != 0
}
