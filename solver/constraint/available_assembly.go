//go:build !purego && (amd64 || arm64)

package constraint

import "github.com/carom2d/carom/internal/simd"

func available() bool { return simd.Available }
