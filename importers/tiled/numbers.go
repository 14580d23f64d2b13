package tiled

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// number is an attribute of a map, tileset or layer. A text that is no number is kept, so that the
// error can name the layer beside the attribute.
type number[T int | uint32 | float64] struct {
	value T
	wrong *xml.Attr
}

// UnmarshalXMLAttr reads the number. An empty text means 0, as a missing attribute does.
func (n *number[T]) UnmarshalXMLAttr(a xml.Attr) error {
	text := strings.TrimSpace(a.Value)
	if text == "" {
		return nil
	}
	var err error
	switch value := any(&n.value).(type) {
	case *int:
		*value, err = strconv.Atoi(text)
	case *uint32:
		var wide uint64
		wide, err = strconv.ParseUint(text, 10, 32)
		*value = uint32(wide)
	case *float64:
		*value, err = strconv.ParseFloat(text, 64)
		if !(math.Abs(*value) <= maxCoordinate) {
			err = strconv.ErrRange
		}
	}
	if err != nil {
		n.wrong = &a
	}
	return nil
}

// wrongNumber returns the error of the first attribute that is no number.
func wrongNumber(attributes ...*xml.Attr) error {
	for _, a := range attributes {
		if a != nil {
			return fmt.Errorf("%w: %s %.32q", ErrFormat, a.Name.Local, a.Value)
		}
	}
	return nil
}
