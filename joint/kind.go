package joint

// Kind is a kind of joint.
type Kind uint8

// The kinds. The zero Kind is no joint.
const (
	NoKind Kind = iota
	KindRevolute
	KindDistance
	KindPrismatic
	KindWeld
	KindWheel
	KindMotor
	KindMouse
	KindAngle
	KindGear
	KindPulley
	KindRatchet
	KindGroove
	KindRotarySpring
	KindFriction
	KindNoCollision
	KindCustom
	Kinds // how many there are, NoKind included
)

// names holds the names of the kinds in scene files.
var names = [Kinds]string{
	NoKind:           "none",
	KindRevolute:     "revolute",
	KindDistance:     "distance",
	KindPrismatic:    "prismatic",
	KindWeld:         "weld",
	KindWheel:        "wheel",
	KindMotor:        "motor",
	KindMouse:        "mouse",
	KindAngle:        "angle",
	KindGear:         "gear",
	KindPulley:       "pulley",
	KindRatchet:      "ratchet",
	KindGroove:       "groove",
	KindRotarySpring: "rotarySpring",
	KindFriction:     "friction",
	KindNoCollision:  "noCollision",
	KindCustom:       "custom",
}

// zeros holds a zero definition of each kind.
var zeros = [Kinds]Definition{
	KindRevolute:     &Revolute{},
	KindDistance:     &Distance{},
	KindPrismatic:    &Prismatic{},
	KindWeld:         &Weld{},
	KindWheel:        &Wheel{},
	KindMotor:        &Motor{},
	KindMouse:        &Mouse{},
	KindAngle:        &Angle{},
	KindGear:         &Gear{},
	KindPulley:       &Pulley{},
	KindRatchet:      &Ratchet{},
	KindGroove:       &Groove{},
	KindRotarySpring: &RotarySpring{},
	KindFriction:     &Friction{},
	KindNoCollision:  &NoCollision{},
	KindCustom:       &Custom{},
}

// String returns the name used in scene files.
func (k Kind) String() string {
	if k >= Kinds {
		return "none"
	}
	return names[k]
}

// New returns a pointer to a zero definition of the kind, or nil for NoKind.
func (k Kind) New() Definition {
	if k == NoKind || k >= Kinds {
		return nil
	}
	return zeros[k].Clone()
}
