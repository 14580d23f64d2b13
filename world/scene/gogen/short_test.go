//go:build !long

package gogen

import (
	"testing"

	"github.com/carom2d/carom/world/scene"
)

// randomScenes is the number of random documents that are compiled.
const randomScenes = 12

// largeScenes are the benchmark scenes, with tag long.
func largeScenes(*testing.T) []*scene.Scene { return nil }
