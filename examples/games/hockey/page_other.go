//go:build !js

package main

func pageJoins() string { return "" } // no page has an address here
