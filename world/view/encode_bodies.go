package view

import (
	"math"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/radix"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/internal/tools"
)

// sentPose is the pose of a body that the readers have.
type sentPose struct {
	x, y  float64 // m
	angle uint32
	state State
}

// sentBody holds the other data of a body that the readers have. A generation of zero is no body.
type sentBody struct {
	generation, style uint32
	x, y              float64 // centre of mass
	seen              uint32
}

// move is a record of the section of moves.
type move struct {
	angle  uint32
	dx, dy int16
}

// bodyWriter compares bodies with the sent data.
type bodyWriter struct {
	poses  []sentPose     // by slot
	sent   []sentBody     // by slot
	rested []tools.Center // by slot: where it was when it last rested

	changed, removed, jumped, restated []uint32 // slots
	moving                             []uint32
	movingChanged                      bool
	moves                              []move // of moving

	stamp     uint32
	list      []uint32
	summaries []tools.Body
	centers   []tools.Center
}

func (b *bodyWriter) forget() {
	clear(b.sent)
	clear(b.poses)
	clear(b.rested)
	b.moving = b.moving[:0]
}

func (b *bodyWriter) begin() {
	b.changed, b.removed, b.jumped, b.restated = b.changed[:0], b.removed[:0], b.jumped[:0], b.restated[:0]
}

// findRecords finds the bodies that were created or destroyed or look different from the sent data.
func (b *bodyWriter) findRecords(w *world.World, style func(world.Body) uint32, restyle bool) {
	b.summaries = w.Tables().AppendBodies(b.summaries[:0])
	b.stamp++
	for i := range b.summaries {
		s := &b.summaries[i]
		slot, generation := uint32(s.ID), uint32(s.ID>>32)
		if int(slot) >= len(b.sent) {
			n := int(slot) + 1
			b.sent, b.poses, b.rested = growZero(b.sent, n), growZero(b.poses, n), growZero(b.rested, n)
		}
		sent, pose, state := &b.sent[slot], &b.poses[slot], stateOf(s)
		sent.seen = b.stamp
		fresh, color := sent.generation != generation, sent.style
		if style != nil && (fresh || restyle) {
			color = style(w.BodyByID(s.ID))
		}
		switch {
		case fresh || sent.style != color || sent.x != s.LocalCenter[0] || sent.y != s.LocalCenter[1]:
			b.changed = append(b.changed, slot)
		case pose.state != state:
			b.restated = append(b.restated, slot)
		}
		if fresh {
			pose.x = math.Inf(1) // no motion leads from there
		}
		if fresh || (pose.state^state)&Awake != 0 { // it may come to rest where it rested before
			b.rested[slot] = tools.Center{}
		}
		pose.state = state
		sent.generation, sent.style, sent.x, sent.y = generation, color, s.LocalCenter[0], s.LocalCenter[1]
	}
	for slot := range b.sent {
		if sent := &b.sent[slot]; sent.generation != 0 && sent.seen != b.stamp {
			b.removed = append(b.removed, uint32(slot))
			*sent = sentBody{}
		}
	}
}

// growZero returns a list of n entries. New entries are zero.
func growZero[T any](list []T, n int) []T {
	old := len(list)
	list = resize(list, n)
	clear(list[old:])
	return list
}

// resize returns a list of n entries. The values of new entries are unspecified.
func resize[T any](list []T, n int) []T {
	return slices.Grow(list[:min(len(list), n)], max(0, n-len(list)))[:n]
}

func stateOf(s *tools.Body) State {
	state := Static
	switch s.Type {
	case body.Kinematic:
		state = Kinematic
	case body.Dynamic:
		state = Dynamic
	}
	for _, f := range [...]struct {
		on  bool
		bit State
	}{{s.Awake, Awake}, {s.Disabled, Disabled}, {s.Bullet, Bullet}, {s.Fast, Fast}, {s.NeverSleep, NeverSleep}, {s.OwnGravity, OwnGravity}} {
		if f.on {
			state |= f.bit
		}
	}
	return state
}

