// Example ragdoll is a playground: dolls of capsules on joints with limits, a trampoline, stairs, a
// swinging ball and a wheel. All of it is dragged by mouse or fingers. A toy on Ebitengine.
package main
