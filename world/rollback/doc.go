// Package rollback plays a match over a network: each player simulates the same world, and all
// that travels are inputs. It owns no socket and reads no clock. Bytes come in by Receive and go
// out by Config.Send, over UDP, WebRTC, WebSocket or whatever the game has.
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
//			err := s.Receive(from, packet) // an error says what was wrong with it, and is no reason to stop
//		}
//		outcome, err := s.Update(time.Since(start), readPad())
//		for _, e := range s.Events() { ... }
//		draw(w)
//	}
//
// # How it works
//
// Inputs of others come late. A session does not wait for them: it guesses that they are what
// they were, or asks Config.Predict, and simulates. When the true ones come and are others, it
// restores the snapshot of the first tick that was wrong and simulates again from there. That
// is a rollback. All inputs below Confirmed are known, so what was simulated up to there is
// final, and at most Config.MaxPrediction ticks lie beyond. When these are used up the outcome
// is Waiting and no time passes in the game.
//
// InputDelay trades one evil for the other: a local input that counts two ticks later gives
// others two ticks to get it, and feels a thirtieth of a second slower. With half the round trip
// as delay nothing is ever rolled back.
//
// # What the game must do
//
// Advance depends on the saved state and on the frame's Tick, Inputs and Absent, and on nothing
// else: no clock, no global random numbers, no order of a map. The world is saved as a whole.
// What the game keeps beside it (scores, characters, handles of what it created, random
// numbers) is saved and restored by the functions of Game. A game without a world gives New a
// State of its own. Frame.Again says that a tick runs once more, so its sounds have been
// played. SyncTest finds what was forgotten, before any network is there.
//
// An input has at most MaxInputBytes when it is encoded. Structs of numbers of fixed size need
// no encoding of their own; one of the game's own allocates less. What is simulated is always
// what came out of the encoding, at home too, and equal bytes count as equal inputs.
//
// # Time
//
// Update is called once per timestep. Who is ahead of the others gets their inputs later than
// they get his and has to roll back more. Each packet has the sender's tick and how far ahead
// he seems to himself. From both the lead follows, whatever the packet's way has taken, and
// who leads leaves out a tick now and then: the outcome is Slowed. With Config.KeepPace that is
// left to the game, which slows its clock by what Ahead says. Neither touches what a tick
// computes.
//
// # When states differ
//
// Every Config.HashEvery ticks a final state is hashed and kept, and the hashes are exchanged. The
// first difference is the event Desynchronized: it names the player, the first compared tick at
// which the states differ and the last at which they were equal, and the slots of the State that
// still have both: WorldState.WriteDesync writes them to files for a report. Both sides find the
// same tick, each has its own states. Hashes by part follow, and PartsCompared says in what the
// states differ: bodies, contacts, joints, the game. A session does not repair; it goes on, and the
// game decides.
//
// # Who leaves
//
// A member who is silent for Config.InterruptAfter is interrupted, and dropped after
// Config.DropAfter, or when he calls Leave or someone calls Drop. If one player drops another, all
// do. Those who remain tell each other how many of his inputs they have, take the longest list
// as final and pass on what others lack. The event Absent has the tick from which he is not
// there any more, the same for all, and Frame.Absent says so to the simulation. Who was dropped
// learns it by the event Removed when he is heard again.
//
// # Who watches
//
// Spectators get the inputs of all players and simulate what is final. They count for nothing:
// nobody waits for them, and who lags by more than the inputs that are kept, four seconds or more,
// is dropped. They begin at tick 0, or with Config.Late at any time, also those who were dropped. A
// late one gets a state that is final from one of the players, in pieces of a packet each, up to a
// megabyte per second; meanwhile he gathers the inputs since then, and simulates them fast when he
// has it. That is the event Joined. The outcomes before it are Joining. A player's Update takes
// longer once, by what writing the state takes. The first hash that the spectator compares is that
// of what he got. After a desynchronization states stay for the report, and none is sent.
//
// The State must be Portable. That of a world is, if Game has Encode and Decode for what it
// keeps beside the world, and Names for user data, if there is any that is more than a number or a
// text: without names it stays behind.
//
// # Packets
//
// A packet has at most MaxPacket bytes: a version, a checksum, all inputs that the receiver has
// not acknowledged, and what the other sections need. So packets may be lost, doubled and out
// of order. Receive checks all of a packet before it uses any of it, and memory does not grow
// whatever comes. The checksum is against accidents. Against strangers the transport must sign
// or encrypt, and a player can always lie about his own inputs, or lead others to drop somebody.
//
// The same inputs give the same states on every platform. Times and losses only decide how much
// is guessed. A warm Update allocates nothing if the game's functions do not.
package rollback
