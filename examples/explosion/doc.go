// Example explosion blows up a wall of crates. The same wall on the other side stands behind
// a shield of concrete. Given a folder, it writes a movie into it.
package main
