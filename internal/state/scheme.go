package state

import (
	"reflect"

	"github.com/carom2d/carom/internal/statefile"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
)

// DescribeTypes describes the written form of the tables' types to a scheme.
func DescribeTypes(s *statefile.Scheme) {
	s.Skip(reflect.TypeFor[[]joint.ConstraintBody](), reflect.TypeFor[joint.ConstraintContext]())
	statefile.Via(s, writtenGameDataOf, readGameData)
	describeHandles(s)
	var kinds []statefile.Kind
	for kind := joint.NoKind + 1; kind < joint.Kinds; kind++ {
		kinds = append(kinds, statefile.Kind{Name: kind.String(), Type: reflect.TypeOf(kind.New())})
	}
	statefile.Variant[joint.Definition](s, nil, kinds...)
}

// writtenGameData is a *GameData.
type writtenGameData struct {
	Name     string
	UserData any
	Key      uint64
}

func writtenGameDataOf(d *GameData) writtenGameData {
	if d == nil {
		return writtenGameData{}
	}
	return writtenGameData(*d)
}

func readGameData(_ statefile.Place, w writtenGameData) (*GameData, error) {
	if w.Name == "" && w.UserData == nil && w.Key == 0 {
		return nil, nil
	}
	return &GameData{w.Name, w.UserData, w.Key}, nil
}

// describeHandles writes the values of handles. Equal values that are read share one.
func describeHandles(s *statefile.Scheme) {
	var materials recent[MaterialAndDensity]
	statefile.Via(s, writtenPropertiesOf, func(at statefile.Place, w writtenProperties) (h MaterialHandle, err error) {
		if !w.Present {
			return h, nil
		}
		if err := w.Material.Validate(); err != nil {
			return h, statefile.Invalid(at.String(), "%v", err)
		}
		return MaterialHandle{materials.find(w.positive())}, nil
	})
	var filters recent[shape.Filter]
	statefile.Via(s, filterOf, func(_ statefile.Place, f shape.Filter) (h filterHandle, err error) {
		if f != (shape.Filter{}) {
			h.value = filters.find(f)
		}
		return h, nil
	})
}

// writtenProperties is a MaterialHandle. Free slots have none.
type writtenProperties struct {
	Present bool
	MaterialAndDensity
}

func writtenPropertiesOf(h MaterialHandle) writtenProperties {
	if h.value == nil {
		return writtenProperties{}
	}
	return writtenProperties{true, h.Value()}
}
