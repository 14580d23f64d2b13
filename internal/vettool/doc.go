// Command vettool is the tool of go vet for packages whose sources are kept here. Go vet also reads
// all imports, a thousand packages below Apache Beam, to learn which functions format like Printf,
// and which never return. Its analyzers know the functions of Go's own packages by name, and the
// facts about other modules are not needed.
//
//	go build -o vettool ./internal/vettool
//	go vet -vettool=$PWD/vettool ./...
package main
