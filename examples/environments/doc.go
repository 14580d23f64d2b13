// Example environments lends the environments of package env to other programs, over a Unix or TCP
// socket. The file carom_env.py is a client for Python.
//
//	go run ./environments -listen unix:/tmp/carom.sock
//	python3 environments/carom_env.py unix:/tmp/carom.sock walker 256
package main
