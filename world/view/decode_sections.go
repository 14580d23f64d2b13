package view

import (
	"errors"
	"fmt"
	"math"

	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// errNoBody is the error of a record with a body that does not exist.
var errNoBody = errors.New("a body that does not exist")

// recordSizes are the sizes of records, for the sections with records of fixed size.
var recordSizes = [sectionKinds]int{
	sectionWorld: worldSize, sectionRemovedColliders: 4, sectionRemovedBodies: 4, sectionBodies: bodySize, sectionColliders: colliderSize,
	sectionPoses: poseSize, sectionMoving: 4, sectionStates: stateSize, sectionVelocities: velocitySize, sectionContacts: contactSize,
	sectionJoints: jointSize, sectionBoxes: boxSize, sectionBroadphase: boxSize, sectionIslands: 4, sectionEvents: eventSize,
	sectionStages: 4, sectionCounters: 8, sectionEnergy: 8, sectionDepth: 8,
}

// lengths are the numbers of records, for the sections with a fixed number.
var lengths = [sectionKinds]uint32{
	sectionWorld: 1, sectionStages: stageCount, sectionCounters: counterCount, sectionEnergy: energyCount, sectionDepth: depthCount,
}

func (d *Decoder) applySection(s *section) error {
	if s.kind >= sectionKinds {
		return nil // of a later version
	}
	if size := recordSizes[s.kind]; size > 0 {
		if err := s.holds(size); err != nil {
			return err
		}
	}
	if n := lengths[s.kind]; n > 0 && s.count != n {
		return fmt.Errorf("%d records", s.count)
	}
	switch s.kind {
	case sectionShapes:
		return d.readShapes(s)
	case sectionMoves:
		return d.readMoves(s)
	case sectionVelocities:
		return d.readVelocities(s)
	case sectionNames:
		return d.readNames(s)
	case sectionAreas:
		return d.readAreas(s)
	case sectionIslands:
		d.picture.Islands = readNumbers(s)
		return nil
	case sectionMoving:
		return d.readMoving(s)
	case sectionWorld, sectionStages, sectionCounters, sectionEnergy, sectionDepth:
		d.readNumbersOfWorld(s)
		return nil
	}
	for range s.count {
		if err := d.readRecord(s); err != nil {
			return err
		}
	}
	return nil
}

// readRecord reads a record of the sections that list records.
func (d *Decoder) readRecord(s *section) error {
	p := &d.picture
	switch s.kind {
	case sectionRemovedColliders:
		delete(p.Colliders, s.number())
	case sectionRemovedBodies:
		delete(p.Bodies, s.number())
	case sectionBodies:
		slot, generation := s.number(), s.number()
		b := p.Bodies[slot]
		if b == nil || b.Generation != generation {
			b = &Body{Generation: generation}
			p.Bodies[slot] = b
		}
		b.State, b.Style, b.LocalCenter = State(s.number()), s.number(), s.point()
	case sectionColliders:
		slot := s.number()
		c := &Collider{Generation: s.number(), Body: s.number(), Shape: s.number()}
		flags := s.number()
		c.Sensor, c.Chained, c.Chain = flags&colliderSensor != 0, flags&colliderChained != 0, s.number()
		c.OneWay = [2]float32{s.float32(), s.float32()}
		p.Colliders[slot] = c
	case sectionPoses:
		at, b := s.point(), p.Bodies[s.number()]
		if b == nil {
			return errNoBody
		}
		b.Position, b.Turn = at, s.number()
	case sectionStates:
		b := p.Bodies[s.number()]
		if b == nil {
			return errNoBody
		}
		b.State = State(s.number())
	case sectionContacts:
		return d.readContact(s)
	case sectionJoints:
		p.Joints = append(p.Joints, readJoint(s))
	case sectionBoxes:
		p.Boxes = append(p.Boxes, readBox(s))
	case sectionBroadphase:
		p.Broadphase = append(p.Broadphase, readBox(s))
	case sectionEvents:
		e := Event{Kind: EventKind(s.number()), A: s.number(), B: s.number(), Flags: s.number(), Position: s.point()}
		e.Normal = [2]float32{s.float32(), s.float32()}
		e.First, e.Second = s.float32(), s.float32()
		ticks := s.float()
		if !(ticks >= 0 && ticks <= 1<<53) {
			return fmt.Errorf("%v ticks", ticks)
		}
		e.Ticks = uint64(ticks)
		p.Events = append(p.Events, e)
	}
	return nil
}

func (s *section) point() mgl64.Vec2 { return mgl64.Vec2{s.float(), s.float()} }

func readNumbers(s *section) []uint32 {
	list := make([]uint32, s.count)
	for i := range list {
		list[i] = s.number()
	}
	return list
}

func (d *Decoder) readNumbersOfWorld(s *section) {
	p := &d.picture
	switch s.kind {
	case sectionWorld:
		p.LengthUnit, p.Gravity = s.float(), s.point()
	case sectionStages:
		for i := range p.Stages {
			p.Stages[i] = s.float32()
		}
	case sectionCounters:
		for i := range p.Counters {
			p.Counters[i] = s.float()
		}
	case sectionEnergy:
		for i := range p.Energy {
			p.Energy[i] = s.float()
		}
	case sectionDepth:
		p.Depth = DeepestOverlap{Overlap: s.float(), Position: s.point()}
		p.Depth.ColliderA, p.Depth.ColliderB = slotOf(s.float()), slotOf(s.float())
	}
}

// slotOf returns a slot that was written as a float64.
func slotOf(x float64) uint32 {
	if x >= 0 && x < float64(none) {
		return uint32(x)
	}
	return none
}

func (d *Decoder) readShapes(s *section) error {
	p := &d.picture
	if int64(s.extra) != int64(len(p.Shapes)) {
		return fmt.Errorf("shapes from %d on, after %d", s.extra, len(p.Shapes))
	}
	for range s.count {
		if len(s.payload) < 8 {
			return errors.New("a shape is cut off")
		}
		kind, n := ShapeKind(s.number()), s.number()
		if int64(n)*8 > int64(len(s.payload)) {
			return fmt.Errorf("a shape of %d numbers in %d bytes", n, len(s.payload))
		}
		if !kind.takes(n) {
			return fmt.Errorf("a shape of kind %d with %d numbers", kind, n)
		}
		shape := Shape{Kind: kind, Numbers: make([]float64, n)}
		for i := range shape.Numbers {
			shape.Numbers[i] = s.float()
		}
		p.Shapes = append(p.Shapes, shape)
	}
	return s.finished()
}

// takes reports whether a shape of this kind may have n numbers.
func (k ShapeKind) takes(n uint32) bool {
	switch k {
	case Circle:
		return n == 3
	case Capsule, Ellipse:
		return n == 5
	case Segment, HalfPlane:
		return n == 4
	case ChainSegment:
		return n == 8
	case Polygon:
		return n%2 == 1 && n >= 5
	}
	return n%2 == 0 || k > Outline // of a later version
}

// finished returns an error when the payload was not read to its end.
func (s *section) finished() error {
	if len(s.payload) > 0 {
		return fmt.Errorf("%d bytes too many", len(s.payload))
	}
	return nil
}

func (d *Decoder) readMoving(s *section) error {
	d.picture.Moving = readNumbers(s)
	for _, slot := range d.picture.Moving {
		if d.picture.Bodies[slot] == nil {
			return errNoBody
		}
	}
	return nil
}

func (d *Decoder) readMoves(s *section) error {
	p, n := &d.picture, len(d.picture.Moving)
	second := (4*n + 7) &^ 7
	if int64(s.count) != int64(n) || len(s.payload) != (second+4*n+7)&^7 {
		return fmt.Errorf("%d moves in %d bytes, of %d bodies", s.count, len(s.payload), n)
	}
	for i, slot := range p.Moving {
		b := p.Bodies[slot]
		if b == nil {
			return errNoBody
		}
		b.Turn = le.Uint32(s.payload[4*i:])
		motion := s.payload[second+4*i:]
		dx, dy := int16(le.Uint16(motion)), int16(le.Uint16(motion[2:]))
		b.Position[0] += float64(float64(dx) * d.quantum)
		b.Position[1] += float64(float64(dy) * d.quantum)
	}
	return nil
}

func (d *Decoder) readVelocities(s *section) error {
	p := &d.picture
	if int64(s.count) != int64(len(p.Moving)) {
		return fmt.Errorf("%d velocities of %d bodies", s.count, len(p.Moving))
	}
	for _, slot := range p.Moving {
		b := p.Bodies[slot]
		if b == nil {
			return errNoBody
		}
		b.Velocity = mgl64.Vec2{float64(s.float32()), float64(s.float32())}
		b.AngularVelocity = float64(s.float32())
	}
	return nil
}

func (d *Decoder) readNames(s *section) error {
	for _, b := range d.picture.Bodies {
		b.Name = ""
	}
	for range s.count {
		if len(s.payload) < 8 {
			return errors.New("a name is cut off")
		}
		b, n := d.picture.Bodies[s.number()], int64(s.number())
		if b == nil {
			return errNoBody
		}
		if n > int64(len(s.payload)) {
			return fmt.Errorf("a name of %d bytes", n)
		}
		b.Name = string(s.payload[:n])
		s.payload = s.payload[min((n+7)&^7, int64(len(s.payload))):]
	}
	return s.finished()
}

func (d *Decoder) readAreas(s *section) error {
	d.picture.Areas = nil
	for range s.count {
		if len(s.payload) < areaSize {
			return errors.New("an area is cut off")
		}
		a := Area{Slot: s.number(), Generation: s.number(), Body: s.number(), Shape: s.number()}
		flags, n := s.number(), s.number()
		a.Disabled, a.Effects = flags&1 != 0, flags>>1
		a.Position, a.Angle = s.point(), s.float()
		if int64(n)*16 > int64(len(s.payload)) {
			return fmt.Errorf("a surface of %d points", n)
		}
		for range n {
			a.Surface = append(a.Surface, s.point())
		}
		if a.Shape != none && int64(a.Shape) >= int64(len(d.picture.Shapes)) {
			return fmt.Errorf("area %d has shape %d", a.Slot, a.Shape)
		}
		d.picture.Areas = append(d.picture.Areas, a)
	}
	return s.finished()
}

func (d *Decoder) readContact(s *section) error {
	c := Contact{ColliderA: s.number(), ColliderB: s.number(), Body: s.number()}
	flags := s.number()
	c.Count, c.Asleep, c.Touching = int(flags&0xFF), flags&contactAsleep != 0, flags&contactTouching != 0
	if c.Count > 2 {
		return fmt.Errorf("a contact of %d points", c.Count)
	}
	c.Normal = [2]float32{s.float32(), s.float32()}
	for i := range c.Points {
		c.Points[i] = ContactPoint{s.float32(), s.float32(), s.float32(), s.float32(), s.float32()}
	}
	d.picture.Contacts = append(d.picture.Contacts, c)
	return nil
}

func readJoint(s *section) Joint {
	j := Joint{Slot: s.number(), Generation: s.number(), Kind: joint.Kind(min(s.number(), math.MaxUint8))}
	flags := s.number()
	j.Disabled, j.Spring, j.NoEnds = flags&jointDisabled != 0, flags&jointSpring != 0, flags&jointNoAnchors != 0
	j.BodyA, j.BodyB = s.number(), s.number()
	j.Force = [2]float32{s.float32(), s.float32()}
	j.Torque = s.float32()
	s.number()
	j.AnchorA, j.AnchorB = s.point(), s.point()
	j.Extra = [2]mgl64.Vec2{s.point(), s.point()}
	return j
}

func readBox(s *section) Box {
	return Box{
		Collider: s.number(), Body: s.number(),
		Lower: [2]float32{s.float32(), s.float32()}, Upper: [2]float32{s.float32(), s.float32()},
	}
}
