package world

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
)

// reorderInterval is the number of ticks between two sorts of the rows. A sort takes a
// part of a tick, and the order decays over dozens.
const reorderInterval = 64

// updateSleep puts islands to sleep that have rested long enough, splits at most one
// island that lost links, and keeps the rows of islands and of contacts in order.
func (w *World) updateSleep() {
	reorders := w.ticks%reorderInterval == 0
	w.profile.setIdle(w.config.NoSleep && !reorders)
	if !w.config.NoSleep {
		w.linking.Update(w.params.SleepTime, w.tickPool())
	}
	if reorders {
		w.linking.Reorder()
	}
}

// Awake reports whether the body is awake. Static and disabled bodies are not.
func (b Body) Awake() bool { return b.w.bodies.IsAwake(b.slot()) }

// Wake wakes the body and everything it is connected with.
func (b Body) Wake() error {
	slot, err := b.beginChange(recording.BodyWake, nil)
	if err != nil {
		return err
	}
	defer b.w.endChange()
	b.w.linking.Wake(slot)
	return nil
}

// Sleep puts the body and everything it is connected with to sleep now, as if it
// had rested long enough. It does nothing to bodies that cannot sleep: static,
// kinematic and disabled ones, those that are connected with a body that never sleeps, a motor
// that has a speed to reach or a kinematic body in motion, and all with Config.NoSleep.
func (b Body) Sleep() error {
	slot, err := b.beginChange(recording.BodySleep, nil)
	if err != nil {
		return err
	}
	defer b.w.endChange()
	if !b.w.config.NoSleep {
		b.w.linking.Sleep(slot)
	}
	return nil
}

// NeverSleep reports whether the body is kept awake.
func (b Body) NeverSleep() bool { return b.w.bodies.Meta[b.slot()].NeverSleep }

// SetNeverSleep changes whether the body is kept awake, and wakes it.
func (b Body) SetNeverSleep(on bool) error {
	slot, err := b.beginChange(recording.BodySetNeverSleep, func(r callRecorder) { r.bool(on) })
	if err != nil {
		return err
	}
	defer b.w.endChange()
	b.w.bodies.Meta[slot].NeverSleep = on
	b.w.builder.UpdateSleepSpeed(slot)
	b.w.linking.Wake(slot)
	return nil
}

// SleepSpeed returns the speed below which the body may fall asleep, m/s.
func (b Body) SleepSpeed() float64 {
	if s := b.w.bodies.Meta[b.slot()].SleepSpeed; s != 0 {
		return s
	}
	return b.w.config.SleepSpeed
}

// SetSleepSpeed changes the speed below which the body may fall asleep, m/s;
// zero means the world's.
func (b Body) SetSleepSpeed(speed float64) error {
	slot, err := b.beginChange(recording.BodySetSleepSpeed, func(r callRecorder) { r.float(speed) })
	if err != nil {
		return err
	}
	defer b.w.endChange()
	if err := geom.CheckNotNegative("SleepSpeed", speed); err != nil {
		return err
	}
	b.w.bodies.Meta[slot].SleepSpeed = speed
	b.w.builder.UpdateSleepSpeed(slot)
	return nil
}
