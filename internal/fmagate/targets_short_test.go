//go:build gates && !long

package fmagate

var longTargets []target
