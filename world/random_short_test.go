//go:build !long

package world_test

// randomScripts is the number of random lists of operations.
const randomScripts = 3

// hostileFiles is the number of changed files of each golden one.
const hostileFiles = 10

// churnedBodies is the number of bodies that come and go in a world that must not grow.
const churnedBodies = 5_000

// queryOrderSeeds is the number of worlds of fast bodies that obstacles stop in different
// orders.
const queryOrderSeeds = 16

// propertyRooms is the number of random rooms of each kind of wall that must stay closed.
const propertyRooms = 8

// tinyRooms is the number of random rooms of each kind of wall, at rest or moving, that must stay
// closed.
const tinyRooms = 8

// propertyContraptions is the number of random contraptions that must keep energy and momentum.
const propertyContraptions = 8

// oneWayThrows is the number of bodies that are thrown at one-way platforms.
const oneWayThrows = 300

// sensorWorlds is the number of worlds of fast bodies and sensors.
const sensorWorlds = 3

// stableLevels is the number of random levels that are built in two orders.
const stableLevels = 2

// sampleStep is the step through the cases of tests that would try every value in every place. No
// row or column of such a table has so few cases that none is left.
const sampleStep = 3

// wideStep is the same for tables with five columns or more.
const wideStep = 5

// scriptLength is the number of random operations of a long list.
const scriptLength = 1000

// brakedContraptions is the number of random contraptions with brakes that must make no energy.
const brakedContraptions = 7

// fluidSeconds is how long bodies float in a fluid without drag.
const fluidSeconds = 12

// ropeSeconds is how long ropes with loads hang and swing.
const ropeSeconds = 12

// orbitTurns is how often a body goes round on each orbit.
const orbitTurns = 5

// gapStacks is the number of random stacks with each gap that must stand.
const gapStacks = 2

// conflictWorlds is the number of worlds whose joints are in conflict and that live from file to
// file.
const conflictWorlds = 6
