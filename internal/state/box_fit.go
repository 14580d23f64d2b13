package state

import "github.com/carom2d/carom/internal/grow"

// BoxFit bounds the motion of a body within which the tight box of a collider stays in its fat box:
// 32 bytes. While the centre of mass stays within the bounds by the length that the points of the
// shape have turned at most, the tight box need not be computed. Bounds and reach are rounded to
// the safe side.
type BoxFit struct {
	MinX, MinY, MaxX, MaxY float32 // of the centre of mass, for a body that does not turn, m
	C, S                   float32 // the rotation from which the body turns
	Reach                  float32 // upper bound of the distance of a point of the shape from the centre of mass, without skin, m
	version                uint32
}

// boxFits are the BoxFits of all colliders, by slot. A fit is known if its version is the version
// of the table.
type boxFits struct {
	list    []BoxFit
	version uint32
}

// BoxFits returns the entries of the boxes of all colliders, by slot, and the version of the
// entries that count. See BoxFit.Known.
func (s *Colliders) BoxFits() ([]BoxFit, uint32) {
	f := &s.fits
	if f.version == 0 {
		f.version = 1
	}
	if n := len(s.Geometry); len(f.list) < n {
		f.list = grow.Resize(f.list, n)
	}
	return f.list, f.version
}

// Known reports whether the entry counts.
func (f *BoxFit) Known(version uint32) bool { return f.version == version }

// Know makes the entry count.
func (f *BoxFit) Know(version uint32) { f.version = version }

// Forget makes the entry not count.
func (f *BoxFit) Forget() { f.version = 0 }

// ForgetBoxFit must follow every change of a collider's shape or fat box.
func (s *Colliders) ForgetBoxFit(slot ColliderSlot) {
	if int(slot) < len(s.fits.list) {
		s.fits.list[slot].Forget()
	}
}

// forgetAll makes all entries not count.
func (f *boxFits) forgetAll() {
	if f.version++; f.version == 0 {
		clear(f.list)
		f.version = 1
	}
}
