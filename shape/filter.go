package shape

// Filter decides which colliders collide. The zero Filter is category 1 and collides with
// everything.
type Filter struct {
	Category uint64 // the categories of the collider, one bit each; zero means 1
	Mask     uint64 // the categories that it collides with; zero means all, see Ghost
	Group    int32  // same positive group: always collide; same negative group: never; zero: the bits decide
	Ghost    bool   // collides with nothing
}

// Normalized returns the filter with explicit values for zeros: category 1, and every bit
// of the mask, or no bit for a ghost. The filter of a collider is always normalized.
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

// Accepts reports whether two filters let their colliders collide. f.Accepts(g) and
// g.Accepts(f) are the same.
func (f Filter) Accepts(g Filter) bool {
	f, g = f.Normalized(), g.Normalized()
	if f.Group == g.Group && f.Group != 0 && !f.Ghost && !g.Ghost {
		return f.Group > 0
	}
	return f.Mask&g.Category != 0 && g.Mask&f.Category != 0
}
