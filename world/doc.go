// Package world is the user's door: a World steps rigid bodies with shapes,
// contacts and joints, and answers questions about them.
//
//	w, err := world.New(world.Config{Gravity: mgl64.Vec2{0, -10}})
//	crate, err := w.CreateBody(body.Def{Position: mgl64.Vec2{0, 4}})
//	_, err = crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{})
//	w.Step(1.0 / 60)
//
// # Terms
//
//   - A tick is one fixed timestep. Step lets time pass and runs as many whole
//     ticks as fit into it; Tick runs one.
//   - A collider is a shape on a body. A contact is two colliders that touch.
//   - A handle (Body, Collider, Joint, Chain) is a small comparable value. It
//     knows its world and an identity that is never used twice, so a handle to
//     something destroyed is recognised: Valid tells, anything else panics.
//
// # Promises
//
//   - The zero value of every definition works.
//   - Data that cannot be used gives a *geom.FieldError that names the field and
//     its value, and the world is as it was. Misuse panics with a sentence.
//   - The same calls give the same bits, on every platform and with every number
//     of workers.
//   - A warm tick allocates nothing.
//   - The game's code runs between ticks, except the callbacks of Config, which
//     run on the goroutine that called Step, in a fixed order. They may read the
//     world; what changes it returns ErrStepping, and AfterStep defers it.
//   - There are no globals: any number of worlds, each on its own goroutine.
//
// The unit of length is the metre, of mass the kilogram, of time the second, of
// angle the radian; counter-clockwise is positive.
package world
