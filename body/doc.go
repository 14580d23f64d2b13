// Package body holds rigid bodies: the definition a game fills in and the store
// the stages work on. A game needs Def, its Type and perhaps an ID; all else is the
// engine's. World.CreateBody of package world makes a body of a Def.
//
// # Terms
//
//   - ID: slot and generation, what users keep and events carry. Zero is none.
//   - Slot: stable for the life of a body; what contacts, joints and colliders store.
//   - Row: dense index into the columns, valid only between structural changes.
//   - Part: the table is partitioned [awake | asleep | static]; a stage that
//     loops over moving bodies loops over the first part and touches nothing else.
//     Disabled bodies lie in the static part.
//   - Pose: the transform whose origin is the centre of mass, not the body's
//     origin: contacts and constraints only ever need the former.
//
// # Columns
//
// Columns are records grouped by who reads them together. State, Drive, Pose,
// Last and Motion are indexed by Row and hold no pointers; Meta is indexed by
// Slot. Slot 0 is the ground: a static body without colliders that always
// exists, the partner of padding lanes and of joints to the world.
//
// # Promise
//
// One method, swap, moves rows, and it moves all columns. Rows change only in
// the serial stages, in an order fixed by the calls alone.
package body
