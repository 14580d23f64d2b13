// Example hello drops a crate on a floor and prints whether it rests: the program of the
// README.
package main
