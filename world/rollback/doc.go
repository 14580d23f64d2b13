// Package rollback plays a match over a network: each player simulates the same world, and only
// inputs are sent. It owns no socket and reads no clock. Bytes come in by Receive and go out by
// Config.Send, over UDP, WebRTC, WebSocket or another transport of the game.
//
//	s, err := rollback.NewWorld(rollback.Config[Pad]{
//		Players: 2,
//		Local:   0,
//		Match:   id, // the same for all, from the lobby
//		Advance: func(f rollback.Frame[Pad]) {
//			for p, in := range f.Inputs {
//				steer(players[p], in)
//			}
//			w.Tick()
//		},
//		Send: func(to rollback.Player, packet []byte) { socket.WriteTo(packet, addresses[to]) },
//	}, w, rollback.Game{})
//
//	for each frame {
//		for each packet that has come {
//			err := s.Receive(from, packet) // an error describes a bad packet, and is no reason to stop
//		}
//		outcome, err := s.Update(time.Since(start), readPad())
//		for _, e := range s.Events() { ... }
//		draw(w)
//	}
//
// # How it works
//
// The inputs of other players come late. A session does not wait for them: it repeats the last
// known inputs, or calls Config.Predict, and simulates. When the true inputs come and differ, it
// restores the snapshot of the first wrong tick and simulates again from there. This is a rollback.
// All inputs below Confirmed are known, so the ticks before Confirmed are final. At most
// Config.MaxPrediction ticks lie beyond. When they are used up the outcome is Waiting and no time
// passes in the game.
//
// InputDelay trades rollbacks for latency: a delay of two ticks gives others two ticks to get a
// local input, and makes the game respond a thirtieth of a second later. With half the round trip
// as delay there are no rollbacks.
//
// # Duties of the game
//
// Advance must depend only on the saved state and on the frame's Tick, Inputs and Absent: not on a
// clock, on global random numbers or on the order of a map. The session saves the whole world. The
// functions of Game save and restore the other data of the game, such as scores, characters,
// handles and random numbers. A game without a world gives New a State of its own. Frame.Again says
// that a tick runs again, so its sounds have been played. Advance reads World.Events after the
// tick: the subscriptions of a body end with it, and do not come back with the body. SyncTest finds
// missing data without a network.
//
// An input has at most MaxInputBytes when it is encoded. Structs of numbers of fixed size need no
// encoding by the game, but such an encoding allocates less. All sessions simulate the decoded
// input, the local session too, and equal bytes count as equal inputs.
//
// # Time
//
// Update is called once per timestep. A member who is ahead of the others gets their inputs later
// than they get his, and rolls back more. Each packet has the sender's tick and the lead that he
// measures. From both the receiver computes the true lead, independent of the packet's delay. The
// leading session leaves out a tick now and then: the outcome is Slowed. With Config.KeepPace the
// game slows its own clock by Ahead instead. Neither changes the result of a tick.
//
// # When states differ
//
// Every Config.HashEvery ticks a final state is hashed and kept, and the hashes are exchanged. The
// first difference causes the event Desynchronized. It has the player, the first compared tick at
// which the states differ, the last tick at which they were equal, and the slots of the State that
// still have both states: WorldState.WriteDesync writes them to files for a report. Both sides find
// the same tick, and each has its own states. Hashes of the parts follow, and the event
// PartsCompared lists the parts that differ: bodies, contacts, joints, the game. A session does not
// repair the difference; it goes on, and the game decides.
//
// # Who leaves
//
// A member who is silent for Config.InterruptAfter is interrupted. He is dropped after
// Config.DropAfter, or when he calls Leave or a player calls Drop. A player who was never heard of
// is dropped Config.DropAfter after the first Update. Time in which this session made no Update, as
// in the background, hardly counts as the silence of others. If one player drops another, all do,
// and tell him for a while. Of two players who drop each other only one is dropped, if the others
// hear of both at once. The remaining players exchange how many of his inputs they have, take the
// longest list as final and pass on the inputs that others lack. The event Absent has the tick from
// which he is absent, the same for all, and Frame.Absent reports it to the simulation. A dropped
// member who is heard again gets the event Removed. Members who no longer hear each other, and have
// no other member between them, are two matches from then on.
//
// # Who watches
//
// Spectators get the inputs of all players and simulate the ticks whose inputs all players have,
// which stay final whoever leaves. Nobody waits for them, and a spectator who lags by more than the
// kept inputs, four seconds or more, is dropped. They begin at tick 0, or with Config.Late at any
// time, even after they were dropped. A late spectator gets a final state from one of the players,
// in pieces of one packet each, at up to a megabyte per second. Meanwhile he collects the inputs
// since that state. When the state is complete, he simulates these inputs fast and gets the event
// Joined. The outcomes before it are Joining. One Update of the player takes longer, by the time
// for writing the state. The first hash that the spectator compares is the hash of the received
// state. After a desynchronization states are kept for the report, and none is sent.
//
// The State must be Portable. The State of a world is portable if Game has Encode and Decode for
// its data, and Names for user data other than numbers and texts: user data without names are not
// sent.
//
// # Packets
//
// A packet has at most MaxPacket bytes: a version, a checksum, all inputs that the receiver has not
// acknowledged, and other sections. So packets may be lost, duplicated and out of order. Receive
// checks the whole packet before it uses any of it, and no packet makes memory grow. The checksum
// finds accidental damage. Against attackers the transport must sign or encrypt. A player can
// always lie about his own inputs, or make others drop a member.
//
// The same inputs give the same states on every platform. Times and losses only change how much is
// predicted. A warm Update allocates nothing if the game's functions do not.
package rollback
