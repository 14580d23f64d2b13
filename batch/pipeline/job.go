package pipeline

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/carom2d/carom/batch/plan"
	"github.com/carom2d/carom/batch/simulate"
)

// Job holds the settings of a pipeline for its workers. It is written into the pipeline as JSON.
type Job struct {
	Plan    json.RawMessage // Plan.Encode
	Out     string          // folder of the results, or a path that Beam supports
	State   string          // folder of finished work; empty: nothing is kept
	Threads int             // runs at the same time in a process; zero: one per processor
	Block   int             // runs in a block
	Every   time.Duration   // between two snapshots of a run
	Session string          // differs from attempt to attempt
}

// NewJob returns the job of a plan, with a block size and a folder for its state below the given
// folder. The folder's name depends on plan and program: the work of another program is not
// continued, because its worlds may differ.
func NewJob(p *plan.Plan, out, state string, threads int) (Job, error) {
	j := Job{Plan: p.Encode(), Out: out, Threads: threads, Block: min(max(p.Runs()/64, 16), 64), Every: 10 * time.Second}
	if state == "" {
		return j, nil
	}
	sum := sha256.New()
	sum.Write(j.Plan)
	path, err := os.Executable()
	if err != nil {
		return j, err
	}
	program, err := os.Open(path)
	if err != nil {
		return j, err
	}
	defer func() { _ = program.Close() }()
	if _, err := io.Copy(sum, program); err != nil {
		return j, err
	}
	j.State = state + "/" + hex.EncodeToString(sum.Sum(nil))[:16]
	return j, nil
}

func (j *Job) blocks(runs int) int { return (runs + j.Block - 1) / j.Block }

// experiments caches the experiments that this process has parsed, because a worker gets the same
// job with each bundle.
var experiments = struct {
	sync.Mutex
	byPlan map[[sha256.Size]byte]*simulate.Experiment
}{byPlan: map[[sha256.Size]byte]*simulate.Experiment{}}

func (j *Job) experiment() (*simulate.Experiment, error) {
	experiments.Lock()
	defer experiments.Unlock()
	key := sha256.Sum256(j.Plan)
	if e := experiments.byPlan[key]; e != nil {
		return e, nil
	}
	p, err := plan.Parse(j.Plan, "")
	if err != nil {
		return nil, err
	}
	e, err := simulate.Open(p)
	if err != nil {
		return nil, err
	}
	experiments.byPlan[key] = e
	return e, nil
}

// session is one attempt of a job in this process. If the workers are goroutines of the process
// that began the job, this process reads the progress from the session and ends it.
type session struct {
	slots chan struct{} // one for each run at the same time
	done  atomic.Int64  // runs
	ended context.Context
	end   context.CancelFunc

	lock   sync.Mutex
	failed map[string]error // by the element of a transform: the reason why it is not done
}

// note keeps the result of the last call for an element of a transform.
func (s *session) note(element string, err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if err == nil {
		delete(s.failed, element)
	} else {
		s.failed[element] = err
	}
}

// failure returns the error of an element that was not done in the end, or nil.
func (s *session) failure() error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if len(s.failed) == 0 {
		return nil
	}
	first := slices.Min(slices.Collect(maps.Keys(s.failed)))
	return fmt.Errorf("pipeline: %s: %w", first, s.failed[first])
}

var sessions sync.Map

func (j *Job) session() *session {
	if s, ok := sessions.Load(j.Session); ok {
		return s.(*session)
	}
	threads := cmp.Or(j.Threads, runtime.GOMAXPROCS(0))
	s := &session{slots: make(chan struct{}, threads), failed: map[string]error{}}
	s.ended, s.end = context.WithCancel(context.Background())
	kept, _ := sessions.LoadOrStore(j.Session, s)
	return kept.(*session)
}

var attempts atomic.Int64

// begin gives the job a session of its own.
func (j *Job) begin() *session {
	j.Session = fmt.Sprintf("%d-%d", os.Getpid(), attempts.Add(1))
	return j.session()
}