// findMoves finds how the bodies that are awake have moved.
//
// A reader adds the motions to its own poses, so a motion is the difference from the sent pose:
// errors do not add up.
func (b *bodyWriter) findMoves(w *world.World, quantum float64) {
	b.centers = w.Tables().AppendAwakeCenters(b.centers[:0])
	n := len(b.centers)
	b.movingChanged = n != len(b.moving)
	b.moving = resize(b.moving, n)
	b.moves = resize(b.moves, n)
	perQuantum := 1 / quantum
	const round = 0x1.8p52 // adding it rounds to a whole number, which is then in the low bits
	for i := range b.centers {
		c, m := &b.centers[i], &b.moves[i]
		if b.moving[i] != c.Slot {
			b.moving[i], b.movingChanged = c.Slot, true
		}
		sent := &b.poses[c.Slot]
		angle := turns(c.Cos, c.Sin)
		m.angle, sent.angle = angle, angle
		dx, dy := float64((c.Position[0]-sent.x)*perQuantum), float64((c.Position[1]-sent.y)*perQuantum)
		if math.Abs(dx) <= mostInMove && math.Abs(dy) <= mostInMove {
			x, y := dx+round, dy+round
			m.dx, m.dy = int16(math.Float64bits(x)), int16(math.Float64bits(y))
			sent.x += float64((x - round) * quantum)
			sent.y += float64((y - round) * quantum)
		} else {
			m.dx, m.dy = 0, 0
			sent.x, sent.y = toQuantum(c.Position[0], quantum), toQuantum(c.Position[1], quantum)
			b.jumped = append(b.jumped, c.Slot)
		}
		if fast := sent.state&Fast != 0; fast != c.Fast {
			sent.state ^= Fast
			b.restated = append(b.restated, c.Slot)
		}
	}
}

// toQuantum rounds to a multiple of the quantum, but where float64 is coarser.
func toQuantum(x, quantum float64) float64 {
	k := x / quantum
	if math.Abs(k) >= roundingLimit {
		return x
	}
	return float64(math.RoundToEven(k) * quantum)
}

// findJumps finds the bodies that are not awake and whose pose differs from the sent pose.
func (b *bodyWriter) findJumps(w *world.World, quantum float64) {
	b.centers = w.Tables().AppendRestingCenters(b.centers[:0])
	for i := range b.centers {
		c := &b.centers[i]
		if b.rested[c.Slot] == *c {
			continue
		}
		b.rested[c.Slot] = *c
		sent := &b.poses[c.Slot]
		now := sentPose{toQuantum(c.Position[0], quantum), toQuantum(c.Position[1], quantum), turns(c.Cos, c.Sin), sent.state}
		if *sent != now {
			*sent = now
			b.jumped = append(b.jumped, c.Slot)
		}
	}
}

// all returns the slots of all bodies.
func (b *bodyWriter) all() []uint32 {
	b.list = b.list[:0]
	for slot := range b.sent {
		if b.sent[slot].generation != 0 {
			b.list = append(b.list, uint32(slot))
		}
	}
	return b.list
}

func (b *bodyWriter) appendRecords(dst []byte, slots []uint32) []byte {
	dst, at := beginSection(dst, sectionBodies)
	for _, slot := range slots {
		sent := &b.sent[slot]
		dst = appendNumbers(dst, slot, sent.generation, uint32(b.poses[slot].state), sent.style)
		dst = appendFloats(dst, sent.x, sent.y)
	}
	return endSection(dst, at, len(slots))
}

func (b *bodyWriter) appendPoses(dst []byte, slots []uint32) []byte {
	dst, at := beginSection(dst, sectionPoses)
	for _, slot := range slots {
		p := &b.poses[slot]
		dst = appendFloats(dst, p.x, p.y)
		dst = appendNumbers(dst, slot, p.angle)
	}
	return endSection(dst, at, len(slots))
}

func (b *bodyWriter) appendMoves(dst []byte) []byte {
	dst, at := beginSection(dst, sectionMoves)
	n := len(b.moves)
	second := (4*n + 7) &^ 7
	dst, payload := extend(dst, second+4*n)
	angles, motions := payload[:second], payload[second:]
	for i := range b.moves {
		m := &b.moves[i]
		le.PutUint32(angles[4*i:], m.angle)
		le.PutUint32(motions[4*i:], uint32(uint16(m.dx))|uint32(uint16(m.dy))<<16)
	}
	if second > 4*n {
		clear(angles[4*n:])
	}
	return endSection(dst, at, n)
}

func (b *bodyWriter) appendStates(dst []byte) []byte {
	radix.Sort(b.restated) // a body may be twice in it
	b.restated = slices.Compact(b.restated)
	dst, at := beginSection(dst, sectionStates)
	for _, slot := range b.restated {
		dst = appendNumbers(dst, slot, uint32(b.poses[slot].state))
	}
	return endSection(dst, at, len(b.restated))
}
