package inspect

import (
	"cmp"
	"fmt"
	"net/http"
	"runtime/pprof"
	"strconv"
	"time"
)

// mostSeconds is the length of the longest profile and recording.
const mostSeconds = 60

// secondsOf returns the length that a request asks for, or answers that the length is invalid.
func secondsOf(w http.ResponseWriter, r *http.Request) (length time.Duration, ok bool) {
	text := cmp.Or(r.URL.Query().Get("seconds"), "5")
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds > 0 && seconds <= mostSeconds) {
		http.Error(w, fmt.Sprintf("inspect: seconds: %.32q is not between 0 and %d", text, mostSeconds), http.StatusBadRequest)
		return 0, false
	}
	return time.Duration(seconds * float64(time.Second)), true
}

// serveProfile profiles the program and sends the profile.
func (s *Server) serveProfile(w http.ResponseWriter, r *http.Request) {
	length, ok := secondsOf(w, r)
	if !ok {
		return
	}
	header := w.Header()
	header.Set("Content-Type", "application/octet-stream")
	header.Set("Content-Disposition", `attachment; filename="cpu.pprof"`)
	if err := pprof.StartCPUProfile(w); err != nil {
		header.Del("Content-Disposition")
		http.Error(w, "inspect: "+err.Error(), http.StatusConflict)
		return
	}
	defer pprof.StopCPUProfile()
	select {
	case <-time.After(length):
	case <-r.Context().Done():
	}
}
