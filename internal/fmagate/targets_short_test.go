//go:build gates && !long

package fmagate

var longTargets []target

// longPackages carry bytes, or what a person does to a body, and link net/http, which nothing else
// compiles for another architecture.
var longPackages = []string{"world/inspect", "world/rollback/wsconn"}
