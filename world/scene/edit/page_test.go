package edit_test

import (
	"encoding/json"
	"testing"

	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/edit"
	"github.com/carom2d/carom/world/scene/live"
	"github.com/stretchr/testify/require"
)

// ask asks a question and returns the answer as JSON.
func ask(t *testing.T, p edit.Page, do, rest string) (string, error) {
	answer, err := p.Answer(do, []byte(rest))
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(answer)
	require.NoError(t, err)
	return string(text), nil
}

func TestQuestionsWithoutDocument(t *testing.T) {
	for _, do := range []string{"edit-document", "edit-patch", "edit-set", "edit-add", "edit-remove"} {
		_, err := ask(t, edit.Page{}, do, `{}`)
		require.ErrorIs(t, err, edit.ErrNoDocument, do)
	}
	text, err := ask(t, edit.Page{}, "edit-check", `{"document":"{\"version\":2}"}`)
	require.NoError(t, err)
	require.Contains(t, text, `"path":"/version"`)
	_, err = ask(t, edit.Page{}, "edit-brush", `{}`)
	require.ErrorIs(t, err, scene.ErrMissing)
	_, err = ask(t, edit.Page{}, "edit-check", `[]`)
	require.Error(t, err)
}

// A body that the game has destroyed has no identity, and its place in the list stays.
func TestBodiesStandInTheOrderOfTheDocument(t *testing.T) {
	document := []byte(`{"version": 1, "bodies": [{}, {}, {}]}`)
	s, err := scene.Parse(document)
	require.NoError(t, err)
	w, contents, err := s.New()
	require.NoError(t, err)
	defer w.Close()
	d, err := live.New(document, w, contents, nil)
	require.NoError(t, err)
	require.NoError(t, contents.Bodies[1].Destroy())
	p := edit.Page{Document: d}
	text, err := ask(t, p, "edit-document", `{}`)
	require.NoError(t, err)
	require.Contains(t, text, `"bodies":[[1,1],null,[3,1]]`)
	_, err = ask(t, p, "edit-remove", `{"pointer":"/bodies/1"}`)
	require.NoError(t, err)
	text, err = ask(t, p, "edit-document", `{}`)
	require.NoError(t, err)
	require.Contains(t, text, `"bodies":[[1,1],[3,1]]`)
	_, err = ask(t, p, "edit-dance", `{}`)
	require.ErrorContains(t, err, `"edit-dance"`)
	require.Equal(t, []bool{true, true, true, false}, []bool{p.Changes("edit-set"), p.Changes("edit-add"), p.Changes("edit-remove"), p.Changes("edit-check")})
}
