package main

import (
	"net/url"
	"syscall/js"
)

// pageJoins returns the parameter join of the page's address, or nothing.
func pageJoins() string {
	location := js.Global().Get("location")
	if !location.Truthy() {
		return ""
	}
	address, err := url.Parse(location.Get("href").String())
	if err != nil {
		return ""
	}
	return address.Query().Get("join")
}
