//go:build !long

package world_test

// randomScripts is the number of random lists of operations.
const randomScripts = 12

// hostileFiles is the number of changed files of each golden one.
const hostileFiles = 60

// churnedBodies is the number of bodies that come and go in a world that must not grow.
const churnedBodies = 20_000

// queryOrderSeeds is the number of worlds of fast bodies that obstacles stop in different
// orders.
const queryOrderSeeds = 120

// propertyRooms is the number of random rooms of each kind of wall that must stay closed.
const propertyRooms = 40

// propertyContraptions is the number of random contraptions that must keep energy and momentum.
const propertyContraptions = 40

// oneWayThrows is the number of bodies that are thrown at one-way platforms.
const oneWayThrows = 2500

// sensorWorlds is the number of worlds of fast bodies and sensors.
const sensorWorlds = 12

// stableLevels is the number of random levels that are built in two orders.
const stableLevels = 3
