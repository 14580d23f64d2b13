// Example racer is a race seen from above: tyres that grip across and roll along, a track of two
// closed chains, cones to knock over, lap times, and three cars that drive themselves. A game on
// Ebitengine.
package main
