package world

import (
	"fmt"
	"iter"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/radix"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/constraint"
	"github.com/carom2d/carom/solver/projection"
	"github.com/go-gl/mathgl/mgl64"
)

// Joint is a handle to a joint of any kind: small, comparable. The zero Joint is
// none. Methods other than Valid, ID and World panic with "world: use of a
// destroyed joint" once it is gone.
type Joint struct {
	w  *World
	id JointID
}

// Joints yields the joints in ascending order of their slots.
func (w *World) Joints() iter.Seq[Joint] {
	return func(yield func(Joint) bool) {
		w.checkReadable()
		for i := 0; i < w.joints.Cap(); i++ { // a restore in the loop may make the table smaller
			id := w.joints.Meta[i].ID
			if id == 0 || w.joints.Owner(state.JointSlot(i)) != state.JointSlot(i) {
				continue
			}
			if !yield(Joint{w, id}) {
				return
			}
			w.checkReadable()
		}
	}
}

// Joints yields the body's joints, the newest first. Bodies and joints may be destroyed meanwhile,
// and joints that end so are left out.
func (b Body) Joints() iter.Seq[Joint] {
	return func(yield func(Joint) bool) { b.eachJoint(yield) }
}

func (b Body) eachJoint(yield func(Joint) bool) {
	owner := b.slot()
	eachEntry(b.w.joints, &b.w.bodies.Meta[owner].FirstJoint, func(key uint32) bool {
		if j, first := b.w.joints.OwnerOfEdge(key); first && !yield(Joint{b.w, b.w.joints.Meta[j].ID}) {
			return false
		}
		b.w.checkReadable()
		return true
	})
}

// Valid reports whether the joint exists.
func (j Joint) Valid() bool {
	if j.w == nil {
		return false
	}
	j.w.checkReadable()
	return j.w.joints.HasJoint(j.id)
}

// ID returns the joint's identity within its world.
func (j Joint) ID() JointID { return j.id }

// String names the joint for messages.
func (j Joint) String() string {
	if !j.Valid() {
		return invalidHandle("joint", j.w)
	}
	return fmt.Sprintf("%v(%d)", j.Kind(), uint32(j.id))
}

// World returns the world the joint was made in.
func (j Joint) World() *World { return j.w }

func (j Joint) slot() state.JointSlot {
	if j.w == nil {
		panic("world: use of the zero Joint")
	}
	j.w.checkReadable()
	if !j.w.joints.HasJoint(j.id) {
		panic("world: use of a destroyed joint")
	}
	return j.w.joints.SlotOf(j.id)
}

// beginChange begins a change of the world for a call that changes the joint. It returns the slot
// too.
func (j Joint) beginChange(c recording.Call, arguments func(callRecorder)) (state.JointSlot, error) {
	slot := j.slot()
	return slot, j.w.beginChange(c, uint64(j.id), arguments)
}

// checkChange returns the error of a call that would change the joint now by a function of the
// game.
func (j Joint) checkChange(isNil bool) (state.JointSlot, error) {
	slot := j.slot()
	if isNil {
		panic("world: an edit of a joint without a function")
	}
	err := j.w.enterChange()
	if err == nil {
		j.w.endChange()
	}
	return slot, err
}

func (j Joint) link() state.JointLink { return j.w.joints.Link[j.w.joints.Row(j.slot())] }

// Destroy removes the joint and wakes its bodies.
func (j Joint) Destroy() error {
	slot, err := j.beginChange(recording.JointDestroy, nil)
	if err != nil {
		return err
	}
	defer j.w.endChange()
	j.w.linking.DestroyJoint(slot)
	return nil
}

// Kind returns the kind of the joint.
func (j Joint) Kind() joint.Kind { return j.link().Kind }

// BodyA returns the first body.
func (j Joint) BodyA() Body { return j.w.bodyAt(state.BodySlot(j.link().BodyA)) }

// BodyB returns the second body.
func (j Joint) BodyB() Body { return j.w.bodyAt(state.BodySlot(j.link().BodyB)) }

// Enabled reports whether the joint acts.
func (j Joint) Enabled() bool { return j.link().Flags&state.JointDisabled == 0 }

// Force returns the mean force with which the joint held body B over the last
// tick, N, in the world's axes. Body A felt the opposite, except that the rope of a
// pulley pulls each body at its own wheel. It is the force that BreakForce limits.
func (j Joint) Force() mgl64.Vec2 {
	l := j.w.joints.Load[j.w.joints.Row(j.slot())]
	return mgl64.Vec2{state.Finite(float64(l.ForceX)), state.Finite(float64(l.ForceY))}
}

// Torque returns the mean torque with which the joint held body B over the last
// tick, N m. It is the torque that BreakTorque limits.
func (j Joint) Torque() float64 {
	return state.Finite(float64(j.w.joints.Load[j.w.joints.Row(j.slot())].Torque))
}

// UserData returns the game's own data.
func (j Joint) UserData() any { return j.w.joints.Meta[j.slot()].UserData }

// Base returns the present value of the part of the definition that all kinds share.
func (j Joint) Base() joint.Base { return j.w.joints.Base(j.slot()) }

// EditBase changes the part of the definition that all kinds share, and wakes the
// bodies. It returns a *geom.FieldError, and changes nothing, when the result
// cannot be used.
//
//	rope.EditBase(func(b *joint.Base) { b.BreakForce = 500 })
func (j Joint) EditBase(change func(*joint.Base)) error {
	slot, err := j.checkChange(change == nil)
	if err != nil {
		return err
	}
	base := j.w.joints.Base(slot)
	change(&base)
	if _, err := j.beginChange(recording.JointEditBase, func(r callRecorder) { r.value(base) }); err != nil {
		return err
	}
	defer j.w.endChange()
	before := j.w.joints.Link[j.w.joints.Row(slot)].Flags
	if err := j.w.joints.EditBase(j.w.bodies, slot, base); err != nil {
		return err
	}
	j.w.linking.EditJoint(slot, before)
	return nil
}

