package joint

import "github.com/carom2d/carom/geom"

// angleChangeFar is angleChange for angles of any size.
func angleChangeFar(sin, cos float32) float32 {
	return float32(geom.Atan2(float64(sin), float64(cos)))
}
