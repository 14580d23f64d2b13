// Command typecheck checks the types of packages and their tests for the system that GOOS and
// GOARCH name, from the sources of all imports. It takes a fortieth of the processor time of go
// vet, which would compile the imports for another system. It ignores C.
//
//	go build -o typecheck ./internal/typecheck
//	GOOS=windows GOARCH=amd64 ./typecheck [packages]
package main
