package wsconn

import "github.com/carom2d/carom/world/rollback"

// queued is the number of messages that wait for a member, and for the network. Four players
// at sixty ticks a second fill it in a second.
const queued = 256

// maxMessage is the length of the longest message in bytes.
const maxMessage = 1 + rollback.MaxPacket

// queue holds messages. Messages that do not fit are lost. That is harmless, because a session's
// packets repeat all unacknowledged data.
type queue chan []byte

func newQueue() queue { return make(queue, queued) }

// put appends a message of a member and a packet, which is copied.
func (q queue) put(member rollback.Player, packet []byte) {
	message := make([]byte, 0, 1+len(packet))
	message = append(message, byte(member))
	select {
	case q <- append(message, packet...):
	default:
	}
}

// take returns the next message, or nil.
func (q queue) take() []byte {
	select {
	case message := <-q:
		return message
	default:
		return nil
	}
}
