package physicstest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/world"
)

// Rollbacks of Deterministic: every rollbackEvery ticks it goes back by rollbackDepth.
const (
	rollbackEvery = 24
	rollbackDepth = 8
)

// Deterministic builds a world twice, runs both for a simulated time, and compares their states
// after every tick. After a quarter of the time it also runs a fork of the first world, and at
// intervals saves, restores and reruns the second world. All must have the same bits. The message
// of a failure names the tick, the parts and the first body that differ.
//
// The calls that control the world belong in Config.BeforeTick. It runs for the fork as well, and
// again for ticks that were rolled back, so it may depend only on its world. SameTwice requires
// less.
//
// The given function must make a new world in each call. Deterministic closes the worlds.
func Deterministic(t testing.TB, d time.Duration, build func() *world.World) bool {
	t.Helper()
	return compare(t, d, build, true)
}

// SameTwice is Deterministic without the fork and the rollbacks: the world is built twice and both
// behave the same.
func SameTwice(t testing.TB, d time.Duration, build func() *world.World) bool {
	t.Helper()
	return compare(t, d, build, false)
}

func compare(t testing.TB, d time.Duration, build func() *world.World, copies bool) bool {
	t.Helper()
	first := build()
	defer first.Close()
	second := build()
	defer second.Close()
	e := newEvidence(t, first)
	other := record(e.files, second)
	c := &comparison{first: first, second: second, began: first.Time(), evidence: e, copies: copies}
	err := c.play(d)
	if c.fork != nil {
		defer c.fork.Close()
	}
	path, stopped := other.stop()
	if err == nil {
		e.discard()
		return true
	}
	if stopped != nil {
		path = "none: " + stopped.Error()
	}
	lines := e.leave([]error{err})
	t.Errorf("physicstest: %v%s\n\trecording of the second world: %s", err, lines, path)
	return false
}

// comparison compares worlds that should be the same.
type comparison struct {
	first, second *world.World
	fork          *world.World // of the first, or nil
	copies        bool
	began         float64
	ticks         int
	saved         world.Snapshot                   // of the second
	hashes        [rollbackDepth]world.StateHashes // of the first, by tick
	evidence      *evidence
}

func (c *comparison) play(d time.Duration) error {
	const built = "the world that was built a second time"
	if err := c.same(c.second, built); err != nil {
		return err
	}
	end := d.Seconds() - float64(c.first.Config().Timestep/2)
	for c.first.Time()-c.began < end {
		if c.copies {
			if err := c.copy(end); err != nil {
				return err
			}
		}
		c.first.Tick()
		c.second.Tick()
		c.ticks++
		c.evidence.film(c.first)
		c.hashes[c.ticks%rollbackDepth] = c.first.StateHashes()
		if err := c.same(c.second, built); err != nil {
			return err
		}
		if c.fork != nil {
			c.fork.Tick()
			if err := c.same(c.fork, "the fork"); err != nil {
				return err
			}
		}
		if c.copies && c.ticks%rollbackEvery == rollbackDepth {
			if err := c.rollBack(); err != nil {
				return err
			}
		}
	}
	return nil
}

// copy makes the fork and saves the second world when it is time.
func (c *comparison) copy(end float64) (err error) {
	if c.fork == nil && c.first.Time()-c.began >= end/4 {
		if c.fork, err = c.first.Fork(); err != nil {
			return err
		}
		if err := c.same(c.fork, "the fork, before its first tick,"); err != nil {
			return err
		}
	}
	if c.ticks%rollbackEvery == 0 {
		return c.second.Save(&c.saved)
	}
	return nil
}

// rollBack restores the second world and lets it simulate its last ticks again.
func (c *comparison) rollBack() error {
	if err := c.second.Restore(&c.saved); err != nil {
		return err
	}
	for i := range rollbackDepth {
		c.second.Tick()
		tick := c.ticks - rollbackDepth + i + 1
		now := c.second.StateHashes()
		if then := c.hashes[tick%rollbackDepth]; now != then {
			return c.difference(fmt.Sprintf("the world that was rolled back by %d ticks", rollbackDepth), tick, then.Differences(now), nil)
		}
	}
	return nil
}

// same compares a world with the first one.
func (c *comparison) same(w *world.World, what string) error {
	if c.first.StateHash() == w.StateHash() {
		return nil
	}
	return c.difference(what, c.ticks, c.first.StateHashes().Differences(w.StateHashes()), w)
}

// difference describes the differences, with the first body that differs if the other world is at
// the same tick.
func (c *comparison) difference(what string, tick int, parts []string, other *world.World) error {
	text := fmt.Sprintf("%s differs after %d ticks: in its %s", what, tick, strings.Join(parts, ", "))
	if other == nil {
		return errors.New(text)
	}
	for b := range c.first.Bodies() {
		twin := other.BodyByID(b.ID())
		if !twin.Valid() {
			return bodyErrorf(b, "%s; %v does not exist there", text, b)
		}
		if b.Position() != twin.Position() || b.Angle() != twin.Angle() ||
			b.LinearVelocity() != twin.LinearVelocity() || b.AngularVelocity() != twin.AngularVelocity() {
			return bodyErrorf(b, "%s; the first body that differs is %v, at %v, angle %v, velocity %v, %v, and there at %v, angle %v, velocity %v, %v",
				text, b, b.Position(), b.Angle(), b.LinearVelocity(), b.AngularVelocity(),
				twin.Position(), twin.Angle(), twin.LinearVelocity(), twin.AngularVelocity())
		}
	}
	return errors.New(text)
}
