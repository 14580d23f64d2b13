// Example car drives a car with two sprung and driven wheels over hills that are a
// chain, and brakes. Given a folder, it writes a movie into it.
package main
