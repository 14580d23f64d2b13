package view

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Decoder reads frames. The zero Decoder is ready and waits for a keyframe.
type Decoder struct {
	picture Picture
	quantum float64
	began   bool // a keyframe came, and no error since
}

// Picture returns the picture after all frames so far. The next Decode changes it.
func (d *Decoder) Picture() *Picture { return &d.picture }

// Ready reports whether the Decoder has a picture, and is not waiting for a keyframe.
func (d *Decoder) Ready() bool { return d.began }

// FrameSize returns the length of the frame that begins with a header, or an error that wraps
// ErrFormat. It serves to split a stream into frames.
func FrameSize(header []byte) (int, error) {
	if len(header) < headerSize {
		return 0, fmt.Errorf("%w: %d bytes are less than a header", ErrFormat, len(header))
	}
	n := le.Uint32(header[12:])
	switch {
	case le.Uint32(header) != magic:
		return 0, fmt.Errorf("%w: no magic number", ErrFormat)
	case le.Uint16(header[4:]) != Version:
		return 0, fmt.Errorf("%w: version %d", ErrFormat, le.Uint16(header[4:]))
	case n < headerSize || n%8 != 0 || n > math.MaxInt32:
		return 0, fmt.Errorf("%w: length %d", ErrFormat, n)
	}
	return int(n), nil
}

// IsKeyframe reports whether a frame stands alone.
func IsKeyframe(frame []byte) bool {
	return len(frame) >= headerSize && le.Uint16(frame[6:])&keyframeFlag != 0
}

// Decode applies a frame. After an error, which wraps ErrFormat, the Decoder waits for a keyframe.
func (d *Decoder) Decode(frame []byte) error {
	n, err := FrameSize(frame)
	if err == nil && n != len(frame) {
		err = fmt.Errorf("%w: %d bytes, but its length is %d", ErrFormat, len(frame), n)
	}
	if err != nil {
		d.began = false
		return err
	}
	sequence := le.Uint32(frame[8:])
	switch {
	case IsKeyframe(frame):
		d.picture = Picture{Bodies: map[uint32]*Body{}, Colliders: map[uint32]*Collider{}}
	case !d.began:
		return fmt.Errorf("%w: a keyframe must come first", ErrFormat)
	case sequence != d.picture.Sequence+1:
		d.began = false
		return fmt.Errorf("%w: frame %d after %d", ErrFormat, sequence, d.picture.Sequence)
	}
	d.began = false
	if err := d.apply(frame); err != nil {
		return err
	}
	d.began = true
	return nil
}

func (d *Decoder) apply(frame []byte) error {
	p := &d.picture
	head := section{payload: frame[16:56]}
	ticks := head.float()
	p.Sequence, p.Time, d.quantum, p.Timestep, p.Alpha = le.Uint32(frame[8:]), head.float(), head.float(), head.float(), head.float()
	p.Layers = Layers(le.Uint32(frame[56:]))
	if !(ticks >= 0 && ticks <= 1<<53) || !(d.quantum > 0 && d.quantum < 1e30) {
		return fmt.Errorf("%w: %v ticks, quantum %v", ErrFormat, ticks, d.quantum)
	}
	p.Ticks = uint64(ticks)
	p.Contacts, p.Joints, p.Boxes, p.Broadphase, p.Events = nil, nil, nil, nil, nil
	p.rest()
	rest, last := frame[headerSize:], uint32(0)
	for range le.Uint32(frame[60:]) {
		if len(rest) < sectionSize {
			return fmt.Errorf("%w: a section is cut off", ErrFormat)
		}
		s := section{kind: le.Uint32(rest), count: le.Uint32(rest[4:]), extra: le.Uint32(rest[12:])}
		n := le.Uint32(rest[8:])
		if n%8 != 0 || int64(n) > int64(len(rest)-sectionSize) {
			return fmt.Errorf("%w: section %d of %d bytes", ErrFormat, s.kind, n)
		}
		if s.kind <= last {
			return fmt.Errorf("%w: section %d after %d", ErrFormat, s.kind, last)
		}
		last, s.payload = s.kind, rest[sectionSize:sectionSize+n]
		if err := d.applySection(&s); err != nil {
			return fmt.Errorf("%w: section %d: %w", ErrFormat, s.kind, err)
		}
		rest = rest[sectionSize+n:]
	}
	if len(rest) > 0 {
		return fmt.Errorf("%w: %d bytes behind the last section", ErrFormat, len(rest))
	}
	return d.check()
}

// rest clears the velocities of the last frame. A frame in which all bodies rest has no section of
// velocities.
func (p *Picture) rest() {
	for _, slot := range p.Moving {
		if b := p.Bodies[slot]; b != nil {
			b.Velocity, b.AngularVelocity = mgl64.Vec2{}, 0
		}
	}
}

// check refuses a picture with references to objects that do not exist.
func (d *Decoder) check() error {
	p := &d.picture
	for slot, c := range p.Colliders {
		if int64(c.Shape) >= int64(len(p.Shapes)) {
			return fmt.Errorf("%w: collider %d has shape %d of %d", ErrFormat, slot, c.Shape, len(p.Shapes))
		}
		if _, ok := p.Bodies[c.Body]; !ok && c.Body != 0 {
			return fmt.Errorf("%w: collider %d is on body %d, which does not exist", ErrFormat, slot, c.Body)
		}
	}
	return nil
}

// section is a section that is read.
type section struct {
	kind, count, extra uint32
	payload            []byte // not read yet
}

// holds reports whether the payload has as many bytes as count records of a size, and padding.
func (s *section) holds(size int) error {
	if need := (int64(s.count)*int64(size) + 7) &^ 7; need != int64(len(s.payload)) {
		return fmt.Errorf("%d records in %d bytes", s.count, len(s.payload))
	}
	return nil
}

func (s *section) number() uint32 {
	x := le.Uint32(s.payload)
	s.payload = s.payload[4:]
	return x
}

func (s *section) float() float64 {
	x := math.Float64frombits(le.Uint64(s.payload))
	s.payload = s.payload[8:]
	return x
}

func (s *section) float32() float32 { return math.Float32frombits(s.number()) }
