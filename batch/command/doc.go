// Package command implements the command carom-batch, for programs with set-ups of their own:
//
//	func main() { command.Main() }
//
// The same program is the worker of a cluster: a runner starts it with flags of Beam, and Main then
// hands over to Beam.
package command
