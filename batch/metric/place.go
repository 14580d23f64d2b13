package metric

import (
	"errors"
	"fmt"

	"github.com/carom2d/carom/geom"
)

// At gives the error of a definition its place in the list.
func At(i int, err error) error {
	var f *geom.FieldError
	if !errors.As(err, &f) {
		return err
	}
	return geom.NewFieldError(fmt.Sprintf("metrics[%d].%s", i, f.Field), f.Value, f.Err)
}
