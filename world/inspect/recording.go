package inspect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// mostWaiting is the largest size of the part of a recording that waits for a slow network. Beyond
// it the recording ends.
const mostWaiting = 64 << 20

// recorder passes a recording from the goroutine that steps the world to the goroutine of a
// request. The first never waits for the second.
type recorder struct {
	mu      sync.Mutex
	waiting []byte
	full    bool
	wake    chan struct{}
	ended   chan struct{}
	over    atomic.Bool // the recording ends before the next step
}

var errFull = errors.New("inspect: the network is too slow for the recording")

// Write keeps a part of the recording for the request.
func (r *recorder) Write(part []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.full = r.full || len(r.waiting)+len(part) > mostWaiting; r.full {
		return 0, errFull
	}
	r.waiting = append(r.waiting, part...)
	select {
	case r.wake <- struct{}{}:
	default:
	}
	return len(part), nil
}

// copyTo sends the recording until it ends.
func (r *recorder) copyTo(ctx context.Context, w io.Writer) error {
	var parts []byte
	for {
		last := false
		select {
		case <-r.wake:
		case <-r.ended:
			last = true
		case <-ctx.Done():
			return ctx.Err()
		}
		r.mu.Lock()
		parts, r.waiting = r.waiting, parts[:0]
		r.mu.Unlock()
		if _, err := w.Write(parts); err != nil || last {
			return err
		}
		parts = parts[:0]
	}
}

// startRecording begins a recording, between two steps.
func (a *Attached) startRecording(r *recorder) error {
	switch {
	case r.over.Load():
		return context.Canceled
	case a.recording != nil:
		return errors.New("inspect: a recording is being made already")
	}
	if err := a.world.Record(r); err != nil {
		return err
	}
	a.recording = r
	return nil
}

// stopRecording ends the recording, between two steps.
func (a *Attached) stopRecording() {
	a.world.StopRecording()
	close(a.recording.ended)
	a.recording = nil
}

// serveRecording records a world and sends the recording.
func (s *Server) serveRecording(w http.ResponseWriter, r *http.Request) {
	length, ok := secondsOf(w, r)
	if !ok {
		return
	}
	id, _ := strconv.Atoi(r.URL.Query().Get("world"))
	a := find(id)
	if a == nil {
		http.Error(w, "inspect: world: there is none with this number", http.StatusNotFound)
		return
	}
	recording, began := &recorder{wake: make(chan struct{}, 1), ended: make(chan struct{})}, make(chan error, 1)
	defer recording.over.Store(true)
	if !a.post(func() { began <- a.startRecording(recording) }) {
		http.Error(w, "inspect: "+errBusy.Error(), http.StatusServiceUnavailable)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), length+10*time.Second)
	defer cancel()
	var err error
	select {
	case err = <-began:
	case <-ctx.Done():
		err = errors.New("inspect: the game does not step")
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "application/octet-stream")
	header.Set("Content-Disposition", fmt.Sprintf("attachment; filename=\"world%d.rec\"", id))
	timer := time.AfterFunc(length, func() { recording.over.Store(true) })
	defer timer.Stop()
	recording.copyTo(ctx, w)
}
