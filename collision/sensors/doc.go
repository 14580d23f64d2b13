// Package sensors is part of the engine: it finds the colliders that overlap each sensor at the end
// of a tick, and those that entered or left the sensor during the tick. Package world runs the
// stage, makes events of its changes, and marks sensors when a call changes something near them.
//
// # Terms
//
//   - Sensor: a collider that touches nothing and reports the colliders that overlap it.
//   - Visitor: a collider that overlaps a sensor.
//   - Marked sensor: a sensor near which something moved or changed. A sensor is marked by its own
//     motion, by the motion of a collider whose path comes near it, and by calls that add, remove
//     or place a collider there. Sensors without a mark keep their visitors, so static sensors cost
//     nothing while nothing moves near them.
//   - Path: the motion of a collider in the tick, as package continuous describes it: straight, at
//     constant speed, with a constant rotation, and in several segments where a sweep stopped the
//     body.
//   - Long path: a path that leaves the fat box of its collider. Boxes in the broadphase contain
//     the final pose with a margin, so a query with the box of a sensor's path does not find a
//     visitor with a long path. Such a long visitor queries the sensors that its path meets. Long
//     sensors and long visitors are tested against each other.
//
// # The stage
//
// A marked sensor queries the colliders near its path and is tested against them at the final
// poses. Two colliders whose swept boxes do not overlap have not met. For all other pairs the stage
// finds the times at which they began and ceased to overlap, unless they certainly did neither:
// nothing moved, or they overlap at both ends and neither rotates.
//
// # Promise
//
// The stage is serial. It walks the marked sensors by ascending slot, and the visitors of each by
// ascending slot. It writes the table of sensors and its own scratch, and nothing else. A warm call
// allocates nothing.
package sensors
