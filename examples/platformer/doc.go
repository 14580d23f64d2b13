// Example platformer runs a level: ground of chains, platforms that a player can jump
// through from below, a ferry that follows a path, coins that are sensors, and a player who
// is a character of package world/character. Given a folder, it writes a movie into it.
package main
