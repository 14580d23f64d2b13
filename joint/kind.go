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

var kindNames = [Kinds]string{
	NoKind: "none", KindRevolute: "revolute", KindDistance: "distance", KindPrismatic: "prismatic",
	KindWeld: "weld", KindWheel: "wheel", KindMotor: "motor", KindMouse: "mouse", KindAngle: "angle",
	KindGear: "gear", KindPulley: "pulley", KindRatchet: "ratchet", KindGroove: "groove",
	KindRotarySpring: "rotarySpring", KindFriction: "friction", KindNoCollision: "noCollision",
	KindCustom: "custom",
}

// String returns the name used in scene files.
func (k Kind) String() string {
	if k >= Kinds {
		return "none"
	}
	return kindNames[k]
}
