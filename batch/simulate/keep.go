package simulate

import (
	"bytes"
	"context"
	"encoding/gob"
	"time"

	"github.com/carom2d/carom/batch"
	"github.com/carom2d/carom/batch/metric"
	"github.com/carom2d/carom/world"
)

// keeping saves one run from time to time.
type keeping struct {
	Options
	run   int
	setup *batch.Setup
	meter *metric.Meter
	last  time.Time
	saved bool
}

// kept is a run between two ticks.
type kept struct {
	Tick  int
	Meter []float64
	World []byte // Snapshot.Encode
}

// load continues from the kept state of the run and returns the number of its ticks. If the state
// cannot be read, the run begins again, with the same result.
func (k *keeping) load() int {
	if k.Keeper == nil {
		return 0
	}
	data := k.Keeper.Load(k.run)
	if data == nil {
		return 0
	}
	k.saved = true
	var was kept
	if gob.NewDecoder(bytes.NewReader(data)).Decode(&was) != nil {
		return 0
	}
	snapshot, err := world.DecodeSnapshot(bytes.NewReader(was.World), k.setup.Names)
	if err != nil || snapshot.Ticks() != k.setup.World.Ticks()+uint64(was.Tick) {
		return 0
	}
	if k.meter.Resume(was.Meter) != nil {
		return 0
	}
	if err := k.setup.World.Restore(snapshot); err != nil {
		panic("simulate: a world of the same set-up cannot be restored: " + err.Error())
	}
	return was.Tick
}

// look saves the run if it is due, or if the context has ended.
func (k *keeping) look(ctx context.Context, tick int) error {
	ended := ctx.Err() != nil
	if k.Keeper != nil && tick > 0 && (ended || time.Since(k.last) >= k.Every) {
		if err := k.save(tick); err != nil {
			return err
		}
		k.last = time.Now()
	}
	if ended {
		return ErrInterrupted
	}
	return nil
}

func (k *keeping) save(tick int) error {
	var snapshot world.Snapshot
	if err := k.setup.World.Save(&snapshot); err != nil {
		return err
	}
	var file, all bytes.Buffer
	if err := snapshot.Encode(&file, k.setup.Names); err != nil {
		return err
	}
	if err := gob.NewEncoder(&all).Encode(kept{tick, k.meter.State(), file.Bytes()}); err != nil {
		return err
	}
	k.saved = true
	return k.Keeper.Save(k.run, all.Bytes())
}
