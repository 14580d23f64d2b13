// Package wsconn sends the packets of package rollback over WebSocket, also from programs that run
// in a browser. Browsers can open connections but not accept them, so all members connect to a
// room, which passes the packets on.
//
// A server, or a player whom the others can reach, runs the room:
//
//	room := wsconn.NewRoom(2)
//	http.Handle("/match", room)
//	conn, err := room.Join(0) // if the host plays too
//
// The others connect to it, each with his number from the lobby:
//
//	conn, err := wsconn.Dial(ctx, "wss://example.org/match", 1)
//
// Then a Conn serves a session as a socket does:
//
//	session, err := rollback.NewWorld(rollback.Config[Pad]{Local: 1, Send: conn.Send, ...}, w, rollback.Game{})
//
//	for each frame {
//		for from, packet := range conn.Packets() {
//			err := session.Receive(from, packet) // an error is no reason to stop
//		}
//		outcome, err := session.Update(time.Since(start), readPad())
//	}
//
// Neither Send nor Packets waits. Packets for which there is no room in a queue are lost, as on any
// network, and a session repeats the lost data.
//
// The room knows the sender of a packet by its connection, so a member cannot send as another. It
// does not authenticate callers: a server that must do so calls Room.ServeHTTP after its own check.
// By default pages of other sites may not connect; Room.Origins allows them.
//
// A message is one byte, the number of the receiver on the way to the room or the number of the
// sender on the way from it, and the packet.
package wsconn
