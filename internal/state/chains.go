package state

// Chains lists the colliders of every chain. The segments of a chain are destroyed
// together.
type Chains struct {
	Segments [][]ColliderID `column:"state"` // none of a place without a chain
	Free     []uint32       `column:"state"`
}

// Alloc returns a place for a new chain.
func (c *Chains) Alloc() uint32 {
	if n := len(c.Free); n > 0 {
		i := c.Free[n-1]
		c.Free = c.Free[:n-1]
		return i
	}
	c.Segments = append(c.Segments, nil)
	return uint32(len(c.Segments) - 1)
}

// Release gives the place of a chain back when its first collider goes.
func (c *Chains) Release(index uint32, collider ColliderID) {
	if index != None && len(c.Segments[index]) > 0 && c.Segments[index][0] == collider {
		c.Segments[index] = nil
		c.Free = append(c.Free, index)
	}
}
