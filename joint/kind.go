package joint

// Kind is a sort of joint.
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

// kinds holds the names of the kinds in scene files, and a zero definition of each.
var kinds = [Kinds]struct {
	name string
	zero Definition
}{
	NoKind:           {name: "none"},
	KindRevolute:     {"revolute", &Revolute{}},
	KindDistance:     {"distance", &Distance{}},
	KindPrismatic:    {"prismatic", &Prismatic{}},
	KindWeld:         {"weld", &Weld{}},
	KindWheel:        {"wheel", &Wheel{}},
	KindMotor:        {"motor", &Motor{}},
	KindMouse:        {"mouse", &Mouse{}},
	KindAngle:        {"angle", &Angle{}},
	KindGear:         {"gear", &Gear{}},
	KindPulley:       {"pulley", &Pulley{}},
	KindRatchet:      {"ratchet", &Ratchet{}},
	KindGroove:       {"groove", &Groove{}},
	KindRotarySpring: {"rotarySpring", &RotarySpring{}},
	KindFriction:     {"friction", &Friction{}},
	KindNoCollision:  {"noCollision", &NoCollision{}},
	KindCustom:       {"custom", &Custom{}},
}

// String returns the name used in scene files.
func (k Kind) String() string {
	if k >= Kinds {
		return "none"
	}
	return kinds[k].name
}

// New returns a pointer to a zero definition of the kind, or nil for NoKind.
func (k Kind) New() Definition {
	if k == NoKind || k >= Kinds {
		return nil
	}
	return kinds[k].zero.Clone()
}
