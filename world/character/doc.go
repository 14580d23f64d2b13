// Package character moves characters: bodies that go where the game wishes as far as there is
// room.
package character
