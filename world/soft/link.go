package soft

import (
	"cmp"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
)

// Link describes the link between neighbouring nodes. The zero Link is a rod that never tears.
type Link struct {
	Hertz   float64 // a spring instead of the rod; zero means none
	Damping float64 // damping ratio of the spring

	// MaxStretch bounds the length of a spring or a loose link to 1 + MaxStretch times the length
	// at rest. Zero means no bound for a spring, and the length at rest for a loose link.
	MaxStretch float64
	Loose      bool // a thread: it only pulls, and not before it is as long as at rest

	BreakForce float64 // N at which the link tears; zero means never
}

// Validate returns a *geom.FieldError for the first field that cannot be used. A loose link has no
// spring: Hertz is geom.ErrOutOfRange then.
func (l *Link) Validate() error {
	err := cmp.Or(checkNumber("Hertz", l.Hertz), checkNumber("Damping", l.Damping), checkNumber("MaxStretch", l.MaxStretch),
		geom.CheckNotNegative("BreakForce", l.BreakForce))
	if err == nil && l.Loose && l.Hertz > 0 {
		return geom.NewFieldError("Hertz", l.Hertz, geom.ErrOutOfRange)
	}
	return err
}

// joint returns the distance joint of a link between the origins of two nodes.
func (l *Link) joint(length float64) *joint.Distance {
	d := &joint.Distance{Base: joint.Base{BreakForce: l.BreakForce}, Length: length}
	longest := length + float64(length*l.MaxStretch)
	switch {
	case l.Loose:
		d.Loose, d.MaxLength = true, longest
	case l.Hertz > 0:
		d.SpringHertz, d.SpringDamping = l.Hertz, l.Damping
		if l.MaxStretch > 0 {
			d.MaxLength = longest
		}
	}
	return d
}
