package inspect_test

import (
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/carom2d/carom/world/inspect"
	"github.com/stretchr/testify/require"
)

// A recording of a running game can be downloaded, and a second one after it.
func TestRecordingsAreDownloaded(t *testing.T) {
	newGame(t, "recorded")
	server := newServer(t, &inspect.Server{})
	p := dial(t, server)
	for range 2 {
		r, err := http.Get(server.URL + "/debug/carom/record?seconds=0.2&world=" + fmt.Sprint(p.idOf("recorded")))
		require.NoError(t, err)
		bytes, err := io.ReadAll(r.Body)
		r.Body.Close()
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, r.StatusCode, string(bytes))
		require.Greater(t, len(bytes), 100)
	}
}
