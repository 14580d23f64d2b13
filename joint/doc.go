// Package joint holds joints between two bodies: the definitions a game fills
// in, the store, and the mathematics of each kind over body rows.
//
// # Terms
//
//   - A kind is a sort of joint: revolute and so on. Each kind has a definition,
//     a record that lasts while the joint lives, and a row.
//   - A row is what the passes of one tick need of a joint, and is rebuilt every
//     tick. Rows of one kind and one colour lie together, so a pass is a plain
//     loop over one type.
//   - Frames: a definition places the joint in the frames of its bodies, from
//     their origins. Records keep the anchors from the centres of mass.
//   - The rigid part of a joint is what must hold exactly, such as the common
//     point of a revolute joint. Springs, motors and limits are its other parts.
//   - Load is the force and torque with which a joint held in the last sub-step.
//
// # Adding a kind
//
// A kind needs a definition with Validate, a record with its compile function, a
// row with prepare, warm start, solve, relax and store over it, and a case in
// each switch of rows.go and in Store.remake. Nothing else in the engine lists kinds.
//
// # Promises
//
// All joints of a pass may be run in any order or at once if no two of them
// share a dynamic body. Products are rounded before they are added, so all
// targets agree to the bit. Far from the origin nothing is lost: the errors of
// a joint are formed in float64 and then narrowed.
package joint
