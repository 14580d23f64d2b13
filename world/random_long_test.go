//go:build long

package world_test

// randomScripts is the number of random lists of operations.
const randomScripts = 2000

// hostileFiles is the number of changed files of each golden one.
const hostileFiles = 20000

// churnedBodies is the number of bodies that come and go in a world that must not grow.
const churnedBodies = 1_000_000

// queryOrderSeeds is the number of worlds of fast bodies that obstacles stop in different
// orders.
const queryOrderSeeds = 20_000

// propertyRooms is the number of random rooms of each kind of wall that must stay closed.
const propertyRooms = 4000

// tinyRooms is the number of random rooms of each kind of wall, at rest or moving, that must stay
// closed.
const tinyRooms = 3500

// propertyContraptions is the number of random contraptions that must keep energy and momentum.
const propertyContraptions = 2000

// oneWayThrows is the number of bodies that are thrown at one-way platforms.
const oneWayThrows = 200_000

// sensorWorlds is the number of worlds of fast bodies and sensors.
const sensorWorlds = 1000

// stableLevels is the number of random levels that are built in two orders.
const stableLevels = 400

// sampleStep is the step through the cases of tests that try every value in every place.
const sampleStep = 1

// wideStep is the same for tables with five columns or more.
const wideStep = 1

// scriptLength is the number of random operations of a long list.
const scriptLength = 1500

// brakedContraptions is the number of random contraptions with brakes that must make no energy.
const brakedContraptions = 2000

// fluidSeconds is how long bodies float in a fluid without drag.
const fluidSeconds = 60

// ropeSeconds is how long ropes with loads hang and swing.
const ropeSeconds = 60

// orbitTurns is how often a body goes round on each orbit.
const orbitTurns = 20

// gapStacks is the number of random stacks with each gap that must stand.
const gapStacks = 30

// conflictWorlds is the number of worlds whose joints are in conflict and that live from file to
// file.
const conflictWorlds = 1000
