package rollback

import "fmt"

// EventKind says what happened.
type EventKind uint8

// The kinds of events.
const (
	// Connected: the first packet of a member came.
	Connected EventKind = iota + 1
	// Interrupted: nothing came from a member for Config.InterruptAfter.
	Interrupted
	// Resumed: packets of an interrupted member come again.
	Resumed
	// Dropped: a member is out of the match, by silence, by Leave, by Drop or because others
	// say so.
	Dropped
	// Absent: those who remain have agreed from which Tick on a dropped player is absent.
	Absent
	// Removed: the others have dropped this session. It has ended.
	Removed
	// Desynchronized: the state of a member differs. Event.Desync has the rest.
	Desynchronized
	// PartsCompared: Desync.Parts of an earlier event is there now.
	PartsCompared
	// Joined: this session, a late spectator, has the state at Tick and goes on from there.
	Joined
	// NotSent: a late spectator asked for the state, and it could not be written: Event.Err.
	NotSent
)

var eventNames = [...]string{
	Connected: "connected", Interrupted: "interrupted", Resumed: "resumed", Dropped: "dropped",
	Absent: "absent", Removed: "removed", Desynchronized: "desynchronized", PartsCompared: "parts compared",
	Joined: "joined", NotSent: "not sent",
}

func (k EventKind) String() string {
	if int(k) < len(eventNames) && eventNames[k] != "" {
		return eventNames[k]
	}
	return fmt.Sprintf("EventKind(%d)", uint8(k))
}

// Event tells of the members of a match.
type Event struct {
	Kind   EventKind
	Player Player // whom it is about
	Tick   Tick   // of Absent: the first without the player; of Desynchronized: the first that differs; else the present one
	Desync *Desync
	Err    error // of NotSent
}

// Events returns what happened since the Update before the last one. The slice is valid until
// the next Update.
func (s *Session[I]) Events() []Event { return s.events }

func (s *Session[I]) emit(kind EventKind, p Player) {
	s.events = append(s.events, Event{Kind: kind, Player: p, Tick: s.tick})
}
