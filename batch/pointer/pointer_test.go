package pointer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const document = `{"a": [1, -2.5e3 , {"b/c": 7}], "m~n": "7", "": true}`

func TestWalkGivesPlacesOfValues(t *testing.T) {
	texts := map[string]string{}
	numbers := []string{}
	require.NoError(t, Walk([]byte(document), func(p string, v Value) {
		texts[p] = document[v.Start:v.End]
		if v.Number {
			numbers = append(numbers, p)
		}
	}))
	require.Equal(t, map[string]string{
		"": document, "/a": `[1, -2.5e3 , {"b/c": 7}]`, "/a/0": "1", "/a/1": "-2.5e3", "/a/2": `{"b/c": 7}`,
		"/a/2/b~1c": "7", "/m~0n": `"7"`, "/": "true",
	}, texts)
	require.Equal(t, []string{"/a/0", "/a/1", "/a/2/b~1c"}, numbers)
	require.Equal(t, "/b~1c", Of("b/c"))
}

func TestReplaceKeepsTheRest(t *testing.T) {
	places := map[string]Value{}
	require.NoError(t, Walk([]byte(document), func(p string, v Value) { places[p] = v }))
	got := Replace([]byte(document), []Value{places["/a/0"], places["/a/2/b~1c"]}, []int{1, 0}, []float64{0.1, 1e300})
	require.Equal(t, `{"a": [1e+300, -2.5e3 , {"b/c": 0.1}], "m~n": "7", "": true}`, string(got))
	require.Equal(t, "4294967295", string(Replace([]byte("1"), []Value{{End: 1}}, []int{0}, []float64{1<<32 - 1})), "a field for whole numbers takes it")
}

func TestBadDocumentsHaveAPlace(t *testing.T) {
	for _, c := range []struct {
		text, pointer string
		offset        int
		want          error
	}{
		{`{"a": 1, "a": 2}`, "/a", 9, ErrDuplicate},
		{`{"a": [1, }`, "/a/1", 10, ErrSyntax},
		{`{"a": 1`, "", 7, ErrSyntax},
		{``, "", 0, ErrSyntax},
		{`1 2`, "", 2, ErrSyntax},
		{`]`, "", 0, ErrSyntax},
		{strings.Repeat("[", 100), strings.Repeat("/0", 65), 65, ErrTooDeep},
	} {
		err := Walk([]byte(c.text), func(string, Value) {})
		require.ErrorIs(t, err, c.want, c.text)
		var at *Error
		require.ErrorAs(t, err, &at)
		require.Equal(t, c.pointer, at.Pointer, c.text)
		require.Equal(t, c.offset, at.Offset, c.text)
	}
}

func TestPlaceCountsCharacters(t *testing.T) {
	text := []byte("ä\nöü x")
	line, column := Place(text, strings.IndexByte(string(text), 'x'))
	require.Equal(t, [2]int{2, 4}, [2]int{line, column})
}
