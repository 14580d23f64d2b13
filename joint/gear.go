package joint

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/step"
)

// Gear couples two joints, each revolute or prismatic: the coordinate of the first
// plus Ratio times that of the second stays what it was when the gear was made, or
// its ratio last changed. A
// coordinate is the angle of the joint's body B less that of its body A, rad, or
// its translation, m. Two wheels of radii r and s that mesh have the ratio s/r; a
// pinion of radius r as the first and its rack as the second have 1/r or -1/r. A
// gear ends with either of its joints.
type Gear struct {
	Base

	Ratio float64 // zero means 1
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Gear) Validate() error {
	var c checks
	c.base(&d.Base)
	c.number("Ratio", d.Ratio)
	return c.err
}

func (d *Gear) kind() Kind                        { return KindGear }
func (d *Gear) compile(*bond, *body.Store, *Link) {}

// gear is what a gear's record has besides that of other wide joints.
type gear struct {
	joints  [2]ID
	angles  [2]float64 // of revolute joints, with whole turns, when last looked at
	ratio   float64
	sum     float64 // of the coordinates, as it should be
	impulse float32
}

// Gearable reports whether a gear can couple a joint.
func (s *Store) Gearable(slot Slot) bool {
	k := s.Link[s.Rows[slot]].Kind
	return k == KindRevolute || k == KindPrismatic
}

// GearBodies returns the bodies that a gear of two joints would hold: the two
// that the joints move first. It returns nil when that is one and the same.
func (s *Store) GearBodies(first, second Slot) []body.Slot {
	l, m := s.Link[s.Rows[first]], s.Link[s.Rows[second]]
	if l.BodyB == m.BodyB {
		return nil
	}
	list := []body.Slot{body.Slot(l.BodyB), body.Slot(m.BodyB)}
	for _, b := range [2]uint32{l.BodyA, m.BodyA} {
		if b != l.BodyB && b != m.BodyB && (len(list) == 2 || list[2] != body.Slot(b)) {
			list = append(list, body.Slot(b))
		}
	}
	return list
}

// AddGear makes an awake gear from a valid definition and two joints for which
// GearBodies knows the bodies.
func (s *Store) AddGear(bodies *body.Store, first, second Slot, def *Gear) Slot {
	own := *def
	slot := s.addWide(bodies, s.GearBodies(first, second), &own)
	g := &s.wideOf(slot).gear
	g.joints = [2]ID{s.Meta[first].ID, s.Meta[second].ID}
	s.compileWide(bodies, slot)
	return slot
}

// setRatio changes the ratio. What the gear holds is then measured anew.
func (s *Store) setRatio(bodies *body.Store, g *gear, ratio float64) {
	if ratio == 0 {
		ratio = 1
	}
	if g.ratio != ratio {
		g.ratio = ratio
		g.sum = s.gearSum(bodies, g)
	}
}

// Geared returns the two joints that a gear couples.
func (s *Store) Geared(slot Slot) [2]ID { return s.gearOf(slot).joints }

// AppendGears appends the gears that couple a joint.
func (s *Store) AppendGears(dst []Slot, bodies *body.Store, slot Slot) []Slot {
	l := &s.Link[s.Rows[slot]]
	if !s.Gearable(slot) {
		return dst
	}
	for key := bodies.Meta[l.BodyB].Joints; key != None; key = s.Next(key) {
		owner, first := s.Names(key)
		if w := s.wideOf(owner); first && w != nil && s.Link[s.Rows[owner]].Kind == KindGear {
			if id := s.Meta[slot].ID; w.gear.joints[0] == id || w.gear.joints[1] == id {
				dst = append(dst, owner)
			}
		}
	}
	return dst
}

// gearSum returns the sum that a gear holds.
func (s *Store) gearSum(bodies *body.Store, g *gear) float64 {
	var x [2]float64
	for i, id := range g.joints {
		l := &s.Link[s.Rows[id.Slot()]]
		if l.Kind == KindPrismatic {
			x[i] = s.bonds.at(l.Data).translation(bodies, l)
			continue
		}
		qa := bodies.Pose[bodies.Rows[l.BodyA]].R
		qb := bodies.Pose[bodies.Rows[l.BodyB]].R
		g.angles[i] = unwind(qa.Unmul(qb).Angle(), g.angles[i])
		x[i] = g.angles[i]
	}
	return x[0] + float64(g.ratio*x[1])
}

// gearRow is a gear for a tick. Each end is the row of a joint that only measures.
type gearRow struct {
	joint Row
	ends  [2]bondRow
	ratio float32
	off   float32 // error when the tick began
	imp   float32 // N m s or N s on the first coordinate
	most  float32
	mass  float32
	soft  soft
}

func (r *Rows) prepareGear(w *gearRow, s *Store, bodies *body.Store, p *step.Params) {
	link, strength := &s.Link[w.joint], &s.Strength[w.joint]
	g := &s.wides.at(link.Data).gear
	for i, id := range g.joints {
		l := &s.Link[s.Rows[id.Slot()]]
		e := &w.ends[i]
		var still bond
		rec := &still
		if l.Kind == KindPrismatic {
			rec = s.bonds.at(l.Data)
		}
		e.place(rec, bodies, l)
		// A groove measures its slide and nothing else, a ratchet its turn.
		e.kind = KindRatchet
		if l.Kind == KindPrismatic {
			e.kind = KindGroove
		}
		e.measure(&bodies.State[e.a], &bodies.State[e.b])
		e.axes[0].start = e.axes[0].now
	}
	w.ratio = float32(g.ratio)
	w.off = float32(s.gearSum(bodies, g) - g.sum)
	w.imp = g.impulse
	w.most = float32(strength.MaxTorque * p.H)
	w.soft = softOf(rigidSoft(p, strength))
	w.weigh()
}

