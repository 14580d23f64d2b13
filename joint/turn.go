package joint

import "github.com/carom2d/carom/geom"

// turnFar is turnOf for angles of any size.
func turnFar(sin, cos float32) float32 {
	return float32(geom.Atan2(float64(sin), float64(cos)))
}
