package inspect

import (
	"fmt"
	"net/http"
	"runtime/pprof"
	"strconv"
	"time"
)

// mostSeconds is the length of the longest profile and recording.
const mostSeconds = 60

// secondsOf returns the length that a request asks for.
func secondsOf(r *http.Request) (time.Duration, error) {
	text := r.URL.Query().Get("seconds")
	if text == "" {
		return 5 * time.Second, nil
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds > 0 && seconds <= mostSeconds) {
		return 0, fmt.Errorf("inspect: seconds: %.32q is not between 0 and %d", text, mostSeconds)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// serveProfile profiles the program and sends the profile.
func (s *Server) serveProfile(w http.ResponseWriter, r *http.Request) {
	length, err := secondsOf(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
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
