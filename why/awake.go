package why

import "fmt"

// Awake is the reason why a body is awake or not.
type Awake uint8

// The reasons, in the order in which World.WhyAwake looks for them. Bodies that touch or are
// jointed, directly or through others, sleep together, so any of them may have the reason.
const (
	Asleep      Awake = iota // it is not awake
	Kinematic                // kinematic bodies do not sleep
	NoSleep                  // Config.NoSleep
	NeverSleep               // Body.SetNeverSleep, of Body
	Motor                    // the motor of Joint has a speed to reach
	OnKinematic              // Body touches or is jointed with a kinematic body in motion
	Moving                   // Body moves, or was just woken
	Resting                  // all are at rest, and sleep in Wait seconds
	Splitting                // they lost a link, and sleep when the engine has found which of them are still linked
)

var awakeReasons = [...]string{
	Asleep: "it is not awake", Kinematic: "kinematic bodies do not sleep", NoSleep: "Config.NoSleep",
	NeverSleep: "a body never sleeps", Motor: "a motor has a speed to reach",
	OnKinematic: "a body is on a kinematic body in motion", Moving: "a body moves or was just woken", Resting: "all are at rest, but not for long enough",
	Splitting: "a link was lost, and it is not known yet who is still linked",
}

func (r Awake) String() string {
	if int(r) >= len(awakeReasons) {
		return fmt.Sprintf("Awake(%d)", uint8(r))
	}
	return awakeReasons[r]
}
