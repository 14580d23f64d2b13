// Package physicstest holds a game's own tests against what its worlds do. Run lets a world run
// and looks after every tick whether what must hold holds:
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
// At the first tick at which something does not hold the test fails, and the run leaves a recording
// of the world from its first tick on and a GIF of the last seconds, in which what the message
// is about is marked. The message names both files. Deterministic tests that a world does the same
// again: built twice, forked, and rolled back.
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
// Checks of bodies take any number of them. None stands for all dynamic bodies, those
// that come later too. A body that was destroyed is looked at no more, but it neither reaches
// anything nor comes to rest. A Check is a plain value and may serve several runs.
//
// EachTick is a function that runs before every tick: it plays.
//
// # Files
//
// The files lie in the folder that the environment variable CAROM_ARTIFACTS names; without it,
// under go test -artifacts, in that of testing.T.ArtifactDir; else in a new folder of os.TempDir,
// which stays. A run that passes leaves nothing.
//
// Lengths are metres, angles radians, energies joules, as in package world.
package physicstest
