package tiled

import "strings"

// value returns the text of a property: texts of several lines are not in the attribute.
func (p *property) value() string {
	if p.Value == "" {
		return strings.TrimSpace(p.Text)
	}
	return p.Value
}