// weigh finds the effective mass. A body that both ends share is moved by both.
func (w *gearRow) weigh() {
	x, y := &w.ends[0], &w.ends[1]
	k := x.axes[0].coupling(&x.axes[0].line, &x.masses)
	ratio := float64(w.ratio)
	k += float64(float64(ratio*ratio) * y.axes[0].coupling(&y.axes[0].line, &y.masses))
	cross := 0.0
	l := &x.axes[0].line
	if both, m, ok := shared(x.a, &y.axes[0].line, y); ok {
		one := masses{ma: m.ma, ia: m.ia}
		cross += l.coupling(&both, &one)
	}
	if both, m, ok := shared(x.b, &y.axes[0].line, y); ok {
		one := masses{mb: m.ma, ib: m.ia}
		both = line{bx: both.ax, by: both.ay, bw: both.aw}
		cross += l.coupling(&both, &one)
	}
	w.mass = inverse(float32(k + float64(2*float64(ratio*cross))))
}

// shared returns what a line does to a body, as that of a body A, if the body is
// one of the two of the row.
func shared(row int32, l *line, w *bondRow) (line, masses, bool) {
	switch row {
	case w.a:
		return line{ax: l.ax, ay: l.ay, aw: l.aw}, masses{ma: w.ma, ia: w.ia}, true
	case w.b:
		return line{ax: l.bx, ay: l.by, aw: l.bw}, masses{ma: w.mb, ia: w.ib}, true
	default:
		return line{}, masses{}, false
	}
}

// speed returns the rate of the sum.
func (w *gearRow) speed(states []body.State) float32 {
	x, y := &w.ends[0], &w.ends[1]
	v := motionOf(&states[x.a], &states[x.b])
	u := motionOf(&states[y.a], &states[y.b])
	return x.axes[0].line.speed(&v) + float32(w.ratio*y.axes[0].line.speed(&u))
}

// push applies impulses along lines of the two ends, one end after the other
// because they may share a body.
func (w *gearRow) push(states []body.State, first, second *line, j float32) {
	for i, l := range [2]*line{first, second} {
		e := &w.ends[i]
		a, b := &states[e.a], &states[e.b]
		v := motionOf(a, b)
		v.push(l, &e.masses, j)
		v.write(a, b)
		j = float32(j * w.ratio)
	}
}

func (w *gearRow) act(states []body.State, j float32) {
	w.push(states, &w.ends[0].axes[0].line, &w.ends[1].axes[0].line, j)
}

func (w *gearRow) run(states []body.State, c soft) {
	err := w.off + w.ends[0].axes[0].moved() + float32(w.ratio*w.ends[1].axes[0].moved())
	s := float32(c.gain*err) + float32(c.mass*w.speed(states))
	j := clamp(w.imp-float32(w.mass*s)-float32(c.leak*w.imp), w.most)
	w.act(states, j-w.imp)
	w.imp = j
}

func (r *Rows) warmGear(w *gearRow, states []body.State) { w.act(states, w.imp) }

func (r *Rows) solveGear(w *gearRow, states []body.State) {
	w.push(states, &w.ends[0].late, &w.ends[1].late, 1)
	w.ends[0].late, w.ends[1].late = line{}, line{}
	w.run(states, w.soft)
}

// relaxGear: see relaxBond for the part that comes late. It holds the impulse
// already, but not yet the ratio.
func (r *Rows) relaxGear(w *gearRow, states []body.State) {
	for i := range w.ends {
		e := &w.ends[i]
		old := e.axes[0].line
		e.measure(&states[e.a], &states[e.b])
		change := e.axes[0].line.less(&old)
		e.late = line{}
		e.late.add(&change, w.imp)
	}
	w.weigh()
	w.run(states, stiff)
}

func (r *Rows) storeGear(w *gearRow, s *Store, p *step.Params) {
	g := &s.wides.at(s.Link[w.joint].Data).gear
	g.impulse = w.imp
	for i := range w.ends {
		g.angles[i] += float64(w.ends[i].turn)
	}
	second := &w.ends[1].axes[0].line
	j := float32(w.imp * w.ratio)
	f := Load{ForceX: float32(float32(second.bx*j) * p.InvH), ForceY: float32(float32(second.by*j) * p.InvH)}
	turn := second.bw - (float32(w.ends[1].vx*second.by) - float32(w.ends[1].vy*second.bx))
	f.Torque = float32(float32(turn*j) * p.InvH)
	s.mark(w.joint, f)
	j = w.imp
	for i := range w.ends {
		e := &w.ends[i]
		link := &s.Link[s.Rows[g.joints[i].Slot()]]
		l := e.axes[0].line.times(j)
		s.heave(link.BodyA, e.ia, p.H, e.ux, e.uy, l.ax, l.ay, l.aw-(float32(e.ux*l.ay)-float32(e.uy*l.ax)))
		s.heave(link.BodyB, e.ib, p.H, e.vx, e.vy, l.bx, l.by, l.bw-(float32(e.vx*l.by)-float32(e.vy*l.bx)))
		j = float32(j * w.ratio)
	}
}

// GearError returns how far the sum is from what it should be, rad or m.
func (s *Store) GearError(bodies *body.Store, slot Slot) float64 {
	g := s.gearOf(slot)
	return s.gearSum(bodies, g) - g.sum
}

// gearOf returns the record of a joint, which must be a gear.
func (s *Store) gearOf(slot Slot) *gear {
	l := &s.Link[s.Rows[slot]]
	if l.Kind != KindGear {
		panic(otherKind)
	}
	return &s.wides.at(l.Data).gear
}
