package snapshot

import (
	"fmt"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/statefile"
	"github.com/carom2d/carom/shape"
)

// Rebuild derives all derived data from the columns of checked tables, and compiles the shapes.
// Customs are the file's data about shapes of the game's own. The error names the contradiction.
func (t *Tables) Rebuild(customs []state.CustomRecord) error {
	t.Bodies.Rebuild()
	if slot, err := t.Shapes.Rebuild(t.Bodies); err != nil {
		return statefile.Invalid(fmt.Sprintf("colliders/Meta.Shape[%d]", slot), "%v", err)
	}
	for i := range customs {
		if !t.Shapes.SetCustomRecord(&customs[i]) {
			return statefile.Invalid(fmt.Sprintf("colliders/customs[%d]", i), "it belongs to another shape")
		}
	}
	t.Joints.Rebuild()
	return t.rebuildAreas()
}

// rebuildAreas compiles the shapes of areas and puts them into their order.
func (t *Tables) rebuildAreas() error {
	t.Areas.Convex = make([]shape.Convex, len(t.Areas.Meta))
	for i := range t.Areas.Meta {
		if m := &t.Areas.Meta[i]; m.ID != 0 && m.Shape != nil {
			var err error
			if t.Areas.Convex[i], err = shape.New(m.Shape); err != nil {
				return statefile.Invalid(fmt.Sprintf("areas/Meta.Shape[%d]", i), "%v", err)
			}
		}
	}
	t.Areas.Rebuild(t.Bodies)
	return nil
}
