package par

import "sync"

// Shelf lends scratch memory to the blocks of all worlds. The zero value is empty. It keeps
// returned values, so a block allocates only when more blocks run at once than ever before. Unlike
// a sync.Pool, it loses nothing to the garbage collector.
type Shelf[T any] struct{ pointers }

// Take returns the value that was given back last, or a new one. The caller alone has it.
func (s *Shelf[T]) Take() *T {
	if x, ok := s.take().(*T); ok {
		return x
	}
	return new(T)
}

// Give gives a value back, which should refer to no world.
func (s *Shelf[T]) Give(x *T) { s.give(x) }

// pointers is a Shelf whose code does not depend on the type of its values.
type pointers struct {
	mutex sync.Mutex
	free  []any
}

func (s *pointers) take() any {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	n := len(s.free)
	if n == 0 {
		return nil
	}
	x := s.free[n-1]
	s.free[n-1] = nil // else a value that a world keeps would keep the world
	s.free = s.free[:n-1]
	return x
}

func (s *pointers) give(x any) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.free = append(s.free, x)
}
