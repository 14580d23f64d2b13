//go:build js && !purego

package constraint

import (
	_ "embed"

	"github.com/carom2d/carom/internal/simd"
)

// kernels is the code of this package's module, and module is the module. Only a program with
// joints contains them.
//
//go:embed kernels.wasm
var kernels []byte
var module simd.Module

func available() bool { return module.Make(kernels) }
