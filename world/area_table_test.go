package world

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every field of the table of areas is marked, as those of internal/state are.
func TestColumnsOfAreasAreMarked(t *testing.T) {
	table := reflect.TypeFor[areas]()
	for i := range table.NumField() {
		if f := table.Field(i); !f.Anonymous {
			require.Contains(t, []string{"state", "derived", "scratch"}, f.Tag.Get("column"), f.Name)
		}
	}
}
