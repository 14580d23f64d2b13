// Package record reads what world.World.Record has written: it replays a recording without the code
// of the game, tick by tick or from any tick, and tells where a replay or another recording
// differs.
//
//	recording, err := record.Open(file, size)
//	player, err := recording.Player()
//	defer player.Close()
//	err = player.SeekTime(3.2)
//	for b := range player.World().Bodies() { ... }
//
// A recording holds the state at its beginning and now and then, every call that changed the world,
// what the callbacks, joints, fields and shapes of the game answered, a hash of the poses and
// velocities after each tick, and hashes of the whole state now and then. So it replays on every
// platform to the same bits: what it needs of the game is in it. User data are not.
//
// A release replays the recordings of all earlier versions of the format, and refuses those of
// later ones with ErrNewer. Of its own version it skips what it does not know: parts of the state
// whose hashes another release records, and other kinds of chunks.
//
// A recording of a program that crashed ends with the last second or so cut off, and one of which a
// part is damaged ends there: see Recording.Torn. What is whole before that replays.
package record
