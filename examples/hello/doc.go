// Example hello drops a crate on a floor and tells when it rests: the program of
// the README.
package main
