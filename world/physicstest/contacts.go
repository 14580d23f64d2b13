package physicstest

import (
	"fmt"
	"time"

	"github.com/carom2d/carom/world"
)

// touchGap is the gap below which shapes count as touching, in units of Config.LengthUnit: the gap
// of the engine's contacts at rest.
const touchGap = 0.005

// NeverDeeper holds while no contact overlaps by more than a depth, in metres. A contact at rest
// overlaps by about 0.005 times Config.LengthUnit. In the tick of an impact the overlap may be a
// good part of the distance moved in that tick, for bodies that are not fast enough for continuous
// collision.
func NeverDeeper(depth float64) Check {
	return always(func(m moment) error {
		for c := range m.world.Contacts() {
			if err := checkDepth(&c, depth); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkDepth returns an error about the first point of a contact that is deeper than allowed.
func checkDepth(c *world.Contact, allowed float64) error {
	for _, p := range c.Points() {
		if -p.Separation <= allowed {
			continue
		}
		a, b := c.ColliderA.Body(), c.ColliderB.Body()
		return &bodyError{
			text: fmt.Sprintf("%v and %v overlap by %.4g m at %s: %.4g m are allowed",
				a, b, -p.Separation, vec(p.Position), allowed),
			bodies: []world.Body{a, b},
		}
	}
	return nil
}

// Touches holds if two bodies touch at some tick, no later than a time after the beginning.
func Touches(a, b world.Body, limit time.Duration) Check {
	missed := func() error {
		if !a.Valid() || !b.Valid() {
			return fmt.Errorf("a body was destroyed that had not touched the other")
		}
		text := fmt.Sprintf("%v and %v did not touch within %v", a, b, limit)
		if s, ok := a.Distance(b, world.QueryFilter{}); ok {
			text += fmt.Sprintf(": they are %.4g m apart", s.Distance)
		}
		return &bodyError{text: text, bodies: []world.Body{a, b}}
	}
	return within(limit, missed, func(moment) bool { return touching(a, b) })
}

// NeverTouches holds while two bodies do not touch.
func NeverTouches(a, b world.Body) Check {
	return always(func(moment) error {
		if touching(a, b) {
			return &bodyError{text: fmt.Sprintf("%v and %v touch", a, b), bodies: []world.Body{a, b}}
		}
		return nil
	})
}

func touching(a, b world.Body) bool {
	if !a.Valid() || !b.Valid() {
		return false
	}
	gap := touchGap * a.World().Config().LengthUnit
	for touch := range a.Touching() {
		if touch.Other.Body() != b {
			continue
		}
		for _, p := range touch.Points() {
			if p.Separation <= gap || p.NormalImpulse > 0 {
				return true
			}
		}
	}
	return false
}

// JointsHold holds while no joint is pulled apart by more than a distance, in metres, and none
// breaks. Without arguments it checks all joints.
func JointsHold(distance float64, joints ...world.Joint) Check {
	asked := map[world.JointID]bool{}
	for _, j := range joints {
		asked[j.ID()] = true
	}
	return always(func(m moment) error {
		for _, s := range m.world.Events().JointStresses {
			if s.Broke && (len(asked) == 0 || asked[s.Joint.ID()]) {
				return &bodyError{
					text:   fmt.Sprintf("the %v joint of %v and %v broke under %.4g N and %.4g N m", s.Kind, s.BodyA, s.BodyB, s.Force, s.Torque),
					bodies: []world.Body{s.BodyA, s.BodyB},
				}
			}
		}
		for j := range m.world.Joints() {
			if len(asked) > 0 && !asked[j.ID()] || !j.Enabled() {
				continue
			}
			if d := j.LinearSeparation(); !(d <= distance) {
				return &bodyError{
					text:   fmt.Sprintf("the %v joint of %v and %v is pulled apart by %.4g m: %.4g m are allowed", j.Kind(), j.BodyA(), j.BodyB(), d, distance),
					bodies: []world.Body{j.BodyA(), j.BodyB()},
				}
			}
		}
		return nil
	})
}
