package worlds

import (
	"cmp"
	"runtime"
	"time"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
)

// Config describes a pool. The zero Config works: a worker per processor, no budget.
type Config struct {
	// Workers is the number of goroutines that step worlds, at most 1024; zero means one per
	// processor that Go may use. Without a budget the caller of Step is one of them.
	Workers int

	// Budget is the time after which Step returns, even if members are not done; zero waits for all
	// members. A tick is never cut short, so with as many workers as processors, all of them in
	// long ticks, Step may be ten milliseconds later.
	Budget time.Duration

	// MaxBehind is the largest number of ticks that a late member makes up for; zero means 8.
	// Further ticks are lost, so that a slow match runs slowly instead of falling behind for ever.
	MaxBehind int
}

// maxWorkers bounds Config.Workers, and maxMembers the members of a pool: places in the queue are
// numbers of 24 bits.
const (
	maxWorkers = 1024
	maxMembers = 1<<24 - 1
)

// validate rejects numbers that cannot be used and fills in the defaults.
func (c *Config) validate() error {
	if c.Workers < 0 || c.Workers > maxWorkers {
		return geom.NewFieldError("Workers", c.Workers, geom.ErrOutOfRange)
	}
	if c.Budget < 0 {
		return geom.NewFieldError("Budget", c.Budget, geom.ErrNegative)
	}
	if c.MaxBehind < 0 {
		return geom.NewFieldError("MaxBehind", c.MaxBehind, geom.ErrNegative)
	}
	c.Workers = cmp.Or(c.Workers, min(runtime.GOMAXPROCS(0), maxWorkers))
	c.MaxBehind = cmp.Or(c.MaxBehind, 8)
	return nil
}

// Rate is the rate of a world's ticks: Ticks ticks in every Steps Steps of the pool, spread evenly,
// the first one in the first Step. The zero Rate is one tick in each Step. Both numbers are at most
// a million, and Ticks at most a thousand times Steps.
type Rate struct{ Ticks, Steps int }

// Def describes a member.
type Def struct {
	World *world.World // not closed, and in no other pool
	Rate  Rate
	Name  string // for reports; need not be unique

	// AfterTick runs after every tick, on the worker. It may read and change the world, and restore
	// a snapshot, but not step it. It is the place to read the events of a member that ticks
	// several times in a Step.
	AfterTick func(*world.World)
}

// validate rejects definitions that cannot be used and fills in the defaults.
func (d *Def) validate() error {
	if d.World == nil {
		return geom.NewFieldError("World", nil, ErrNoWorld)
	}
	if d.Rate == (Rate{}) {
		d.Rate = Rate{1, 1}
	}
	const most, mostAtOnce = 1_000_000, 1000
	if r := d.Rate; r.Ticks < 1 || r.Steps < 1 || r.Ticks > most || r.Steps > most || r.Ticks > mostAtOnce*r.Steps {
		return geom.NewFieldError("Rate", r, geom.ErrOutOfRange)
	}
	return nil
}
