// Command vettool is the tool of go vet for packages whose sources are kept here. Go vet reads all
// that they import as well, a thousand packages below Apache Beam, for what it knows of them: which
// functions format like Printf, and which never return. Of Go's own packages its analyzers know by
// name what matters, and of other modules nothing has to be known.
//
//	go build -o vettool ./internal/vettool
//	go vet -vettool=$PWD/vettool ./...
package main
