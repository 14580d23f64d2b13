// Package geom is the arithmetic of the engine room: points, rotations,
// transforms, boxes and rays in float64 structs, a deterministic sine, cosine
// and arctangent, and the error type that every definition shares. A game uses
// FieldError and the reasons that it wraps, and the checks if it has custom shapes.
//
// # Terms
//
//   - Vec2 is a point or a free vector. It is a struct, not an array, because
//     the Go compiler keeps small structs in registers and longer arrays in
//     memory: a separating-axis loop ran ten times slower on mgl64.Vec2.
//     Games speak mgl64.Vec2; From and Vec2.Mgl convert once at the door.
//   - Rot is a rotation as cosine and sine, always close to unit length.
//   - Transform maps local coordinates to the world: rotate, then translate.
//   - Box is an axis-aligned box in float64, Box32 the same rounded outward to
//     float32 for the broadphase.
//
// # Promise: the same bits everywhere
//
// Go may fuse x*y + z into one instruction with a single rounding on arm64,
// ppc64, s390x, riscv64 and on amd64 with GOAMD64=v3, so a bare a*b + c*d has
// different last bits on different machines. An explicit conversion forbids
// the fusion: float64(a*b) + float64(c*d) is the same everywhere. The methods
// of this package hold those conversions so that formulas elsewhere stay
// readable, and a test disassembles the engine to prove that no fused
// instruction is left. math.Sqrt, math.Abs and math.Floor are exact on every
// target; math.Sin, math.Cos and math.Atan2 are not, hence SinCos and Atan2.
package geom