// EditDefinition changes the definition of a joint of any kind, and wakes the bodies, for programs
// such as editors: the function gets what Definition returns. It returns a *geom.FieldError, and
// changes nothing, when the result cannot be used.
func (j Joint) EditDefinition(change func(joint.Definition)) error {
	slot, err := j.checkChange(change == nil)
	if err != nil {
		return err
	}
	def := j.w.joints.Definition(slot)
	change(def)
	return j.edit(def)
}

// SetEnabled makes the joint act or not, and wakes its bodies.
func (j Joint) SetEnabled(on bool) error {
	return j.EditBase(func(b *joint.Base) { b.Disabled = !on })
}

// SetUserData changes the game's own data.
func (j Joint) SetUserData(data any) {
	slot := j.slot()
	j.w.changeData(func() { j.w.joints.SetUserData(slot, data) })
}

// LinearSeparation returns the error of the joint's rigid part and its limits as a length, m.
// Gears, angle joints and joints with springs alone have none.
func (j Joint) LinearSeparation() float64 {
	linear, _ := constraint.Separations(j.w.joints, j.w.bodies, j.slot())
	return state.Finite(linear)
}

// AngularSeparation returns the error of the joint's rigid part and its limits as an angle, rad.
// For a gear it is the error of the sum of coordinates, in rad or m.
func (j Joint) AngularSeparation() float64 {
	_, angular := constraint.Separations(j.w.joints, j.w.bodies, j.slot())
	return state.Finite(angular)
}

// Anchors returns the points at which the joint holds its two bodies, in the world, m. For a
// joint that holds no points they are the centres of mass.
func (j Joint) Anchors() (anchorA, anchorB mgl64.Vec2) {
	a, b := j.w.joints.Anchors(j.w.bodies, j.slot())
	return a.Mgl(), b.Mgl()
}

// useJoints makes the world ready for joints. It is called only where joints are made, so a program
// without joints links neither their constraints nor their definitions.
func (w *World) useJoints() {
	w.builder.UseJoints()
	w.countTurns = (*World).countTurnsOfJoints
	w.projectJoints = (*World).projectJointsOfStopped
	w.publishStresses = (*World).publishJointStresses
}

func (w *World) countTurnsOfJoints() {
	w.tickPool().Run(par.Blocks(w.bodies.Awake(), turnBlock), (*turnTask)(w))
}

// turnTask counts the turns of revolute joints in blocks of bodies.
type turnTask World

const turnBlock = 1024

// Do counts the turns of a block.
func (t *turnTask) Do(block, _ int) {
	lo, hi := par.Span(block, t.bodies.Awake(), turnBlock)
	t.joints.CountTurns(t.bodies, lo, hi, t.params.DT)
}

// projectionRounds is the number of times that jointed bodies are moved and swept in a tick.
const projectionRounds = 4

// projectJointsOfStopped closes the joints that sweeps have parted.
func (w *World) projectJointsOfStopped() {
	m := &w.scratch
	for range projectionRounds {
		m.stopped = w.ccd.AppendStopped(m.stopped[:0])
		if len(m.stopped) == 0 {
			return
		}
		if m.projection == nil {
			m.projection = new(projection.Projection)
		}
		moved := m.projection.Project(w.bodies, w.joints, m.stopped, float64(w.params.LinearSlop))
		if len(moved) == 0 {
			return
		}
		w.ccd.SweepAgain(moved)
	}
}

// finishJoint is the last step in the creation of any joint.
func (w *World) finishJoint(slot state.JointSlot) Joint {
	w.useJoints()
	w.linking.AddJoint(slot)
	return Joint{w, w.joints.Meta[slot].ID}
}

// publishJointStresses reports the joints that passed a break limit, in ascending order of their
// slots, and destroys the joints that break.
func (w *World) publishJointStresses() {
	if !w.joints.TakeStress() {
		return
	}
	w.scratch.stressedJoints = w.scratch.stressedJoints[:0]
	links := w.joints.Link[:w.joints.Awake()]
	for r := range links { // for each joint, so the loop is short
		if links[r].Flags&state.JointStressed != 0 {
			w.scratch.stressedJoints = append(w.scratch.stressedJoints, w.joints.Slots[r])
		}
	}
	radix.Sort(w.scratch.stressedJoints)
	for _, slot := range w.scratch.stressedJoints {
		meta := &w.joints.Meta[slot]
		if meta.ID == 0 { // destroyed with one that broke
			continue
		}
		row := w.joints.Row(slot)
		flags := w.joints.Link[row].Flags
		w.joints.Link[row].Flags &^= state.JointStressed
		load := w.joints.Load[row]
		broke := flags&state.JointReportOnly == 0
		a, b := w.joints.Pair(slot)
		_, anchorB := w.joints.Anchors(w.bodies, slot)
		w.events.JointStresses = append(w.events.JointStresses, JointStress{
			Joint:  Joint{w, meta.ID},
			Force:  state.Finite(geom.Vec2{X: float64(load.ForceX), Y: float64(load.ForceY)}.Length()),
			Torque: state.Finite(float64(load.Torque)), Broke: broke,
			Kind: w.joints.Link[row].Kind, BodyA: w.bodyAt(a), BodyB: w.bodyAt(b),
			Position: anchorB.Mgl(), UserData: meta.UserData,
		})
		if broke {
			w.linking.DestroyJoint(slot)
		}
	}
}
