// Package sensors is part of the engine: it finds which colliders overlap each sensor when a tick
// ends, and which came into it or left it on the way. Package world runs the stage, makes events of
// its changes, and marks sensors when a call changes something near them.
//
// # Terms
//
//   - Sensor: a collider that touches nothing and reports the colliders that overlap it.
//   - Visitor: a collider that overlaps a sensor.
//   - Marked sensor: one near which something moved or changed. It is marked by its own motion, by
//     the motion of a collider whose path comes near it, and by calls that add, remove or place a
//     collider there. Sensors without a mark keep their visitors, so static sensors cost nothing
//     while nothing moves near them.
//   - Path: the motion of a collider in the tick, as package continuous describes it: straight, at
//     constant speed, with a constant rotation, and in several segments where a sweep stopped the
//     body.
//   - Long path: one that leaves the fat box of its collider. Boxes in the broadphase contain the
//     final pose with a margin, so a query with the box of a sensor's path does not find a long
//     visitor. A long visitor asks for the sensors that its path meets. Long sensors and long
//     visitors are tested against each other.
//
// # The stage
//
// A marked sensor looks for the colliders near its path and is tested against them at the final
// poses. Two colliders whose swept boxes do not meet have not met. For all others the stage finds
// the times at which they began and ceased to overlap, unless they did neither for certain: nothing
// moved, or they overlap at both ends and neither rotates.
//
// # Promise
//
// The stage is serial. It walks the marked sensors by ascending slot, and the visitors of each by
// ascending slot. It writes the table of sensors and its own scratch, and nothing else. A warm call
// allocates nothing.
package sensors
