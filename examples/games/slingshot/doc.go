// Example slingshot throws stones at a tower in which four green fellows sit: a game on Ebitengine
// with aiming by mouse, finger or keys, with damage by impulses, and with particles.
package main
