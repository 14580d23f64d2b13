// Package view writes the visible state of a world as frames of bytes, and reads them.
//
//	var e view.Encoder
//	e.Layers = view.Contacts | view.Stages
//	for range w.Step(dt) { ... }
//	frame = e.AppendFrame(frame[:0], w)
//
// The first frame has the shapes. Later frames have the motion of the bodies, and layers on
// request, such as contacts, joints and events. One page draws them, whether the world is in a
// running game (package world/inspect), in the page itself or in a recording. A layer that no
// reader requests costs nothing.
//
// # Terms
//
//   - A frame changes the picture of the frame before. A keyframe stands alone.
//   - A layer is a part of the picture that a reader asks for, a bit of Layers.
//   - A section is a part of a frame.
//
// FORMAT.md has every byte. A position in a frame is wrong by less than 8e-6 of the world's length
// unit, an angle by 1e-8 rad, at any distance from the origin and after any number of frames.
//
// # Promises
//
//   - AppendFrame allocates nothing once it is warm. It reads the world and never changes it.
//   - Frames of equal worlds are equal, on every platform.
//   - Decoder takes any bytes: bytes that are not a frame give an error, and the length of the
//     frames bounds the memory.
package view
