// Package geom holds the arithmetic of the engine: points, rotations, transforms, boxes and rays in
// float64 structs, a deterministic sine, cosine and arctangent, exact predicates, and the error
// type of all definitions. A game uses FieldError and the reasons that it wraps. A game with custom
// shapes also uses the checks. Programs that use a package of the engine by itself, such as
// broadphase or narrowphase, use all of package geom.
//
// # Terms
//
//   - Vec2 is a point or a free vector. It is a struct, not an array, because Go keeps
//     small structs in registers and longer arrays in memory: a separating-axis loop ran
//     ten times slower on mgl64.Vec2. Games use mgl64.Vec2; From and Vec2.Mgl convert.
//   - Rot is a rotation as cosine and sine, always close to unit length.
//   - Transform maps local coordinates to the world: rotate, then translate.
//   - Box is an axis-aligned box in float64. Box32 is a box in float32, rounded outward.
//   - Ray is a segment with a direction. Positions on it are fractions of its length.
//
// # Promise: the same bits everywhere
//
// Go may fuse x*y + z into one instruction with a single rounding on arm64, ppc64, s390x, riscv64
// and on amd64 with GOAMD64=v3. So a*b + c*d has different last bits on different machines. An
// explicit conversion forbids the fusion: float64(a*b) + float64(c*d) is the same everywhere. The
// methods of this package contain those conversions, so that formulas elsewhere stay readable. A
// test disassembles the engine and finds no fused instruction. math.Sqrt, math.Abs and math.Floor
// are exact on every platform. math.Sin, math.Cos and math.Atan2 are not, so this package has
// SinCos and Atan2.
package geom
