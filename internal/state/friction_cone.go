package state

import "unsafe"

// ContactCone says that the friction of a contact depends on the direction or on whether it slides
// already: it has a FrictionCone. The flag stands above those that contacts.go counts out.
const ContactCone ContactFlags = 1 << 31

// FrictionCone holds the coefficients of friction of a contact with ContactCone: 20 bytes. Left
// holds when B slides to the left of the normal, seen from A.
type FrictionCone struct {
	Left, Right             float32
	StaticLeft, StaticRight float32
	Slip                    float32 // since the contact last stuck, as a share of the slip at which static friction ends; at most 1
}

var _ [20]byte = [unsafe.Sizeof(FrictionCone{})]byte{}
