// Package record reads recordings that world.World.Record has written. It replays a recording
// without the code of the game, tick by tick or from any tick, and finds the first difference to a
// replay or to another recording.
//
//	recording, err := record.Open(file, size)
//	player, err := recording.Player()
//	defer player.Close()
//	err = player.SeekTime(3.2)
//	for b := range player.World().Bodies() { ... }
//
// A recording holds every call that changed the world, the answers of the game's callbacks, joints,
// fields and shapes, and a hash of the poses and velocities after each tick. It also holds the
// whole state at its beginning and at intervals, and hashes of the whole state at intervals. So it
// needs no code of the game and replays on every platform to the same bits. It does not contain
// user data.
//
// A release replays the recordings of all earlier versions of the format, and refuses recordings of
// later versions with ErrNewer. In recordings of its own version it skips unknown data: parts of
// the state whose hashes another release records, and other kinds of chunks.
//
// A recording of a program that crashed lacks about its last second. A damaged recording ends at
// the damage: see Recording.Torn. The part before it replays. A file holds one recording: anything
// after its end is damage.
package record
