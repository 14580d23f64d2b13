package bodies

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// Disable takes a body out of the world: it has no proxies, no contacts and no island.
func (b *Builder) Disable(slot state.BodySlot) {
	b.links.WakeTouching(slot)
	for c := b.p.Bodies.FirstCollider(slot); c != state.None; c = b.p.Shapes.Link[c].Next {
		b.removeProxy(slot, state.ColliderSlot(c))
	}
	b.links.UnlinkJointsOf(slot)
	if b.links.Islands.Of(slot) != state.None {
		b.links.Islands.Remove(slot)
	}
	b.p.Bodies.Stop(slot)
	b.p.Bodies.LastPose[b.p.Bodies.Row(slot)] = b.p.Bodies.Pose[b.p.Bodies.Row(slot)]
	b.p.Bodies.MoveTo(slot, state.Inactive)
	b.p.Bodies.Meta[slot].Disabled = true
}

// Enable undoes Disable.
func (b *Builder) Enable(slot state.BodySlot) {
	m := &b.p.Bodies.Meta[slot]
	m.Disabled = false
	if m.Type != body.Static {
		b.p.Bodies.MoveTo(slot, state.Awake)
		b.p.Bodies.Motion[b.p.Bodies.Row(slot)].SleepTime = 0
	}
	if m.Type == body.Dynamic {
		b.links.Islands.Add(slot)
	}
	for c := b.p.Bodies.FirstCollider(slot); c != state.None; c = b.p.Shapes.Link[c].Next {
		b.insertProxy(slot, state.ColliderSlot(c))
	}
	b.links.WakeUnderBody(slot)
	b.links.LinkJointsOf(slot)
}

// Place moves a body to a given frame and wakes it and the bodies around it.
func (b *Builder) Place(slot state.BodySlot, origin geom.Transform) {
	b.links.WakeTouching(slot)
	b.links.Wake(slot)
	row := b.p.Bodies.Row(slot)
	b.p.Bodies.Pose[row] = state.PoseOf(origin, b.p.Bodies.Meta[slot].LocalCenter)
	b.p.Bodies.LastPose[row] = b.p.Bodies.Pose[row]
	b.updateProxies(slot)
	b.links.DestroySeparated(slot)
	b.forgetOneWay(slot)
	b.links.WakeUnderBody(slot)
}

// forgetOneWay lets the next tick decide anew about the one-way contacts of a body that jumped.
func (b *Builder) forgetOneWay(slot state.BodySlot) {
	if b.p.OneWayColliders == 0 {
		return
	}
	for contact := range b.p.EachContact(slot) {
		if b.p.Contacts.Pair[b.p.Contacts.Row(contact)].Flags&state.ContactOneWay != 0 {
			b.p.Contacts.OneWay[contact] = 0
		}
	}
}
