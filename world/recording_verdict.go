package world

import (
	"encoding/binary"
	"math"

	"github.com/carom2d/carom/joint"
)

// verdictRecorder returns the recording if an answer of the game's code counts: in a tick or in a
// change, not in a query.
func (w *World) verdictRecorder() callRecorder {
	if w.recording == nil || !w.door.has(doorTicking|doorChanging) {
		return nil
	}
	return w.recording
}

// Measured notes the rows of a custom joint.
func (r *recorder) Measured(m *joint.ConstraintContext) {
	var b []byte
	float := func(x float64) { b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x)) }
	for k, row := range m.Rows() {
		for _, x := range [...]float64{row.Error, row.Speed, row.Hertz, row.Damping, row.Lower, row.Upper} {
			float(x)
		}
		spring := 0.0
		if row.Spring {
			spring = 1
		}
		float(spring)
		for _, j := range m.Jacobians(k) {
			float(j.X)
			float(j.Y)
			float(j.W)
		}
	}
	r.call(callVerdict).bytes(b)
}

// Law returns a law whose answers are recorded.
func (r *recorder) Law(law joint.ForceLaw) joint.ForceLaw {
	return func(value, rate float64) float64 {
		force := law(value, rate)
		r.call(callVerdict).float(force)
		return force
	}
}
