package edit_test

import (
	"encoding/json"
	"fmt"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/edit"
	"github.com/carom2d/carom/world/scene/live"
)

func ExamplePage_Answer() {
	document := []byte(`{"version": 1, "bodies": [{"name": "crate"}]}`)
	s := world.Must(scene.Parse(document))
	w, contents, err := s.New()
	world.Check(err)
	defer w.Close()
	page := edit.Page{Document: world.Must(live.New(document, w, contents, nil))}
	for _, question := range []string{
		`{"do": "edit-set", "pointer": "/bodies/0/linearDamping", "setting": 0.5}`,
		`{"do": "edit-add", "list": "bodies", "at": 1, "setting": {"position": [0, 3]}}`,
		`{"do": "edit-patch"}`,
	} {
		var q struct{ Do string }
		world.Check(json.Unmarshal([]byte(question), &q))
		text := world.Must(json.Marshal(world.Must(page.Answer(q.Do, []byte(question)))))
		fmt.Println(page.Changes(q.Do), string(text))
	}
	// Output:
	// true {}
	// true {"pointer":"/bodies/1","body":[2,1]}
	// false {"patch":[{"op":"add","path":"/bodies/0/linearDamping","value":0.5},{"op":"add","path":"/bodies/-","value":{"position":[0,3]}}]}
}
