// Package state holds the tables of a world: bodies, colliders, contacts, joints and islands.
// The stages of a tick read and write their columns; package world and the stages that change
// the structure call their methods.
//
// # Terms
//
//   - A table has one column per kind of record, so that a stage reads only the bytes it needs.
//   - An ID, as BodyID, is a slot with a generation. Games and events keep it; Alive tells
//     whether its record still exists.
//   - A slot, as BodySlot, is the stable index of a record while it lives. Records refer to each
//     other by slot, and the columns named Meta, as well as the columns of colliders and islands,
//     are indexed by it.
//   - A row, as BodyRow, is the dense index of a record in the other columns. Rows lie in the
//     order awake, asleep, inactive, and hold until the next structural change. Colliders and
//     islands have no rows. See internal/table.
//   - An edge is a link in a body's list of contacts or joints. Its key is twice the slot, plus
//     one on the side of body B. A list starts in BodyMeta and ends with None.
//   - A companion is a joint without effect that ties a further body to a joint of more than two;
//     see joint_companion.go.
//
// # Columns
//
// Every field of a table is marked with its kind:
//
//   - state: values that the next tick depends on. A snapshot of a world is a copy of them.
//   - derived: values that follow from state alone, or tell a cache that state has changed.
//   - scratch: memory of a method or a tick.
//
// # Writers
//
// Structural changes are serial: records come and go, change rows or lists, sleep and wake only in
// the methods of a table, and in a tick only in serial stages. A change of rows raises the
// Version of the table. Between ticks package world writes the values that the game sets. Package
// collision/bodies writes the values that follow from bodies and colliders, and package islands
// writes the values that follow from links.
// In a stage each value has one writer: package collision writes the manifolds of contacts, package
// solver and the packages below it write velocities, impulses, loads and, during a solve,
// masses, package integrator writes velocities, poses and sleep timers, and package
// collision/continuous corrects the poses of fast bodies. Constraints change the velocity of a
// body by SetVelocity, or by a kernel that does the same.
// The definitions of joints are written by Add, AddRevolute, AddGear, AddCustom and the methods
// named Edit; their records are compiled from the definitions at once. The colour in the Meta of
// a contact or joint belongs to package solver.
package state
