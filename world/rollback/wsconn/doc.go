// Package wsconn carries the packets of package rollback over WebSocket, also from programs that
// run in a browser. Browsers can call and cannot be called, so all members call a room, which
// passes the packets on.
//
// Somebody keeps the room, a server or a player whom the others can reach:
//
//	room := wsconn.NewRoom(2)
//	http.Handle("/match", room)
//	conn, err := room.Join(0) // if who keeps it plays too
//
// The others call it, each with the number that the lobby gave him:
//
//	conn, err := wsconn.Dial(ctx, "wss://example.org/match", 1)
//
// From there a Conn serves a session as a socket does:
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
// Neither Send nor Packets waits. Packets for which there is no room in a queue are lost, as on
// any network, and a session repeats what was lost.
//
// The room knows who sent a packet by the connection it came on, so nobody can speak for
// another. It does not know who a caller is: a server that has to calls Room.ServeHTTP after it
// has asked. By default pages of other sites may not call; Room.Origins allows them.
//
// A message is one byte, the number of the receiver on the way to the room or the number of the
// sender on the way from it, and the packet.
package wsconn
