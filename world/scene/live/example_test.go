package live_test

import (
	"fmt"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/live"
)

func ExampleDocument_Patch() {
	document := []byte(`{"version": 1, "bodies": [{"name": "crate", "colliders": [{"type": "box", "halfExtents": [0.5, 0.5]}]}]}`)
	s := world.Must(scene.Parse(document))
	w, contents, err := s.New()
	world.Check(err)
	defer w.Close()
	d := world.Must(live.New(document, w, contents, nil))

	world.Check(d.Set("/bodies/0/linearDamping", []byte("0.5")))
	pointer := world.Must(d.Add("bodies", 1, []byte(`{"position": [0, 3]}`)))
	fmt.Println(pointer, w.Counters().Bodies)
	fmt.Println(string(world.Must(d.PatchText())))
	// Output:
	// /bodies/1 2
	// [{"op":"add","path":"/bodies/0/linearDamping","value":0.5},{"op":"add","path":"/bodies/-","value":{"position":[0,3]}}]
}
