package tiled

import "strings"

// value returns the text of a property. Texts of several lines are in the element and not in the
// attribute.
func (p *property) value() string {
	if p.Value == "" {
		return strings.TrimSpace(p.Text)
	}
	return p.Value
}
