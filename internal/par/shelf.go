package par

import "sync"

// Shelf lends scratch to the blocks of all worlds. The zero value is empty. It keeps what comes
// back, so that a block allocates only while more blocks run at once than ever before; the garbage
// collector takes nothing of it, as it would of a sync.Pool.
type Shelf[T any] struct {
	mutex sync.Mutex
	free  []*T
}

// Take returns a value that nobody else has: the one that came back last, or a new one.
func (s *Shelf[T]) Take() *T {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if n := len(s.free); n > 0 {
		x := s.free[n-1]
		s.free = s.free[:n-1]
		return x
	}
	return new(T)
}

// Give gives a value back, which should refer to no world.
func (s *Shelf[T]) Give(x *T) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.free = append(s.free, x)
}
