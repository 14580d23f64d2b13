//go:build gates && long

package fmagate

var longTargets = []target{{"GOARCH=amd64", "GOAMD64=v3"}}

var longPackages []string
