//go:build purego || !(amd64 || arm64 || js)

package solver

// approaches is the scratch of a worker.
type approaches struct {
	rows [restitutionBlock]int32 // of contacts
}

func (s *Solver) recordBlockVector(int, int, *approaches, []bounceFlags) {
	panic("solver: no vector kernels")
}

func (s *Solver) fillLastBundle() {}

func (s *Solver) prepareBouncesVector(int, int) { panic("solver: no vector kernels") }

func (s *Solver) bounceVector(bounceRange) float32 { panic("solver: no vector kernels") }
