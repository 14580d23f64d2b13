// Example lander brings a ship down on the moon: thrust, little fuel, a ground from a chain, a
// landing judged by the speed of its contacts and a crash that breaks the ship apart. A game on
// Ebitengine.
package main
