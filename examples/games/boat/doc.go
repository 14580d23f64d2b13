// Example boat carries crates over a sea whose waves grow: buoyancy by the submerged area, a
// propeller that works in water only, and a load that nothing but friction holds. A game on
// Ebitengine.
package main
