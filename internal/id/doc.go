// Package id hands out stable slots with generations, so that a handle to a destroyed
// object differs from a handle to the object that took its slot.
//
// Terms: a Slot is an index that is constant for the life of an object and is reused
// afterwards. An ID is a slot with the generation that it had when the object was created.
// The zero ID names nothing. No ID is used twice: after 2^31 lives a slot is retired.
// Rows, the dense indexes of tables, belong to other packages.
package id
