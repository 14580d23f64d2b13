package rollback

import "fmt"

// EventKind is the kind of an event.
type EventKind uint8

// The kinds of events.
const (
	// Connected: the first packet of a member came.
	Connected EventKind = iota + 1
	// Interrupted: no packet came from a member for Config.InterruptAfter.
	Interrupted
	// Resumed: packets of an interrupted member come again.
	Resumed
	// Dropped: a member is out of the match, by silence, by Leave, by Drop or because another
	// player has dropped him.
	Dropped
	// Absent: the remaining players have agreed on the Tick from which a dropped player is absent.
	Absent
	// Removed: the others have dropped this session. It has ended.
	Removed
	// Desynchronized: the state of a member differs. Event.Desync has the rest.
	Desynchronized
	// PartsCompared: Desync.Parts of an earlier event is now known.
	PartsCompared
	// Joined: this session, a late spectator, has the state at Tick and continues from there.
	Joined
	// NotSent: the state for a late spectator could not be written: see Event.Err.
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

// Event is an event of a member of a match.
type Event struct {
	Kind   EventKind
	Player Player // the member
	Tick   Tick   // for Absent the first tick without the player, for Desynchronized the first that differs, otherwise the present tick
	Desync *Desync
	Err    error // of NotSent
}

// Events returns the events since the Update before the last one. The slice is valid until the next
// Update.
func (s *Session[I]) Events() []Event { return s.events }

func (s *Session[I]) emit(kind EventKind, p Player) {
	s.events = append(s.events, Event{Kind: kind, Player: p, Tick: s.tick})
}
