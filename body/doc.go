// Package body defines rigid bodies. A Def holds all properties of a body before it
// exists; World.CreateBody of package world makes a body of it and copies the Def, which
// may be used again.
//
// The zero Def is a dynamic body at the origin. A field that is left out has the usual
// value, and booleans name the exception (Weightless, NeverSleep, Disabled). Lengths are
// in metres, angles in radians, times in seconds.
//
// Validate rejects NaN, infinities and values out of range with a *geom.FieldError, which names the
// field. World.CreateBody does the same.
package body
