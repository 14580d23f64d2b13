// Package command is the command carom-batch, for programs with set-ups of their own:
//
//	func main() { command.Main() }
//
// The same program is the worker of a cluster: a runner starts it with flags of Beam, and Main
// hands over to Beam then.
package command
