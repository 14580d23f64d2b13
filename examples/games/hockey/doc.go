// Example hockey is air hockey for two over WebSocket, on rollback: inputs travel over the network,
// late inputs are predicted, and both players see the same match. Alone you play against a program.
// A game on Ebitengine.
//
//	go run ./games/hockey                                  # against a program
//	go run ./games/hockey -host :7777                      # waits for another
//	go run ./games/hockey -join ws://192.168.1.5:7777/     # plays with who waits there
//
// In a browser the page's address names the host to join: ?join=ws://192.168.1.5:7777/
package main
