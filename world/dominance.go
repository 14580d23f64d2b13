package world

import "github.com/carom2d/carom/internal/recording"

// SetDominance says who pushes whom. In a contact or joint of dynamic bodies those above the lowest
// dominance among them act as if they had infinite mass. They push the others, stop them and carry
// them along, and are not moved by them: this constraint does not change their velocity by a bit.
// So their impulses are not equal and opposite, and momentum is lost or gained, as with a kinematic
// body. A body that rests on one of lower dominance sinks through it, since nothing holds it up.
// Bodies of equal dominance, and bodies that are not dynamic, act on each other as always. The body
// wakes up, with all that it touches and is jointed with.
func (b Body) SetDominance(dominance int8) error {
	slot, err := b.beginChange(recording.BodySetDominance, func(r callRecorder) { r.int(int64(dominance)) })
	if err != nil {
		return err
	}
	defer b.w.endChange()
	w := b.w
	if w.bodies.Meta[slot].Dominance == dominance {
		return nil
	}
	w.linking.Wake(slot)
	w.bodies.SetDominance(slot, dominance)
	w.joints.MarkJointsOf(w.bodies, slot)
	return nil
}
