package par

import (
	"fmt"
	"testing"
)

// rowPass visits the same rows in every stage, as the passes of a solver do: block b
// owns the words from b*blockWords on. With four words of every eight that are read
// written back, a block takes about two microseconds when its rows are in the cache
// of the core that runs it.
type rowPass struct {
	rows   []uint64
	stages int
	blocks int
}

const (
	blockWords = 2048
	passStages = 200 // stages in a run
)

func newRowPass(blocks int) *rowPass {
	return &rowPass{rows: make([]uint64, blocks*blockWords), stages: passStages, blocks: blocks}
}

func (s *rowPass) Stages() int    { return s.stages }
func (s *rowPass) Blocks(int) int { return s.blocks }

func (s *rowPass) Do(stage, block, _ int) {
	rows := s.rows[block*blockWords : (block+1)*blockWords]
	for i := 0; i+8 <= len(rows); i += 8 {
		line := rows[i : i+8 : i+8]
		sum := line[0] ^ line[1] + line[2] ^ line[3] + line[4] ^ line[5] + line[6] ^ line[7]
		for k := range 4 {
			line[k] = line[k]*3 + sum + uint64(stage)
		}
	}
}

// BenchmarkStages reports the time of a stage. One worker gives the
// time of the blocks. The time of two beyond half of that is the cost of the barrier and of
// rows that move from core to core.
func BenchmarkStages(b *testing.B) {
	for _, blocks := range []int{2, 4, 8, 16, 32, 64} {
		for _, workers := range []int{1, 2, 4} {
			b.Run(fmt.Sprintf("blocks=%d/workers=%d", blocks, workers), func(b *testing.B) {
				p := New(workers)
				defer p.Close()
				s := newRowPass(blocks)
				p.RunStages(s)
				for b.Loop() {
					p.RunStages(s)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*passStages), "ns/stage")
			})
		}
	}
}

// BenchmarkBarrier reports the time of a stage whose blocks do nothing.
func BenchmarkBarrier(b *testing.B) {
	for _, workers := range []int{1, 2, 4} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			p := New(workers)
			defer p.Close()
			s := &funcStages{counts: make([]int, 1000), do: func(int, int, int) {}}
			for i := range s.counts {
				s.counts[i] = workers
			}
			for b.Loop() {
				p.RunStages(s)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(s.counts)), "ns/stage")
		})
	}
}
