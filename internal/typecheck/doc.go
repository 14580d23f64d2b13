// Command typecheck checks the types of packages and their tests for the system that GOOS and
// GOARCH name, from the sources of all that they import: in a fortieth of the processor time in
// which go vet would compile that for another system. C is not looked at.
//
//	go build -o typecheck ./internal/typecheck
//	GOOS=windows GOARCH=amd64 ./typecheck [packages]
package main
