// Package physicstest serves a game's own tests of its worlds. Run runs a world and checks
// conditions after every tick:
//
//	func TestCratesStayOnTheShelf(t *testing.T) {
//		w, crates := buildShelf()
//		defer w.Close()
//		physicstest.Run(t, w, 5*time.Second,
//			physicstest.NeverLeaves(mgl64.Vec2{-2, 0}, mgl64.Vec2{2, 3}, crates...),
//			physicstest.ComesToRest(3*time.Second),
//			physicstest.NeverDeeper(0.01),
//		)
//	}
//
// At the first tick at which a condition does not hold the test fails. The run leaves a recording
// of the world from its first tick on and a GIF of the last seconds, in which the bodies of the
// message are marked. The message names both files. Deterministic tests that a world behaves the
// same when it is built twice, forked and rolled back.
//
// # Checks
//
//	places    NeverLeaves, NeverEnters, Reaches, StaysNear
//	motion    ComesToRest, FallsAsleep, SpeedBelow, SpinBelow, StaysUpright, StaysFinite
//	contacts  NeverDeeper, Touches, NeverTouches
//	joints    JointsHold
//	energy    EnergyBelow, EnergyNeverGrows; Energy returns it
//	others    Always, Within and AtEnd take functions of the game
//
// Checks of bodies take any number of bodies. Without bodies they check all dynamic bodies,
// including bodies that are created later. A destroyed body is no longer checked, but it neither
// reaches a place nor comes to rest. A Check is a plain value and may serve several runs.
//
// EachTick calls a function before every tick, which plays the game.
//
// # Files
//
// The files lie in the folder that the environment variable CAROM_ARTIFACTS names. Without it,
// under go test -artifacts, they lie in the folder of testing.T.ArtifactDir, and otherwise in a new
// folder of os.TempDir, which stays. A run that passes leaves nothing.
//
// Lengths are metres, angles radians, energies joules, as in package world.
package physicstest
