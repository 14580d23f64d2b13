// Package pipeline runs a plan as a pipeline of Apache Beam: blocks of runs give rows, which are
// collected, sorted and written. Then the chosen runs are recorded.
//
//	Impulse -> block numbers -> Reshuffle -> rows of each block -> GroupByKey of one key
//	        -> sorted rows: tables and pictures; chosen runs -> Reshuffle -> recordings
//
// # Order
//
// A bundle may run twice, or on another worker. A row is a function of plan and run, equal rows are
// merged, and files are replaced as a whole. So neither is visible in the output.
//
// # Workers
//
// The worker of a runner may give a process one bundle at a time, as Prism does. A bundle on one
// goroutine would use one processor. So a block runs on several goroutines. All blocks of a process
// share Job.Threads goroutines.
package pipeline
