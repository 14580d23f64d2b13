package tiled

import (
	"cmp"
	"strings"
)

// value returns the text of a property. Texts of several lines are in the element and not in the
// attribute.
func (p *property) value() string {
	return cmp.Or(p.Value, strings.TrimSpace(p.Text))
}
